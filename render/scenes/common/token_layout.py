"""Tokens in a room: the largest size at which all of them fit, and the drawing of each."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from games.core.tableau import Token, Zone
from games.core.values import Seat
from render import sprites
from render.canvas import Canvas, Spot
from render.engine.shapes import Box
from render.engine.theme import GOLD, TEXT_SOFT, WORD
from render.scenes.common import layout
from render.subject import Subject

_TILE_RATIO = 1.4
_SEEN = 20
"""Narrower tokens are counted instead of drawn."""
_STEP = 6
"""Widths come in steps, so that the same few sprites serve many tables."""
LETTER_ROOM = 92
OWNER_ROOM = 52
OWNER_DROP = 18
"""Distance from the lower edge of a card to the middle of its owner's avatar."""
_TINTS: dict[str, sprites.Tint] = {"dim": "dim", "out": "grey"}


class Fit(NamedTuple):
    """The layout of things: their size, the step from one to the next, the number per line."""

    width: float
    height: float
    step: float
    line: float
    columns: int


def shape(tokens: Sequence[Token]) -> float:
    """Return height by width of the tokens; that of the tallest if they differ."""
    return max(
        (
            sprites.ratio(token.sprite) if sprites.known(token.sprite) else _TILE_RATIO
            for token in tokens
        ),
        default=_TILE_RATIO,
    )


def fit(
    count: int, room: Spot, tall: float, *, widest: float = 150, columns: int = 0, below: float = 0
) -> Fit:
    """Return the largest size at which `count` things fit into a room of (width, height).

    Each line leaves `below` pixels under it. Things overlap a little before they become very small.
    """
    best = Fit(0, 0, 0, 0, 1)
    gap = 12.0 if room[0] > 300 and count < 9 else 7.0
    for lines in range(1, 5):
        per_line = columns or math.ceil(count / lines)
        deep = math.ceil(count / per_line)
        across = (room[0] - gap * (per_line - 1)) / per_line
        down = ((room[1] - gap * (deep - 1)) / deep - below) / tall
        overlap = across < min(widest, down, 44) and per_line > 1
        if overlap:
            across = room[0] / (1 + 0.66 * (per_line - 1))
        width = stepped(min(widest, across, down))
        step = (room[0] - width) / (per_line - 1) if overlap else width + gap
        if min(width, step) > min(best.width, best.step):
            best = Fit(width, width * tall, step, width * tall + below + gap, per_line)
        if columns:
            break
    return best


def stepped(width: float) -> float:
    """Return the width rounded down to a step, unless it is too small for that."""
    return width // _STEP * _STEP if width > 4 * _STEP else width


def zone_tokens(
    canvas: Canvas,
    show: Subject,
    zone: Zone,
    area: layout.Area,
    *,
    widest: float = 150,
    below: float = 0,
) -> None:
    """Draw the tokens of a zone centred in an area; only their number if there is no room.

    At least `below` is left under them, so that those of several zones stand in a line.
    """
    tokens = zone.tokens
    if not tokens:
        return
    columns = zone.columns if zone.layout == "grid" else 0
    room = (area.width, area.height)
    below = max(below, room_below(tokens))
    laid = fit(len(tokens), room, shape(tokens), widest=widest, columns=columns, below=below)
    if laid.width < _SEEN:
        words = f"{show.say(zone.title)} {show.number(sum(token.count for token in tokens))}"
        canvas.write(words, (area.x, area.centre[1]), WORD, TEXT_SOFT, room=max(30, area.width))
        return
    deep = math.ceil(len(tokens) / laid.columns)
    height = (deep - 1) * laid.line + laid.height + below
    top = area.y + (area.height - height) / 2
    for place, token in enumerate(tokens):
        row, column = divmod(place, laid.columns)
        here = min(laid.columns, len(tokens) - row * laid.columns)
        wide = laid.step * (here - 1) + laid.width
        x = area.x + (area.width - wide) / 2 + column * laid.step
        size = (laid.width, laid.width * shape([token]))
        token_at(canvas, show, token, layout.Area(x, top + row * laid.line, *size))


def room_below(tokens: Sequence[Token]) -> float:
    """Return the room needed under tokens: for letters of buttons, owners and numbers."""
    if any(token.letter for token in tokens):
        return LETTER_ROOM
    if any(token.owner is not None for token in tokens):
        return OWNER_ROOM
    return 20 if any(token.count > 1 for token in tokens) else 0


def token_at(canvas: Canvas, show: Subject, token: Token, area: layout.Area) -> None:
    """Draw one token with its frame, owner and number; a simpler face may be less tall."""
    name = sprites.for_width(token.sprite, area.width)
    if name != token.sprite:
        area = layout.Area(area.x, area.y, area.width, area.width * sprites.ratio(name))
    wide, high = round(area.width), round(area.height)
    golden = token.look in {"winning", "playable"}
    if golden:
        canvas.box((area.x - 6, area.y - 6), Box(wide + 12, high + 12, wide // 10, GOLD, glow=14))
    tint = _TINTS.get(token.look, "plain")
    if sprites.known(token.sprite):
        look = token_look(canvas.palette.bottom, wide, tint, golden=golden)
        canvas.sprite(name, area[:2], (wide, high), look)
    else:
        layout.paper_tile(canvas, area, show.say(token.short), live=tint == "plain")
    if token.count > 1:
        # The lower edge belongs to the owner.
        corner = (area.right - 8, area.y + 8), (area.centre[0], area.bottom - 4)
        layout.count_badge(canvas, corner[token.owner is None], show.number(token.count))
    if token.owner is not None:
        owner(canvas, show, token.owner, (area.centre[0], area.bottom + OWNER_DROP), wide)
    if token.letter:
        layout.letter_pill(canvas, (area.centre[0], area.bottom + 56), token.letter, token.look)


def token_look(
    ground: str, wide: float, tint: sprites.Tint = "plain", *, golden: bool
) -> sprites.Look:
    """Return the look of a token of this width; a golden one has its glow instead of a shadow."""
    return sprites.Look(tint, ground, shadow=5 if wide > 50 and not golden else 0)


def owner(canvas: Canvas, show: Subject, seat: Seat, centre: Spot, wide: float) -> None:
    """Draw the avatar of a card's owner, at the lower edge of the card."""
    least = 20 if len(show.codes[seat]) == 1 else 25
    radius = max(least, min(29, round(wide / 4)))
    edge = Box(2 * radius + 8, 2 * radius + 8, radius + 4, canvas.palette.well)
    canvas.box((centre[0] - radius - 4, centre[1] - radius - 4), edge)
    layout.avatar(canvas, show, seat, centre, radius)


FAN_WIDTH = 240.0
"""The greatest width of cards in a fan."""


def fan(canvas: Canvas, show: Subject, tokens: Sequence[Token], area: layout.Area) -> None:
    """Draw cards in a hand: turned around a point far below, with their letters in a line."""
    count = len(tokens)
    if not count:
        return
    tall = shape(tokens)
    high = area.height - LETTER_ROOM - 60
    wide = stepped(min(FAN_WIDTH, high / tall, area.width / (1 + 0.55 * count)))
    step = min(wide + 14, (area.width - wide - 40) / max(1, count - 1))
    # Two cards lie as the outer ones of three, so that a hand of three keeps the angles it has.
    spread_angle = min(22.0, 4.0 * max(2, count - 1))
    left = area.centre[0] - (wide + step * (count - 1)) / 2
    top = area.y + 30
    for place, token in enumerate(tokens):
        off = place - (count - 1) / 2
        angle = off * spread_angle / (count - 1) if count > 1 else 0.0
        sink = abs(off) ** 2 * spread_angle * 0.5
        spot = (left + step * place, top + sink)
        _held(canvas, show, token, layout.Area(*spot, wide, wide * tall), angle)
        middle = (left + step * place + wide / 2 - angle * 2, area.bottom - 40)
        if token.letter:
            layout.letter_pill(canvas, middle, token.letter, token.look)


def _held(canvas: Canvas, show: Subject, token: Token, area: layout.Area, angle: float) -> None:
    if not sprites.known(token.sprite):
        token_at(canvas, show, replace(token, letter=""), area)
        return
    tint = _TINTS.get(token.look, "plain")
    frame = 6 if token.look in {"playable", "winning"} else 0
    look = sprites.Look(tint, canvas.palette.bottom, angle, 8, frame)
    canvas.sprite(token.sprite, area[:2], (area.width, area.height), look)
