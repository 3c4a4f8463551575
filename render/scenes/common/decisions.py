"""A decision to look back at: below a hand, its answer and the better one, and why that is better.

Neither colour nor place alone tells them apart: the answer that was given has a cross and a dashed
line, the better one a tick and a solid line.
"""

import re
from collections.abc import Collection
from typing import NamedTuple

from games.core.text import Text, say, seat
from render.canvas import Canvas
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout
from render.subject import Alternative, Subject

_CHANCE = theme.Style(theme.BOLD, 78, 60)
_ANSWER = theme.Style(theme.ROUND, 52, 42)
_WORDS = theme.Style(theme.STRONG, 44, 44)
_BOX, _MORE, _GAP = 214, 50, 16
"""Height of a box with an answer of one line, of each further line, and between the boxes."""
_CAPTION, _LINE, _MOST_LINES = 58, 54, 3
_SIGN, _MARK = 64, 76
_BAR = 28
_SENTENCE = re.compile(r"(?<=[.!?…]) ")


class _Kind(NamedTuple):
    """What the frame and the sign of an answer look like."""

    colour: str
    sign: str
    dash: int


_MADE = _Kind(theme.OUT_WORD, "token:cross", 22)
_BETTER = _Kind(theme.LEAF, "token:tick", 0)


def drawn_on(canvas: Canvas, show: Subject) -> Canvas:
    """Draw both answers and the reason in place of a hand's foot, and mark what they name."""
    decision = show.decision
    assert decision is not None, "only a decision is looked back at"
    made, better = decision.made, decision.better
    _mark(canvas, set(made.things) - set(better.things), _MADE)
    _mark(canvas, set(better.things) - set(made.things), _BETTER)
    wide = (theme.WIDTH - 2 * hand_frame.MARGIN - _GAP) / 2
    answers = [_answer(show, answer, wide - 48) for answer in (made, better)]
    reason = _reason(show)
    top = canvas.bottom + 24
    high = _BOX + _MORE * (max(map(len, answers)) - 1)
    foot = max(hand_frame.FOOT, 40 + _LINE * len(reason))
    canvas.extend(round(top + high + _CAPTION + foot))
    who = hand_frame.name(show, show.tableau.viewer or 0)
    for place, (title, answer, kind) in enumerate(
        ((who, made, _MADE), (show.say(say("Better")), better, _BETTER))
    ):
        area = layout.Area(hand_frame.MARGIN + place * (wide + _GAP), top, wide, high)
        _frame(canvas, area, kind)
        _head(canvas, show, area, (title, answer.chance), kind)
        for line, words in enumerate(answers[place]):
            spot = (area.x + 24, area.y + 124 + line * _MORE)
            canvas.write(words, spot, _ANSWER, room=wide - 48)
        _bar(canvas, area, answer.chance, kind)
    spot = (theme.WIDTH / 2, top + high + _CAPTION / 2 + 2)
    canvas.write(
        show.say(say("chance to win the match")),
        spot,
        theme.HAND_CAPTION,
        theme.TEXT_SOFT,
        align="middle",
    )
    _foot(canvas, reason, foot)
    return canvas


def sentences_of(show: Subject) -> tuple[Text, ...]:
    """Return the same in words: both answers with their chances, and the reason."""
    assert show.decision is not None, "only a decision is looked back at"
    made, better, reason = show.decision
    return (
        say(
            "{who}: {answer}, {percent}% to win.",
            who=seat(show.tableau.viewer or 0),
            answer=made.answer,
            percent=round(100 * made.chance),
        ),
        say(
            "Better: {answer}, {percent}% to win.",
            answer=better.answer,
            percent=round(100 * better.chance),
        ),
        reason,
    )


def _answer(show: Subject, answer: Alternative, room: float) -> list[str]:
    """An answer in one line if it fits, else in as many as it needs."""
    words = show.head(answer.answer)
    least = theme.Style(_ANSWER.face, _ANSWER.floor, _ANSWER.floor)
    return layout.lines(words, least, room)


def _reason(show: Subject) -> list[str]:
    """The reason in lines: as many whole sentences as there is room for, at least the first."""
    assert show.decision is not None
    whole = ""
    lines: list[str] = []
    for sentence in _SENTENCE.split(show.say(show.decision.reason)):
        whole = f"{whole} {sentence}".strip()
        room = theme.WIDTH - hand_frame.MARGIN - layout.BADGE_RIGHT
        longer = layout.lines(whole, _WORDS, room)
        if lines and len(longer) > _MOST_LINES:
            break
        lines = longer
    return lines


def _frame(canvas: Canvas, area: layout.Area, kind: _Kind) -> None:
    ground = mixed(canvas.palette.bottom, kind.colour, 0.1)
    size = round(area.width), round(area.height)
    canvas.box(area[:2], Box(*size, 30, ground, line=kind.colour, thick=6, dash=kind.dash))


def _head(
    canvas: Canvas, show: Subject, area: layout.Area, titled: tuple[str, float], kind: _Kind
) -> None:
    """Draw the sign, whose answer it is, and its chance."""
    title, chance = titled
    y = area.y + 56
    canvas.sprite(kind.sign, (area.x + 24, y - _SIGN / 2), (_SIGN, _SIGN))
    words = show.say(say("{percent}%", percent=round(100 * chance)))
    wide = canvas.write(words, (area.right - 24, y), _CHANCE, kind.colour, align="right")
    left = area.x + 24 + _SIGN + 20
    room = area.right - 24 - wide - 16 - left
    canvas.write(title, (left, y), theme.HAND_CAPTION, theme.TEXT_SOFT, room=room)


def _bar(canvas: Canvas, area: layout.Area, chance: float, kind: _Kind) -> None:
    """Draw the chance at true scale."""
    whole, spot = round(area.width) - 48, (area.x + 24, area.bottom - 26 - _BAR)
    canvas.box(spot, Box(whole, _BAR, _BAR // 2, canvas.palette.well))
    if chance > 0:
        canvas.box(spot, Box(max(_BAR, round(whole * chance)), _BAR, _BAR // 2, kind.colour))


def _foot(canvas: Canvas, lines: list[str], high: int) -> None:
    top = canvas.height - high
    ground = mixed(canvas.palette.bottom, "#000000", 0.45)
    canvas.box((0, top), Box(theme.WIDTH, high, 0, ground))
    y = top + high / 2 - (len(lines) - 1) * _LINE / 2
    for line, words in enumerate(lines):
        canvas.write(words, (layout.BADGE_RIGHT, y + line * _LINE), _WORDS)


def _mark(canvas: Canvas, things: Collection[str], kind: _Kind) -> None:
    """Frame each thing of an answer where it is largest, with its sign in the middle of its top."""
    for thing in things:
        spots = [spot for spot in canvas.spots if str(spot.what).partition(":")[2] == thing]
        if not spots:
            continue
        (x, y), (wide, high), look = max(spots, key=lambda spot: spot.size)[1:]
        if not look.turn:
            box = Box(round(wide) + 16, round(high) + 16, 24, "", line=kind.colour, thick=9)
            canvas.box((x - 8, y - 8), box._replace(dash=kind.dash))
        corner = (x + (wide - _MARK) / 2, y + high - _MARK / 2)
        canvas.sprite(kind.sign, corner, (_MARK, _MARK))
