"""A practice table in one message: table or hand, current rule, controls and help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.tables.domain.views import MatchSummary, MatchView
from bot.ui.controls.drawing.components import rows, with_below
from bot.ui.controls.drawing.prompt import draw
from bot.ui.i18n.texts import common_texts
from bot.ui.kit import custom_ids, message
from bot.ui.match.messages.hand import draft_of
from bot.ui.match.messages.lobby import COLOURS
from bot.ui.match.messages.result import endings, places
from bot.ui.match.messages.rules import first_sentence
from bot.ui.match.messages.table import progress_of
from data.records.matches import Life
from games.core.tableau_text import read_table
from games.core.text import Reader, Text, say, speak, symbol

HEAD_LIMIT = 1000
"""Characters above the controls, which need the rest of a message."""
SHORT_HEAD, READING_LIMIT = 400, 1600
"""Characters above the controls if the table is shown as text, and characters of that text."""


def practice_message(
    match_view: MatchView,
    pictures: Sequence[message.OutgoingFile],
    reader: Reader,
    note: Text | None,
) -> message.OutgoingMessage:
    """Everything a learner needs in one message; in words if there are no pictures.

    It uses only as many components as the controls leave free.
    """
    running = match_view.summary.life is Life.RUNNING
    lines = [
        *([note] if note is not None else []),
        *_head(match_view),
        *_moment(match_view, reader),
        *([] if pictures else map(common_texts.event_line, match_view.tableau.aftermath)),
    ]
    limit = HEAD_LIMIT if pictures else SHORT_HEAD
    items: list[message.Item] = [
        message.reading(lines, reader, limit),
        *map(message.gallery, pictures),
    ]
    if not pictures:
        items.append(message.reading(read_table(match_view.tableau), reader, READING_LIMIT))
    if not running:
        items += _end(match_view, reader, has_podium=bool(pictures))
    elif match_view.question is not None:
        items += draw(match_view.question, draft_of(match_view), reader)
    if running:
        items = with_below(items, _help(match_view, reader, has_pictures=bool(pictures)))
    colour = COLOURS["turn"] if match_view.question is not None else None
    return message.OutgoingMessage(
        tuple(items), tuple(pictures), colour if running else COLOURS["over"]
    )


def _head(match_view: MatchView) -> Iterator[Text]:
    info = match_view.summary.game.info
    emoji, game, weekly = symbol(info.emoji), info.title, match_view.summary.weekly
    if weekly is None:
        yield say("### {emoji} {game} · practice", emoji=emoji, game=game)
    elif weekly.counts:
        yield say("### {emoji} {game} · weekly deal", emoji=emoji, game=game)
    else:
        yield say("### {emoji} {game} · weekly deal, unrated", emoji=emoji, game=game)
    origin = match_view.summary.origin
    if origin is not None:
        code = symbol(origin.match_id[:4])
        yield say("-# From step {step} of table {code}", step=origin.step, code=code)


def _moment(match_view: MatchView, reader: Reader) -> Iterator[Text]:
    """The round; while the match runs, also the rule that applies and who is awaited."""
    game, progress = match_view.summary.game, progress_of(match_view)
    progress = match_view.tableau.headline if progress is None else progress
    if match_view.summary.life is not Life.RUNNING:
        yield say("-# {progress}", progress=progress)
        return
    rule = first_sentence(game, reader.language, game.rule(match_view.view))
    yield say("-# {progress} · {rule}", progress=progress, rule=symbol(rule))
    if match_view.question is None:
        yield say("{who}", who=match_view.view.awaiting.text)


def _help(
    match_view: MatchView, reader: Reader, *, has_pictures: bool
) -> list[discord.ui.Button[Any]]:
    match_id, asked = match_view.summary.id, match_view.question
    buttons = [
        message.button(
            reader, custom_ids.MatchButton(custom_ids.Verb.EXPLAIN, match_id), common_texts.WHY
        )
    ]
    if asked is not None and not _counts(match_view):
        advice = message.button(
            reader, custom_ids.MatchButton(custom_ids.Verb.ADVICE, match_id), common_texts.ADVICE
        )
        buttons.insert(0, advice)
    if asked is not None and has_pictures:
        label = common_texts.HAND if draft_of(match_view).swapped else common_texts.TABLE
        place = custom_ids.ControlId(
            asked.match, asked.seat, asked.ticket, custom_ids.ControlVerb.SWAP
        )
        buttons.append(
            discord.ui.Button(custom_id=custom_ids.encode(place), label=speak(label, reader))
        )
    leaving = common_texts.GIVE_UP if _counts(match_view) else common_texts.END_PRACTICE
    return [
        *buttons,
        message.button(reader, custom_ids.MatchButton(custom_ids.Verb.LEAVE, match_id), leaving),
    ]


def _end(match_view: MatchView, reader: Reader, *, has_podium: bool) -> list[message.Item]:
    summary = match_view.summary
    shown = has_podium and match_view.result is not None
    offers = (
        (custom_ids.ReplayButton(custom_ids.Verb.REPLAY, summary.id), common_texts.REPLAY),
        (custom_ids.MatchButton(custom_ids.Verb.REVIEW, summary.id), common_texts.REVIEW),
        (
            custom_ids.LogButton(custom_ids.Verb.LOG, summary.id, how=custom_ids.AFRESH),
            common_texts.LOG,
        ),
        (custom_ids.MatchButton(custom_ids.Verb.VERIFY, summary.id), common_texts.FAIR),
        (
            custom_ids.RulesButton(custom_ids.Verb.RULES, summary.game_key, how=custom_ids.AFRESH),
            common_texts.RULES,
        ),
    )
    buttons = [
        _going_on(summary, reader),
        *_same_again(summary, reader),
        *(message.button(reader, place, label) for place, label in offers),
    ]
    words = message.paragraph(reader, *endings(match_view), *(() if shown else places(match_view)))
    return [words, *rows(buttons)]


def _counts(match_view: MatchView) -> bool:
    """Whether it is the one attempt at a weekly deal that counts."""
    weekly = match_view.summary.weekly
    return weekly is not None and weekly.counts


def _going_on(summary: MatchSummary, reader: Reader) -> discord.ui.Button[Any]:
    """The next thing to do: another practice match, or the results of a weekly deal."""
    place, label = (
        custom_ids.GameButton(custom_ids.Verb.PRACTICE, summary.game_key),
        common_texts.PRACTISE_AGAIN,
    )
    if summary.weekly is not None:
        place = custom_ids.WeeklyDealButton(
            custom_ids.Verb.WEEKLY_DEAL, summary.game_key, how=custom_ids.AFRESH
        )
        label = common_texts.RESULTS
    return message.button(reader, place, label, discord.ButtonStyle.success)


def _same_again(summary: MatchSummary, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    """A button to the position with which this match began, if it began in the middle."""
    origin = summary.origin
    if origin is not None:
        pressed = custom_ids.PositionButton(
            custom_ids.Verb.PLAY_ON, origin.match_id, origin.step, origin.seat
        )
        yield message.button(reader, pressed, common_texts.SAME_POSITION)
