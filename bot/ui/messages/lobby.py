"""The lobby: who sits, what is agreed on, and the buttons to begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from bot.tables.sights import Lobby, MatchCard, Sitter
from bot.ui import words
from bot.ui.messages.message import (
    Attachment,
    Item,
    Message,
    button,
    gallery,
    paragraph,
    rows,
)
from bot.ui.places import Place, Verb
from games.core.options import OptionField, changed, option_fields
from games.core.text import Person, Reader, Text, say, speak, symbol


def lobby_message(lobby: Lobby, poster: Attachment, reader: Reader) -> Message:
    """A lobby that can be joined, left, filled with bots, changed, started and cancelled."""
    items: list[Item] = [
        paragraph(reader, *_head(lobby)),
        gallery(poster),
        paragraph(reader, *_seats(lobby), *_agreed(lobby)),
        *rows(_buttons(lobby, reader)),
        discord.ui.ActionRow(_option_menu(lobby, reader)),
    ]
    return Message(tuple(items), (poster,), COLOURS["lobby"])


def cancelled_message(card: MatchCard, reader: Reader) -> Message:
    """What stays of a lobby that was cancelled."""
    title = say("### {game}", game=card.game.info.title)
    return Message((paragraph(reader, title, words.CANCELLED),))


COLOURS = {"lobby": 0xE5372A, "turn": 0xFFCB4D, "over": 0x63D08A}
"""Accents: tomato before the match, gold while somebody is awaited, leaf at the end."""


def _head(lobby: Lobby) -> Iterator[Text]:
    info = lobby.card.game.info
    yield say("### {emoji} {game}", emoji=symbol(info.emoji), game=info.title)
    yield info.tagline
    yield say(
        "-# {least} to {most} seats, about {short} to {long} minutes",
        least=lobby.least,
        most=lobby.most,
        short=info.minutes[0],
        long=info.minutes[1],
    )


def _seats(lobby: Lobby) -> Iterator[Text]:
    for sitter in lobby.sitters:
        yield _sitter(lobby, sitter)
    if lobby.invited:
        names = [say("{who}", who=Person(name=sitter.name)) for sitter in lobby.invited]
        yield say("Invited: {names}", names=names)
    missing = lobby.least - len(lobby.sitters)
    if missing > 0:
        yield words.waiting_for(missing)


def _sitter(lobby: Lobby, sitter: Sitter) -> Text:
    name = Person(name=sitter.name)
    if sitter.is_bot:
        return say("- {who} (bot)", who=name)
    if sitter.player_id == lobby.card.host_id:
        return say("- **{who}** (host)", who=name)
    return say("- **{who}**", who=name)


def _agreed(lobby: Lobby) -> Iterator[Text]:
    for title, value in changed(lobby.card.options):
        yield say("-# {option}: {value}", option=title, value=value)
    yield say("-# Everything that is hidden in the match is open after it.")


def _buttons(lobby: Lobby, reader: Reader) -> list[discord.ui.Button[Any]]:
    match = lobby.card.id
    full = len(lobby.sitters) >= lobby.most
    bots = any(sitter.is_bot for sitter in lobby.sitters)
    style = discord.ButtonStyle

    def labelled(
        verb: Verb, label: Text, look: discord.ButtonStyle, off: bool = False
    ) -> discord.ui.Button[Any]:
        return button(Place(verb, match), speak(label, reader), look, disabled=off)

    return [
        labelled(Verb.JOIN, words.JOIN, style.primary, full),
        labelled(Verb.STAND_UP, words.STAND_UP, style.secondary),
        labelled(Verb.ADD_BOT, words.ADD_BOT, style.secondary, full),
        labelled(Verb.REMOVE_BOT, words.REMOVE_BOT, style.secondary, not bots),
        labelled(Verb.RULES, words.RULES, style.secondary),
        labelled(Verb.START, words.START, style.success, not lobby.can_start),
        labelled(Verb.CANCEL, words.CANCEL, style.danger),
    ]


def _option_menu(lobby: Lobby, reader: Reader) -> discord.ui.Select[Any]:
    """One menu of all that can be agreed on; choosing asks for the new value."""
    options = [
        discord.SelectOption(
            label=speak(field.title, reader)[:100],
            value=field.name,
            description=speak(_now(field, lobby), reader)[:100],
        )
        for field in option_fields(type(lobby.card.options))[:24]
    ]
    options.append(
        discord.SelectOption(
            label=speak(say("Seat order"), reader),
            value="seat_order",
            description=speak(
                say("random") if lobby.seat_order == "random" else say("as joined"), reader
            ),
        )
    )
    place = Place(Verb.OPTION, lobby.card.id)
    return discord.ui.Select(
        custom_id=place.encode(), placeholder=speak(words.CHANGE, reader), options=options
    )


def _now(field: OptionField, lobby: Lobby) -> Text:
    value = field.shown(getattr(lobby.card.options, field.name))
    return say("now: {value}", value=value)
