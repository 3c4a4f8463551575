"""The vending machines of a slot: the one whose colours count, and those beneath it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.tomatomat.presentation.scene_values import SLOTS
from games.tomatomat.rules.cards import MACHINE_COLOURS, Machine, stars
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common.layout import Area
from render.sprites import Look
from render.sprites.tomatomat import MACHINE_RATIO, SLOT_RATIO
from render.subject import Subject

ICON = "vending:icon"
LARGE, MIDDLE, SMALL = 140, 108, 60
"""Widths of machines: on the table, beside other things, in a row of those won."""
_STAR = (40, 40)
_MARK = (74, round(74 * SLOT_RATIO))
_PEEK = 0.3
"""The visible part of a machine beside the one above it: the panel with its stars."""
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
    for wide in (LARGE, MIDDLE):
        size = (wide, tall(wide))
        yield Fixed("vending:sold", (0, 0), size)
        for machine in MACHINE_COLOURS:
            for look in (_STANDING, _BENEATH):
                yield Fixed(f"machine:{machine}", (0, 0), size, look)
    for machine in MACHINE_COLOURS:
        yield Fixed(f"machine:{machine}", (0, 0), (LARGE, tall(LARGE)), _LOST)
        yield Fixed(f"machine:{machine}", (0, 0), (SMALL, tall(SMALL)), _STANDING)
        yield Fixed(f"machine:{machine}", (0, 0), (SMALL, tall(SMALL)), _BENEATH)
