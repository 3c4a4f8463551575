"""Help for the place where somebody asks: one line, and buttons that go on."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.tables.domain.views import LobbyView, MatchSummary, MatchView
from bot.ui.i18n.texts import common_texts, time_texts
from bot.ui.kit import custom_ids
from bot.ui.kit.message import OutgoingMessage, button, paragraph
from games.core.text import Reader, Text, say, say_many, speak, symbol


def lobby_help(
    lobby: LobbyView, player_id: int, url: str | None, reader: Reader
) -> OutgoingMessage:
    """Help for somebody who sits in a lobby."""
    summary = lobby.summary
    is_host = summary.host_id == player_id
    title = say("### {game}: the match hasn't started", game=summary.game.info.title)
    verb = custom_ids.Verb.LOBBY_MORE if is_host else custom_ids.Verb.STAND_UP
    label = time_texts.MORE if is_host else common_texts.STAND_UP
    buttons = (
        *_link(url, reader),
        button(reader, custom_ids.MatchButton(verb, summary.id), label),
        _rules(summary, reader),
    )
    line = paragraph(reader, title, _missing(lobby, is_host=is_host))
    return OutgoingMessage((line, discord.ui.ActionRow(*buttons)))


def table_help(match_view: MatchView, url: str | None, reader: Reader) -> OutgoingMessage:
    """Help for a player: what is asked, and the way to the hand."""
    summary, asked = match_view.summary, match_view.question
    title = say("### {game}, table {code}", game=summary.game.info.title, code=symbol(summary.code))
    if asked is None:
        line = say("**{who}** You have nothing to do right now.", who=match_view.view.awaiting.text)
    else:
        line = say("**Your turn: {ask}**", ask=asked.prompt.ask)
    hand = custom_ids.TableButton(custom_ids.Verb.HAND, summary.id)
    buttons = (
        button(reader, hand, common_texts.HAND, discord.ButtonStyle.primary),
        *_link(url, reader),
        _rules(summary, reader),
    )
    return OutgoingMessage((paragraph(reader, title, line), discord.ui.ActionRow(*buttons)))


def watching_help(summaries: Sequence[MatchSummary], reader: Reader) -> OutgoingMessage:
    """Help for a channel where others play."""
    return OutgoingMessage((paragraph(reader, *_watching(summaries)),))


def _missing(lobby: LobbyView, *, is_host: bool) -> Text:
    """What a lobby is waiting for."""
    missing = lobby.least - len(lobby.sitters)
    if missing > 0:
        return say_many(
            "You need one more player: tell somebody to press *Join*, or add a bot.",
            "You need {n} more players: tell people to press *Join*, or add bots.",
            missing,
        )
    if is_host:
        return say(
            "There are enough players. You're the host: press *Start* when everyone is here."
        )
    return say("There are enough players. The host starts the match.")


def _link(url: str | None, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    if url is not None:
        yield discord.ui.Button(url=url, label=speak(common_texts.TABLE, reader))


def _rules(summary: MatchSummary, reader: Reader) -> discord.ui.Button[Any]:
    """The rules, opened at the one that applies now."""
    rules = custom_ids.RulesButton(custom_ids.Verb.RULES, summary.id, how=custom_ids.AFRESH)
    return button(reader, rules, common_texts.RULES)


def _watching(summaries: Sequence[MatchSummary]) -> Iterator[Text]:
    yield say("### Others are playing here")
    for summary in summaries[:5]:
        yield say("- {game}, table {code}", game=summary.game.info.title, code=symbol(summary.code))
    yield say(
        "Watch with /table show. If a table is still waiting for players, press *Join* under it."
    )
