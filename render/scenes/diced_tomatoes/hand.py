"""One player's own picture: the dice with the letters of their buttons, and the garden, large."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from games.core.tableau import Token
from games.core.values import Seat
from games.diced_tomatoes.presentation.scene_values import EACH_SEAT
from games.diced_tomatoes.questions.views import DicedView
from render import labels
from render.canvas import Canvas, Fixed
from render.engine.shapes import Box
from render.engine.theme import GOLD, MARGIN, NAME, TEXT_SOFT, WIDTH
from render.scenes.common.layout import Area, count_badge, header, height, letter_pill, pill
from render.scenes.diced_tomatoes.garden import LARGE, track, vines, vines_of
from render.scenes.diced_tomatoes.stage import PLANTER, SOIL, STAGE, stage
from render.scenes.diced_tomatoes.table import ICON
from render.sprites import PLAIN, Look
from render.sprites.diced_tomatoes import COLOURS, FACES
from render.subject import Subject

_BED = Area(MARGIN, round(STAGE.bottom) + 22, WIDTH - 2 * MARGIN, 300)
HEIGHT = height(_BED.bottom)
_VINES = Area(_BED.x + 12, _BED.y + 76, 720, LARGE.height)
_TRACK = Area(_BED.x + 760, _BED.y + 38, _BED.width - 790, 0)
_LETTERS = 76
_WIDTHS = (104, 84, 72)
"""Dice over letters come in these widths only, so that all can be drawn beforehand."""
_FRAME = 7
_GAP = 22


def paint(show: Subject, view: DicedView, seat: Seat) -> Canvas:
    """The dice to place, or the planter as everybody sees it; below, the garden of this seat."""
    lettered = _lettered(show)
    canvas = Canvas(HEIGHT, show.palette, show.size, (*(SOIL if lettered else PLANTER), _bed(show)))
    _head(canvas, show, view, seat)
    if lettered:
        _dice(canvas, show, lettered)
    else:
        stage(canvas, show, view)
    _garden(canvas, show, view, seat)
    return canvas


def _lettered(show: Subject) -> tuple[Token, ...]:
    """The dice with the letters of their buttons; none while this seat has nothing to place."""
    zones = (zone.tokens for zone in show.tableau.hand)
    return next((tokens for tokens in zones if any(token.letter for token in tokens)), ())


def _bed(show: Subject) -> Fixed:
    palette = show.palette
    box = Box(round(_BED.width), round(_BED.height), 28, palette.panel, "", palette.line, 2)
    return Fixed(box, _BED[:2])


def _head(canvas: Canvas, show: Subject, view: DicedView, seat: Seat) -> None:
    header(canvas, ICON, show.say(labels.YOUR_HAND))
    right = float(WIDTH - MARGIN)
    karma = show.number(view.karma[seat])
    right -= pill(canvas, (right, 50), karma, sprite="icon:red-heart", align="right") + 14
    progress = show.tableau.progress
    if progress is not None:
        said = f"{show.head(progress.label)} {show.number(progress.value)}"
        pill(canvas, (right, 50), said, align="right")


def _dice(canvas: Canvas, show: Subject, tokens: Sequence[Token]) -> None:
    """Every different die once, over the letter of its button; golden where it has a place."""
    room = STAGE.width - 60
    most = (room + _GAP) / len(tokens) - _GAP
    wide = next((step for step in _WIDTHS if step <= most), _WIDTHS[-1])
    gap = min(44.0, (room - wide * len(tokens)) / max(1, len(tokens) - 1))
    x = STAGE.centre[0] - ((wide + gap) * len(tokens) - gap) / 2
    y = STAGE.centre[1] - (wide + _LETTERS) / 2
    for token in tokens:
        _die(canvas, show, token, Area(round(x), round(y), wide, wide))
        x += wide + gap


def _die(canvas: Canvas, show: Subject, token: Token, area: Area) -> None:
    playable = token.look == "playable"
    if playable:
        canvas.box((area.x - _FRAME, area.y - _FRAME), _golden(round(area.width)))
    look = PLAIN if playable else _FADED
    canvas.sprite(token.sprite, area[:2], area[2:], look)
    if token.count > 1:
        said = f"\N{MULTIPLICATION SIGN}{show.number(token.count)}"
        count_badge(canvas, (area.right - 8, area.y + 2), said)
    pill_at = (area.centre[0], area.bottom + 46)
    letter_pill(canvas, pill_at, token.letter, token.look if playable else "dim")


_FADED = Look("dim", "#1A3325", shadow=8)


def _golden(wide: int) -> Box:
    """The frame around a die that can be placed."""
    return Box(wide + 2 * _FRAME, wide + 2 * _FRAME, round(wide * 0.22) + _FRAME, GOLD)


def _garden(canvas: Canvas, show: Subject, view: DicedView, seat: Seat) -> None:
    """The own vines with their numbers, and the slots beside them in two lines."""
    grown = vines_of(view, seat)
    wide = _VINES.width / EACH_SEAT
    titles = [zone.title for zone in show.tableau.seats[seat].zones[:EACH_SEAT]]
    for place, title in enumerate(titles):
        at = (_VINES.x + wide * (place + 0.5), _BED.y + 36)
        canvas.write(show.head(title), at, NAME, TEXT_SOFT, align="middle", room=wide - 30)
    vines(canvas, show, grown, LARGE, _VINES)
    track(canvas, show, view.tracks[seat], LARGE, _TRACK, columns=EACH_SEAT)


def wanted() -> Iterator[Fixed]:
    """All dice as they may lie over their letters, and the heart of the pill above them."""
    yield Fixed("icon:red-heart", (0, 0), (44, 44))
    for wide in _WIDTHS:
        yield Fixed(_golden(wide), (0, 0))
        for colour, face in product(COLOURS, FACES):
            for look in (PLAIN, _FADED):
                yield Fixed(f"die:{colour}-{face}", (0, 0), (wide, wide), look)
