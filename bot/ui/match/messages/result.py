"""The end of a match: its result, what remains of its table, and what can be done next."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.tables.domain.views import MatchSummary, MatchView
from bot.ui.controls.drawing.components import rows
from bot.ui.i18n.texts import common_texts, lobby_texts, time_texts
from bot.ui.i18n.texts.leaderboard_texts import change_line, title_line
from bot.ui.kit import message
from bot.ui.kit.custom_ids import AFRESH, LogButton, MatchButton, ReplayButton, RulesButton, Verb
from bot.ui.match.messages.lobby import COLOURS, invitation, table_title
from bot.ui.match.messages.more import guesses_line
from bot.ui.pictures.attachments import NO_EPILOGUE, Epilogue, story_of
from games.core import game
from games.core.text import Person, Reader, Text, TextList, say, seat, symbol

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_FOR_RATING = 2
"""The least number of people at the end for the match to be rated."""


def result_message(
    match_view: MatchView,
    pictures: Sequence[message.OutgoingFile],
    reader: Reader,
    epilogue: Epilogue = NO_EPILOGUE,
    install_link: str | None = None,
) -> message.OutgoingMessage:
    """The result of a finished match, or the standing of a stopped one.

    What the picture shows is in words only where there is none; its description has it, too.
    """
    summary, outcome = match_view.summary, epilogue.outcome
    clip = ReplayButton(Verb.PLAY_CLIP, summary.id)
    again = common_texts.REMATCH if len(summary.occupants) > 1 else common_texts.TRY_AGAIN
    offers = (
        (MatchButton(Verb.REMATCH, summary.id), again),
        (clip, common_texts.CLIP),
        (MatchButton(Verb.REVIEW, summary.id), common_texts.REVIEW),
        (MatchButton(Verb.MORE, summary.id), time_texts.MORE),
    )
    buttons = [message.button(reader, place, label) for place, label in offers]
    buttons[0].style = discord.ButtonStyle.success
    lines: list[Text] = []
    if not pictures:
        lines += [*_head(match_view), *places(match_view), *_bots(match_view)]
        lines += [*_story(epilogue), *map(change_line, outcome.changes)]
        lines += map(title_line, outcome.titles)
    if match_view.result is not None:
        lines += _left(match_view, outcome.leavers)
        lines += guesses_line(epilogue.guesses)
    lines += invitation(install_link)
    items = (
        *map(message.gallery, pictures),
        *([message.paragraph(reader, *lines)] if lines else ()),
        discord.ui.ActionRow[Any](*buttons),
    )
    return message.OutgoingMessage(items, tuple(pictures), COLOURS["over"])


def ended_message(
    match_view: MatchView, reader: Reader, url: str | None
) -> message.OutgoingMessage:
    """What remains of a table once its match is over: a line with a link to the result."""
    info, result = match_view.summary.game.info, match_view.result
    how = common_texts.STOPPED
    if result is not None:
        how = result.headline or result.reason
    line = say("{emoji} **{game}** · {how}", emoji=symbol(info.emoji), game=info.title, how=how)
    if url is not None:
        line = say("{line} [Result ↓]({url})", line=line, url=symbol(url))
    return message.OutgoingMessage((message.paragraph(reader, line),))


def result_ways(summary: MatchSummary, reader: Reader) -> message.OutgoingMessage:
    """More to do with an ended match."""
    title = say("**{game}** · {code}", game=summary.game.info.title, code=symbol(summary.code))
    offers = (
        (ReplayButton(Verb.REPLAY, summary.id), common_texts.REPLAY),
        (LogButton(Verb.LOG, summary.id, how=AFRESH), common_texts.LOG),
        (RulesButton(Verb.RULES, summary.id, how=AFRESH), common_texts.RULES),
        (MatchButton(Verb.VERIFY, summary.id), common_texts.FAIR),
    )
    buttons = [message.button(reader, place, label) for place, label in offers]
    return message.OutgoingMessage((message.paragraph(reader, title), *rows(buttons)))


def _head(match_view: MatchView) -> Iterator[Text]:
    yield table_title(match_view.summary)
    yield from endings(match_view)


def _story(epilogue: Epilogue) -> Iterator[Text]:
    if epilogue.turning_point is not None:
        words, clause = story_of(epilogue.turning_point)
        yield say("**{story}**: {what}.", story=words, what=clause)


def endings(match_view: MatchView) -> Iterator[Text]:
    """How the match ended: the winners and their margin, then the reason."""
    result = match_view.result
    if result is None:
        yield common_texts.STOPPED
        return
    if result.headline is not None:
        yield say("**{headline}**", headline=result.headline)
    yield result.reason


def places(match_view: MatchView) -> Iterator[Text]:
    """Everybody's place; for a stopped match, the standing."""
    lines = _told(match_view.standing if match_view.result is None else match_view.result)
    if match_view.result is None:
        for who, line in enumerate(lines):
            yield say("- **{who}** {points}", who=seat(who), points=line)
        return
    place, result = 1, match_view.result
    for tied in result.ranking or game.ranked(result.points):
        for who in tied:
            with_medal = game.has_medal(place, len(lines)) and who not in result.out
            yield say(
                "{place} **{who}** {points}",
                place=symbol(_MEDALS[place]) if with_medal else say("{place}\\.", place=place),
                who=seat(who),
                points=lines[who],
            )
        place += len(tied)


def _bots(match_view: MatchView) -> Iterator[Text]:
    """The bots that played, with their levels."""
    bots = [
        (occupant.name, occupant.level)
        for occupant in match_view.summary.occupants
        if occupant.is_bot
    ]
    if bots:
        named = TextList(items=tuple(lobby_texts.bots_named(bots)), style="unit")
        yield say("-# {people}", people=named)


def _told(score: game.Standing | game.Result) -> tuple[Text, ...]:
    """The score of each seat, as the game words it."""
    return score.told or tuple(map(game.in_words, score.points))


def _left(match_view: MatchView, leavers: Sequence[str]) -> Iterator[Text]:
    for name in leavers:
        yield say("-# {who} left the match and ranks below everyone else.", who=Person(name=name))
    people = sum(not occupant.is_bot for occupant in match_view.summary.occupants)
    if leavers and people < _FOR_RATING:
        yield common_texts.NOT_RATED
