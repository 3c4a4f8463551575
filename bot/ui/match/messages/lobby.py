"""The lobby's message: players, options and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from bot.tables.domain.views import LobbySitter, LobbyView, MatchSummary
from bot.ui.controls.drawing.components import rows
from bot.ui.i18n.texts import common_texts, lobby_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.kit import message
from bot.ui.kit.custom_ids import Verb
from bot.ui.match.messages.lobby_menu import lobby_menu
from bot.ui.match.messages.lobby_options import changes
from games.core.text import Person, Reader, Text, TextList, say, say_many, symbol


def lobby_message(
    lobby: LobbyView, poster: message.OutgoingFile | None, reader: Reader
) -> message.OutgoingMessage:
    """A lobby that people can join, leave, fill with bots, change, start and cancel."""
    items: list[message.Item] = [
        message.paragraph(reader, *_head(lobby, is_drawn=poster is not None)),
        *(() if poster is None else (message.gallery(poster),)),
        message.paragraph(reader, *_seats(lobby), *_agreed(lobby)),
        *rows(_buttons(lobby, reader)),
        lobby_menu(lobby, reader),
    ]
    return message.OutgoingMessage(
        tuple(items), () if poster is None else (poster,), COLOURS["lobby"]
    )


def cancelled_message(summary: MatchSummary, reader: Reader) -> message.OutgoingMessage:
    """The message of a lobby that was cancelled, or that nobody joined."""
    title = say("### {game}", game=summary.game.info.title)
    why = lobby_texts.EXPIRED if summary.expired else common_texts.CANCELLED
    return message.OutgoingMessage((message.paragraph(reader, title, why),))


COLOURS = {"lobby": 0xE5372A, "turn": 0xFFCB4D, "over": 0x63D08A}
"""Accent colours: tomato before the match, gold while the table waits, leaf at the end."""


def table_title(summary: MatchSummary) -> Text:
    """The first line of the messages that stand for a table."""
    emoji, game = symbol(summary.game.info.emoji), summary.game.info.title
    return say("### {emoji} {game} · {code}", emoji=emoji, game=game, code=symbol(summary.code))


def _head(lobby: LobbyView, *, is_drawn: bool) -> Iterator[Text]:
    yield table_title(lobby.summary)
    yield lobby.summary.game.info.tagline
    if is_drawn:  # the poster shows these numbers
        return
    yield say(
        "-# {least} to {most} players, about {short} to {long} minutes",
        least=lobby.least,
        most=lobby.most,
        short=lobby.summary.game.info.minutes[0],
        long=lobby.summary.game.info.minutes[1],
    )


def _seats(lobby: LobbyView) -> Iterator[Text]:
    people = [_person(lobby, guest) for guest in lobby.sitters if not guest.is_bot]
    bots = lobby_texts.bots_named([(bot.name, bot.level) for bot in lobby.sitters if bot.is_bot])
    yield say("-# {people}", people=TextList(items=(*people, *bots), style="unit"))
    if lobby.invited:
        invited = [say("{who}", who=Person(name=sitter.name)) for sitter in lobby.invited]
        yield say("Invited: {names}", names=invited)
    missing = lobby.least - len(lobby.sitters)
    if missing > 0:
        yield say_many("One more player is needed.", "{n} more players are needed.", missing)


def _person(lobby: LobbyView, sitter: LobbySitter) -> Text:
    named = say("**{who}**", who=Person(name=sitter.name))
    if sitter.player_id == lobby.summary.host_id:
        named = say("**{who}** (host)", who=Person(name=sitter.name))
    return say("{sitter} · ready", sitter=named) if sitter.is_ready else named


def _agreed(lobby: LobbyView) -> Iterator[Text]:
    yield from changes(lobby)
    yield say("-# All secrets are revealed after the match.")
    if lobby.needs_ready:
        yield say("-# {rule}", rule=lobby_texts.ALL_READY)
    if lobby.expires_at is not None:
        yield say("-# Closes {moment} if nothing changes.", moment=moment(lobby.expires_at))


def _buttons(lobby: LobbyView, reader: Reader) -> list[discord.ui.Button[Any]]:
    """First the buttons for everybody, then those for the host."""
    match = lobby.summary.id
    full = len(lobby.sitters) >= lobby.most
    bots = any(sitter.is_bot for sitter in lobby.sitters)
    style = discord.ButtonStyle

    def labelled(
        verb: Verb, label: Text, look: discord.ButtonStyle, off: bool = False
    ) -> discord.ui.Button[Any]:
        return message.button(reader, verb.for_match(match), label, look, disabled=off)

    if lobby.needs_ready:
        begin = [
            labelled(Verb.READY, lobby_texts.READY, style.success),
            labelled(Verb.NOT_READY, lobby_texts.NOT_READY, style.secondary),
        ]
    else:
        begin = [labelled(Verb.START, common_texts.START, style.success, not lobby.can_start)]
    return [
        labelled(Verb.JOIN, common_texts.JOIN, style.primary, full),
        labelled(Verb.STAND_UP, common_texts.STAND_UP, style.secondary),
        *begin,
        labelled(Verb.RULES, common_texts.RULES, style.secondary),
        labelled(Verb.OPTIONS, lobby_texts.OPTIONS, style.secondary),
        labelled(Verb.ADD_BOT, common_texts.ADD_BOT, style.secondary, full),
        labelled(Verb.REMOVE_BOT, common_texts.REMOVE_BOT, style.secondary, not bots),
        labelled(Verb.CANCEL, common_texts.CANCEL, style.danger),
    ]
