"""A panel with all options of a lobby: menus, and one form for numbers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.tables.domain.views import LobbyView
from bot.ui.controls import labels
from bot.ui.i18n.readers import plain_reader
from bot.ui.i18n.texts import lobby_texts
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.payloads import number_of
from bot.ui.kit import message
from bot.ui.kit.custom_ids import OptionButton, Verb, encode
from games.core.options import PRESETS, OptionField, PresetKey, option_fields, preset_values
from games.core.text import Reader, Text, say, speak

FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
MOST_NUMBERS = 5
"""The most fields of a Discord form."""

Agreed = tuple[tuple[OptionField, Any], ...]
"""Every option with its value."""


def options_message(lobby: LobbyView, reader: Reader, chosen: str = "") -> message.OutgoingMessage:
    """The panel for the host: a menu of all options, and one of the chosen option's values."""
    fields = [(field, value) for field, value in agreed(lobby) if field.kind != "number"]
    items: list[message.Item] = [
        message.paragraph(reader, lobby_texts.OPTIONS_TITLE, *changes(lobby)),
        _rules(lobby, fields, chosen, reader),
    ]
    items += [_values(lobby, *pair, reader) for pair in fields if pair[0].name == chosen]
    back = message.button(reader, Verb.LOBBY_MORE.for_match(lobby.summary.id), labels.BACK)
    row = discord.ui.ActionRow[Any](back)
    if numbers(lobby):
        pressed = OptionButton(Verb.NUMBERS, lobby.summary.id)
        row.add_item(message.button(reader, pressed, lobby_texts.NUMBERS))
    items.append(row)
    return message.OutgoingMessage(tuple(items))


def changes(lobby: LobbyView) -> Iterator[Text]:
    """A line for each option that differs from its default."""
    for title, value in lobby.changed:
        yield say("-# {option}: {value}", option=title, value=value)


def numbers(lobby: LobbyView) -> Agreed:
    """The number options, as many as fit into a form."""
    fields = [(field, value) for field, value in agreed(lobby) if field.kind == "number"]
    return tuple(fields[:MOST_NUMBERS])


def numbers_form(lobby: LobbyView, language: str) -> discord.ui.Modal:
    """The form for all numbers; raises RefusedError if there are none."""
    reader = plain_reader(language, lobby.summary.names)
    if not numbers(lobby):
        raise RefusedError(lobby_texts.CHANGED_LOBBY)
    button_id = OptionButton(Verb.NUMBERS, lobby.summary.id)
    title = speak(lobby_texts.NUMBERS, reader).removesuffix("…").rstrip()
    form = discord.ui.Modal(title=title[:45], custom_id=encode(button_id))
    for field, value in numbers(lobby):
        box = discord.ui.TextInput[discord.ui.Modal](
            custom_id=field.name, default=str(value), min_length=1, max_length=9
        )
        least, most = field.least or 0, field.most or 0
        label = say("{option} ({least} to {most})", option=field.title, least=least, most=most)
        help_text = speak(field.help, reader)[:100]
        form.add_item(
            discord.ui.Label(text=speak(label, reader)[:45], description=help_text, component=box)
        )
    return form


def read_numbers(lobby: LobbyView, filled: Mapping[str, Sequence[str]]) -> dict[str, object]:
    """The options that a filled form changes."""
    return {
        field.name: value_of(field, filled[field.name][0])
        for field, _ in numbers(lobby)
        if filled.get(field.name)
    }


def read_choice(lobby: LobbyView, name: str, chosen: Sequence[str]) -> dict[str, object]:
    """The option that a menu changes; raises RefusedError for an unknown one."""
    field = next((field for field, _ in agreed(lobby) if field.name == name), None)
    if field is None or not chosen:
        raise RefusedError(lobby_texts.CHANGED_LOBBY)
    return {name: value_of(field, chosen[0])}


def value_of(field: OptionField, typed: str) -> object:
    """The value of an option from its typed name; an unknown name is returned as it is."""
    if field.kind == "flag":
        return FLAGS.get(typed.casefold(), typed)
    if field.kind == "choice":
        return next((value for value, _ in field.choices if str(value) == typed), typed)
    number = number_of(typed)
    return typed if number is None else number


def values_of(field: OptionField, reader: Reader) -> list[tuple[str, str]]:
    """An option's values by typed name, with their labels; empty for a number."""
    if field.kind == "flag":
        return [("on", speak(say("on"), reader)), ("off", speak(say("off"), reader))]
    return [(str(value), speak(label, reader)) for value, label in field.choices]


def agreed(lobby: LobbyView) -> tuple[tuple[OptionField, Any], ...]:
    """Every option with its current value, those of the game first."""
    rules = lobby.summary.options
    of_game = tuple((field, getattr(rules, field.name)) for field in option_fields(type(rules)))
    return (*of_game, *((option.field, option.value) for option in lobby.options))


def preset_of(lobby: LobbyView) -> PresetKey | None:
    """The preset that the rules of a lobby are, if they are one."""
    now = lobby.summary.options
    return next(
        (
            key
            for key in PRESETS
            if (key in now.presets or key == "classic")
            and preset_values(type(now), key) == now.model_dump()
        ),
        None,
    )


def _rules(
    lobby: LobbyView, fields: Sequence[tuple[OptionField, Any]], chosen: str, reader: Reader
) -> message.Item:
    """The menu of all options with their values."""
    lines = (
        message.option(
            reader,
            lobby_texts.option_value(field.title, field.shown(value)),
            field.name,
            hint=field.help,
            default=field.name == chosen,
        )
        for field, value in fields
    )
    pressed = OptionButton(Verb.HOUSE_RULE, lobby.summary.id)
    return message.menu(reader, pressed, lobby_texts.WHICH_RULE, lines)


def _values(lobby: LobbyView, field: OptionField, now: object, reader: Reader) -> message.Item:
    """The menu of one option's values."""
    values = [value for value, _ in field.choices] if field.kind == "choice" else [True, False]
    lines = (
        message.option(
            reader,
            lobby_texts.option_value(field.title, field.shown(value)),
            str(value),
            hint=field.help if value == now else None,
            default=value == now,
        )
        for value in values
    )
    pressed = OptionButton(Verb.OPTION, lobby.summary.id, option=field.name)
    return message.menu(reader, pressed, field.title, lines)
