"""A form for one option of a lobby: a menu of its values, or a number."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.sights import Lobby
from bot.ui import words
from bot.ui.errors import RefusedError
from bot.ui.places import Place, Verb
from bot.ui.voice import plain_reader
from games.core.options import OptionField, option_fields
from games.core.text import Reader, Text, say, speak

FIELD = "value"
SEAT_ORDER = "seat_order"
ORDERS: dict[str, Text] = {"random": say("random"), "joined": say("as joined")}


def ask(lobby: Lobby, name: str, language: str) -> discord.ui.Modal:
    """Make the form for the option called `name`; raises RefusedError for one that is not."""
    reader = plain_reader(language)
    names = _names(lobby)
    if name not in names:
        raise RefusedError(words.UNKNOWN_BUTTON)
    place = Place(Verb.OPTION, lobby.card.id, names.index(name))
    title, help_text, item = _item(lobby, name, reader)
    modal = discord.ui.Modal(title=title[:45], custom_id=place.encode())
    modal.add_item(discord.ui.Label(text=title[:45], description=help_text[:100], component=item))
    return modal


def read(lobby: Lobby, place: Place, fields: dict[str, list[str]]) -> tuple[str, object]:
    """Read a filled form: the option's name and its new value."""
    names = _names(lobby)
    if place.page >= len(names) or not fields.get(FIELD):
        raise RefusedError(words.UNKNOWN_BUTTON)
    name, typed = names[place.page], fields[FIELD][0]
    if name == SEAT_ORDER:
        return name, typed
    field = _field(lobby, name)
    if field.kind == "flag":
        return name, typed == "on"
    if field.kind == "choice":
        return name, next((value for value, _ in field.choices if str(value) == typed), typed)
    return name, int(typed) if typed.strip().lstrip("-").isdecimal() else typed


def _names(lobby: Lobby) -> list[str]:
    return [*(field.name for field in option_fields(type(lobby.card.options))), SEAT_ORDER]


def _field(lobby: Lobby, name: str) -> OptionField:
    fields = option_fields(type(lobby.card.options))
    return next(field for field in fields if field.name == name)


def _item(lobby: Lobby, name: str, reader: Reader) -> tuple[str, str, discord.ui.Item[Any]]:
    if name == SEAT_ORDER:
        title, help_text = speak(say("Seat order"), reader), speak(say("Who sits where"), reader)
        values = [(key, speak(label, reader)) for key, label in ORDERS.items()]
        return title, help_text, _menu(values, lobby.seat_order)
    field = _field(lobby, name)
    title, help_text = speak(field.title, reader), speak(field.help, reader)
    now = getattr(lobby.card.options, name)
    if field.kind == "flag":
        values = [("on", speak(say("on"), reader)), ("off", speak(say("off"), reader))]
        return title, help_text, _menu(values, "on" if now else "off")
    if field.kind == "choice":
        values = [(str(value), speak(label, reader)) for value, label in field.choices]
        return title, help_text, _menu(values, str(now))
    box = discord.ui.TextInput[discord.ui.Modal](
        custom_id=FIELD, default=str(now), min_length=1, max_length=9
    )
    return title, help_text, box


def _menu(values: list[tuple[str, str]], now: str) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(label=label[:100], value=value, default=value == now)
        for value, label in values
    ]
    return discord.ui.Select(custom_id=FIELD, options=options)
