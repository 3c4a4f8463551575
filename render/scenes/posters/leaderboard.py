"""One page of a leaderboard: people with a settled rating by rank, and new ones below."""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import ClassVar

from babel.dates import format_date

from games.core.game import MEDALS
from games.core.text import Person, Reader, Text, TextList, say, say_many, speak, symbol
from games.core.values import Frozen
from render import labels
from render.alt_text import sentences_of_people
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.avatars import Portraits, portrait_of
from render.engine.display_names import clean, initials
from render.engine.shapes import Box
from render.engine.text import width as text_width
from render.scenes.common import layout
from render.scenes.posters import stickers
from render.scenes.posters.poster_art import art_of
from render.sprites import Look
from render.subject import number

ROWS = 10
"""The most people of one page."""
_TOP = 124
_FOOT = 124
_GAP = 14
_ROW, _NEW = 135, 112
"""The greatest height of a row, and the height of new players' rows, two side by side."""
_SIGN = (64, 64)
_MEDAL = (84, 84)
_NO_MEDAL = (140, 140)
_WAITING = 300
"""The height of what stands instead of rows until somebody's rating has settled."""
_ARROW = (36, 36)
_NAME_LEFT = 268
_CHANGE_RIGHT = 936
_LONGEST_NAME = 330
"""The widest name next to a sticker."""
_MEDAL_NUMBER = theme.Style(theme.BOLD, 44, 24)
_PLACE = theme.Style(theme.BOLD, 54, 24)
_CHANGE = theme.Style(theme.ROUND, 46, 32)


class BoardRow(Frozen):
    """One row of a leaderboard."""

    place: int
    """From 1; ties share a place."""
    name: str
    rating: int
    change: int
    """What the last match did to the rating."""
    matches: int
    wins: int
    title: stickers.EarnedSticker | None = None
    is_viewer: bool = False

    @property
    def is_new(self) -> bool:
        """Whether there are too few matches for a rating and a rank."""
        return self.matches < stickers.SETTLED


class LeaderboardPoster(Frozen):
    """One page of a leaderboard, at most `ROWS` people, new ones last."""

    filename: ClassVar = "leaderboard.png"
    title: Text
    season: Text
    rows: tuple[BoardRow, ...]
    week: int = 0
    """How many matches counted within seven days."""
    since_ms: int | None = None
    """When the season began."""
    game: str = ""
    """The key of the game whose colours and sign it takes."""

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the page; its height depends only on the numbers of settled and new people."""
        rows = self.rows[:ROWS]
        settled = [row for row in rows if not row.is_new]
        lines = -(-(len(rows) - len(settled)) // 2)
        room = theme.TALLEST - _TOP - _FOOT - lines * (_NEW + _GAP)
        step = min(_ROW + _GAP, room // max(1, len(settled)))
        top = _TOP + (step * len(settled) or _WAITING)
        tall = top + lines * (_NEW + _GAP) + _FOOT
        canvas = Canvas(tall, theme.palette_of(self.game), size)
        self._paint_head(canvas, reader)
        if not settled:
            _paint_waiting(canvas, reader)
        looks = _looks(rows, portraits)
        for line, (row, who) in enumerate(zip(settled, looks, strict=False)):
            area = layout.Area(
                theme.MARGIN, _TOP + line * step, theme.WIDTH - 2 * theme.MARGIN, step - _GAP
            )
            _paint_row(canvas, row, who, reader, area)
        wide = (theme.WIDTH - 2 * theme.MARGIN - _GAP) / 2
        new = zip(rows[len(settled) :], looks[len(settled) :], strict=True)
        for index, (row, who) in enumerate(new):
            x, y = index % 2 * (wide + _GAP), index // 2 * (_NEW + _GAP)
            area = layout.Area(theme.MARGIN + x, top + y, wide, _NEW)
            _paint_new(canvas, row, who, reader, area)
        self._paint_foot(canvas, reader, tall)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the page in words, at most 1024 characters."""
        facts = TextList(items=(self.title, self.season, *self._facts(reader)), style="unit")
        opening = [say("{facts}.", facts=facts)]
        if not self.rows:
            opening.append(labels.NOBODY_RATED)
        return sentences_of_people(opening, [_sentence(row) for row in self.rows], reader)

    def _facts(self, reader: Reader) -> list[Text]:
        """Return how much is played here, and since when."""
        facts = []
        if self.week:
            facts.append(say_many("{n} match this week", "{n} matches this week", self.week))
        if self.since_ms is not None:
            moment = dt.datetime.fromtimestamp(self.since_ms / 1000, dt.UTC)
            day = format_date(moment.date(), "medium", locale=reader.language)
            facts.append(say("since {day}", day=symbol(str(day))))
        return facts

    def _paint_head(self, canvas: Canvas, reader: Reader) -> None:
        sign = art_of(self.game).sign if self.game else "icon:trophy"
        canvas.sprite(sign, (theme.MARGIN, 28), _SIGN)
        right = theme.WIDTH - theme.MARGIN
        room = right - theme.MARGIN - 82
        words = speak(self.season, reader)
        used = layout.pill(
            canvas, (right, 62), words, align="right", style=theme.HAND_PILL, height=76, room=520
        )
        title = speak(self.title, reader)
        canvas.write(title, (theme.MARGIN + 82, 62), theme.HAND_TITLE, room=room - used - 20)

    def _paint_foot(self, canvas: Canvas, reader: Reader, tall: int) -> None:
        """Draw the facts in the foot, free of the clients' badge."""
        top = tall - _FOOT + _GAP
        canvas.box((0, top), Box(theme.WIDTH, _FOOT, 0, canvas.palette.well))
        y, right = top + (_FOOT - _GAP) / 2, theme.WIDTH - theme.MARGIN
        room = (right - layout.BADGE_RIGHT - 30) / 2
        words = [speak(fact, reader) for fact in self._facts(reader)]
        if self.rows and len(words) > 1:
            spot = (layout.BADGE_RIGHT, y)
            canvas.write(words[0], spot, theme.HAND_CAPTION, theme.TEXT, room=room + 60)
        if self.rows and words:
            style, colour = theme.HAND_CAPTION, theme.TEXT_SOFT
            canvas.write(words[-1], (right, y), style, colour, align="right", room=room - 60)
        if not self.rows:
            words = [speak(labels.NOBODY_RATED, reader)]
            spot, room = (layout.BADGE_RIGHT, y), right - layout.BADGE_RIGHT
            canvas.write(words[0], spot, theme.HAND_CAPTION, theme.TEXT_SOFT, room=room)


def _looks(rows: Sequence[BoardRow], portraits: Portraits) -> list[layout.PersonLook]:
    names = [clean(row.name, row.place - 1) for row in rows]
    return [
        layout.PersonLook(index, names[index], code, portrait_of(portraits, index))
        for index, code in enumerate(initials(names))
    ]


def _sentence(row: BoardRow) -> Text:
    """Return a row in words."""
    name = Person(name=clean(row.name, row.place - 1, drawn=False))
    if row.is_new:
        return say_many(
            "{name}: new, {n} match of {of}.",
            "{name}: new, {n} matches of {of}.",
            row.matches,
            name=name,
            of=stickers.SETTLED,
        )
    facts = [say("+{n}", n=row.change) if row.change > 0 else say("{n}", n=row.change)]
    facts += [row.title.name] if row.title else []
    return say(
        "{place}. {name}: {rating}, {facts}.",
        place=row.place,
        name=name,
        rating=row.rating,
        facts=TextList(items=tuple(facts), style="unit"),
    )


def _ground(canvas: Canvas, row: BoardRow, area: layout.Area) -> None:
    """Draw a row's ground; the reader's own has a pale frame, because gold means a win."""
    edge, thick = (theme.TEXT, 6) if row.is_viewer else (canvas.palette.line, 2)
    box = Box(
        round(area.width), round(area.height), 22, canvas.palette.panel, line=edge, thick=thick
    )
    canvas.box(area[:2], box)


def _name(row: BoardRow, who: layout.PersonLook, reader: Reader) -> str:
    return speak(labels.YOU, reader) if row.is_viewer else who.name


def _paint_row(
    canvas: Canvas, row: BoardRow, who: layout.PersonLook, reader: Reader, area: layout.Area
) -> None:
    """Draw place, avatar, name, title, last change and rating of a settled player."""
    _ground(canvas, row, area)
    y, right = area.centre[1], area.right - 28
    place_sign(canvas, row.place, reader, (area.x + 64, y), earned=row.wins > 0)
    layout.person_disc(canvas, who, (area.x + 176, y), min(44, round(area.height / 2) - 8))
    words = number(row.rating, reader.language)
    canvas.write(words, (right, y), theme.HAND_SCORE, align="right", room=190)
    left = _CHANGE_RIGHT - _paint_change(canvas, row.change, reader, y) - 24
    room = left - _NAME_LEFT
    name = _name(row, who, reader)
    if row.title is None:
        canvas.write(name, (_NAME_LEFT, y), theme.HAND_NAME, room=room)
        return
    used = canvas.write(name, (_NAME_LEFT, y), theme.HAND_NAME, room=min(_LONGEST_NAME, room - 120))
    room -= used + 24
    title = speak(row.title.name, reader)
    title = title if stickers.sticker_width(title) <= room else ""
    wide = stickers.sticker_width(title)
    spot = layout.Area(_NAME_LEFT + used + 24, y - stickers.HIGH / 2, wide, stickers.HIGH)
    stickers.paint_sticker(canvas, row.title, title, spot)


def _paint_waiting(canvas: Canvas, reader: Reader) -> None:
    """Draw medals that nobody has yet, and how many matches they take."""
    look = Look(tint="dim", ground=canvas.palette.panel)
    for index, place in enumerate((2, 1, 3)):
        x, y = theme.WIDTH / 2 - 70 + (index - 1) * 190, _TOP + 14 + 22 * (place > 1)
        canvas.sprite(f"token:medal-{place}", (x, y), _NO_MEDAL, look)
    words = speak(labels.ranks_begin(stickers.SETTLED), reader)
    middle = (theme.WIDTH / 2, _TOP + _WAITING - 62)
    canvas.write(words, middle, theme.HAND_NAME, theme.TEXT, align="middle", room=1136)


def place_sign(
    canvas: Canvas, place: int, reader: Reader, centre: tuple[float, float], *, earned: bool
) -> None:
    """Draw the number of the place, on a medal for the first three who earned one."""
    words, (x, y) = number(place, reader.language), centre
    if earned and place <= MEDALS:
        canvas.sprite(f"token:medal-{place}", (x - 42, y - 44), _MEDAL, Look(shadow=4))
        canvas.write(words, (x, y + 7), _MEDAL_NUMBER, theme.INK, align="middle")
    else:
        canvas.write(words, centre, _PLACE, theme.TEXT_SOFT, align="middle", room=84)


def _paint_change(canvas: Canvas, change: int, reader: Reader, y: float) -> float:
    """Draw the last change: a full arrow for a gain, a soft hollow one for a loss."""
    if not change:
        return 0
    sign, colour = ("token:rise", theme.LEAF) if change > 0 else ("token:fall", theme.TEXT_SOFT)
    words = number(abs(change), reader.language)
    style = _CHANGE
    used = canvas.write(words, (_CHANGE_RIGHT, y), style, colour, align="right", room=130)
    canvas.sprite(sign, (_CHANGE_RIGHT - used - 46, y - _ARROW[1] / 2), _ARROW)
    return used + 46


def _paint_new(
    canvas: Canvas, row: BoardRow, who: layout.PersonLook, reader: Reader, area: layout.Area
) -> None:
    """Draw a new player outside the ranking, with a dot for each match until the rating counts."""
    if row.is_viewer:
        _ground(canvas, row, area)
    x, y = area.x + 64, area.centre[1]
    layout.person_disc(canvas, who, (x, y), 42)
    new, right = speak(labels.NEW, reader), area.right - 28
    used = text_width(new, theme.HAND_CAPTION.face, theme.HAND_CAPTION.size)
    canvas.write(new, (right, y - 22), theme.HAND_CAPTION, theme.TEXT_SOFT, align="right", room=160)
    left = x + 66
    name = _name(row, who, reader)
    canvas.write(name, (left, y - 22), theme.HAND_NAME, room=right - used - 20 - left)
    stickers.paint_dots(canvas, left, y + 30, row.matches)


def wanted() -> Iterator[Fixed]:
    """Return medals and arrows, to be drawn in advance."""
    for place in range(1, MEDALS + 1):
        yield Fixed(f"token:medal-{place}", (0, 0), _MEDAL, Look(shadow=4))
    for sign in ("token:rise", "token:fall"):
        yield Fixed(sign, (0, 0), _ARROW)
