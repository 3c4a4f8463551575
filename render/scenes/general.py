"""A table, a hand or the last step of any game, painted from its tableau alone.

A new game uses it until it has its own scene. The height depends only on the number of seats, so
that a message doesn't jump when it is edited. Things on the table shrink to fit.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from games.core import tableau
from games.core.game import View
from render import labels
from render.canvas import Canvas
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import hand_frame, layout
from render.scenes.common.token_layout import fan, room_below, shape, zone_tokens
from render.sprites import known
from render.subject import Subject

ICON = "token:mascot"
_STAGE, _LOW_STAGE = 372, 310
"""Height of the tray in the middle, and of one above three lines of panels."""
_COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4}
_FIGURE = theme.Style(theme.WORD.face, 34, 28)
_LINE = 46
"""Distance from one line of numbers to the next."""
_HAND = 680
_FAN = 8
"""The most cards drawn as a fan."""
_SENTENCE = theme.Style(theme.STRONG, 40, 40)
_SENTENCES = 14
"""The most lines of sentences."""
_SENTENCE_LINE = 58


def _panel(seats: int) -> int:
    """Return the height of a panel: narrow ones are taller, as long as three lines of them fit."""
    if seats <= 6:
        return 232
    return 264 if seats <= 10 else 244


def table(show: Subject) -> Canvas:
    """Paint the public table: header, contested things, the seats in turn order."""
    seats = show.tableau.seats
    columns = _COLUMNS.get(len(seats), 5)
    lines = -(-len(seats) // columns)
    high = _panel(len(seats))
    middle = _STAGE if lines < 3 else _LOW_STAGE
    top = layout.HEADER + middle + 34
    tray = layout.Area(theme.MARGIN, layout.HEADER, theme.WIDTH - 2 * theme.MARGIN, middle)
    well, line = show.palette.well, show.palette.line
    box = Box(round(tray.width), middle, layout.FRAME_RADIUS, well, line=line, thick=2, shadow=10)
    tall = layout.height(top + lines * (high + theme.GAP + 8) - theme.GAP - 8)
    canvas = Canvas(tall, show.palette, show.size)
    canvas.box(tray[:2], box)
    layout.header(canvas, ICON, show.say(show.tableau.title), *_progress(show))
    stage(canvas, show, tray)
    is_alone = sum(tableau.Mark.TURN in panel.marks for panel in seats) == 1
    areas = layout.seat_areas(len(seats), top, columns, high, widest=558)
    for panel, area in zip(seats, areas, strict=True):
        seat_panel(canvas, show, panel, area, is_alone=is_alone)
    event, aftermath = show.tableau.last, show.tableau.aftermath
    if event is None and len(aftermath) == 1:  # more of it has a picture of its own
        event = tableau.LastEvent(text=aftermath[0])
    hand_frame.table_foot(canvas, show, (), areas[-1].bottom, event)
    return canvas


def hand(show: Subject) -> Canvas:
    """Paint the viewer's hand, with the letters of the buttons; a lesson's task is the title."""
    title = labels.HAND_TITLE if show.lesson is None else show.lesson.title
    zones = [zone for zone in show.tableau.hand if zone.tokens or zone.note is not None]
    canvas = Canvas(_HAND, show.palette, show.size)
    layout.header(canvas, ICON, show.say(title), *_progress(show))
    room = layout.Area(
        theme.MARGIN,
        layout.HEADER + 6,
        theme.WIDTH - 2 * theme.MARGIN,
        _HAND - layout.HEADER - 16 - hand_frame.FOOT,
    )
    if len(zones) == 1 and 0 < len(zones[0].tokens) <= _FAN and shape(zones[0].tokens) > 1.2:
        fan(canvas, show, zones[0].tokens, room)
    else:
        zones_across(canvas, show, zones, room, widest=206)
    hand_frame.last_event(canvas, show)
    return canvas


def outcome(view: View | None) -> Callable[[Subject], Canvas] | None:
    """Return the painter of the last step, if more happened than the table's foot shows."""
    return step if len(getattr(view, "aftermath", ())) > 1 else None


def step(show: Subject) -> Canvas:
    """Paint the last step in sentences; the newest if they are too many.

    In a lesson, whether the answer was right comes first.
    """
    sentences = show.tableau.aftermath
    if show.lesson is not None:
        sentences = (show.lesson.title, *sentences)
    left = layout.BADGE_RIGHT + 12.0  # clear of the badge that clients draw
    room = theme.WIDTH - theme.MARGIN - 30 - left
    texts = [layout.lines(show.head(text), _SENTENCE, room) for text in sentences]
    while sum(map(len, texts)) > _SENTENCES:
        texts.pop(0)
    lines = [*chain(*texts)]
    tray = layout.Area(theme.MARGIN, 13, theme.WIDTH - 2 * theme.MARGIN, 0)
    tray = tray._replace(height=max(1, len(lines)) * _SENTENCE_LINE + 40)
    canvas = Canvas(round(tray.bottom) + 13, show.palette, show.size)
    layout.tray(canvas, tray)
    for place, words in enumerate(lines):
        spot = (left, tray.y + 20 + (place + 0.5) * _SENTENCE_LINE)
        canvas.write(words, spot, _SENTENCE, theme.TEXT, room=room)
    return canvas


def _progress(show: Subject) -> tuple[str, str]:
    figure = show.tableau.progress
    return show.progress(), "" if figure is None else figure.sprite


def stage(canvas: Canvas, show: Subject, area: layout.Area) -> None:
    """Draw the tray: numbers along its upper edge, the zones side by side below."""
    inner = area.inset(22, 18)
    figures = show.tableau.figures
    if figures:
        figures_across(canvas, show, figures, layout.Area(inner.x, inner.y, inner.width, 56))
        inner = layout.Area(inner.x, inner.y + 70, inner.width, inner.height - 70)
    zones = [zone for zone in show.tableau.centre if zone.tokens or zone.note is not None]
    zones_across(canvas, show, zones, inner)


def figures_across(
    canvas: Canvas, show: Subject, figures: tuple[tableau.Figure, ...], line: layout.Area
) -> None:
    """Draw named numbers as pills, from the left, as many as there is room for."""
    x, y = line.x, line.centre[1]
    words = [f"{show.head(figure.label)} {show.amount(figure)}" for figure in figures]
    whole = sum(width(word, theme.BADGE.face, theme.BADGE.size) + 102 for word in words)
    style = theme.BADGE if whole <= line.width else theme.WORD
    for figure, label in zip(figures, words, strict=True):
        if x + width(label, style.face, style.size) + 90 > line.right:
            return
        x += layout.pill(canvas, (x, y), label, sprite=figure.sprite, style=style, height=54) + 12


def zones_across(
    canvas: Canvas,
    show: Subject,
    zones: list[tableau.Zone],
    area: layout.Area,
    *,
    widest: float = 150,
) -> None:
    """Draw zones side by side with their titles, each as wide as its content."""
    if not zones:
        return
    shares = [max(1.4, min(6.0, len(zone.tokens))) for zone in zones]
    room = area.width - 24 * (len(zones) - 1)
    below = max(room_below(zone.tokens) for zone in zones)
    x = area.x
    for zone, share in zip(zones, shares, strict=True):
        wide = room * share / sum(shares)
        middle = x + wide / 2
        canvas.write(
            show.say(zone.title),
            (middle, area.y + 16),
            theme.CAPTION,
            theme.TEXT_SOFT,
            align="middle",
            room=wide,
        )
        noted = 0
        if zone.note is not None:
            noted = 40
            words = show.say(zone.note)
            y = area.bottom - 18
            canvas.write(words, (middle, y), theme.CAPTION, theme.TEXT, align="middle", room=wide)
        inner = layout.Area(x, area.y + 44, wide, area.height - 44 - noted)
        zone_tokens(canvas, show, zone, inner, widest=widest, below=below)
        x += wide + 24


def seat_panel(
    canvas: Canvas, show: Subject, panel: tableau.SeatPanel, area: layout.Area, *, is_alone: bool
) -> None:
    """Draw one seat: name, points, state word, numbers, and its zones."""
    layout.seat_frame(canvas, show.say(labels.TURN), panel.marks, area, is_alone=is_alone)
    out = tableau.Mark.OUT in panel.marks
    colour = theme.TEXT_OUT if out else theme.TEXT
    inner = area.inset(18, 16)
    y = inner.y + 30
    layout.seat_avatar(canvas, show, panel.seat, panel.marks, (inner.x + 30, y))
    points_room = 0.0
    if panel.points is not None:
        words = show.amount(panel.points)
        points_room = 14 + canvas.write(
            words,
            (inner.right - 4, y),
            theme.DECIDING,
            colour,
            align="right",
            room=inner.width - 84,
        )
    wide = area.width >= 340
    if wide:
        room = inner.width - 90 - points_room
        canvas.write(show.name(panel.seat), (inner.x + 90, y), theme.NAME, colour, room=room)
        lower = layout.Area(inner.x, inner.y + 72, inner.width, inner.height - 72)
    else:
        canvas.write(
            show.name(panel.seat), (inner.x + 2, inner.y + 82), theme.NAME, colour, room=inner.width
        )
        lower = layout.Area(inner.x, inner.y + 104, inner.width, inner.height - 104)
    _lower(canvas, show, panel, lower)


def _lower(canvas: Canvas, show: Subject, panel: tableau.SeatPanel, area: layout.Area) -> None:
    """Draw the state word and numbers below the name, then the zones in the room left."""
    x = area.x
    line = area.y + 22
    if panel.word is not None:
        colour = theme.OUT_WORD if tableau.Mark.OUT in panel.marks else theme.TEXT
        x += layout.word_pill(canvas, (x, line), show.say(panel.word), colour) + 12
    for sprite, words in _facts(show, panel):
        icon = 46 if sprite else 0
        needed = icon + width(words, _FIGURE.face, _FIGURE.floor)
        if x + needed > area.right and x > area.x and line + _LINE + 22 <= area.bottom:
            x, line = area.x, line + _LINE
        if x + needed > area.right:
            break
        if sprite:
            canvas.sprite(sprite, (x, line - 20), (40, 40))
        room = area.right - x - icon
        colour = mixed(theme.TEXT, theme.TEXT_SOFT, 0.4)
        x += icon + canvas.write(words, (x + icon, line), _FIGURE, colour, room=room) + 18
    zones = [zone for zone in panel.zones if zone.tokens]
    top = line - 22
    if x > area.x and area.right - x < 150 * len(zones):
        top, x = top + _LINE, area.x
    _zones(canvas, show, zones, layout.Area(x, top, area.right - x, area.bottom - top))


def _facts(show: Subject, panel: tableau.SeatPanel) -> Iterator[tuple[str, str]]:
    """Yield the sign, if any, and the words of each number and note of a seat."""
    for figure in panel.figures:
        words = show.amount(figure)
        if known(figure.sprite):
            yield figure.sprite, words
        else:
            yield "", f"{show.say(figure.label)} {words}"
    for zone in panel.zones:
        if zone.note is not None:
            yield "", show.say(zone.note)


def _zones(canvas: Canvas, show: Subject, zones: list[tableau.Zone], area: layout.Area) -> None:
    """Draw the zones of one seat side by side."""
    counts = [len(zone.tokens) for zone in zones]
    x = area.x
    for zone, count in zip(zones, counts, strict=True):
        wide = (area.width - 16 * (len(zones) - 1)) * count / sum(counts)
        zone_tokens(canvas, show, zone, layout.Area(x, area.y, wide, area.height), widest=92)
        x += wide + 16
