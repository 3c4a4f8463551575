"""The middle of the table: the triumph cards on offer, and how many fight for them."""

from collections.abc import Iterator

from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.cards import ON_OFFER, TRIUMPHS
from games.karate_tomate.rules.state import Stage
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.karate_tomate import offer
from render.sprites import Look
from render.sprites.karate_tomate import TRIUMPH_RATIO
from render.subject import Subject

RING = layout.Area(theme.MARGIN, 104, theme.WIDTH - 2 * theme.MARGIN, 268)
_WIDTHS = {2: 172, 3: 172, 4: 160, 5: 136, 6: 106}
"""The width of a card by the number of places."""
_GAP, _TAB = 16, offer.TAB - 6
_WORDS, _ROOM = 112, 150
"""From either end of the ring to the middle of its words, and their room."""
_EDGE = "#E6C9A3"
_CAPTION = theme.Style(theme.STRONG, 40, 30)
LIFTED = Look(shadow=6)
LEFT_OVER = Look("dim", theme.KARATE.well, shadow=6)


def ground(palette: theme.Palette) -> Fixed:
    """Return the ring."""
    wide, high = round(RING.width), round(RING.height)
    fill = mixed(palette.panel, palette.line, 0.3)
    return Fixed(Box(wide, high, high // 2, fill, "", _EDGE, 9, shadow=10), RING[:2])


def ring(canvas: Canvas, show: Subject, view: KarateView) -> None:
    """Draw the cards on offer, dashed where one was taken, golden while they are being taken."""
    count = max(len(view.row), ON_OFFER[len(view.seats)])
    over = view.stage is Stage.END
    has_ranks = view.stage in {Stage.HEAT, Stage.DROP_DRAW}
    cards_and_places = zip(
        (*offer.best_first(view.row), *[None] * count), _places(count, has_ranks), strict=False
    )
    for rank, (card, area) in enumerate(cards_and_places, start=1):
        if has_ranks:
            offer.tab(canvas, show.say(labels.ordinal(rank)), area._replace(y=area.y - _TAB))
        size = (area.width, area.height)
        if card is None:
            box = Box(round(size[0]), round(size[1]), 14, "", line=_EDGE, thick=3, dash=9)
            canvas.box(area[:2], box)
            continue
        if view.stage is Stage.TRIUMPH:
            canvas.box((area.x - 6, area.y - 6), _golden(size))
        canvas.sprite(f"triumph:{card}", area[:2], size, LEFT_OVER if over else LIFTED)
    if over:
        return
    cards, fighters = offer.stake(show, view)
    _counted(canvas, cards, (RING.right - _WORDS, RING.centre[1]))
    if view.stage is not Stage.END_CALL:
        _counted(canvas, fighters, (RING.x + _WORDS, RING.centre[1]))


def _counted(canvas: Canvas, words: str, spot: Spot) -> None:
    """Draw words with a number; one at the beginning is large, above the others."""
    first, _, rest = words.partition(" ")
    if not first.isdigit():
        canvas.write(words, spot, _CAPTION, align="middle", room=_ROOM)
        return
    x, y = spot
    canvas.write(first, (x, y - 34), theme.HAND_GAIN, align="middle", room=_ROOM)
    canvas.write(rest, (x, y + 36), _CAPTION, align="middle", room=_ROOM)


def _golden(size: Spot) -> Box:
    return Box(round(size[0]) + 12, round(size[1]) + 12, 19, theme.GOLD)


def _size(count: int) -> Spot:
    wide = _WIDTHS.get(count, _WIDTHS[6])
    return wide, round(wide * TRIUMPH_RATIO)


def _places(count: int, has_ranks: bool) -> list[layout.Area]:
    """Return this many places in one line, below the tabs with their ranks."""
    wide, high = _size(count)
    left = RING.centre[0] - (count * (wide + _GAP) - _GAP) / 2
    top = round(RING.centre[1] + (_TAB if has_ranks else 0) / 2 - high / 2)
    return [
        layout.Area(round(left + place * (wide + _GAP)), top, wide, high) for place in range(count)
    ]


def wanted() -> Iterator[Fixed]:
    """Return the cards on offer, to be drawn in advance."""
    for size in {_size(count) for count in _WIDTHS}:
        yield Fixed(_golden(size), (0, 0))
        for card in TRIUMPHS:
            yield from (
                Fixed(f"triumph:{card}", (0, 0), size, look) for look in (LIFTED, LEFT_OVER)
            )
