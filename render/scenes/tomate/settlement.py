"""The reckoning after a hand: the pot, who took it, and who got Tomate."""

from __future__ import annotations

from games.core.tableau import Zone
from games.tomate.questions.views import TomateView
from games.tomate.rules.records import SettledSeat, Settlement, Trick
from render import labels
from render.canvas import Canvas
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.common.token_layout import zone_tokens
from render.scenes.tomate import felt
from render.scenes.tomate.table import ICON, signed, stars
from render.subject import Subject

_CHANGE = theme.Style(theme.BOLD, 48, 22)
_ROW = 92
_MANY = 8
"""From this number of seats on, the tricks have lines of their own."""


def paint(show: Subject, view: TomateView, settlement: Settlement) -> Canvas:
    """Paint the pot and the last tricks above, one row for each seat below, in turn order."""
    count = len(settlement.seats)
    strip = layout.Area(
        theme.MARGIN, layout.HEADER, theme.WIDTH - 2 * theme.MARGIN, 236 if count < _MANY else 352
    )
    top = round(strip.bottom) + 24
    areas = layout.seat_areas(count, top, 2, _ROW, widest=561)
    canvas = Canvas(layout.height(areas[-1].bottom), show.palette, show.size)
    of = show.number(view.hands_total)
    words = f"{show.head(labels.HAND)} {show.number(settlement.hand)}/{of}"
    layout.header(canvas, ICON, show.say(show.tableau.title))
    layout.pill(canvas, (theme.WIDTH - theme.MARGIN, 50), words, align="right")
    _strip(canvas, show, settlement, view.aftermath.tricks, strip)
    was_played = settlement.outcome in {"unopposed", "tricks"}
    for line, area in zip(settlement.seats, areas, strict=True):
        _row(canvas, show, line, area, was_played=was_played)
    return canvas


def _strip(
    canvas: Canvas,
    show: Subject,
    settlement: Settlement,
    tricks: tuple[Trick, ...],
    area: layout.Area,
) -> None:
    """Draw the pot that was played for, the tricks, and the present pot and reserves."""
    palette = show.palette
    wide, high = round(area.width), round(area.height)
    box = Box(wide, high, 28, palette.well, line=palette.line, thick=2, shadow=10)
    canvas.box(area[:2], box)
    x, y = area.x + 24, area.centre[1] - 88
    canvas.sprite(felt.plate(settlement.pot_before), (x, y), (204, 134))
    felt.capsule(canvas, show, settlement.pot_before, (x + 102, y + 142))
    _tricks(
        canvas, show, tricks, layout.Area(area.x + 256, area.y + 20, area.width - 472, high - 36)
    )
    x = area.right - 196
    canvas.sprite("token:pot", (x, area.centre[1] - 80), (64, 64))
    words = show.fitting(settlement.pot, theme.AMOUNT, 100)
    canvas.write(words, (x + 80, area.centre[1] - 44), theme.AMOUNT, room=100)
    if settlement.reserves or settlement.reserves_before:
        canvas.sprite("token:crate", (x, area.centre[1] + 20), (66, 60))
        words = show.fitting(settlement.reserves, theme.AMOUNT, 100)
        canvas.write(words, (x + 80, area.centre[1] + 54), theme.AMOUNT, room=100)


def _tricks(canvas: Canvas, show: Subject, tricks: tuple[Trick, ...], room: layout.Area) -> None:
    """Draw the tricks that ended with the last move, which nobody has seen yet."""
    if not tricks:
        return
    count = len(tricks)
    below = len(show.tableau.seats) >= _MANY
    wide = room.width if below else (room.width - 28 * (count - 1)) / count
    high = (room.height - 12 * (count - 1)) / count if below else room.height
    for place, trick in enumerate(tricks):
        tokens = tuple(felt.played(play, trick.winner) for play in trick.plays)
        x = room.x if below else room.x + place * (wide + 28)
        y = room.y + place * (high + 12) if below else room.y
        zone = Zone(title=labels.TRICK, tokens=tokens)
        zone_tokens(canvas, show, zone, layout.Area(x, y, wide, high), widest=felt.SMALL)


def _row(
    canvas: Canvas, show: Subject, line: SettledSeat, area: layout.Area, *, was_played: bool
) -> None:
    """Draw one seat: tricks, or that it passed, what changed, and the score."""
    palette = show.palette
    out = line.part == "passed"
    ground = mixed(palette.panel, palette.bottom, 0.62) if out else palette.panel
    edge = "" if out else palette.line
    wide, high = round(area.width), round(area.height)
    canvas.box(area[:2], Box(wide, high, 24, ground, line=edge, thick=0 if out else 2))
    colour = theme.TEXT_OUT if out else theme.TEXT
    x, y = area.x, area.centre[1]
    layout.avatar(canvas, show, line.seat, (x + 48, y), 30, out=out)
    canvas.write(show.name(line.seat), (x + 92, y), theme.NAME, colour, room=162)
    if out or not was_played:
        layout.word_pill(canvas, (x + 262, y), show.say(labels.PASSED))
    else:
        stars(canvas, line.tricks, line.need, (x + 262, y))
    if line.part == "tomate":
        canvas.sprite("icon:tomato", (x + 358, y - 24), (46, 46))
    if line.change:
        shade = theme.LEAF if line.change > 0 else theme.OUT_WORD
        room = 62 if line.part == "tomate" else 88
        words = signed(show, line.change, _CHANGE, room)
        canvas.write(words, (x + 466, y), _CHANGE, shade, align="right", room=room)
    score = show.fitting(line.score, theme.SCORE, 68)
    canvas.write(score, (area.right - 14, y), theme.SCORE, theme.TEXT_SOFT, align="right", room=68)
