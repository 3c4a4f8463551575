"""A result of a weekly deal, to be shared; it tells nothing about the deal."""

from __future__ import annotations

from typing import ClassVar

from games.core.game import has_medal, in_words
from games.core.text import Person, Reader, Text, say, say_as, say_many, speak
from games.core.values import Frozen
from render.alt_text import sentences
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits, portrait_of
from render.engine.display_names import clean, initials
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import layout
from render.scenes.posters.game_head import HERO, paint_title
from render.sprites import Look
from render.subject import number

LEADS, LEVEL, BEHIND = "ahead", "level", "behind"
"""How the player stood after a round; each has a sign of its own, so colours aren't needed."""
MOST = 75
"""The most rounds in the picture."""
_WORDS = {LEADS: say("leading"), LEVEL: say_as("standing", "level"), BEHIND: say("behind")}
_PERSON = layout.Area(theme.MARGIN, HERO + 10, theme.WIDTH - 2 * theme.MARGIN, 168)
_SQUARES = _PERSON.bottom + 2 * theme.GAP
_LARGEST, _ACROSS = 112, 15
"""The size of a square if there are few, and how many fit side by side."""
_SIGN = 40
"""The size of a square in the legend."""
_BESIDE, _BETWEEN = 14, 44
"""The space before and after a word of the legend."""
_WHO, _PLACE = theme.Style(theme.STRONG, 46, 30), theme.Style(theme.BOLD, 58, 44)
_RESULT = 500
"""The room for place and points."""


class WeeklyDealPoster(Frozen):
    """One player's finished attempt."""

    filename: ClassVar = "weekly.png"
    game: str
    title: Text
    subtitle: Text
    name: str
    place: int
    places: int
    points: int
    course: tuple[str, ...]
    """For each round: `LEADS`, `LEVEL` or `BEHIND`."""
    streak: int = 0
    """Weeks in a row in which the player finished a deal."""

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the result; the height depends only on the number of rounds."""
        course = self.course[:MOST]
        areas = _areas(len(course))
        bottom = areas[-1].bottom if areas else _PERSON.bottom
        canvas = Canvas(layout.height(bottom), theme.palette_of(self.game), size)
        paint_title(canvas, self.game, self.title, reader)
        room = theme.WIDTH / 2 + 60
        layout.pill(
            canvas, (theme.MARGIN + 4, 196), speak(self.subtitle, reader), height=64, room=room
        )
        _person(canvas, self, reader, portrait_of(portraits, 0))
        for stands, area in zip(course, areas, strict=True):
            canvas.sprite(f"token:{stands}", area[:2], (area.width, area.height))
        if course:
            _legend(canvas, reader, (bottom + canvas.height) / 2)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the result in words."""
        result = say(
            "{who}: place {place} of {of}, {points}.",
            who=Person(name=clean(self.name, 0, drawn=False)),
            place=self.place,
            of=self.places,
            points=in_words(self.points),
        )
        texts = [say("{title}, {subtitle}.", title=self.title, subtitle=self.subtitle), result]
        if self.course:
            rounds = [
                say("{round} {stands}", round=index, stands=_WORDS[stands])
                for index, stands in enumerate(self.course[:MOST], start=1)
            ]
            texts.append(say("By round: {rounds}.", rounds=rounds))
        if self.streak > 1:
            texts.append(say("{streak}.", streak=_streak(self.streak)))
        return sentences(texts, reader)


def _areas(count: int) -> list[layout.Area]:
    """The places of the squares, in full lines from the left, as large as there is room for."""
    across = min(count, _ACROSS)
    if not across:
        return []
    room = theme.WIDTH - 2 * theme.MARGIN
    side = min(_LARGEST, (room - theme.GAP * (across - 1)) // across)
    left = (theme.WIDTH - across * side - (across - 1) * theme.GAP) / 2
    step = side + theme.GAP
    return [
        layout.Area(left + index % across * step, _SQUARES + index // across * step, side, side)
        for index in range(count)
    ]


def _person(
    canvas: Canvas, poster: WeeklyDealPoster, reader: Reader, portrait: bytes | None
) -> None:
    """Draw who played, and at the right their place and points."""
    palette, area = canvas.palette, _PERSON
    lit = mixed(palette.panel, "#FFFFFF", 0.05)
    panel = Box(round(area.width), round(area.height), 28, lit, palette.panel, palette.line, 2)
    canvas.box(area[:2], panel)
    name = clean(poster.name, 0)
    y, right = area.centre[1], area.right - 32
    layout.person_disc(
        canvas, layout.PersonLook(0, name, initials([name])[0], portrait), (area.x + 84, y), 54
    )
    place = speak(say("Place {place} of {of}", place=poster.place, of=poster.places), reader)
    room: float = _RESULT
    if has_medal(poster.place, poster.places):
        canvas.sprite(f"token:medal-{poster.place}", (right - 96, y - 50), (96, 96), Look(shadow=4))
        words = number(poster.place, reader.language)
        canvas.write(words, (right - 48, y + 10), theme.STAT, theme.INK, align="middle")
        right -= 120
        room -= 120
    canvas.write(place, (right, y - 30), _PLACE, align="right", room=room)
    points = speak(in_words(poster.points), reader)
    canvas.write(points, (right, y + 38), theme.STAT, theme.TEXT_SOFT, align="right", room=room)
    left, room = area.x + 160, area.right - _RESULT - area.x - 160 - 60
    canvas.write(name, (left, y - 28 if poster.streak > 1 else y), _WHO, room=room)
    if poster.streak > 1:
        words = speak(_streak(poster.streak), reader)
        canvas.write(
            words, (left, y + 38), theme.Style(theme.ROUND, 36, 28), theme.TEXT_SOFT, room=room
        )


def _streak(weeks: int) -> Text:
    return say_many("{n} week in a row", "{n} weeks in a row", weeks)


def _legend(canvas: Canvas, reader: Reader, y: float) -> None:
    """Draw what the squares mean; to the right of where clients put their badge."""
    words = [speak(text, reader) for text in _WORDS.values()]
    wide = sum(width(word, theme.CAPTION.face, theme.CAPTION.size) for word in words)
    wide += len(words) * (_SIGN + _BESIDE) + (len(words) - 1) * _BETWEEN
    x = max(float(layout.BADGE_RIGHT), (theme.WIDTH - wide) / 2)
    for stands, word in zip(_WORDS, words, strict=True):
        canvas.sprite(f"token:{stands}", (x, y - _SIGN / 2), (_SIGN, _SIGN))
        x += _SIGN + _BESIDE
        x += canvas.write(word, (x, y), theme.CAPTION, theme.TEXT_SOFT, room=260) + _BETWEEN
