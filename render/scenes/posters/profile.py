"""One player's profile: facts, the rating over time, the last matches."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from typing import ClassVar

from babel.dates import format_date

from games.core.game import has_medal
from games.core.text import Person, Reader, Text, TextList, say, say_many, speak
from games.core.values import Frozen
from render import labels
from render.alt_text import sentences
from render.canvas import Canvas
from render.engine import curves, theme
from render.engine.avatars import Portraits, portrait_of
from render.engine.display_names import clean, initials
from render.engine.shapes import Box
from render.scenes.common import layout
from render.sprites import Look
from render.subject import number

FACTS = 8
RECENT = 6
TITLES = 9
POINTS = 120
"""Older points of a longer curve are left out, because more would overlap."""
_ACROSS = 4
_TOP = 112
_FACT = 116
_CURVE = 330
_AXIS = 118
_MARGIN = 18
"""Margin of the curve for its thick line and its last dot."""
_MATCH = 84
_HEADING = 60
_TITLE = 54
_TITLES_ACROSS = 3
_VALUE = theme.Style(theme.BOLD, 46, 28)


class Fact(Frozen):
    """A named value: "best rating", "1,312"."""

    label: Text
    value: Text


class RatingPoint(Frozen):
    """A rating after a match."""

    when_ms: int
    rating: int
    spread: int
    """How far the true strength may be above or below the rating."""


class RecentMatch(Frozen):
    """One of the last matches."""

    title: Text
    """The title of its game."""
    place: int
    of: int
    """The number of seats."""
    change: int | None = None
    """The change of the rating; None for an unrated match."""


class ProfilePoster(Frozen):
    """A player's page."""

    filename: ClassVar = "profile.png"
    name: str
    title: Text
    """The game and season: "Dojo, season 3"."""
    facts: tuple[Fact, ...] = ()
    curve: tuple[RatingPoint, ...] = ()
    """From the oldest."""
    recent: tuple[RecentMatch, ...] = ()
    """From the latest."""
    titles: tuple[Text, ...] = ()
    """The names of the titles that the player earned."""
    game: str = ""
    """The key of the game whose colours it takes."""

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the page; its height depends only on the number of facts, matches and titles.

        The curve's panel is always there, and so is a line for the matches.
        """
        fact_lines = -(-len(self.facts[:FACTS]) // _ACROSS)
        match_lines = max(1, -(-len(self.recent[:RECENT]) // 2))
        curve_top = _TOP + fact_lines * (_FACT + theme.GAP)
        titles = _shown_titles(self)
        title_lines = -(-len(titles) // _TITLES_ACROSS)
        curve_tall = _CURVE - max(0, title_lines - 1) * (_TITLE + theme.GAP)
        match_top = curve_top + curve_tall + 76
        title_top = match_top + match_lines * (_MATCH + theme.GAP) + _HEADING
        foot = title_top + title_lines * (_TITLE + theme.GAP) if titles else None
        tall = layout.height((foot or title_top - _HEADING) - theme.GAP)
        canvas = Canvas(tall, theme.palette_of(self.game), size)
        _head(canvas, self, reader, portrait_of(portraits, 0))
        _facts(canvas, self.facts[:FACTS], reader)
        area = layout.Area(theme.MARGIN, curve_top, theme.WIDTH - 2 * theme.MARGIN, curve_tall)
        _curve(canvas, self.curve[-POINTS:], reader, area)
        _heading(canvas, labels.LAST_MATCHES, reader, match_top)
        _recent(canvas, self.recent[:RECENT], reader, match_top)
        if titles:
            _heading(canvas, labels.TITLES, reader, title_top)
            _titles(canvas, [speak(title, reader) for title in titles], title_top)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the page in words, at most 1024 characters."""
        name = Person(name=clean(self.name, 0, drawn=False))
        texts = [say("{name}, {title}.", name=name, title=self.title)]
        texts += [say("{label}: {value}.", label=fact.label, value=fact.value)
                  for fact in self.facts[:FACTS]]  # fmt: skip
        if self.titles:
            texts.append(say("Titles: {titles}.", titles=TextList(items=self.titles, style="unit")))
        texts += [_told(match) for match in self.recent[:RECENT]]
        if not self.recent:
            texts.append(labels.NO_MATCHES)
        points = self.curve[-POINTS:]
        if len(points) > 1:
            first, last = points[0], points[-1]
            texts.append(
                say(
                    "Over {n} matches, the rating went from {first} to {last}, now ± {spread}.",
                    n=len(points),
                    first=first.rating,
                    last=last.rating,
                    spread=last.spread,
                )
            )
        else:
            texts.append(labels.NO_CURVE)
        return sentences(texts, reader)


def _told(match: RecentMatch) -> Text:
    where: dict[str, Text | int] = {"game": match.title, "place": match.place, "of": match.of}
    if not match.change:
        return say("{game}: place {place} of {of}.", **where)
    if match.change < 0:
        return say_many(
            "{game}: place {place} of {of}, {n} point lost.",
            "{game}: place {place} of {of}, {n} points lost.",
            -match.change,
            **where,
        )
    return say_many(
        "{game}: place {place} of {of}, {n} point gained.",
        "{game}: place {place} of {of}, {n} points gained.",
        match.change,
        **where,
    )


def _heading(canvas: Canvas, label: Text, reader: Reader, top: float) -> None:
    """Write the heading of what begins at `top`."""
    words = speak(label, reader)
    words = words[:1].upper() + words[1:]
    canvas.write(words, (theme.MARGIN + 8, top - 32), theme.CAPTION, theme.TEXT_SOFT, room=700)


def _shown_titles(profile: ProfilePoster) -> tuple[Text, ...]:
    """Return the titles that fit; the last place counts those that do not."""
    if len(profile.titles) <= TITLES:
        return profile.titles
    left = len(profile.titles) - TITLES + 1
    return (*profile.titles[: TITLES - 1], say("and {n} more", n=left))


def _titles(canvas: Canvas, titles: Sequence[str], top: float) -> None:
    wide = (theme.WIDTH - 2 * theme.MARGIN - (_TITLES_ACROSS - 1) * theme.GAP) // _TITLES_ACROSS
    for place, title in enumerate(titles):
        line, column = divmod(place, _TITLES_ACROSS)
        x, y = theme.MARGIN + column * (wide + theme.GAP), top + line * (_TITLE + theme.GAP)
        layout.tray(canvas, layout.Area(x, y, wide, _TITLE), _TITLE // 2, canvas.palette.panel)
        middle = (x + wide / 2, y + _TITLE / 2)
        canvas.write(title, middle, theme.WORD, theme.TEXT, align="middle", room=wide - 40)


def _head(canvas: Canvas, profile: ProfilePoster, reader: Reader, portrait: bytes | None) -> None:
    name = clean(profile.name, 0)
    layout.header(canvas, "", name, speak(profile.title, reader))
    looks = layout.PersonLook(0, name, initials([name])[0], portrait)
    layout.person_disc(canvas, looks, (theme.MARGIN + 34, 50), 34)


def _facts(canvas: Canvas, facts: Sequence[Fact], reader: Reader) -> None:
    wide = (theme.WIDTH - 2 * theme.MARGIN - (_ACROSS - 1) * theme.GAP) // _ACROSS
    for place, fact in enumerate(facts):
        line, column = divmod(place, _ACROSS)
        x, y = theme.MARGIN + column * (wide + theme.GAP), _TOP + line * (_FACT + theme.GAP)
        layout.tray(canvas, layout.Area(x, y, wide, _FACT), 22, canvas.palette.panel)
        middle = x + wide / 2
        room = wide - 28
        value, label = speak(fact.value, reader), speak(fact.label, reader)
        canvas.write(value, (middle, y + 42), _VALUE, theme.TEXT, align="middle", room=room)
        canvas.write(
            label, (middle, y + 89), theme.CAPTION, theme.TEXT_SOFT, align="middle", room=room
        )


def _curve(
    canvas: Canvas, points: Sequence[RatingPoint], reader: Reader, area: layout.Area
) -> None:
    """Draw the rating from match to match, with the likely range of the true strength.

    Each match is one step to the right, whenever it was. By date, an evening of ten matches would
    be a vertical line.
    """
    wide, top, tall = round(area.width), area.y, round(area.height)
    layout.tray(canvas, area, 26)
    if len(points) < 2:
        words = speak(labels.NO_CURVE, reader)
        middle = (theme.WIDTH / 2, top + tall / 2)
        canvas.write(words, middle, theme.CAPTION, theme.TEXT_SOFT, align="middle", room=wide - 80)
        return
    field = layout.Area(theme.MARGIN + _AXIS, top + 28, wide - _AXIS - 40, tall - 28 - 70)
    low = min(point.rating - point.spread for point in points)
    high = max(point.rating + point.spread for point in points)
    step = round_step(high - low)
    low, high = math.floor(low / step) * step, max(math.ceil(high / step), 1 - -low // step) * step
    for mark in range(low, high + 1, step):
        y = field.bottom - (mark - low) / (high - low) * field.height
        canvas.box((field.x, y - 1), Box(round(field.width), 2, 1, canvas.palette.line))
        words = number(mark, reader.language)
        canvas.write(
            words, (field.x - 16, y), theme.WORD, theme.TEXT_SOFT, align="right", room=_AXIS - 24
        )
    _lines(canvas, points, (low, high), field)
    first, last = (_day(point.when_ms, reader.language) for point in (points[0], points[-1]))
    y = field.bottom + 40
    canvas.write(first, (field.x, y), theme.CAPTION, theme.TEXT_SOFT, room=400)
    canvas.write(last, (field.right, y), theme.CAPTION, theme.TEXT_SOFT, align="right", room=400)


def round_step(span: int) -> int:
    """Return a step for about four lines of a scale: 1, 2 or 5 times a power of ten."""
    rough = max(1.0, span / 4)
    power = 10 ** math.floor(math.log10(rough))
    return int(next(power * times for times in (1, 2, 5, 10) if power * times >= rough))


def _lines(
    canvas: Canvas, points: Sequence[RatingPoint], ends: tuple[int, int], field: layout.Area
) -> None:
    low, high = ends
    zoom = canvas.zoom
    size = (
        round((field.width + 2 * _MARGIN) * zoom),
        round((field.height + 2 * _MARGIN) * zoom),
    )

    def spot(place: int, rating: int) -> tuple[float, float]:
        x = place / (len(points) - 1) * field.width
        y = field.height - (rating - low) / (high - low) * field.height
        return (x + _MARGIN) * zoom, (y + _MARGIN) * zoom

    upper = [spot(place, point.rating + point.spread) for place, point in enumerate(points)]
    lower = [spot(place, point.rating - point.spread) for place, point in enumerate(points)]
    middle = [spot(place, point.rating) for place, point in enumerate(points)]
    corner = (field.x - _MARGIN, field.y - _MARGIN)
    canvas.stain(curves.band(size, upper, lower, 0.3), corner, theme.LEAF)
    canvas.stain(curves.line(size, middle, 6 * zoom), corner, theme.LEAF)
    canvas.stain(curves.line(size, middle[-1:], 8 * zoom), corner, theme.TEXT)


def _day(when_ms: int, language: str) -> str:
    moment = dt.datetime.fromtimestamp(when_ms / 1000, dt.UTC)
    return str(format_date(moment.date(), "medium", locale=language))


def _recent(canvas: Canvas, matches: Sequence[RecentMatch], reader: Reader, top: float) -> None:
    if not matches:
        words = speak(labels.NO_MATCHES, reader)
        middle = (theme.WIDTH / 2, top + _MATCH / 2)
        canvas.write(
            words,
            middle,
            theme.CAPTION,
            theme.TEXT_SOFT,
            align="middle",
            room=theme.WIDTH - 4 * theme.MARGIN,
        )
    wide = (theme.WIDTH - 2 * theme.MARGIN - theme.GAP) // 2
    for place, match in enumerate(matches):
        line, column = divmod(place, 2)
        x, y = theme.MARGIN + column * (wide + theme.GAP), top + line * (_MATCH + theme.GAP)
        _match(canvas, match, reader, layout.Area(x, y, wide, _MATCH))


def _change(change: int, language: str) -> tuple[str, str]:
    """Return a change of rating with its sign, and its colour."""
    words = number(change, language)
    if change == 0:
        return words, theme.TEXT_SOFT
    return (f"+{words}", theme.LEAF) if change > 0 else (words, theme.OUT_WORD)


def _match(canvas: Canvas, match: RecentMatch, reader: Reader, area: layout.Area) -> None:
    layout.tray(canvas, area, 22, canvas.palette.panel)
    y = area.centre[1]
    language = reader.language
    place = number(match.place, language)
    if has_medal(match.place, match.of):
        canvas.sprite(f"token:medal-{match.place}", (area.x + 16, y - 36), (72, 72), Look(shadow=4))
        canvas.write(place, (area.x + 52, y + 8), theme.WORD, theme.INK, align="middle")
    else:
        canvas.write(place, (area.x + 52, y), theme.STAT, theme.TEXT, align="middle", room=66)
    canvas.write(
        f"/{number(match.of, language)}", (area.x + 92, y), theme.STAT, theme.TEXT_SOFT, room=70
    )
    right = area.right - 24
    if match.change is not None:
        words, colour = _change(match.change, language)
        right -= canvas.write(words, (right, y), theme.STAT, colour, align="right", room=130) + 20
    title = speak(match.title, reader)
    canvas.write(title, (area.x + 172, y), theme.NAME, theme.TEXT, room=right - area.x - 172)
