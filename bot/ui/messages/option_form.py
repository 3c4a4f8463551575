"""A form for one option of a lobby, the game's or the table's: a menu of values, or a number."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.sights import Lobby
from bot.ui import words
from bot.ui.errors import RefusedError
from bot.ui.places import Place, Verb
from bot.ui.voice import plain_reader
from games.core.options import OptionField, option_fields
from games.core.text import Reader, say, speak

FIELD = "value"


def ask(lobby: Lobby, name: str, language: str) -> discord.ui.Modal:
    """Make the form for the option called `name`; raises RefusedError for one that is not."""
    reader = plain_reader(language)
    names = [field.name for field, _ in agreed(lobby)]
    if name not in names:
        raise RefusedError(words.UNKNOWN_BUTTON)
    number = names.index(name)
    field, value = agreed(lobby)[number]
    title, help_text = speak(field.title, reader), speak(field.help, reader)
    place = Place(Verb.OPTION, lobby.card.id, number)
    modal = discord.ui.Modal(title=title[:45], custom_id=place.encode())
    item = _item(field, value, reader)
    modal.add_item(discord.ui.Label(text=title[:45], description=help_text[:100], component=item))
    return modal


def read(lobby: Lobby, place: Place, fields: dict[str, list[str]]) -> tuple[str, object]:
    """Read a filled form: the option's name and its new value."""
    options = agreed(lobby)
    if place.page >= len(options) or not fields.get(FIELD):
        raise RefusedError(words.UNKNOWN_BUTTON)
    field, typed = options[place.page][0], fields[FIELD][0]
    if field.kind == "flag":
        return field.name, typed == "on"
    if field.kind == "choice":
        return field.name, next((v for v, _ in field.choices if str(v) == typed), typed)
    return field.name, int(typed) if typed.strip().lstrip("-").isdecimal() else typed


def agreed(lobby: Lobby) -> tuple[tuple[OptionField, Any], ...]:
    """Every option with what is agreed on, those of the game first."""
    rules = lobby.card.options
    of_game = tuple((field, getattr(rules, field.name)) for field in option_fields(type(rules)))
    return (*of_game, *((one.field, one.value) for one in lobby.options))


def _item(field: OptionField, now: object, reader: Reader) -> discord.ui.Item[Any]:
    if field.kind == "flag":
        values = [("on", speak(say("on"), reader)), ("off", speak(say("off"), reader))]
        return _menu(values, "on" if now else "off")
    if field.kind == "choice":
        values = [(str(value), speak(label, reader)) for value, label in field.choices]
        return _menu(values, str(now))
    return discord.ui.TextInput[discord.ui.Modal](
        custom_id=FIELD, default=str(now), min_length=1, max_length=9
    )


def _menu(values: list[tuple[str, str]], now: str) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(label=label[:100], value=value, default=value == now)
        for value, label in values
    ]
    return discord.ui.Select(custom_id=FIELD, options=options)
