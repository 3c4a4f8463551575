"""Everybody's chance to win over a match, as curves, with one seat's costly decisions marked."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import ClassVar

from games.core.text import Reader, Text, say, seat, speak
from games.core.values import Frozen
from render.alt_text import sentences
from render.canvas import Canvas, Spot
from render.engine import curves, theme
from render.engine.avatars import Portraits
from render.engine.display_names import initials
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.posters.poster_art import art_of
from render.subject import number

TURNS = 3
"""How many turning points are marked."""
_TOP, _FIELD, _AXIS, _LINE = 112, 420, 118, 48
_ROOM = 18
"""Room around the curves for thick lines and dots."""
_ACROSS = 3
_CORNER = 24
"""Height at the bottom whose left end Discord covers."""
_DISC = 20
"""Radius of the discs with initials."""
_CROSS = 52
"""Side of the cross for a costly decision."""
_APART, _NAMED = 70, 150
"""Room for the number of a round, and for its name."""


class ChancesPoster(Frozen):
    """The chance to win of every seat, from the start to the end."""

    filename: ClassVar = "chances.png"
    title: Text
    game: str
    seat: int
    """The seat whose curve is the thickest."""
    steps: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    """For every step: each seat's chance."""
    rounds: tuple[tuple[int, Text], ...]
    """The first step of each round, and its name."""
    mistakes: tuple[int, ...]
    """The steps of the seat's costly decisions."""

    def paint(self, reader: Reader, size: theme.Size, _portraits: Portraits, /) -> Canvas:
        """The curves on a scale from 0 to 100 percent, and whose colour is whose."""
        seats = len(self.chances[0])
        across = seats if seats < 5 else _ACROSS
        lines = -(-seats // across)
        legend = _TOP + _FIELD + 2 * theme.GAP
        tall = layout.height(legend + lines * _LINE) + _CORNER
        canvas = Canvas(tall, theme.palette_of(self.game), size)
        sign = art_of(self.game).sign
        layout.header(canvas, sign, speak(self.title, reader), speak(say("Chances to win"), reader))
        wide = theme.WIDTH - 2 * theme.MARGIN
        layout.tray(canvas, layout.Area(theme.MARGIN, _TOP, wide, _FIELD), 26)
        field = layout.Area(theme.MARGIN + _AXIS, _TOP + 34, wide - _AXIS - 40, _FIELD - 34 - 76)
        for percent in (0, 25, 50, 75, 100):
            y = field.bottom - percent / 100 * field.height
            canvas.box((field.x, y - 1), Box(round(field.width), 2, 1, canvas.palette.line))
            words = f"{number(percent, reader.language)} %"
            canvas.write(
                words,
                (field.x - 16, y),
                theme.WORD,
                theme.TEXT_SOFT,
                align="right",
                room=_AXIS - 20,
            )
        _rounds(canvas, self, reader, field)
        _curves(canvas, self, field)
        names = [speak(say("{who}", who=seat(who)), reader) for who in range(seats)]
        codes = initials(names)
        _names(canvas, self, field, codes)
        _mistakes(canvas, self, field)
        for who, name in enumerate(names):
            line, column = divmod(who, across)
            x = theme.MARGIN + 20 + column * (wide // across)
            y = legend + line * _LINE + 12
            layout.seat_disc(canvas, codes[who], who, (x + _DISC, y), radius=_DISC)
            canvas.write(
                name, (x + 2 * _DISC + 12, y), theme.NAME, theme.TEXT, room=wide // across - 70
            )
        return canvas

    def describe(self, reader: Reader) -> str:
        """The curves in words: the start, the turning points and the end."""
        texts = [say("Chances to win over the match, {title}.", title=self.title)]
        for index in dict.fromkeys((0, *turning_points(self), len(self.chances) - 1)):
            shares = [
                say("{who} {chance}%", who=seat(who), chance=round(100 * chance))
                for who, chance in enumerate(self.chances[index])
            ]
            texts.append(say("Step {step}: {shares}.", step=self.steps[index], shares=shares))
        return sentences(texts, reader)


def turning_points(poster: ChancesPoster) -> list[int]:
    """Return the places of the points at which somebody's chance changed most, in order."""
    jumps = {
        index: max(abs(now - then) for now, then in zip(after, before, strict=True))
        for index, (before, after) in enumerate(
            zip(poster.chances, poster.chances[1:], strict=False), 1
        )
    }
    return sorted(sorted(jumps, key=lambda index: -jumps[index])[:TURNS])


def _spot(poster: ChancesPoster, field: layout.Area, who: int, step: float) -> Spot:
    """Where the curve of a seat is at a step."""
    after = bisect_left(poster.steps, step, hi=len(poster.steps) - 1)
    before = max(0, after - 1)
    start, end = poster.steps[before], poster.steps[after]
    part = (step - start) / (end - start) if end > start else 0.0
    then, now = poster.chances[before][who], poster.chances[after][who]
    chance = then + (now - then) * min(1.0, max(0.0, part))
    return _along(poster, field, step), field.bottom - chance * field.height


def _along(poster: ChancesPoster, field: layout.Area, step: float) -> float:
    first, last = poster.steps[0], poster.steps[-1]
    return field.x + (step - first) / max(1, last - first) * field.width


def _names(canvas: Canvas, poster: ChancesPoster, field: layout.Area, codes: Sequence[str]) -> None:
    """The initial of each seat on its curve, one beside another from left to right.

    At their ends the curves of all who lost are in one place.
    """
    first, last = poster.steps[0], poster.steps[-1]
    for who, code in enumerate(codes):
        step = first + (who + 0.5) / len(codes) * (last - first)
        layout.seat_disc(canvas, code, who, _spot(poster, field, who, step), radius=_DISC)


def _mistakes(canvas: Canvas, poster: ChancesPoster, field: layout.Area) -> None:
    """A cross on the seat's curve for each costly decision."""
    for step in poster.mistakes:
        x, y = _spot(poster, field, poster.seat, step)
        canvas.sprite("token:cross", (x - _CROSS / 2, y - _CROSS / 2), (_CROSS, _CROSS))


def _rounds(canvas: Canvas, poster: ChancesPoster, reader: Reader, field: layout.Area) -> None:
    """An upright line where each round starts, with its name or number where there is room."""
    is_named = field.width >= _NAMED * len(poster.rounds)
    free = field.x - _APART
    for count, (step, label) in enumerate(poster.rounds, 1):
        x = _along(poster, field, step)
        canvas.box((x - 1, field.y), Box(2, round(field.height), 1, canvas.palette.line))
        if x - free >= _APART:
            free = x
            words = speak(label, reader) if is_named else number(count, reader.language)
            canvas.write(
                words,
                (x, field.bottom + 36),
                theme.CAPTION,
                theme.TEXT,
                align="middle",
                room=_NAMED,
            )


def _curves(canvas: Canvas, poster: ChancesPoster, field: layout.Area) -> None:
    zoom = canvas.zoom
    size = (round((field.width + 2 * _ROOM) * zoom), round((field.height + 2 * _ROOM) * zoom))
    corner = (field.x - _ROOM, field.y - _ROOM)

    def spots(who: int) -> Sequence[Spot]:
        return [
            (
                (_along(poster, field, step) - corner[0]) * zoom,
                ((1 - chances[who]) * field.height + _ROOM) * zoom,
            )
            for step, chances in zip(poster.steps, poster.chances, strict=True)
        ]

    seats = range(len(poster.chances[0]))
    for who in sorted(seats, key=lambda seat: seat == poster.seat):
        thick = 9 if who == poster.seat else 4
        canvas.stain(
            curves.line(size, spots(who), thick * zoom), corner, theme.SEATS[who % len(theme.SEATS)]
        )
