"""Labels with an arrow at the things of a picture: "ace = 1", "trump beats all"."""

from collections.abc import Iterator, Sequence

from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import hand_frame
from render.scenes.common.layout import Area
from render.sprites import Look
from render.subject import Subject

STYLE = theme.Style(theme.BOLD, 46, 42)
_HIGH = 66
_ARROW = (30, 34)
_GAP = 38
"""Between a label and its thing: room for the arrow."""
_COVERED = {"tatami": 0.28}
"""How far down a label lies that covers its thing: on a card's picture, not on its number."""
_WORDS, _LABELS, _OWN, _SMALL = 30, 60, 0.1, 4
"""How much worse it is to cover words, another label, or the thing itself than another sprite."""


def drawn_on(canvas: Canvas, show: Subject) -> Canvas:
    """Draw a lesson's labels at their sprites, where they cover least of the picture."""
    assert show.lesson is not None, "only a lesson has labels"
    fill = theme.GOLD if show.lesson.is_answer else theme.TEXT
    labels: list[Area] = []
    for key, text in show.lesson.labels.items():
        things = [thing for thing in canvas.spots if str(thing.what).partition(":")[2] == key]
        if not things:
            continue
        words = show.say(text)
        thing = things[-1] if show.lesson.is_answer else max(things, key=lambda spot: spot.size)
        area = min(
            _places(canvas, thing, words), key=lambda place: _cost(canvas, place, labels, key)
        )
        labels.append(area)
        _pointer(canvas, area, thing)
        box = Box(round(area.width), _HIGH, _HIGH // 2, fill, line=theme.INK, thick=2, shadow=6)
        canvas.box(area[:2], box)
        canvas.write(words, area.centre, STYLE, theme.INK, align="middle")
    return canvas


def _places(canvas: Canvas, thing: Fixed, words: str) -> Iterator[Area]:
    """Yield where a label may stand: below its thing, above it, on it, or beside it."""
    wide = width(words, STYLE.face, STYLE.size) + 48
    (x, y), (across, high) = thing.at, thing.size
    edge, down = hand_frame.MARGIN, _COVERED.get(str(thing.what).partition(":")[0], 0.7)
    last = theme.WIDTH - edge - wide
    for left in (x + across + 6, x - wide - _GAP):
        if edge <= left <= last:
            yield Area(left, y + (high - _HIGH) / 2, wide, _HIGH)
    for shift in (0.0, across * 0.4, -across * 0.4):
        left = min(max(edge, x + across / 2 + shift - wide / 2), last)
        bottom = canvas.height - hand_frame.FOOT - _HIGH
        for top in (y + high + _GAP, y - _HIGH - _GAP, y + high * down - _HIGH / 2):
            if hand_frame.HEADER - 16 <= top <= bottom:
                yield Area(left, top, wide, _HIGH)


def _cost(canvas: Canvas, place: Area, labels: Sequence[Area], key: str) -> float:
    """Return how much a label would cover here."""
    cost = sum(_LABELS * _shared(place, label.inset(-8, -8)) for label in labels)
    for line in canvas.texts:
        left, top, right, bottom = (edge / canvas.zoom for edge in line.at)
        cost += _WORDS * _shared(place, Area(left, top, right - left, bottom - top))
    for what, spot, size, _ in canvas.spots:
        is_own = str(what).endswith(key)
        weight = 1 if not is_own else _OWN if size[1] > 2 * _HIGH else _SMALL
        cost += weight * _shared(place, Area(*spot, *size))
    return cost


def _shared(place: Area, other: Area) -> float:
    """Return the area that two rectangles share."""
    across = min(place.right, other.right) - max(place.x, other.x)
    down = min(place.bottom, other.bottom) - max(place.y, other.y)
    return max(0.0, across) * max(0.0, down)


def _pointer(canvas: Canvas, area: Area, thing: Fixed) -> None:
    """Draw the arrow from a label to its thing, unless the label touches it."""
    (x, y), (across, high) = thing.at, thing.size
    middle = min(max(area.x + 40, x + across / 2), area.right - 40) - _ARROW[0] / 2
    if area.y >= y + high:
        canvas.sprite("token:to", (middle, y + high + 2), _ARROW, Look(turn=-90))
    elif area.bottom <= y:
        canvas.sprite("token:to", (middle, y - _ARROW[1] - 2), _ARROW, Look(turn=90))
    elif area.right <= x:
        canvas.sprite("token:to", (x - _ARROW[0] - 2, y + (high - _ARROW[1]) / 2), _ARROW)
