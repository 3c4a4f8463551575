"""Help for the place where somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.tables.domain.views import LobbyView, MatchSummary, MatchView
from bot.tables.matches.nudges import offered_at
from bot.ui.kit.message import OutgoingMessage, paragraph
from bot.ui.match.messages.rules import quoted_rule
from games.core.text import Reader, Text, say, say_many, symbol


def lobby_help(lobby: LobbyView, player_id: int, reader: Reader) -> OutgoingMessage:
    """Help for somebody who sits in a lobby."""
    return OutgoingMessage((paragraph(reader, *_in_lobby(lobby, player_id)),))


def table_help(match_view: MatchView, url: str | None, reader: Reader) -> OutgoingMessage:
    """Help for a player: the current question and how to answer it."""
    return OutgoingMessage((paragraph(reader, *_at_table(match_view, url, reader)),))


def watching_help(summaries: Sequence[MatchSummary], reader: Reader) -> OutgoingMessage:
    """Help for a channel where others play."""
    return OutgoingMessage((paragraph(reader, *_watching(summaries)),))


def _in_lobby(lobby: LobbyView, player_id: int) -> Iterator[Text]:
    summary = lobby.summary
    yield say("### {game}: the match hasn't started", game=summary.game.info.title)
    missing = lobby.least - len(lobby.sitters)
    if missing > 0:
        yield say_many(
            "You need one more player: tell somebody to press *Join*, or add a bot.",
            "You need {n} more players: tell people to press *Join*, or add bots.",
            missing,
        )
    elif summary.host_id == player_id:
        yield say("There are enough players. You're the host: press *Start* when everyone is here.")
    else:
        yield say("There are enough players. The host starts the match.")
    if summary.host_id == player_id:
        yield say("Use the controls under the lobby to change options, add bots or cancel.")
    yield say("*Stand up* or /table leave frees your seat. *Rules* explains the game.")


def _at_table(match_view: MatchView, url: str | None, reader: Reader) -> Iterator[Text]:
    summary = match_view.summary
    yield say("### {game}, table {code}", game=summary.game.info.title, code=symbol(summary.code))
    if url is not None:
        yield say("[Go to the table]({url})", url=symbol(url))
    if match_view.question is None:
        yield say("**{who}** You have nothing to do right now.", who=match_view.view.awaiting.text)
        if offered_at(match_view) is not None:
            yield say("If it takes long, press *Nudge* under the table or type /table nudge.")
    else:
        yield say("**Your turn: {ask}**", ask=match_view.question.prompt.ask)
        for action in match_view.question.prompt.actions:
            if action.blocked is None and action.hint is not None:
                yield say("- *{action}*: {hint}", action=action.label, hint=action.hint)
            elif action.blocked is None:
                yield say("- *{action}*", action=action.label)
        if not summary.is_practice:
            yield say("Press *My hand* or type /hand to choose with buttons, or type /move.")
        yield say("/why explains why you can't choose something.")
    rule = quoted_rule(summary.game, reader.language, summary.game.rule(match_view.view))
    if rule:
        yield symbol(rule)
    if summary.is_practice:
        yield say("/practice shows your table again, and /hint tells you what a bot would do.")
    else:
        yield say("/table show shows the table, and /table leave gives your seat to a bot.")


def _watching(summaries: Sequence[MatchSummary]) -> Iterator[Text]:
    yield say("### Others are playing here")
    for summary in summaries[:5]:
        yield say("- {game}, table {code}", game=summary.game.info.title, code=symbol(summary.code))
    yield say(
        "Watch with /table show. If a table is still waiting for players, press *Join* under it."
    )
