"""The end of a practice table, and what a running one is called."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.tables.domain.views import MatchSummary, MatchView
from bot.ui.controls.drawing.components import rows
from bot.ui.i18n.texts import common_texts, time_texts
from bot.ui.kit import custom_ids, message
from bot.ui.match.messages.lobby import COLOURS
from bot.ui.match.messages.result import endings, places
from games.core.text import Reader, Text, say, symbol


def practice_end_message(
    match_view: MatchView,
    pictures: Sequence[message.OutgoingFile],
    reader: Reader,
    note: Text | None,
) -> message.OutgoingMessage:
    """The end of a practice match: its result, and what can be done next."""
    notes = [] if note is None else [note]
    items: list[message.Item] = [
        *map(message.gallery, pictures),
        message.paragraph(reader, *notes, practice_title(match_view)),
        *_end(match_view, reader, has_podium=bool(pictures)),
    ]
    return message.OutgoingMessage(tuple(items), tuple(pictures), COLOURS["over"])


def practice_title(match_view: MatchView) -> Text:
    """What is played for: practice, a position of another match, or a daily deal."""
    summary = match_view.summary
    game, daily, origin = summary.game.info.title, summary.daily, summary.origin
    if daily is not None and daily.counts:
        return say("-# {game} · daily deal", game=game)
    if daily is not None:
        return say("-# {game} · daily deal, unrated", game=game)
    if origin is not None:
        code = symbol(origin.match_id[:4])
        return say(
            "-# {game} · from step {step} of table {code}", game=game, step=origin.step, code=code
        )
    return say("-# {game} · practice", game=game)


def _end(match_view: MatchView, reader: Reader, *, has_podium: bool) -> list[message.Item]:
    summary = match_view.summary
    shown = has_podium and match_view.result is not None
    offers = (
        (custom_ids.MatchButton(custom_ids.Verb.REVIEW, summary.id), common_texts.REVIEW),
        (custom_ids.MatchButton(custom_ids.Verb.MORE, summary.id), time_texts.MORE),
    )
    buttons = [
        _going_on(summary, reader),
        *_same_again(summary, reader),
        *(message.button(reader, place, label) for place, label in offers),
    ]
    words = () if shown else (*endings(match_view), *places(match_view))
    return [*([message.paragraph(reader, *words)] if words else ()), *rows(buttons)]


def _going_on(summary: MatchSummary, reader: Reader) -> discord.ui.Button[Any]:
    """The next thing to do: another practice match, or the results of a daily deal."""
    place, label = (
        custom_ids.GameButton(custom_ids.Verb.PRACTICE, summary.game_key),
        common_texts.PRACTISE_AGAIN,
    )
    if summary.daily is not None:
        place = custom_ids.DealButton(
            custom_ids.Verb.DEAL, summary.game_key, summary.daily.day, how=custom_ids.AFRESH
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
