"""The lobby's message: players, options and buttons."""

from collections.abc import Iterator
from typing import Any

import discord

from bot.tables.domain.views import LobbySitter, LobbyView, MatchSummary
from bot.ui.i18n.texts import common_texts, lobby_texts, time_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.kit import message
from bot.ui.kit.custom_ids import Verb
from bot.ui.match.messages.lobby_options import changes
from games.core.text import Person, Reader, Text, TextList, say, say_many, symbol


def lobby_message(
    lobby: LobbyView,
    poster: message.OutgoingFile | None,
    reader: Reader,
    install_link: str | None = None,
) -> message.OutgoingMessage:
    """A lobby that people can join and start; the rest is in the private panel.

    Those who read it where the bot isn't a member are told how to add it for themselves.
    """
    drawn = poster is not None
    lines = [*_head(lobby, is_drawn=drawn), *_seats(lobby, is_drawn=drawn)]
    lines += _agreed(lobby, is_drawn=drawn)
    lines += invitation(install_link)
    items: list[message.Item] = [
        *(() if poster is None else (message.gallery(poster),)),
        message.paragraph(reader, *lines),
        discord.ui.ActionRow[Any](*_buttons(lobby, reader)),
        *by_presses(lobby.summary, reader),
    ]
    return message.OutgoingMessage(
        tuple(items), () if poster is None else (poster,), COLOURS["lobby"]
    )


def by_presses(summary: MatchSummary, reader: Reader) -> Iterator[message.Item]:
    """What a table needs that only presses let the bot edit and post again."""
    if summary.answers_only:
        ways = (Verb.REFRESH, common_texts.REFRESH), (Verb.BRING_DOWN, common_texts.BRING_DOWN)
        buttons = (message.button(reader, verb.for_match(summary.id), word) for verb, word in ways)
        yield discord.ui.ActionRow[Any](*buttons)


def invitation(install_link: str | None) -> Iterator[Text]:
    """The way to play anywhere, for people who see the bot where it isn't a member."""
    if install_link is not None:
        yield say("-# [Add this bot]({url}) to play anywhere.", url=symbol(install_link))


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
    if is_drawn:  # the poster shows the game and these numbers
        if len(lobby.sitters) == 1:
            yield lobby.summary.game.info.tagline
        return
    yield table_title(lobby.summary)
    yield lobby.summary.game.info.tagline
    yield say(
        "-# {least} to {most} players, about {short} to {long} minutes",
        least=lobby.least,
        most=lobby.most,
        short=lobby.summary.game.info.minutes[0],
        long=lobby.summary.game.info.minutes[1],
    )


def _seats(lobby: LobbyView, *, is_drawn: bool) -> Iterator[Text]:
    people = [_person(lobby, guest) for guest in lobby.sitters if not guest.is_bot]
    bots = lobby_texts.bots_named([(bot.name, bot.level) for bot in lobby.sitters if bot.is_bot])
    is_asked = lobby.needs_ready or lobby.invited
    if not is_drawn or is_asked:
        yield say("-# {people}", people=TextList(items=(*people, *bots), style="unit"))
    yield from lobby_texts.invited([sitter.name for sitter in lobby.invited])
    missing = lobby.least - len(lobby.sitters)
    if missing > 0 and not is_drawn:
        yield say_many("One more player is needed.", "{n} more players are needed.", missing)


def _person(lobby: LobbyView, sitter: LobbySitter) -> Text:
    named = say("**{who}**", who=Person(name=sitter.name))
    if sitter.player_id == lobby.summary.host_id:
        named = say("**{who}** (host)", who=Person(name=sitter.name))
    return say("{sitter} · ready", sitter=named) if sitter.is_ready else named


def _agreed(lobby: LobbyView, *, is_drawn: bool) -> Iterator[Text]:
    if not is_drawn:
        yield from changes(lobby)
    if lobby.needs_ready:
        yield say("-# {rule}", rule=lobby_texts.ALL_READY)
    if lobby.summary.starts_at is not None:
        yield lobby_texts.starts(lobby.summary.starts_at)
        yield lobby_texts.SEATS_KEPT
    elif lobby.expires_at is not None:
        yield say("-# Closes {moment} if nothing changes.", moment=moment(lobby.expires_at))


def _buttons(lobby: LobbyView, reader: Reader) -> list[discord.ui.Button[Any]]:
    """Join, start or say ready, and more; one of them is green."""
    match, style = lobby.summary.id, discord.ButtonStyle
    full = len(lobby.sitters) >= lobby.most
    begins = lobby.needs_ready or lobby.can_start
    join = message.button(
        reader,
        Verb.JOIN.for_match(match),
        common_texts.JOIN,
        style.primary if begins else style.success,
        disabled=full,
    )
    verb, label = (
        (Verb.READY, lobby_texts.READY) if lobby.needs_ready else (Verb.START, common_texts.START)
    )
    begin = message.button(
        reader,
        verb.for_match(match),
        label,
        style.success if begins else style.secondary,
        disabled=not begins,
    )
    more = message.button(reader, Verb.LOBBY_MORE.for_match(match), time_texts.MORE)
    return [join, begin, more]
