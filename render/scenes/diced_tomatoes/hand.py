"""The viewer's own picture: the dice with the letters of their buttons, and the garden, large."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from games.core.tableau import Token
from games.core.values import Seat
from games.diced_tomatoes.presentation.scene_values import EACH_SEAT
from games.diced_tomatoes.questions.views import DicedView
from render import labels
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.common.legend import legend
from render.scenes.diced_tomatoes import garden
from render.scenes.diced_tomatoes.stage import PLANTER, STAGE, soil, stage
from render.scenes.diced_tomatoes.table import ICON, LEGEND
from render.sprites import PLAIN, Look
from render.sprites.diced_tomatoes import COLOURS, FACES
from render.subject import Subject

_ROLLED = layout.Area(theme.MARGIN, STAGE.y, theme.WIDTH - 2 * theme.MARGIN, 208)
"""The planter while there are dice to place, which have letters."""
_FLAT = layout.Area(theme.MARGIN, STAGE.y, theme.WIDTH - 2 * theme.MARGIN, 164)
"""The same with more than three other gardens below."""
_HALF = layout.Area(theme.MARGIN, STAGE.y, 555, 208)
_RIVAL = layout.Area(theme.MARGIN + 575, STAGE.y, 561, 208)
"""The same beside the only other garden."""
_BED = 276
_OTHER, _NAMELESS = 196, 132
"""Heights of another garden with its name, and with only the avatar if there are two lines."""
_OTHERS_COLUMNS = 3
_LETTERS = 76
_VINES = 720
"""Width of the viewer's vines."""
_WIDTHS = (104, 84, 72)
"""The only widths of dice with letters, so that all can be drawn in advance."""
_FRAME = 7
_GAP = 22


def paint(show: Subject, view: DicedView, seat: Seat) -> Canvas:
    """Paint the dice to place, or the public planter; below, the garden of this seat.

    While there are dice to place, the other players' vines are below: dice may go there too.
    """
    lettered = _lettered(show)
    others = [other for other in range(view.seats) if other != seat] if lettered else []
    planter = _planter(len(others)) if lettered else STAGE
    bed = layout.Area(theme.MARGIN, planter.bottom + 20, theme.WIDTH - 2 * theme.MARGIN, _BED)
    areas = _places(len(others), bed.bottom + 20)
    bottom = max(bed.bottom, *(area.bottom for area in areas), 0)
    canvas = Canvas(layout.height(bottom), show.palette, show.size)
    canvas.place(*(soil(planter) if lettered else PLANTER), _bed(show, bed))
    _head(canvas, show, view, seat)
    legend(canvas, show, LEGEND, bottom)
    if lettered:
        _dice(canvas, show, lettered, planter)
    else:
        stage(canvas, show, view)
    _garden(canvas, show, view, seat, bed)
    for other, area in zip(others, areas, strict=True):
        _other(canvas, show, view, other, area)
    return canvas


def _planter(others: int) -> layout.Area:
    """The ground of the dice to place: as wide and as tall as the other gardens let it be."""
    if others == 1:
        return _HALF
    return _ROLLED if others <= _OTHERS_COLUMNS else _FLAT


def _places(others: int, top: float) -> list[layout.Area]:
    """Where the other gardens stand: the only one beside the dice, several below."""
    if others == 1:
        return [_RIVAL]
    tall = _OTHER if others <= _OTHERS_COLUMNS else _NAMELESS
    return layout.seat_areas(others, top, max(2, min(others, _OTHERS_COLUMNS)), tall, widest=561)


def _other(canvas: Canvas, show: Subject, view: DicedView, seat: Seat, area: layout.Area) -> None:
    """Draw another player's vines, small."""
    layout.seat_frame(canvas, "", (), area, is_alone=False)
    middle = (area.x + 42, area.y + 38)
    layout.seat_avatar(canvas, show, seat, (), middle, radius=26)
    left = 10
    if area.height == _NAMELESS:
        left = 76
    else:
        canvas.write(show.name(seat), (area.x + 80, middle[1]), theme.NAME, room=area.width - 98)
    top = area.bottom - garden.SMALL.height - 2
    place = layout.Area(area.x + left, top, area.width - left - 10, 0)
    garden.vines(canvas, show, garden.vines_of(view, seat), garden.SMALL, place)


def _lettered(show: Subject) -> tuple[Token, ...]:
    """Return the dice with letters; none if this seat has nothing to place."""
    zones = (zone.tokens for zone in show.tableau.hand)
    return next((tokens for tokens in zones if any(token.letter for token in tokens)), ())


def _bed(show: Subject, bed: layout.Area) -> Fixed:
    palette = show.palette
    box = Box(round(bed.width), round(bed.height), 28, palette.panel, "", palette.line, 2)
    return Fixed(box, bed[:2])


def _head(canvas: Canvas, show: Subject, view: DicedView, seat: Seat) -> None:
    layout.header(canvas, ICON, show.say(labels.HAND_TITLE))
    right = float(theme.WIDTH - theme.MARGIN)
    karma = show.number(view.karma[seat])
    right -= layout.pill(canvas, (right, 50), karma, sprite="icon:red-heart", align="right") + 14
    if words := show.progress():
        layout.pill(canvas, (right, 50), words, align="right")


def _dice(canvas: Canvas, show: Subject, tokens: Sequence[Token], planter: layout.Area) -> None:
    """Every different die once, over the letter of its button; golden where it has a place."""
    room = planter.width - 60
    most = (room + _GAP) / len(tokens) - _GAP
    most = min(most, planter.height - _LETTERS - 16)
    wide = next((step for step in _WIDTHS if step <= most), _WIDTHS[-1])
    gap = min(44.0, (room - wide * len(tokens)) / max(1, len(tokens) - 1))
    x = planter.centre[0] - ((wide + gap) * len(tokens) - gap) / 2
    y = planter.centre[1] - (wide + _LETTERS) / 2
    for token in tokens:
        _die(canvas, show, token, layout.Area(round(x), round(y), wide, wide))
        x += wide + gap


def _die(canvas: Canvas, show: Subject, token: Token, area: layout.Area) -> None:
    playable = token.look == "playable"
    if playable:
        canvas.box((area.x - _FRAME, area.y - _FRAME), _golden(round(area.width)))
    look = PLAIN if playable else _FADED
    canvas.sprite(token.sprite, area[:2], area[2:], look)
    if token.count > 1:
        words = f"\N{MULTIPLICATION SIGN}{show.number(token.count)}"
        layout.count_badge(canvas, (area.right - 8, area.y + 2), words)
    pill_at = (area.centre[0], area.bottom + 46)
    layout.letter_pill(canvas, pill_at, token.letter, token.look if playable else "dim")


_FADED = Look("dim", "#2B5F3E", shadow=8)


def _golden(wide: int) -> Box:
    """Return the frame around a die that can be placed."""
    return Box(wide + 2 * _FRAME, wide + 2 * _FRAME, round(wide * 0.22) + _FRAME, theme.GOLD)


def _garden(canvas: Canvas, show: Subject, view: DicedView, seat: Seat, bed: layout.Area) -> None:
    """Draw the viewer's vines with their numbers, and the slots beside them in two lines."""
    wide = _VINES / EACH_SEAT
    titles = [zone.title for zone in show.tableau.seats[seat].zones[:EACH_SEAT]]
    for place, title in enumerate(titles):
        spot = (bed.x + 12 + wide * (place + 0.5), bed.y + 34)
        canvas.write(show.head(title), spot, theme.NAME, theme.TEXT, align="middle", room=wide - 30)
    garden.vines(
        canvas,
        show,
        garden.vines_of(view, seat),
        garden.LARGE,
        layout.Area(bed.x + 12, bed.y + 62, _VINES, 0),
    )
    slots = layout.Area(bed.x + 760, bed.y + 28, bed.width - 790, 0)
    garden.track(canvas, show, view.tracks[seat], garden.LARGE, slots, columns=EACH_SEAT)


def wanted() -> Iterator[Fixed]:
    """Return all dice with letters, and the heart of the pill above them."""
    yield Fixed("icon:red-heart", (0, 0), (44, 44))
    for wide in _WIDTHS:
        yield Fixed(_golden(wide), (0, 0))
        for colour, face in product(COLOURS, FACES):
            for look in (PLAIN, _FADED):
                yield Fixed(f"die:{colour}-{face}", (0, 0), (wide, wide), look)
