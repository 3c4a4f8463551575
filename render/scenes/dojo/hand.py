"""The viewer's own picture: the card in hand, the cards dealt, and the viewer's dojo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.tableau import Token, Zone
from games.core.values import Seat
from games.dojo.presentation import scene_values
from games.dojo.presentation.scene_values import window as window_of
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules.cards import CARDS, is_for_row
from render import labels as common
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.common.legend import legend
from render.scenes.dojo import table
from render.scenes.dojo.mat import (
    COLUMN_ROOM,
    LIFTED,
    ROW_ROOM,
    TROPHY,
    Laid,
    Mat,
    card_sprite,
    paint_mat,
    window,
)
from render.scenes.dojo.stage import prize
from render.sprites import Look
from render.sprites.dojo import mat_size
from render.subject import Subject

HEIGHT = 640
_LEFT = layout.Area(theme.MARGIN, layout.HEADER + 6, 430, HEIGHT - layout.HEADER - 24)
_RIGHT = layout.Area(
    theme.MARGIN + 450,
    layout.HEADER + 6,
    theme.WIDTH - 2 * theme.MARGIN - 450,
    HEIGHT - layout.HEADER - 24,
)
_BIG = 184
_STRIP_CARD, _PANEL_CARD = 104, 150
"""Sizes of a card to be given away, beside its title and below it."""
_SMALL = (66, 114)
_CELLS = ((118, 118), (97, 97))
"""Cells of the viewer's mat: of a fixed frame, and of the ground around a floating dojo."""
_THROWS = (132, 84)
"""Size of a single throw, and of each of three."""
_NAME = theme.Style(theme.BOLD, 44, 34)
_LIFTED = Look(shadow=5)


def paint(show: Subject, view: DojoView, viewer: Seat) -> Canvas:
    """Paint cards at the left, those dealt below; at the right the dojo with its free cells."""
    if view.drawn is not None:
        return _giving(show, view)
    canvas = Canvas(layout.height(_LEFT.bottom), show.palette, show.size)
    table.head(canvas, show, view, common.HAND_TITLE)
    legend(canvas, show, table.LEGEND, _LEFT.bottom)
    cards = [zone for zone in show.tableau.hand if not _is_dealt(zone)]
    dealt = [zone for zone in show.tableau.hand if _is_dealt(zone)]
    _cards(canvas, show, cards, _LEFT)
    for zone in dealt:
        _dealt(canvas, show, zone, layout.Area(_LEFT.x, _LEFT.y + 252, _LEFT.width, 170))
    high = 98 if dealt else 150 if cards else _LEFT.height
    prize(
        canvas, show, view, layout.Area(_LEFT.x - 16, _LEFT.bottom - high, _LEFT.width + 16, high)
    )
    _dojo(canvas, show, view, view.seats[viewer])
    return canvas


def _giving(show: Subject, view: DojoView) -> Canvas:
    """Paint the giving of cards: the card to give away, the cards dealt, and all dojos."""
    places, middle = table.areas(len(view.seats))
    bottom = max(places[-1].bottom, middle.bottom)
    canvas = Canvas(layout.height(bottom), show.palette, show.size)
    table.head(canvas, show, view, common.HAND_TITLE)
    legend(canvas, show, table.LEGEND, bottom)
    wide, high = round(middle.width), round(middle.height)
    layout.tray(canvas, middle)
    cards = [zone for zone in show.tableau.hand if not _is_dealt(zone)]
    dealt = [zone for zone in show.tableau.hand if _is_dealt(zone)]
    if wide > 2 * high:
        _offer(
            canvas,
            show,
            cards,
            layout.Area(middle.x + 12, middle.y, 216 * len(cards), 46),
            _STRIP_CARD,
        )
        dealt_area = layout.Area(middle.x + 460, middle.y + 10, 340, high)
        prize(canvas, show, view, layout.Area(middle.right - 430, middle.y, 422, high))
    else:
        _offer(canvas, show, cards, layout.Area(middle.x, middle.y + 4, wide, 48), _PANEL_CARD)
        dealt_area = layout.Area(middle.x + 24, middle.bottom - 174, middle.width - 48, 170)
        if not dealt:
            prize(
                canvas, show, view, layout.Area(middle.x + 8, middle.bottom - 170, wide - 16, 160)
            )
    for zone in dealt:
        _dealt(canvas, show, zone, dealt_area)
    table.paint_seats(canvas, show, view, places)
    return canvas


def _offer(
    canvas: Canvas, show: Subject, zones: Sequence[Zone], area: layout.Area, side: int
) -> None:
    """Draw cards below their titles; the first, which is to be given away, in a golden frame."""
    wide = area.width / max(1, len(zones))
    for place, zone in enumerate(zones):
        x = area.x + (place + 0.5) * wide
        spot = (x, area.y + 26)
        canvas.write(
            show.head(zone.title),
            spot,
            theme.CAPTION,
            theme.TEXT_SOFT,
            align="middle",
            room=wide - 8,
        )
        corner = (x - side / 2, area.bottom + 8)
        if not place:
            canvas.box((corner[0] - 8, corner[1] - 8), _golden_card(side))
        canvas.sprite(zone.tokens[0].sprite, corner, (side, side), _LIFTED)


def _golden_card(side: int) -> Box:
    return Box(side + 16, side + 16, round(side / 8), theme.GOLD, glow=14)


def _is_dealt(zone: Zone) -> bool:
    return any(token.owner is not None for token in zone.tokens)


def _cards(canvas: Canvas, show: Subject, zones: Sequence[Zone], area: layout.Area) -> None:
    """Draw zones side by side, each under its title."""
    if not zones:
        return
    wide = area.width / len(zones)
    for place, zone in enumerate(zones):
        room = layout.Area(area.x + place * wide, area.y, wide, area.height)
        words = show.head(zone.title)
        canvas.write(
            words,
            (room.centre[0], room.y + 30),
            theme.CAPTION,
            theme.TEXT_SOFT,
            align="middle",
            room=wide - 12,
        )
        top = room.y + 62
        if len(zone.tokens) == 1 and zone.tokens[0].sprite.startswith("tatami"):
            corner = (room.centre[0] - _BIG / 2, top)
            canvas.sprite(zone.tokens[0].sprite, corner, (_BIG, _BIG), _LIFTED)
        else:
            _throws(canvas, zone.tokens, (room.centre[0], top))


def _throws(canvas: Canvas, tokens: Sequence[Token], spot: tuple[float, float]) -> None:
    """Draw the viewer's throws, one below the other."""
    side = _THROWS[len(tokens) > 1]
    for place, token in enumerate(tokens):
        canvas.sprite(
            token.sprite, (spot[0] - side / 2, spot[1] + place * (side + 10)), (side, side)
        )


def _dealt(canvas: Canvas, show: Subject, zone: Zone, area: layout.Area) -> None:
    """Draw small cards with their owners."""
    canvas.write(show.head(zone.title), (area.x + 8, area.y + 16), theme.CAPTION, theme.TEXT_SOFT)
    step = min(108, area.width / len(zone.tokens))
    for place, token in enumerate(zone.tokens):
        x, top = area.x + 8 + place * step, area.y + 44
        name = token.sprite.replace("tatami:", "tatami-tall:")
        canvas.sprite(name, (x, top), _SMALL, _LIFTED)
        if token.owner is not None:
            # Beside the face, where it hides no value.
            centre = (x + _SMALL[0] + 6, top + 26)
            layout.disc(canvas, centre, 25, canvas.palette.well)
            layout.avatar(canvas, show, token.owner, centre, 22)


def _dojo(canvas: Canvas, show: Subject, view: DojoView, own: SeatView) -> None:
    """Draw the viewer's mat in its tray; in training with the cells that are free for the card."""
    area = _RIGHT
    layout.tray(canvas, area, fill=canvas.palette.panel)
    dojo, places = _ground(view, own)
    columns, rows = max(1, len(dojo.columns)), max(1, len(dojo.rows))
    cell = _CELLS[0] if columns <= 4 and rows <= 3 else _CELLS[1]
    mat = Mat((0, 0), cell, columns, rows)
    left = area.centre[0] - (mat.size[0] + ROW_ROOM) / 2
    top = area.centre[1] - (mat.size[1] + COLUMN_ROOM) / 2
    mat = mat._replace(at=(left, top))
    golden = _golden_lines(view, own)
    soft = dojo._replace(
        rows=tuple("" if name in golden else name for name in dojo.rows),
        columns=tuple("" if name in golden else name for name in dojo.columns),
    )
    paint_mat(canvas, show, mat, soft)
    _free(canvas, view, own, mat, places)
    _lines(canvas, view, golden, mat, dojo)


def _ground(view: DojoView, own: SeatView) -> tuple[Laid, Sequence[int]]:
    """Return what to show of the viewer's dojo, and the places of its cells in the frame."""
    frame = scene_values.FRAMES[view.options.frame]
    if own.final is not None:
        lines = own.final.lines
        whole = Laid(tuple("ABCD"), tuple("123"), own.final.arrangement, lines[3:], lines[:3])
        return whole._replace(column_points=own.final.columns, row_points=own.final.rows), []
    places: Sequence[int]
    if frame is scene_values.FLOATING and not any(own.dojo):
        places = scene_values.free_places(frame, own.dojo)
    else:
        _, places = window_of(frame, own.dojo)
    first, last = divmod(places[0], frame.columns), divmod(places[-1], frame.columns)
    rows, columns = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
    return window(view, own, rows, columns), places


def _free(canvas: Canvas, view: DojoView, own: SeatView, mat: Mat, places: Sequence[int]) -> None:
    """Draw the names of free cells, golden in training, with a faint card in the chosen one."""
    frame = scene_values.FRAMES[view.options.frame]
    training = view.stage is scene_values.Stage.TRAIN and own.card is not None
    open_cells = set(scene_values.free_places(frame, own.dojo)) if training else set()
    for index, place in enumerate(places):
        row, column = divmod(index, mat.columns)
        area = mat.cell_area(row, column)
        wide, high = mat.cell
        name = frame.cells[place]
        if name == view.own_cell and own.card is not None:
            canvas.box((area.x - 6, area.y - 6), Box(wide + 12, high + 12, 15, theme.GOLD, glow=14))
            canvas.sprite(card_sprite(own.card, mat.cell), area[:2], mat.cell, LIFTED)
            canvas.sprite("token:tick", (area.right - 34, area.y - 12), (46, 46))
        elif place in open_cells:
            canvas.box(area[:2], Box(wide, high, 10, theme.OUT_GROUND, line=theme.GOLD, thick=5))
            canvas.write(name, area.centre, _NAME, theme.GOLD, align="middle")


def _golden_lines(view: DojoView, own: SeatView) -> set[str]:
    """Return the lines for the trophy that this seat must place; none if it places none."""
    if view.prize is None or view.stage is not scene_values.Stage.TROPHY or view.turn != own.seat:
        return set()
    frame = scene_values.FRAMES[view.options.frame]
    return {
        frame.lines[line]
        for line in scene_values.free_lines(frame, own.dojo, own.lines, view.prize)
    }


def _lines(canvas: Canvas, view: DojoView, golden: set[str], mat: Mat, dojo: Laid) -> None:
    """Draw golden places for the trophy, named like the lines."""
    for_row = view.prize is not None and is_for_row(view.prize)
    for index, name in enumerate(dojo.rows if for_row else dojo.columns):
        if name not in golden:
            continue
        cell = mat.cell_area(index, 0) if for_row else mat.cell_area(0, index)
        x = mat.at[0] if for_row else cell.centre[0] - TROPHY / 2
        y = cell.centre[1] - TROPHY / 2 if for_row else mat.at[1] - 1
        radius = 12 if for_row else TROPHY // 2
        canvas.box((x, y), Box(TROPHY, TROPHY, radius, theme.GOLD))
        middle = (x + TROPHY / 2, y + TROPHY / 2)
        canvas.write(name, middle, theme.Style(theme.BOLD, 36, 28), theme.INK, align="middle")


def wanted() -> Iterator[Fixed]:
    """Return every card in every size of a hand, to be drawn in advance."""
    for card in CARDS:
        yield Fixed(f"tatami:{card}", (0, 0), (_BIG, _BIG), _LIFTED)
        yield Fixed(f"tatami-tall:{card}", (0, 0), _SMALL, _LIFTED)
        yield from (Fixed(f"tatami:{card}", (0, 0), cell, LIFTED) for cell in _CELLS)
        for side in (_STRIP_CARD, _PANEL_CARD):
            yield Fixed(f"tatami:{card}", (0, 0), (side, side), _LIFTED)
    yield from (Fixed(_golden_card(side), (0, 0)) for side in (_STRIP_CARD, _PANEL_CARD))
    (wide, high), _ = _CELLS
    size = mat_size(scene_values.COLUMNS, scene_values.ROWS, (wide, high))
    yield Fixed(f"mat:{scene_values.COLUMNS}x{scene_values.ROWS}x{wide}x{high}", (0, 0), size)
    for cell in _CELLS:
        yield Fixed(Box(cell[0] + 12, cell[1] + 12, 15, theme.GOLD, glow=14), (0, 0))
    yield Fixed("token:tick", (0, 0), (46, 46))
