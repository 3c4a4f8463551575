"""The end of a match: the first three places on a podium, all seats with their points below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, NamedTuple

from games.core.game import has_medal, in_words
from games.core.text import Reader, Text, say, seats, speak
from games.core.values import Frozen, Seat
from render import labels
from render.alt_text import sentences
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.avatars import Portraits, portrait_of
from render.engine.display_names import initials
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import fits
from render.engine.text import width as text_width
from render.scenes.common import layout
from render.sprites import Look
from render.subject import drawable_names, fitting, number

_PLACE = theme.Style(theme.BOLD, 84, 60)
_FLOOR = 514
_ROW = 88
_POINTS = 160
"""The greatest width of a seat's points."""
_BLOCKS = {2: (140, "#D9DEE3"), 1: (190, theme.GOLD), 3: (104, "#E3A56B")}
"""For each place from the left, the height of its block and its colour."""
_STONE = "#9AA3AB"
"""The colour of a step without a medal."""
_SIZES = ((46, 300), (40, 260), (34, 220), (28, 180))
"""Radius of the avatars and least width of a block, tried until all blocks fit side by side."""
_BETWEEN = 20
_LOWEST = 60
"""The height of a foot that has room for a sentence."""


class Podium(Frozen):
    """A finished match."""

    filename: ClassVar = "result.png"
    game: str
    title: Text
    ranking: tuple[tuple[Seat, ...], ...]
    """Seats from the first place on, tied seats together."""
    points: tuple[int, ...]
    """By seat."""
    reason: Text | None = None
    headline: Text | None = None
    """A sentence that names the winners and their lead."""
    told: tuple[Text, ...] = ()
    """Each seat's result, if the game doesn't call it points."""
    out: tuple[Seat, ...] = ()
    """The seats that could not win."""

    def places(self) -> list[tuple[int, Seat]]:
        """Return every seat with its place, the best first; after a tie, places are skipped."""
        placed: list[tuple[int, Seat]] = []
        for tied in self.ranking:
            place = len(placed) + 1
            placed += [(place, seat) for seat in tied]
        return placed

    def colour(self, place: int) -> str:
        """Return the colour of a step: gold, silver, bronze, or stone if nobody has a medal."""
        can_win = any(seat not in self.out for mine, seat in self.places() if mine == place)
        is_medal = can_win and (place == 1 or has_medal(place, len(self.points)))
        return _BLOCKS[place][1] if is_medal else _STONE

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the result; its height depends only on the number of seats."""
        palette = theme.palette_of(self.game)
        count = len(self.points)
        names = drawable_names(reader.names, count)
        looks = [
            layout.PersonLook(seat, names[seat], code, portrait_of(portraits, seat))
            for seat, code in enumerate(initials(names))
        ]
        areas = layout.seat_areas(count, _FLOOR + 26, 2, _ROW, widest=561)
        canvas = Canvas(layout.height(areas[-1].bottom), palette, size)
        is_won = any(seat not in self.out for seat in self.ranking[0])
        layout.header(canvas, "icon:trophy" if is_won else "icon:tomato", speak(self.title, reader))
        _told(canvas, self, replace(reader, names=names, escape=str), areas[-1].bottom)
        placed = self.places()
        for step in _steps(placed):
            _block(canvas, step, looks, reader, self.colour(step.place))
        for (place, seat), area in zip(placed, areas, strict=True):
            points = fitting(self.points[seat], reader.language, theme.DECIDING, _POINTS)
            shown = number(place, reader.language)
            out = speak(labels.OUT, reader) if seat in self.out else ""
            _row(canvas, (shown, points, out), looks[seat], area, first=is_won and place == 1)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the result in words: as many whole sentences as an alt text may have."""
        parts = [say("{title}, result.", title=self.title)]
        parts += [text for text in (self.headline, self.reason) if text is not None]
        place = 1
        for tied in self.ranking:
            # Seats that share a place may have different points.
            for points in dict.fromkeys(self.points[seat] for seat in tied):
                alike = [seat for seat in tied if self.points[seat] == points]
                words = self.told[alike[0]] if self.told else in_words(points)
                parts.append(_result(place, alike, words, is_won=not set(alike) <= set(self.out)))
            place += len(tied)
        return sentences(parts, reader)


def _result(place: int, alike: list[Seat], words: Text, *, is_won: bool) -> Text:
    """What seats have reached; the first of a match that nobody won has no place."""
    who = seats(alike)
    if place == 1 and not is_won:
        return say("{who}: {points}.", who=who, points=words)
    return say("Place {place}: {who}, {points}.", place=place, who=who, points=words)


def _told(canvas: Canvas, podium: Podium, reader: Reader, bottom: float) -> None:
    """Draw the winners below the title; why the match ended in the foot, if it fits there."""
    if podium.headline is not None:
        words, room = speak(podium.headline, reader), theme.WIDTH - 2 * theme.MARGIN
        canvas.write(
            words, (theme.WIDTH / 2, 122), theme.NAME, theme.GOLD, align="middle", room=room
        )
    if podium.reason is not None and canvas.height - bottom >= _LOWEST:
        words, room = speak(podium.reason, reader), theme.WIDTH - theme.MARGIN - layout.BADGE_RIGHT
        if fits(words, theme.CAPTION, room):
            spot = (theme.WIDTH - theme.MARGIN, (bottom + canvas.height) / 2)
            canvas.write(words, spot, theme.CAPTION, theme.TEXT_SOFT, align="right", room=room)


class PodiumStep(NamedTuple):
    """One step of the podium with everybody who shares it."""

    place: int
    seats: list[Seat]
    left: float
    width: int
    radius: int
    """Radius of its avatars."""


def _steps(placed: list[tuple[int, Seat]]) -> list[PodiumStep]:
    """Return the steps: as large as there is room for, wide enough for all ties."""
    tied = {place: [seat for mine, seat in placed if mine == place] for place in _BLOCKS}
    wide: dict[int, int] = {}
    radius = 0
    for radius, least in _SIZES:
        wide = {
            place: max(least, len(on) * (2 * radius + 8) + 24) for place, on in tied.items() if on
        }
        if sum(wide.values()) + _BETWEEN * (len(wide) - 1) <= theme.WIDTH - 2 * theme.MARGIN:
            break
    left = (theme.WIDTH - sum(wide.values()) - _BETWEEN * (len(wide) - 1)) / 2
    steps: list[PodiumStep] = []
    for place, width in wide.items():
        steps.append(PodiumStep(place, tied[place], left, width, radius))
        left += width + _BETWEEN
    return steps


def _block(
    canvas: Canvas,
    step: PodiumStep,
    looks: list[layout.PersonLook],
    reader: Reader,
    colour: str,
) -> None:
    """Draw one step of the podium with its avatars; the winners' is golden, under a crown."""
    height = _BLOCKS[step.place][0]
    top = _FLOOR - height
    light, dark = mixed(colour, "#FFFFFF", 0.15), mixed(colour, "#000000", 0.22)
    canvas.box((step.left, top), Box(step.width, height, 22, light, dark, shadow=10))
    middle = step.left + step.width / 2
    words = number(step.place, reader.language)
    canvas.write(words, (middle, top + height / 2 + 4), _PLACE, theme.INK, align="middle")
    for order, seat in enumerate(step.seats):
        x = middle + (order - (len(step.seats) - 1) / 2) * (2 * step.radius + 8)
        layout.person_disc(canvas, looks[seat], (x, top - step.radius - 8), step.radius)
    if colour == theme.GOLD:
        spot = (middle - 40, top - 2 * step.radius - 82)
        canvas.sprite("icon:crown", spot, (80, 80), Look(shadow=6))


def _row(
    canvas: Canvas,
    words: tuple[str, str, str],
    who: layout.PersonLook,
    area: layout.Area,
    *,
    first: bool,
) -> None:
    """Draw place, avatar, name and points of one seat, with a word if it is out."""
    palette = canvas.palette
    wide, high = round(area.width), round(area.height)
    edge, thick = (theme.GOLD, 4) if first else (palette.line, 2)
    canvas.box(area[:2], Box(wide, high, 24, palette.panel, line=edge, thick=thick))
    place, points, out = words
    y = area.centre[1]
    canvas.write(place, (area.x + 44, y), theme.STAT, theme.TEXT_SOFT, align="middle")
    layout.person_disc(canvas, who, (area.x + 104, y), 30)
    room = area.width - 168
    used = canvas.write(
        points, (area.right - 22, y), theme.DECIDING, theme.TEXT, align="right", room=_POINTS
    )
    if out:
        used += text_width(out, theme.WORD.face, theme.WORD.size) + 48
        layout.word_pill(canvas, (area.right - 22 - used, y), out)
    canvas.write(who.name, (area.x + 148, y), theme.NAME, room=room - used - 20)


def wanted() -> Iterator[Fixed]:
    """Return the signs of a result, to be drawn in advance."""
    yield Fixed("icon:trophy", (0, 0), (64, 64))
    yield Fixed("icon:crown", (0, 0), (80, 80), Look(shadow=6))
