"""What to do now, told for the place where somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.tables.domain.views import LobbyView, MatchSummary, MatchView
from bot.ui.interactions.message import OutgoingMessage, paragraph
from bot.ui.messages.play.table import offers_nudge
from bot.ui.messages.rules import quoted_rule
from games.core.text import Reader, Text, say, say_many, symbol

AT_ALL = (
    say("**Everywhere**"),
    say("- /games lists what can be played, /rules tells how."),
    say("- /practice lets you play alone against bots, with help at every move."),
    say("- /replay, /log and /verify look back on matches that are over."),
)


def lobby_help(lobby: LobbyView, player_id: int, reader: Reader) -> OutgoingMessage:
    """What somebody who sits in a lobby can do there."""
    return OutgoingMessage((paragraph(reader, *_in_lobby(lobby, player_id), *AT_ALL),))


def table_help(match_view: MatchView, url: str | None, reader: Reader) -> OutgoingMessage:
    """What is asked of somebody at a table, and how to answer."""
    return OutgoingMessage((paragraph(reader, *_at_table(match_view, url, reader), *AT_ALL),))


def watching_help(cards: Sequence[MatchSummary], reader: Reader) -> OutgoingMessage:
    """What somebody can do in a channel where others play."""
    return OutgoingMessage((paragraph(reader, *_watching(cards), *AT_ALL),))


def direct_help(reader: Reader) -> OutgoingMessage:
    """What can be done in direct messages."""
    lines = (
        say("### Welcome"),
        say("Tables stand in a server's channels: open one there with /play and a game's name."),
        say("Here you can practise, read rules, and get your hands if you like: /dm on."),
    )
    return OutgoingMessage((paragraph(reader, *lines, *AT_ALL),))


def nowhere_help(games: Sequence[str], reader: Reader) -> OutgoingMessage:
    """How to begin; `games` are the keys of the games."""
    lines = (
        say("### Welcome"),
        say("You sit at no table here. Open one, and others join with a button:"),
        *(say("- {command}", command=symbol(f"/play {key}")) for key in games),
        say("Too few people? The host may add bots."),
    )
    return OutgoingMessage((paragraph(reader, *lines, *AT_ALL),))


def _in_lobby(lobby: LobbyView, player_id: int) -> Iterator[Text]:
    card = lobby.card
    yield say("### {game}: the match has not begun", game=card.game.info.title)
    missing = lobby.least - len(lobby.sitters)
    if missing > 0:
        yield say_many(
            "One more seat must be taken: tell somebody to press *Join*, or add a bot.",
            "{n} more seats must be taken: tell people to press *Join*, or add bots.",
            missing,
        )
    elif card.host_id == player_id:
        yield say("Enough are here. You are the host: press *Start* when all have come.")
    else:
        yield say("Enough are here. The host starts the match.")
    if card.host_id == player_id:
        yield say("You may change options, add bots and cancel, with what stands under the lobby.")
    yield say("*Stand up* or /leave gives your seat free. *Rules* tells how the game goes.")


def _at_table(match_view: MatchView, url: str | None, reader: Reader) -> Iterator[Text]:
    card = match_view.card
    yield say("### {game}, table {code}", game=card.game.info.title, code=symbol(card.code))
    if url is not None:
        yield say("[to the table]({url})", url=symbol(url))
    if match_view.question is None:
        yield say("**{who}** Nothing is asked of you now.", who=match_view.view.awaiting.text)
        if offers_nudge(match_view):
            yield say("If it takes long, press *Nudge* under the table or type /nudge.")
    else:
        yield say("**You are asked: {ask}**", ask=match_view.question.prompt.ask)
        for action in match_view.question.prompt.actions:
            if action.blocked is None and action.hint is not None:
                yield say("- *{action}*: {hint}", action=action.label, hint=action.hint)
            elif action.blocked is None:
                yield say("- *{action}*", action=action.label)
        if not card.is_practice:
            yield say("Press *My hand* or type /hand to choose by buttons, or type /move.")
        yield say("/why tells why something cannot be chosen.")
    rule = quoted_rule(card.game, reader.language, card.game.rule(match_view.view))
    if rule:
        yield symbol(rule)
    if card.is_practice:
        yield say("/practice shows your table again, /hint tells what a bot would do there.")
    else:
        yield say("/table shows the table, /leave hands your seat to a bot.")


def _watching(cards: Sequence[MatchSummary]) -> Iterator[Text]:
    yield say("### Others play here")
    for card in cards[:5]:
        yield say("- {game}, table {code}", game=card.game.info.title, code=symbol(card.code))
    yield say("Watch with /table. Where a table still waits for people, press *Join* under it.")
