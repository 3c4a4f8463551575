"""The middle of the table: the piles at the left, the triumph cards, the fighters at the right."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.values import Seat
from games.karate_tomate.presentation.scene_values import Stage
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import ON_OFFER, TRIUMPHS
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common.layout import Area, avatar, disc
from render.sprites import Look
from render.sprites.karate_tomate import TRIUMPH_RATIO
from render.subject import Subject

RING = Area(theme.MARGIN, 96, theme.WIDTH - 2 * theme.MARGIN, 204)
_ROW = Area(182, 96, 818, 204)
_WIDTHS = (150, 120)
"""Up to five cards on offer have the first width, six the second."""
LIFTED = Look(shadow=6)
LEFT_OVER = Look("dim", theme.KARATE.well, shadow=6)
_SIGN = (56, 56)
_BACK = (34, 51)
_USED = (37, 52)
_FACE_DOWN = (44, 48)
_LINES = (134, 198, 262)
"""Centres of the three lines at either side."""


def ground(palette: theme.Palette) -> Fixed:
    """Return the dark floor under the triumph cards."""
    wide, high = round(RING.width), round(RING.height)
    return Fixed(Box(wide, high, 28, palette.well, "", palette.line, 2, shadow=10), RING[:2])


def ring(canvas: Canvas, show: Subject, view: KarateView) -> None:
    """Draw everything that belongs to no single seat."""
    _piles(canvas, show, view)
    _offer(canvas, view)
    _stake(canvas, show, view)


def _piles(canvas: Canvas, show: Subject, view: KarateView) -> None:
    """Draw the draw pile, the discard pile and the triumph pile."""
    piles = (
        ("back:tomato", _BACK, view.deck),
        ("veg:used", _USED, view.discard),
        ("triumph:back", _FACE_DOWN, view.pile),
    )
    for (sprite, size, count), y in zip(piles, _LINES, strict=True):
        _counted(canvas, sprite, size, show.number(count), (78, y))


def _counted(canvas: Canvas, sprite: str, size: Spot, words: str, spot: Spot) -> None:
    """Draw a sign around this point, with a number at its right."""
    canvas.sprite(sprite, (spot[0] - size[0] / 2, spot[1] - size[1] / 2), size)
    canvas.write(words, (spot[0] + 34, spot[1]), theme.STAT, theme.TEXT, room=84)


def _offer(canvas: Canvas, view: KarateView) -> None:
    """Draw the triumph cards: dashed if taken, golden while they are being taken."""
    places = max(len(view.row), ON_OFFER[len(view.seats)])
    over = view.stage is Stage.END
    for card, area in zip((*view.row, *[None] * places), _places(places), strict=False):
        size = (area.width, area.height)
        if card is None:
            place = Box(
                round(size[0]), round(size[1]), 14, "", line=theme.KARATE.line, thick=3, dash=9
            )
            canvas.box(area[:2], place)
            continue
        if view.stage is Stage.TRIUMPH:
            canvas.box((area.x - 6, area.y - 6), _golden(size))
        look = LEFT_OVER if over else LIFTED
        canvas.sprite(f"triumph:{card}", area[:2], size, look)


def _golden(size: Spot) -> Box:
    return Box(round(size[0]) + 12, round(size[1]) + 12, 19, theme.GOLD)


def _size(places: int) -> Spot:
    wide = _WIDTHS[0] if places <= 5 else _WIDTHS[1]
    return wide, round(wide * TRIUMPH_RATIO)


def _places(count: int) -> list[Area]:
    """Return this many places in one line that never overlap."""
    wide, high = _size(count)
    gap = min(28.0, (_ROW.width - count * wide) / max(1, count - 1))
    left = _ROW.centre[0] - (count * wide + (count - 1) * gap) / 2
    top = _ROW.centre[1] - high / 2
    return [
        Area(round(left + place * (wide + gap)), round(top), wide, high) for place in range(count)
    ]


def _stake(canvas: Canvas, show: Subject, view: KarateView) -> None:
    """Draw who takes a card or won; otherwise how many have chosen, and what ends the match."""
    if view.stage is Stage.END:
        _who(canvas, show, view.ranking[0][0], crowned=True)
    elif view.taker is not None:
        _who(canvas, show, view.taker)
    else:
        _answered(canvas, show, view)


def _answered(canvas: Canvas, show: Subject, view: KarateView) -> None:
    """Draw how many have chosen; who they are is a secret (A19)."""
    signs: list[tuple[str, str]] = []
    if view.stage is Stage.END_CALL:
        signs.append(("icon:trophy", f"{show.number(view.options.trophies_to_call)}+"))
    if view.awaiting.of is not None and view.awaiting.answered is not None:
        words = f"{show.number(view.awaiting.answered)}/{show.number(view.awaiting.of)}"
        signs.append(("icon:hourglass-not-done", words))
    for place, (sign, words) in enumerate(signs):
        y = RING.centre[1] + (place - (len(signs) - 1) / 2) * 88
        canvas.sprite(sign, (1014, y - _SIGN[1] / 2), _SIGN)
        canvas.write(words, (1078, y), theme.AMOUNT, theme.TEXT, room=84)


def _who(canvas: Canvas, show: Subject, seat: Seat, *, crowned: bool = False) -> None:
    """Draw the one seat in focus: it takes a card now, or has won."""
    centre = (1086, RING.centre[1])
    disc(canvas, centre, 60, theme.GOLD)
    disc(canvas, centre, 54, theme.INK)
    avatar(canvas, show, seat, centre, 50)
    if crowned:
        canvas.sprite("icon:crown", (centre[0] - 32, centre[1] - 98), (64, 64), Look(shadow=4))


def wanted() -> Iterator[Fixed]:
    """Return everything that the middle may show, to be drawn in advance."""
    yield Fixed("back:tomato", (0, 0), _BACK)
    yield Fixed("veg:used", (0, 0), _USED)
    yield Fixed("triumph:back", (0, 0), _FACE_DOWN)
    for sign in ("trophy", "hourglass-not-done"):
        yield Fixed(f"icon:{sign}", (0, 0), _SIGN)
    yield Fixed("icon:crown", (0, 0), (64, 64), Look(shadow=4))
    for places in (5, 6):
        size = _size(places)
        yield Fixed(_golden(size), (0, 0))
        for card in TRIUMPHS:
            yield from (
                Fixed(f"triumph:{card}", (0, 0), size, look) for look in (LIFTED, LEFT_OVER)
            )
