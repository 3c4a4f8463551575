"""Cards as small things, and their layout in a cell."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.tomatomat.rules.cards import KINDS, Card, in_order
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.scenes.common.layout import Area
from render.subject import Subject

TIMES = "\N{MULTIPLICATION SIGN}"


class Chip(NamedTuple):
    """One card, or more than two alike with their number."""

    sprite: str
    number: int = 1

    @property
    def places(self) -> int:
        """Return how many places it takes: its number is beside it."""
        return 1 if self.number == 1 else 2


class ChipPlan(NamedTuple):
    """A layout of chips in a cell: their side, the step between them, places in each line."""

    side: int
    step: int
    lines: tuple[int, ...]


PLANS = (ChipPlan(68, 72, (3, 1)), ChipPlan(50, 53, (4, 4, 2)), ChipPlan(50, 42, (5, 5, 3)))
"""The last line is shorter, because the total is beside it. Any twelve cards fit into the last
plan: a number that doesn't fit into its line costs no more places than it saves.
"""
BETWEEN = 4
"""Pixels between two lines."""


def chips(cards: Sequence[Card]) -> list[Chip]:
    """Return cards as chips, in their order."""
    counts = Counter(in_order(cards))
    return [chip for card, count in counts.items() for chip in _alike(card, count)]


def _alike(card: Card, count: int) -> list[Chip]:
    """Return the chips of one kind of card: two are side by side, more are counted."""
    sprite = f"figure:{card}"
    return [Chip(sprite, count)] if count > 2 else [Chip(sprite)] * count


def fill(canvas: Canvas, show: Subject, things: Sequence[Chip], area: Area) -> None:
    """Draw chips in a cell from its upper left corner, in the largest size that fits."""
    plan = next((plan for plan in PLANS if _lines(things, plan) <= len(plan.lines)), PLANS[-1])
    for chip, (line, place) in zip(things, _spots(things, plan), strict=True):
        x, y = area.x + place * plan.step, area.y + line * (plan.side + BETWEEN)
        _chip(canvas, show, chip, plan.side, (round(x), round(y)))


def _lines(things: Sequence[Chip], plan: ChipPlan) -> int:
    """Return how many lines they would take."""
    return max((line + 1 for line, _ in _spots(things, plan)), default=0)


def _spots(things: Sequence[Chip], plan: ChipPlan) -> Iterator[tuple[int, int]]:
    """Return the line and the place of each chip."""
    line = place = 0
    for chip in things:
        if place + chip.places > plan.lines[min(line, len(plan.lines) - 1)]:
            line, place = line + 1, 0
        yield line, place
        place += chip.places


def _chip(canvas: Canvas, show: Subject, chip: Chip, side: int, spot: Spot) -> None:
    canvas.sprite(chip.sprite, spot, (side, side))
    if chip.number > 1:
        words = f"{TIMES}{show.number(chip.number)}"
        canvas.write(words, (spot[0] + side + 2, spot[1] + side / 2), theme.BADGE)


def wanted() -> Iterator[Fixed]:
    """Return all cards, to be drawn in advance."""
    for side in {plan.side for plan in PLANS}:
        yield from (Fixed(f"figure:{card}", (0, 0), (side, side)) for card in KINDS)
