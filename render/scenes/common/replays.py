"""A step of an ended match: below its table the open hands, what happened, and how far it is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from games.core.tableau import RecentAction
from games.core.text import Text, TextList, say, seat
from render.canvas import Canvas
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import hand_frame, layout
from render.scenes.common import recent_actions as strips
from render.subject import ReplayFrame, Subject

_WORDS = theme.Style(theme.STRONG, 44, 44)
_GAP, _PAD = 14, 28
_LINE, _ROOM = 54, 34
"""Height of a line of a chip, and what a chip needs above and below its lines."""
_MOST_LINES, _FEW_LINES, _MANY = 3, 1, 6
"""Lines of all chips, and those below more than so many hands."""
_MOST_THINGS, _MOST_ROWS = 12, 5
"""Cards of a hand that are drawn if there is room for all, and rows for all hands."""
_FOOT, _BAR = 96, 20
_MOST_PARTS = 20
"""The most rounds that have a part of the bar each."""


def drawn_on(canvas: Canvas, show: Subject) -> Canvas:
    """Draw hands, events and the bar below a picture without a foot."""
    assert show.replay is not None, "only a replay shows them"
    y = _hands(canvas, show, canvas.bottom + _GAP)
    y = _chips(canvas, show, y)
    if show.replay.last is not None:
        _bar(canvas, show.replay, show.replay.last, y)
    canvas.extend(round(y) + _FOOT)
    return canvas


def sentences_of(show: Subject) -> tuple[Text, ...]:
    """Return the same in words."""
    replay = show.replay
    assert replay is not None, "only a replay shows them"
    step = say("Step {step}", step=replay.step)
    if replay.last is not None:
        step = say("Step {step} of {last}", step=replay.step, last=replay.last)
    whose = () if show.tableau.viewer is None else (say("{who}.", who=seat(show.tableau.viewer)),)
    hands = (
        say(
            "{who}: {facts}.",
            who=seat(who),
            facts=TextList(items=tuple(token.name for token in tokens), style="unit"),
        )
        for who, tokens in replay.hands
    )
    return *whose, say("{facts}.", facts=[step]), *replay.events, *hands


def _hands(canvas: Canvas, show: Subject, y: float) -> float:
    """Draw everybody's cards in lines as full as possible; return where they end."""
    assert show.replay is not None
    held = [RecentAction(who=who, tokens=tokens) for who, tokens in show.replay.hands]
    if not held:
        return y
    tray = layout.Area(hand_frame.MARGIN, y, theme.WIDTH - 2 * hand_frame.MARGIN, 0)
    for most in range(_MOST_THINGS, 0, -1):
        lines = strips.lines_of(show, held, tray.width - 2 * _PAD, most)
        if len(lines) <= _MOST_ROWS:
            break
    tray = tray._replace(height=strips.LINE * len(lines) + 20)
    layout.tray(canvas, tray)
    for place, line in enumerate(lines):
        middle = y + 10 + (place + 0.5) * strips.LINE
        strips.draw_line(canvas, show, line, (tray.x + _PAD, middle))
    return tray.bottom + _GAP


def _chips(canvas: Canvas, show: Subject, y: float) -> float:
    """Draw what happened as golden chips; return where they end.

    Behind the last one stands how much more there is, if there is room.
    """
    assert show.replay is not None
    room = theme.WIDTH - 2 * (hand_frame.MARGIN + _PAD)
    events = [layout.lines(show.say(event), _WORDS, room) for event in show.replay.events]
    chips = _fitting(events, _FEW_LINES if len(show.replay.hands) > _MANY else _MOST_LINES)
    x, high = float(hand_frame.MARGIN), 0.0
    for number, lines in enumerate([*chips, _rest(show, len(events) - len(chips))]):
        if not lines:
            continue
        wide = max(width(line, _WORDS.face, _WORDS.size) for line in lines) + 2 * _PAD
        if high and x + wide > theme.WIDTH - hand_frame.MARGIN:
            if number == len(chips):
                break
            x, y, high = float(hand_frame.MARGIN), y + high + _GAP, 0.0
        area = layout.Area(x, y, wide, _ROOM + _LINE * len(lines))
        _chip(canvas, area, lines, is_event=number < len(chips))
        x, high = x + wide + _GAP, max(high, area.height)
    return y + high + (_GAP if high else 0)


def _fitting(events: Sequence[list[str]], most: int) -> list[list[str]]:
    """Return the first events that have so many lines together."""
    chips: list[list[str]] = []
    for lines in events:
        if len(lines) <= most:
            chips.append(lines)
            most -= len(lines)
    return chips


def _rest(show: Subject, count: int) -> list[str]:
    return [show.say(say("+ {count} more", count=count))] if count else []


def _chip(canvas: Canvas, area: layout.Area, lines: Sequence[str], *, is_event: bool) -> None:
    fill, ink = (theme.GOLD, theme.INK) if is_event else (canvas.palette.well, theme.TEXT_SOFT)
    canvas.box(area[:2], Box(round(area.width), round(area.height), 40, fill))
    for place, words in enumerate(lines):
        y = area.y + _ROOM / 2 + (place + 0.5) * _LINE
        canvas.write(words, (area.x + _PAD, y), _WORDS, ink)


def _bar(canvas: Canvas, replay: ReplayFrame, last: int, y: float) -> None:
    """Draw a part for each round, filled as far as the step is, with the number of its round."""
    ground = mixed(canvas.palette.bottom, "#000000", 0.45)
    canvas.box((0, y), Box(theme.WIDTH, _FOOT, 0, ground))
    starts = replay.rounds if len(replay.rounds) <= _MOST_PARTS else ()
    parts = [*pairwise((*starts, last + 1))] or [(0, last + 1)]
    now = max(0, bisect_right([start for start, _ in parts], replay.step) - 1)
    left, whole = layout.BADGE_RIGHT, theme.WIDTH - hand_frame.MARGIN - layout.BADGE_RIGHT
    wide = (whole - _GAP * (len(parts) - 1)) / len(parts)
    for number, (start, end) in enumerate(parts):
        spot = (left + number * (wide + _GAP), y + _FOOT - 22 - _BAR)
        canvas.box(spot, Box(round(wide), _BAR, _BAR // 2, canvas.palette.line))
        done = min(1.0, max(0.0, (replay.step + 1 - start) / (end - start)))
        if done:
            full = max(_BAR, round(wide * done))
            canvas.box(spot, Box(min(full, round(wide)), _BAR, _BAR // 2, theme.TEXT))
        if number == now and len(parts) > 1:
            words, middle = f"{number + 1}", (spot[0] + wide / 2, y + 30)
            canvas.write(words, middle, theme.HAND_CAPTION, theme.TEXT, align="middle")
