"""A form for one option of a lobby, the game's or the table's: a menu of values, or a number."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.domain.views import LobbyView
from bot.ui.i18n.readers import plain_reader
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.custom_ids import CustomId, Verb
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.payloads import number_of
from games.core.options import OptionField, option_fields
from games.core.text import Reader, say, speak

FIELD = "value"


def ask(lobby: LobbyView, name: str, language: str) -> discord.ui.Modal:
    """Make the form for the option called `name`; raises RefusedError for one that is not."""
    reader = plain_reader(language)
    names = [field.name for field, _ in agreed(lobby)]
    if name not in names:
        raise RefusedError(common_texts.UNKNOWN_BUTTON)
    number = names.index(name)
    field, value = agreed(lobby)[number]
    title, help_text = speak(field.title, reader), speak(field.help, reader)
    place = CustomId(Verb.OPTION, lobby.card.id, number)
    modal = discord.ui.Modal(title=title[:45], custom_id=place.encode())
    item = _item(field, value, reader)
    modal.add_item(discord.ui.Label(text=title[:45], description=help_text[:100], component=item))
    return modal


def read(lobby: LobbyView, place: CustomId, fields: dict[str, list[str]]) -> tuple[str, object]:
    """Read a filled form: the option's name and its new value."""
    options = agreed(lobby)
    if place.page >= len(options) or not fields.get(FIELD):
        raise RefusedError(common_texts.UNKNOWN_BUTTON)
    field = options[place.page][0]
    return field.name, value_of(field, fields[FIELD][0])


def value_of(field: OptionField, typed: str) -> object:
    """What a value of an option means that was chosen or typed; as it is where it means nothing."""
    if field.kind == "flag":
        return {"on": True, "off": False}.get(typed, typed)
    if field.kind == "choice":
        return next((value for value, _ in field.choices if str(value) == typed), typed)
    number = number_of(typed)
    return typed if number is None else number


def values_of(field: OptionField, reader: Reader) -> list[tuple[str, str]]:
    """What an option may be, as it is typed and as it is called; empty for a number."""
    if field.kind == "flag":
        return [("on", speak(say("on"), reader)), ("off", speak(say("off"), reader))]
    return [(str(value), speak(label, reader)) for value, label in field.choices]


def agreed(lobby: LobbyView) -> tuple[tuple[OptionField, Any], ...]:
    """Every option with what is agreed on, those of the game first."""
    rules = lobby.card.options
    of_game = tuple((field, getattr(rules, field.name)) for field in option_fields(type(rules)))
    return (*of_game, *((one.field, one.value) for one in lobby.options))


def _item(field: OptionField, now: object, reader: Reader) -> discord.ui.Item[Any]:
    if field.kind != "number":
        shown = {True: "on", False: "off"}[bool(now)] if field.kind == "flag" else str(now)
        return _menu(values_of(field, reader), shown)
    return discord.ui.TextInput[discord.ui.Modal](
        custom_id=FIELD, default=str(now), min_length=1, max_length=9
    )


def _menu(values: list[tuple[str, str]], now: str) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(label=label[:100], value=value, default=value == now)
        for value, label in values
    ]
    return discord.ui.Select(custom_id=FIELD, options=options)
