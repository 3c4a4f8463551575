"""The count at the end: players with the fewest knives are out; then trophies, knives, tomatoes."""

from games.core.values import Seat
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.endings import MatchEnded
from render import labels
from render.canvas import Canvas
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.karate_tomate.table import ICON
from render.sprites import Look
from render.subject import Subject

_ROW = 92
_STEP = 106
_COLUMNS = (("icon:trophy", 700), ("icon:kitchen-knife", 862), ("icon:tomato", 1024))
"""The columns in the order in which they count: sign and place."""
_SIGN = (52, 52)


def paint(show: Subject, view: KarateView, ended: MatchEnded) -> Canvas:
    """Paint one row per seat from the winner down; seats that are out come last, without a
    place.
    """
    canvas = Canvas(
        layout.height(layout.HEADER + len(ended.counted) * _STEP), show.palette, show.size
    )
    title = show.tableau.title if show.lesson is None else show.lesson.title
    layout.header(canvas, ICON, show.say(title), show.progress())
    order = [(place, seat) for place, tied in enumerate(view.ranking, 1) for seat in tied]
    for line, (place, seat) in enumerate(order):
        area = layout.Area(
            theme.MARGIN, layout.HEADER + 4 + line * _STEP, theme.WIDTH - 2 * theme.MARGIN, _ROW
        )
        _row(canvas, show, ended, (place, seat), area)
    return canvas


def _row(
    canvas: Canvas, show: Subject, ended: MatchEnded, placed: tuple[int, Seat], area: layout.Area
) -> None:
    place, seat = placed
    out, won = seat in ended.out, seat == ended.winner
    palette = show.palette
    ground = mixed(palette.panel, palette.bottom, 0.62) if out else palette.panel
    edge, thick = (theme.GOLD, 5) if won else ("", 0) if out else (palette.line, 2)
    wide, high = round(area.width), round(area.height)
    canvas.box(area[:2], Box(wide, high, 26, ground, line=edge, thick=thick))
    y = area.centre[1]
    colour = theme.TEXT_OUT if out else theme.TEXT
    if won:
        canvas.sprite("icon:crown", (area.x + 20, y - 30), (58, 58))
    elif out:
        layout.word_pill(canvas, (area.x + 12, y), show.say(labels.OUT))
    else:
        spot = (area.x + 49, y)
        canvas.write(show.number(place), spot, theme.DECIDING, theme.TEXT_SOFT, align="middle")
    layout.avatar(canvas, show, seat, (area.x + 154, y), 32, out=out)
    canvas.write(show.name(seat), (area.x + 208, y), theme.NAME, colour, room=436)
    line = ended.counted[seat]
    tint = Look("grey", palette.bottom) if out else Look()
    for (sign, x), count in zip(_COLUMNS, (line.trophies, line.knives, line.tomato), strict=True):
        few = out and sign == "icon:kitchen-knife"
        canvas.sprite(sign, (x, y - 26), _SIGN, Look() if few else tint)
        shade = theme.OUT_WORD if few else colour
        canvas.write(show.number(count), (x + 64, y), theme.DECIDING, shade, room=90)
