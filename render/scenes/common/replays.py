"""A step of an ended match: below its table the open hands, what happened, and how far it is."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from games.core.tableau import Token
from games.core.text import Text, TextList, say, seat
from games.core.values import Seat
from render import sprites
from render.canvas import Canvas, Spot
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import hand_frame, layout
from render.subject import ReplayFrame, Subject

_WORDS = theme.Style(theme.STRONG, 44, 44)
_GAP, _PAD = 14, 28
_LINE, _ROOM = 54, 34
"""Height of a line of a chip, and what a chip needs above and below its lines."""
_MOST_LINES, _FEW_LINES, _MANY = 3, 1, 6
"""Lines of all chips, and those below more than so many hands."""
_MOST_THINGS, _MOST_ROWS = 12, 5
"""Cards of a hand that are drawn if there is room for all, and rows for all hands."""
_HIGH, _TOKEN, _SQUARE, _RADIUS = 98, 84, 74, 31
"""Heights of a line of hands, of cards, and of dice and other square things; of an avatar, half."""
_BETWEEN = 28.0
"""Room between the hands of a line."""
_LIFTED = sprites.Look(shadow=4)
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
    if not show.replay.hands:
        return y
    tray = layout.Area(hand_frame.MARGIN, y, theme.WIDTH - 2 * hand_frame.MARGIN, 0)
    for most in range(_MOST_THINGS, 0, -1):
        lines = _lines(show, show.replay.hands, tray.width - 2 * _PAD, most)
        if len(lines) <= _MOST_ROWS:
            break
    tray = tray._replace(height=_HIGH * len(lines) + 20)
    layout.tray(canvas, tray)
    for place, line in enumerate(lines):
        _draw_line(canvas, show, line, (tray.x + _PAD, y + 10 + (place + 0.5) * _HIGH))
    return tray.bottom + _GAP


Piece = tuple[Seat | Token | str, float]
"""A part of a hand, an avatar, a thing or words, with its width."""


def _lines(
    show: Subject, hands: Iterable[tuple[Seat, tuple[Token, ...]]], room: float, most: int
) -> list[list[list[Piece]]]:
    """Return hands in lines, each as full as possible, with at most so many things each."""
    lines: list[list[list[Piece]]] = []
    left = 0.0
    for who, tokens in hands:
        things = most
        pieces = _pieces(show, who, tokens, things)
        while _width(pieces) > room and things > 1:
            things -= 1
            pieces = _pieces(show, who, tokens, things)
        left -= _BETWEEN + _width(pieces)
        if not lines or left < 0:
            lines.append([])
            left = room - _width(pieces)
        lines[-1].append(pieces)
    return lines


def _pieces(show: Subject, who: Seat, tokens: tuple[Token, ...], most: int) -> list[Piece]:
    pieces: list[Piece] = [(who, 2 * _RADIUS + 12)]
    for token in tokens[:most]:
        pieces.append((token, _size(token)[0] + 10))
        if token.count > 1:
            pieces.append(_stat(f"×{show.number(token.count)}"))
    if len(tokens) > most:
        pieces.append(_stat(f"+{show.number(len(tokens) - most)}"))
    return pieces


def _stat(words: str) -> Piece:
    return words, width(words, theme.STAT.face, theme.STAT.size) + 14


def _width(pieces: Iterable[Piece]) -> float:
    return sum(wide for _, wide in pieces)


def _size(token: Token) -> tuple[int, int]:
    """Return the size of a token: as high as possible for cards, smaller for square things."""
    if not sprites.known(token.sprite):
        return 62, _TOKEN
    shape = sprites.ratio(sprites.for_width(token.sprite, 60))
    high = _TOKEN if shape > 1.05 else _SQUARE
    return round(high / shape), high


def _draw_line(canvas: Canvas, show: Subject, hands: Sequence[list[Piece]], spot: Spot) -> None:
    """Draw hands side by side; `spot` is the middle of their left edge."""
    x, y = spot
    for order, pieces in enumerate(hands):
        if order:
            x += _BETWEEN
            canvas.box((x - _BETWEEN / 2 - 3, y - 34), Box(2, 68, 1, show.palette.line))
        for what, wide in pieces:
            _piece(canvas, show, what, (x, y))
            x += wide


def _piece(canvas: Canvas, show: Subject, what: Seat | Token | str, spot: Spot) -> None:
    x, y = spot
    if isinstance(what, int):
        layout.avatar(canvas, show, what, (x + _RADIUS, y), _RADIUS)
    elif isinstance(what, str):
        canvas.write(what, (x, y), theme.STAT, theme.TEXT)
    else:
        wide, high = _size(what)
        corner = (x, y - high / 2)
        if sprites.known(what.sprite):
            canvas.sprite(sprites.for_width(what.sprite, wide), corner, (wide, high), _LIFTED)
        else:
            layout.paper_tile(canvas, layout.Area(*corner, wide, high), show.say(what.short))


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
