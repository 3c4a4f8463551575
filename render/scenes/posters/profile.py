"""One player's profile: titles, the games they have played, and their best match."""

import datetime as dt
import math
from collections.abc import Sequence
from typing import ClassVar

from babel.dates import format_date

from games.core.text import Person, Reader, Text, TextList, say, say_many, speak, symbol
from games.core.values import Frozen
from render import labels
from render.alt_text import sentences
from render.canvas import Canvas
from render.engine import curves, theme
from render.engine.avatars import Portraits, portrait_of
from render.engine.display_names import clean, initials
from render.engine.shapes import Box
from render.engine.text import width as text_width
from render.scenes.common import layout
from render.scenes.posters import stickers
from render.scenes.posters.daily import days_in_a_row
from render.scenes.posters.poster_art import art_of
from render.subject import number

FACTS = 3
GAMES = 7
"""The most games of one page."""
RECENT = 6
POINTS = 120
"""Older points of a longer curve are left out, because more would overlap."""
_LEFT = 352
"""Where the name and the titles begin, beside the avatar."""
_STICKERS = (246, 348)
"""The upper edges of the rows of titles."""
_TOP = 532
_STEP, _ROWS = 126, 630
"""The height of a game's row with its gap, and the room of all of them."""
_RESULTS = 640
"""Where the results of the last matches begin."""
_SQUARE = 46
_STREAK_RIGHT = 780
"""Where the words above the results begin at the earliest."""
_FACT = 120
_CURVE = 330
_AXIS = 130
_BEST = 152
_CURVE_MARGIN = 18
"""Margin of the curve for its thick line and its last dot."""
_NAME = theme.Style(theme.BOLD, 88, 52)
_GAME = theme.Style(theme.STRONG, 48, 42)
_SIGN = stickers.STYLE
_RATING = theme.Style(theme.BOLD, 60, 44)
_BEST_STYLE = theme.Style(theme.STRONG, 46, 38)


class Fact(Frozen):
    """A named value: "best streak", "5"."""

    label: Text
    value: Text


class RatingPoint(Frozen):
    """A rating after a match."""

    when_ms: int
    rating: int
    spread: int
    """How far the true strength may be above or below the rating."""


class GameRow(Frozen):
    """One game that the player has played."""

    game: str
    """Its key."""
    title: Text
    matches: int
    place: int
    rating: int
    gains: tuple[int, ...] = ()
    """What the last matches did to the rating, from the oldest."""

    @property
    def is_new(self) -> bool:
        """Whether there are too few matches for a rating."""
        return self.matches < stickers.SETTLED


class BestMatch(Frozen):
    """The match that was won with the greatest gain."""

    title: Text
    """The title of its game."""
    when_ms: int
    of: int
    """The number of seats."""
    change: int


class ProfilePoster(Frozen):
    """A player's page, of all games or of one."""

    filename: ClassVar = "profile.png"
    name: str
    season: Text
    matches: int = 0
    wins: int = 0
    streak: int = 0
    """How many days in a row they have played the deal of the day."""
    titles: tuple[stickers.EarnedSticker, ...] = ()
    games: tuple[GameRow, ...] = ()
    facts: tuple[Fact, ...] = ()
    curve: tuple[RatingPoint, ...] = ()
    """The rating from the oldest match on, of one game."""
    best: BestMatch | None = None
    game: str = ""
    """The key of the game whose colours it takes."""

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the page; a part that would be empty is left out."""
        games = self.games[:GAMES]
        step = min(_STEP, _ROWS // max(1, len(games)))
        bottom = _TOP + step * max(1, len(games))
        facts_top = bottom
        bottom += (_FACT + theme.GAP) * bool(self.facts)
        curve_top, has_curve = bottom, len(self.curve) > 1
        bottom += (_CURVE + theme.GAP) * has_curve
        tall = bottom + _BEST if self.best else layout.height(bottom - theme.GAP)
        canvas = Canvas(tall, theme.palette_of(self.game), size)
        self._paint_head(canvas, reader, portrait_of(portraits, 0))
        for line, record in enumerate(games):
            area = layout.Area(
                theme.MARGIN, _TOP + line * step, theme.WIDTH - 2 * theme.MARGIN, step - theme.GAP
            )
            _paint_game(canvas, record, reader, area)
        if not games:
            words, middle = speak(labels.NO_MATCHES, reader), (theme.WIDTH / 2, _TOP + step / 2)
            canvas.write(words, middle, _GAME, theme.TEXT_SOFT, align="middle", room=1000)
        _paint_facts(canvas, self.facts[:FACTS], reader, facts_top)
        if has_curve:
            area = layout.Area(theme.MARGIN, curve_top, theme.WIDTH - 2 * theme.MARGIN, _CURVE)
            _paint_curve(canvas, self.curve[-POINTS:], reader, area)
        if self.best:
            _paint_best(canvas, self.best, reader, tall)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the page in words, at most 1024 characters."""
        name = Person(name=clean(self.name, 0, drawn=False))
        texts = [say("{name}, {title}.", name=name, title=self.season)]
        if self.matches:
            texts.append(say("{counted}.", counted=self._counted()))
        if self.streak > 1:
            texts.append(say("{streak}.", streak=days_in_a_row(self.streak)))
        if self.titles:
            names = tuple(title.name for title in self.titles)
            texts.append(say("Titles: {titles}.", titles=TextList(items=names, style="unit")))
        texts += [_sentence(record) for record in self.games[:GAMES]]
        texts += [
            say("{label}: {value}.", label=fact.label, value=fact.value)
            for fact in self.facts[:FACTS]
        ]
        if not self.games:
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
        if self.best:
            day = _day(self.best.when_ms, reader.language)
            texts.append(say("{when}: {what}", when=_best_day(day), what=_best_result(self.best)))
        return sentences(texts, reader)

    def _counted(self) -> Text:
        if not self.wins:
            return say_many("{n} match", "{n} matches", self.matches)
        return say_many(
            "{n} match, {won} won", "{n} matches, {won} won", self.matches, won=self.wins
        )

    def _paint_head(self, canvas: Canvas, reader: Reader, portrait: bytes | None) -> None:
        name, room = clean(self.name, 0), theme.WIDTH - theme.MARGIN - _LEFT
        who = layout.PersonLook(0, name, initials([name])[0], portrait)
        layout.person_disc(canvas, who, (180, 216), 130)
        canvas.write(name, (_LEFT, 92), _NAME, room=room)
        if self.matches:
            counted = speak(self._counted(), reader)
            canvas.write(counted, (_LEFT, 176), _GAME, theme.TEXT_SOFT, room=room)
        _paint_titles(canvas, self.titles, reader)
        x, y = theme.MARGIN + 8.0, _TOP - 48
        wide = 300 if self.streak > 1 else 576
        x += canvas.write(speak(self.season, reader), (x, y), _SIGN, theme.TEXT_SOFT, room=wide)
        if self.streak > 1:
            canvas.sprite("icon:tomato", (x + 24, y - 28), (56, 56))
            words = speak(days_in_a_row(self.streak), reader)
            canvas.write(words, (x + 94, y), _SIGN, room=_STREAK_RIGHT - x - 94)
        if any(not record.is_new for record in self.games):
            words = speak(labels.LAST_SIX, reader)
            spot = (_RESULTS + RECENT * (_SQUARE + 8) - 8, y)
            canvas.write(words, spot, _SIGN, theme.TEXT_SOFT, align="right", room=176)


def _sentence(record: GameRow) -> Text:
    if record.is_new:
        return say_many(
            "{game}: new, {n} match.",
            "{game}: new, {n} matches.",
            record.matches,
            game=record.title,
        )
    return say(
        "{game}: rank {place}, rating {rating}; the last matches: {gains}.",
        game=record.title,
        place=record.place,
        rating=record.rating,
        gains=TextList(items=tuple(map(_gain, record.gains[-RECENT:])), style="unit"),
    )


def _gain(change: int) -> Text:
    return say("+{n}", n=change) if change > 0 else say("{n}", n=change)


def _paint_titles(canvas: Canvas, titles: Sequence[stickers.EarnedSticker], reader: Reader) -> None:
    """Draw the titles as stickers, as many as fit; three empty places where there are none."""
    right, rest = theme.WIDTH - theme.MARGIN, list(titles)
    if not rest:
        for place in range(3):
            box = Box(256, stickers.HIGH, 24, "", line=canvas.palette.line, thick=4, dash=14)
            canvas.box((_LEFT + place * 274, _STICKERS[0]), box)
        return
    for is_last, top in zip((False, True), _STICKERS, strict=True):
        x: float = _LEFT
        while rest:
            reserve = 130 if is_last and len(rest) > 1 else 0
            words = speak(rest[0].name, reader)
            wide = stickers.sticker_width(words)
            if x > _LEFT and x + wide > right - reserve:
                break
            wide = min(wide, round(right - reserve - x))
            area = layout.Area(x, top, wide, stickers.HIGH)
            stickers.paint_sticker(canvas, rest.pop(0), words, area)
            x += wide + theme.GAP
        if is_last and rest:
            more = speak(say("+ {n}", n=len(rest)), reader)
            canvas.write(more, (x + 8, top + stickers.HIGH / 2), _SIGN, theme.TEXT_SOFT)


def _paint_game(canvas: Canvas, record: GameRow, reader: Reader, area: layout.Area) -> None:
    """Draw a game with place, last results and rating; ten dots while the player is new."""
    layout.tray(canvas, area, 22, canvas.palette.panel)
    y, language = area.centre[1], reader.language
    canvas.sprite(art_of(record.game).sign, (area.x + 20, y - 36), (72, 72))
    x, room = area.x + 112, _RESULTS - area.x - 112 - 20
    place = "" if record.is_new else speak(labels.ordinal(record.place), reader)
    pill = round(text_width(place, _SIGN.face, _SIGN.size)) + 54 if place else 0
    x += canvas.write(speak(record.title, reader), (x, y), _GAME, room=room - pill)
    if place:
        layout.pill(canvas, (x + 18, y), place, style=_SIGN, height=66, room=pill)
    right = area.right - 26
    if record.is_new:
        stickers.paint_dots(canvas, _RESULTS, y, record.matches)
        words = speak(labels.NEW, reader)
        canvas.write(words, (right, y), _SIGN, theme.TEXT_SOFT, align="right", room=200)
        return
    gains = record.gains[-RECENT:]
    for index, gain in enumerate(gains, start=RECENT - len(gains)):
        sign = "token:ahead" if gain > 0 else "token:behind" if gain else "token:level"
        x = _RESULTS + index * (_SQUARE + 8)
        canvas.sprite(sign, (x, y - _SQUARE / 2), (_SQUARE, _SQUARE))
    words = number(record.rating, language)
    canvas.write(words, (right, y), _RATING, align="right", room=190)


def _paint_best(canvas: Canvas, best: BestMatch, reader: Reader, tall: int) -> None:
    """Draw the best match in the foot, free of the clients' badge."""
    top, left = tall - _BEST + theme.GAP, layout.BADGE_RIGHT
    canvas.box((0, top), Box(theme.WIDTH, _BEST, 0, canvas.palette.well))
    room, y = theme.WIDTH - theme.MARGIN - left, top + (_BEST - theme.GAP) / 2
    words = speak(_best_day(_day(best.when_ms, reader.language)), reader)
    canvas.write(words, (left, y - 30), _SIGN, theme.GOLD, room=room)
    canvas.write(speak(_best_result(best), reader), (left, y + 30), _BEST_STYLE, room=room)


def _best_day(day: str) -> Text:
    return say("Best match, {day}", day=symbol(day))


def _best_result(best: BestMatch) -> Text:
    return say("{game}: first of {of}, +{n}.", game=best.title, of=best.of, n=best.change)


def _paint_facts(canvas: Canvas, facts: Sequence[Fact], reader: Reader, top: float) -> None:
    across = max(1, len(facts))
    wide = (theme.WIDTH - 2 * theme.MARGIN - (across - 1) * theme.GAP) // across
    for place, fact in enumerate(facts):
        area = layout.Area(theme.MARGIN + place * (wide + theme.GAP), top, wide, _FACT)
        layout.tray(canvas, area, 22, canvas.palette.panel)
        middle, room = area.centre[0], wide - 24
        value, label = speak(fact.value, reader), speak(fact.label, reader)
        canvas.write(value, (middle, top + 40), _RATING, align="middle", room=room)
        canvas.write(label, (middle, top + 92), _SIGN, theme.TEXT_SOFT, align="middle", room=room)


def _paint_curve(
    canvas: Canvas, points: Sequence[RatingPoint], reader: Reader, area: layout.Area
) -> None:
    """Draw the rating from match to match, with the likely range of the true strength.

    Each match is one step to the right, whenever it was. By date, an evening of ten matches would
    be a vertical line.
    """
    layout.tray(canvas, area, 26)
    field = layout.Area(
        theme.MARGIN + _AXIS, area.y + 32, area.width - _AXIS - 40, area.height - 32 - 76
    )
    low = min(point.rating - point.spread for point in points)
    high = max(point.rating + point.spread for point in points)
    step = round_step(high - low)
    low, high = math.floor(low / step) * step, max(math.ceil(high / step), 1 - -low // step) * step
    for mark in range(low, high + 1, step):
        y = field.bottom - (mark - low) / (high - low) * field.height
        canvas.box((field.x, y - 1), Box(round(field.width), 2, 1, canvas.palette.line))
        words, spot = number(mark, reader.language), (field.x - 16, y)
        canvas.write(words, spot, _SIGN, theme.TEXT_SOFT, align="right", room=_AXIS - 20)
    _paint_lines(canvas, points, (low, high), field)
    first, last = (_day(point.when_ms, reader.language) for point in (points[0], points[-1]))
    y = field.bottom + 44
    canvas.write(first, (field.x, y), _SIGN, theme.TEXT_SOFT, room=400)
    canvas.write(last, (field.right, y), _SIGN, theme.TEXT_SOFT, align="right", room=400)


def round_step(span: int) -> int:
    """Return a step for about four lines of a scale: 1, 2 or 5 times a power of ten."""
    rough = max(1.0, span / 4)
    power = 10 ** math.floor(math.log10(rough))
    return int(next(power * times for times in (1, 2, 5, 10) if power * times >= rough))


def _paint_lines(
    canvas: Canvas, points: Sequence[RatingPoint], ends: tuple[int, int], field: layout.Area
) -> None:
    low, high = ends
    zoom = canvas.zoom
    size = (
        round((field.width + 2 * _CURVE_MARGIN) * zoom),
        round((field.height + 2 * _CURVE_MARGIN) * zoom),
    )

    def spot(place: int, rating: int) -> tuple[float, float]:
        x = place / (len(points) - 1) * field.width
        y = field.height - (rating - low) / (high - low) * field.height
        return (x + _CURVE_MARGIN) * zoom, (y + _CURVE_MARGIN) * zoom

    upper = [spot(place, point.rating + point.spread) for place, point in enumerate(points)]
    lower = [spot(place, point.rating - point.spread) for place, point in enumerate(points)]
    middle = [spot(place, point.rating) for place, point in enumerate(points)]
    corner = (field.x - _CURVE_MARGIN, field.y - _CURVE_MARGIN)
    canvas.stain(curves.band(size, upper, lower, 0.3), corner, theme.LEAF)
    canvas.stain(curves.line(size, middle, 6 * zoom), corner, theme.LEAF)
    canvas.stain(curves.line(size, middle[-1:], 8 * zoom), corner, theme.TEXT)


def _day(when_ms: int, language: str) -> str:
    moment = dt.datetime.fromtimestamp(when_ms / 1000, dt.UTC)
    return str(format_date(moment.date(), "medium", locale=language))
