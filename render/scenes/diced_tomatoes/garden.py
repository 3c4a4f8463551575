"""A player's garden: three vines, and the six slots for harvests."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from games.core.values import Seat
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules.dice import FACE, Die
from games.diced_tomatoes.rules.state import Tomato
from games.diced_tomatoes.rules.vines import EACH_SEAT, RIPEST, SLOTS, worth
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common.layout import Area, disc
from render.sprites.diced_tomatoes import COLOURS, FACES
from render.subject import Subject

_NAMES = {"r": "red", "b": "black", "g": "gold"}
_SLOT_NUMBER = "#E5D3B3"
_SLOT = ("#6B4E33", "#5A4029", "#9A7A52")
"""Earth: its upper and lower colour, and its edge."""
_GAP = 4
LINE_GAP = 12
"""Distance between two lines of slots; the star of a matched slot reaches into it."""


class GardenPlan(NamedTuple):
    """The sizes of a garden."""

    tomato: int
    seed: int
    die: int
    row: int
    """Number of grown dice in a line."""
    cell: int
    """Height of a slot; 0 if none are drawn."""
    harvested: int
    """Size of the seed in a slot."""

    @property
    def height(self) -> float:
        """Return the height of a vine with all its dice."""
        lines = -(-EACH_SEAT // self.row)
        return self.tomato + lines * (self.die + _GAP)


BESIDE = GardenPlan(96, 54, 42, 2, 84, 40)
"""Two gardens side by side, with the slots beside their vines in two lines."""
HIGH = GardenPlan(100, 56, 50, 2, 84, 42)
"""Three gardens side by side, in the room of two lines."""
NARROW = GardenPlan(76, 44, 34, 3, 80, 36)
"""Two lines of three gardens side by side."""
LARGE = GardenPlan(128, 74, 66, 3, 104, 42)
"""A garden alone."""
PLANS = (BESIDE, HIGH, NARROW, LARGE)


class Vine(NamedTuple):
    """One place of a garden."""

    dice: tuple[Die, ...]
    """The seed first; empty if nothing is planted."""
    flipped: bool


def vines_of(view: DicedView, seat: Seat) -> tuple[Vine, ...]:
    """Return the three places of a seat."""
    places = range(EACH_SEAT * seat, EACH_SEAT * (seat + 1))
    return tuple(Vine(view.vines[place], view.flipped[place]) for place in places)


def sprite_of(die: Die, *, small: bool = False) -> str:
    """Return the name of a die's drawing."""
    return f"{'die-mini' if small else 'die'}:{_NAMES[die[0]]}-{FACE[die]}"


def vines(
    canvas: Canvas, show: Subject, grown: Sequence[Vine], plan: GardenPlan, area: Area
) -> None:
    """Draw the places of a garden side by side, from the top of the area."""
    wide = area.width / len(grown)
    for place, vine in enumerate(grown):
        _vine(canvas, show, vine, plan, (area.x + wide * (place + 0.5), area.y))


def _vine(canvas: Canvas, show: Subject, vine: Vine, plan: GardenPlan, top: Spot) -> None:
    """Draw a tomato with its seed and the dice below; `top` is the middle of its upper edge."""
    x, y = round(top[0]), round(top[1])
    side = plan.tomato
    corner = (x - side // 2, y)
    if not vine.dice:
        canvas.sprite("garden:empty", corner, (side, side))
        return
    if len(vine.dice) > 1:
        name, size = _tendril(plan, len(vine.dice) - 1)
        canvas.sprite(name, (x - size[0] // 2, y + side - 14), size)
    canvas.sprite("icon:tomato", corner, (side, side))
    seed = plan.seed
    left, upper = x - seed // 2, y + round(side * 0.6) - seed // 2
    canvas.box((left - 4, upper - 4), _ring(seed))
    canvas.sprite(sprite_of(vine.dice[0], small=True), (left, upper), (seed, seed))
    _grown(canvas, vine.dice[1:], plan, (x, y + side + _GAP))
    if vine.flipped:
        canvas.sprite("garden:flip", (corner[0] - 8, y + side - 40), _FLIP)
    value = worth(vine.dice, vine.flipped)
    if value != FACE[vine.dice[0]]:
        worth_badge(canvas, show, value, (x + side // 2 - 6, y + 16))


_FLIP = (38, 38)


def _ring(seed: int) -> Box:
    """Draw paper around a seed, which would be red on red."""
    return Box(seed + 8, seed + 8, round(seed * 0.22) + 4, theme.PAPER)


def _tendril(plan: GardenPlan, grown: int) -> tuple[str, Spot]:
    """Return the drawing and size of the green behind this many dice."""
    if grown > plan.row:
        return "garden:vine-tall", (2 * plan.die + 16, 2 * plan.die + 18)
    wide = plan.row * plan.die + 24
    return "garden:vine-wide", (wide, round(wide * 70 / 174))


def _grown(canvas: Canvas, dice: Sequence[Die], plan: GardenPlan, top: Spot) -> None:
    """Draw the attached dice, in centred lines."""
    step = plan.die + _GAP
    for place, die in enumerate(dice):
        line, column = divmod(place, plan.row)
        here = min(plan.row, len(dice) - line * plan.row)
        left = top[0] - (here * step - _GAP) / 2 + column * step
        spot = (left, top[1] + line * step)
        canvas.sprite(sprite_of(die, small=True), spot, (plan.die, plan.die))


def worth_badge(canvas: Canvas, show: Subject, value: int, centre: Spot) -> None:
    """Draw a vine's value if its seed doesn't show it; as a warning if it can't be harvested."""
    words = show.number(value)
    wide = 44 if len(words) == 1 else 62
    sound = 1 <= value <= RIPEST
    ground, ink = (theme.PAPER, theme.INK) if sound else (theme.OUT_GROUND, theme.OUT_WORD)
    box = Box(wide, 44, 22, ground, line=theme.INK if sound else theme.OUT_WORD, thick=3)
    canvas.box((centre[0] - wide / 2, centre[1] - 22), box)
    canvas.write(words, centre, theme.BADGE, ink, align="middle")


def track(
    canvas: Canvas,
    show: Subject,
    filled: Sequence[tuple[Tomato, bool]],
    plan: GardenPlan,
    area: Area,
    *,
    columns: int = SLOTS,
) -> None:
    """Draw the six slots: seed over score, a star if its match counts; or else their number."""
    gap = 5 if area.width < 400 else 8
    wide = int((area.width - gap * (columns - 1)) / columns)
    for place in range(SLOTS):
        line, column = divmod(place, columns)
        spot = (
            round(area.x + column * (wide + gap)),
            round(area.y + line * (plan.cell + LINE_GAP)),
        )
        cell = Area(*spot, wide, plan.cell)
        if place < len(filled):
            tomato, matched = filled[place]
            _filled(canvas, show, tomato, cell, plan.harvested, matched=matched)
            continue
        above, below, edge = _SLOT
        box = Box(wide, plan.cell, 14, above, below, line=edge, thick=2, dash=7)
        canvas.box(spot, box)
        canvas.write(show.number(place + 1), cell.centre, theme.STAT, _SLOT_NUMBER, align="middle")


def _filled(
    canvas: Canvas, show: Subject, tomato: Tomato, area: Area, side: int, *, matched: bool
) -> None:
    """Draw a slot with its seed; green edge and star if its match counts."""
    above, below, line = _SLOT
    face, score = tomato
    wide, high = round(area.width), round(area.height)
    edge, thick = (theme.LEAF, 4) if matched else (line, 2)
    canvas.box(area[:2], Box(wide, high, 14, above, below, line=edge, thick=thick))
    x = area.centre[0]
    top = 6 if high < 90 else 11
    canvas.sprite(f"die:red-{face}", (x - side // 2, area.y + top), (side, side))
    middle = (x, area.y + side + top - 3 + (high - side - top + 3) / 2)
    canvas.write(show.number(score), middle, _SCORE, theme.TEXT, align="middle")
    if matched:
        corner = (area.right - 10, area.y - 2)
        disc(canvas, corner, 17, theme.OUT_GROUND)
        canvas.sprite("token:star-won", (corner[0] - 13, corner[1] - 13), _STAR)


_SCORE = theme.Style(theme.DECIDING.face, 46, 40)
_STAR = (26, 26)


def wanted() -> Iterator[Fixed]:
    """Return every die of a garden in every size, and the things around them."""
    for plan in PLANS:
        yield Fixed("icon:tomato", (0, 0), (plan.tomato, plan.tomato))
        yield Fixed("garden:empty", (0, 0), (plan.tomato, plan.tomato))
        for grown in (1, EACH_SEAT):
            name, size = _tendril(plan, grown)
            yield Fixed(name, (0, 0), size)
        for colour, face in product(COLOURS, FACES):
            yield Fixed(f"die-mini:{colour}-{face}", (0, 0), (plan.die, plan.die))
        for face in FACES:
            yield Fixed(f"die-mini:red-{face}", (0, 0), (plan.seed, plan.seed))
            yield Fixed(f"die:red-{face}", (0, 0), (plan.harvested, plan.harvested))
    yield Fixed("garden:flip", (0, 0), _FLIP)
    yield Fixed("token:star-won", (0, 0), _STAR)
