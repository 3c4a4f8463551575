"""The vending machines of a slot: the one whose colours count, and those beneath it."""

from collections.abc import Iterator, Sequence

from games.core.values import Seat
from games.tomatomat.rules.cards import MACHINE_COLOURS, Machine, stars
from games.tomatomat.rules.moves import SLOTS
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout
from render.scenes.common.layout import Area
from render.sprites import Look
from render.sprites.tomatomat import MACHINE_RATIO, SLOT_RATIO, VARIETIES
from render.subject import Subject

ICON = "vending:icon"
LARGE, SMALL = 140, 60
"""Widths of machines: at their slots, and in a row of those won."""
_STAR = (40, 40)
_DOUBLE = (58, 58)
_MARK = (74, round(74 * SLOT_RATIO))
_PEEK = 0.3
"""The visible part of a machine beside the one above it: the panel with its stars."""
HEAD = 84 + round(LARGE * MACHINE_RATIO) + 16
"""Height of the head of a slot in a player's picture."""
OTHERS = 118
"""Height of a row of seats with a number each."""
_BETWEEN = 20
_PLATE = Box(190, 58, 29, theme.OUT_GROUND)


def tall(wide: int) -> int:
    """Return the height of a machine of this width."""
    return round(wide * MACHINE_RATIO)


def stack_at(
    canvas: Canvas, stack: Sequence[Machine], area: Area, wide: int, *, lost: bool = False
) -> None:
    """Draw the top machine, and beside it the star panels of those beneath; centred in the area."""
    size = (wide, tall(wide))
    y = area.y
    if not stack:
        canvas.sprite("vending:sold", (round(area.centre[0] - wide / 2), y), size)
        return
    under = len(stack) - 1
    step = min(wide * _PEEK, (area.width - wide) / max(1, under))
    left = area.centre[0] - (wide + step * under) / 2
    for depth in range(under, 0, -1):
        spot = (round(left + step * depth), y)
        canvas.sprite(f"machine:{stack[-1 - depth]}", spot, size, _BENEATH)
    canvas.sprite(f"machine:{stack[-1]}", (round(left), y), size, _LOST if lost else _STANDING)


_STANDING = Look(shadow=6)
_BENEATH = Look("dim", theme.MACHINES.well, shadow=4)
_LOST = Look("grey", theme.MACHINES.well, shadow=4)
_FAINT = Look("dim", theme.MACHINES.well)


def plate(
    canvas: Canvas,
    show: Subject,
    slot: int,
    stack: Sequence[Machine],
    centre: Spot,
    *,
    lost: bool = False,
) -> None:
    """Draw the number of a slot, and the sum of its stars."""
    x, y = round(centre[0] - _PLATE.width / 2), round(centre[1] - _PLATE.height / 2)
    canvas.box((x, y), _PLATE)
    slot_mark(canvas, slot, (x + 7 + _MARK[0] / 2, centre[1]))
    if stack:
        colour = theme.TEXT_OUT if lost else theme.TEXT
        star_count(canvas, show, stars(stack), (x + 86, centre[1]), theme.DECIDING, colour=colour)


def slot_mark(canvas: Canvas, slot: int, centre: Spot) -> None:
    """Draw the number of a slot."""
    corner = (round(centre[0] - _MARK[0] / 2), round(centre[1] - _MARK[1] / 2))
    canvas.sprite(f"slot:{SLOTS[slot]}", corner, _MARK)


def star_count(
    canvas: Canvas,
    show: Subject,
    count: int,
    left: Spot,
    style: theme.Style,
    *,
    colour: str = theme.TEXT,
) -> float:
    """Draw a star and a number; `left` is the middle of the left edge. Returns the width."""
    tint = _PALE if colour == theme.TEXT_OUT else Look()
    canvas.sprite("vending:star", (left[0], left[1] - _STAR[1] / 2 - 1), _STAR, tint)
    spot = (left[0] + _STAR[0] + 5, left[1])
    return _STAR[0] + 5 + canvas.write(show.number(count), spot, style, colour)


_PALE = Look("grey", theme.MACHINES.panel)


def columns(top: float, height: float) -> list[Area]:
    """Return the places of the four slots, over the whole width of a player's picture."""
    wide = (theme.WIDTH - 2 * hand_frame.MARGIN - 3 * _BETWEEN) / len(SLOTS)
    lefts = (hand_frame.MARGIN + slot * (wide + _BETWEEN) for slot in range(len(SLOTS)))
    return [Area(left, top, wide, height) for left in lefts]


def head(
    canvas: Canvas,
    show: Subject,
    slot: int,
    stack: Sequence[Machine],
    area: Area,
    *,
    lost: bool = False,
) -> None:
    """Draw the number of a slot, the sum of its stars, and its machines, at the top of an area."""
    y = area.y + 44
    slot_mark(canvas, slot, (area.x + 22 + _MARK[0] / 2, y))
    if stack:
        star_count(canvas, show, stars(stack), (area.right - 122, y), theme.HAND_SCORE)
    room = Area(area.x + 10, area.y + 84, area.width - 20, tall(LARGE))
    stack_at(canvas, stack, room, LARGE, lost=lost)


def row_of_seats(
    canvas: Canvas, show: Subject, pairs: Sequence[tuple[Seat, int]], area: Area
) -> None:
    """Draw a number for each of some seats, below its face."""
    step = min(area.width / len(pairs), 90)
    left = area.centre[0] - step * (len(pairs) - 1) / 2
    for place, (seat, number) in enumerate(pairs):
        x = left + place * step
        layout.seat_avatar(canvas, show, seat, (), (x, area.y + 38), radius=30)
        colour = theme.TEXT if number else theme.TEXT_OUT
        spot = (x, area.y + 92)
        canvas.write(show.number(number), spot, theme.HAND_PILL, colour, align="middle")


def empty(canvas: Canvas, stack: Sequence[Machine], area: Area) -> None:
    """Draw a place without cards: the colours that count double at this machine, faintly."""
    palette = canvas.palette
    wide, high = round(area.width), round(area.height)
    canvas.box(area[:2], Box(wide, high, 18, palette.well, line=palette.line, thick=2, dash=9))
    colours = MACHINE_COLOURS[stack[-1]] if stack else ()
    x, y = area.centre
    for place, colour in enumerate(colours):
        left = x + (place - (len(colours) - 1) / 2) * (_DOUBLE[0] + 12) - _DOUBLE[0] / 2
        canvas.sprite(f"vending:double-{colour}", (left, y - _DOUBLE[1] / 2), _DOUBLE, _FAINT)


def shelf(canvas: Canvas, won: Sequence[Machine], area: Area, wide: int) -> None:
    """Draw machines in the order in which they were won, with all their stars visible."""
    size = (wide, tall(wide))
    step = min(wide + 8, (area.width - wide) / max(1, len(won) - 1))
    for place in range(len(won) - 1, -1, -1):
        spot = (round(area.x + place * step), area.y)
        canvas.sprite(f"machine:{won[place]}", spot, size, _STANDING)


def wanted() -> Iterator[Fixed]:
    """Return all machines in all sizes, and the signs beside them."""
    yield Fixed(ICON, (0, 0), (64, 64))
    yield Fixed("vending:star", (0, 0), _STAR)
    yield Fixed("vending:star", (0, 0), _STAR, _PALE)
    yield from (Fixed(f"slot:{name}", (0, 0), _MARK) for name in SLOTS)
    yield from (Fixed(f"vending:double-{name}", (0, 0), _DOUBLE, _FAINT) for name in VARIETIES)
    size = (LARGE, tall(LARGE))
    yield Fixed("vending:sold", (0, 0), size)
    for machine in MACHINE_COLOURS:
        for look in (_STANDING, _BENEATH, _LOST):
            yield Fixed(f"machine:{machine}", (0, 0), size, look)
        yield Fixed(f"machine:{machine}", (0, 0), (SMALL, tall(SMALL)), _STANDING)
