"""The planter above the gardens: the bushel, the dice to place, and the player whose turn it is."""

from collections.abc import Iterator, Sequence
from itertools import product

from games.core.values import Seat
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules.dice import DRAWN, Die
from games.diced_tomatoes.rules.legal import is_solo
from games.diced_tomatoes.rules.state import Stage
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.common.token_layout import fit
from render.scenes.diced_tomatoes.garden import sprite_of
from render.sprites import Look
from render.sprites.diced_tomatoes import COLOURS, FACES
from render.subject import Subject

STAGE = layout.Area(theme.MARGIN, 92, theme.WIDTH - 2 * theme.MARGIN, 152)


def soil(area: layout.Area) -> tuple[Fixed, Fixed]:
    """Return a planter without anything in it."""
    wide, high = round(area.width), round(area.height)
    wood = Box(wide, high, 28, "#8A5C38", "#5C3A20", shadow=10)
    earth = Box(wide - 24, high - 24, 18, "#2F6A45", "#225036")
    return Fixed(wood, area[:2]), Fixed(earth, (area.x + 12, area.y + 12))


PLANTER = (*soil(STAGE), Fixed("icon:basket", (STAGE.x + 36, STAGE.y + 26), (100, 100)))
"""The parts of every table picture: the planter and the basket of the bushel."""
_BUSHEL = (STAGE.x + 154, STAGE.centre[1])
_MIDDLE = layout.Area(STAGE.x + 280, STAGE.y + 14, 636, STAGE.height - 28)
_WHO = (STAGE.right - 120, STAGE.centre[1] - 20)
WIDTHS = (108, 84, 60)
"""The only widths of rolled dice, so that all can be drawn in advance."""
LIFTED = Look(shadow=8)
_UNROLLED = 46
_WAITING = 88
_PLACE = "#A9D3B0"


def stage(canvas: Canvas, show: Subject, view: DicedView) -> None:
    """Draw everything on the planter."""
    _bushel(canvas, show, view)
    if view.hand:
        dice(canvas, view.hand, _MIDDLE)
    elif view.stage in (Stage.PLACE, Stage.CLEAR):
        x, y = _MIDDLE.centre
        canvas.sprite("token:tick", (x - 48, y - 48), (96, 96))
    elif view.stage is Stage.DRAW:
        to_roll(canvas, show, view, _MIDDLE)
    elif view.stage is Stage.END:
        _winners(canvas, show, view)
    if view.awaiting.seats:
        _whose(canvas, show, view.turn)


def _bushel(canvas: Canvas, show: Subject, view: DicedView) -> None:
    """Draw the number of dice of each colour in the bushel; golden ones only if they are in use."""
    colours = [name for name in COLOURS if name != "gold" or view.options.golden]
    step = 47 if len(colours) > 2 else 60
    x, y = _BUSHEL
    y -= step * (len(colours) - 1) / 2
    for count, name in zip(view.bushel, colours, strict=False):
        look = Look() if count else Look("dim", canvas.palette.bottom)
        canvas.sprite(f"die:{name}", (x, y - _UNROLLED / 2), (_UNROLLED, _UNROLLED), look)
        canvas.write(show.number(count), (x + 60, y), theme.STAT, theme.TEXT, room=64)
        y += step


def laid(count: int, area: layout.Area) -> list[layout.Area]:
    """Return places for this many dice: one line, or two centred ones, of the largest that fits."""
    room = (area.width, area.height)
    most = fit(count, room, 1.0, widest=WIDTHS[0]).width
    wide = next((step for step in WIDTHS if step <= most), WIDTHS[-1])
    columns = max(1, min(count, int((area.width + 14) // (wide + 14))))
    lines = -(-count // columns)
    columns = -(-count // lines)
    gap = min(40, (area.width - columns * wide) / max(1, columns - 1))
    down = wide + 12
    top = area.centre[1] - (lines * down - 12) / 2
    places = []
    for place in range(count):
        line, column = divmod(place, columns)
        here = min(columns, count - line * columns)
        left = area.centre[0] - (here * (wide + gap) - gap) / 2 + column * (wide + gap)
        places.append(layout.Area(round(left), round(top + line * down), wide, wide))
    return places


def dice(canvas: Canvas, hand: Sequence[Die], area: layout.Area) -> None:
    """Draw the rolled dice that haven't been placed."""
    for die, place in zip(hand, laid(len(hand), area), strict=True):
        canvas.sprite(sprite_of(die), place[:2], place[2:], LIFTED)


def to_roll(canvas: Canvas, show: Subject, view: DicedView, area: layout.Area) -> None:
    """Draw places for the dice to be drawn, then the dice that were passed on."""
    drawn = min(DRAWN, sum(view.bushel))
    passed = [(name, count) for name, count in zip(COLOURS, view.passed, strict=True) if count]
    step = _WAITING + 26
    x = area.centre[0] - (step * (drawn + len(passed)) - 26) / 2
    y = area.centre[1]
    hole = Box(_WAITING, _WAITING, 22, "", line=_PLACE, thick=4, dash=12)
    for _ in range(drawn):
        canvas.box((x, y - _WAITING / 2), hole)
        x += step
    for name, count in passed:
        canvas.sprite(f"die:{name}", (x, y - _WAITING / 2 - 16), (_WAITING, _WAITING), LIFTED)
        layout.count_badge(
            canvas, (x + _WAITING / 2, y + _WAITING / 2 - 6), show.number(count), theme.STAT
        )
        x += step


def _whose(canvas: Canvas, show: Subject, seat: Seat) -> None:
    """Draw the player whose turn it is, with a golden ring."""
    layout.disc(canvas, _WHO, 48, theme.GOLD)
    layout.disc(canvas, _WHO, 44, theme.INK)
    layout.avatar(canvas, show, seat, _WHO, 40)
    spot = (_WHO[0], _WHO[1] + 68)
    canvas.write(show.name(seat), spot, theme.NAME, align="middle", room=212)


def _winners(canvas: Canvas, show: Subject, view: DicedView) -> None:
    """Draw the winners under crowns; for a solo match, whether the six tomatoes were harvested."""
    if is_solo(view):
        x, y = _MIDDLE.centre
        look = Look() if view.ending == "harvested" else Look("grey", canvas.palette.bottom)
        canvas.sprite("icon:trophy", (x - 56, y - 56), (112, 112), look)
        return
    first = view.ranking[0]
    step = min(290.0, _MIDDLE.width / len(first))
    for place, seat in enumerate(first):
        x = _MIDDLE.centre[0] + (place - (len(first) - 1) / 2) * step
        _winner(canvas, show, seat, (x, _MIDDLE.centre[1] + 16), step)


def _winner(canvas: Canvas, show: Subject, seat: Seat, centre: Spot, room: float) -> None:
    """Draw a crowned avatar, with its name at the right if there is room."""
    x, y = centre
    named = room > 190
    if named:
        x -= room / 2 - 56
    layout.avatar(canvas, show, seat, (x, y), 38)
    canvas.sprite("icon:crown", (x - 28, y - 38 - 38), (56, 56), Look(shadow=4))
    if named:
        canvas.write(show.name(seat), (x + 54, y), theme.NAME, room=room - 118)


def wanted() -> Iterator[Fixed]:
    """Return all dice that may be on the planter."""
    grey = Look("grey", "#191A12")
    for name in COLOURS:
        for look in (Look(), Look("dim", "#191A12")):
            yield Fixed(f"die:{name}", (0, 0), (_UNROLLED, _UNROLLED), look)
        yield Fixed(f"die:{name}", (0, 0), (_WAITING, _WAITING), LIFTED)
    for wide, colour, face in product(WIDTHS, COLOURS, FACES):
        yield Fixed(f"die:{colour}-{face}", (0, 0), (wide, wide), LIFTED)
    yield Fixed("token:tick", (0, 0), (96, 96))
    yield Fixed("icon:crown", (0, 0), (56, 56), Look(shadow=4))
    yield from (Fixed("icon:trophy", (0, 0), (112, 112), look) for look in (Look(), grey))
