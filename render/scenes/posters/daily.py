"""The deal of a day: who has played it, and how; a result tells nothing about the deal itself.

Its head is either the day's game or somebody's own result; its foot is either their week or the
longest streaks of a server.
"""

from typing import ClassVar

from games.core.text import Loose, Person, Reader, Text, TextList, say, say_as, say_many, speak
from games.core.values import Frozen
from render import labels
from render.alt_text import sentences, sentences_of_people
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits, portrait_of
from render.engine.display_names import clean, initials
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.posters.game_head import paint_title
from render.scenes.posters.poster_art import art_of
from render.subject import number

ROWS = 4
"""The most rows of people."""
MOST = 8
"""The most squares of an attempt."""
DAYS = 7
_LEADS, _LEVEL, _BEHIND = "token:ahead", "token:level", "token:behind"
_WORDS = {_LEADS: say("won"), _LEVEL: say_as("standing", "level"), _BEHIND: say("lost")}
_HEAD, _HEAD_OF_RESULT = 330, 436
_ROW, _STEP = 118, 132
_FOOT = 200
_HEADING = 64
_END = 100
"""Room below the last row, where Discord puts a sign in the corner."""
_SQUARE, _SQUARES, _SQUARES_END = 72, 420, 930
"""The largest square, the room of all of them, and where they end."""
_LARGE = 150
_TOMATO = 76
_CAPTION = theme.Style(theme.ROUND, 46, 40)
_NAME = theme.Style(theme.STRONG, 50, 40)
_RANK = theme.Style(theme.ROUND, 52, 40)
_GAIN = theme.Style(theme.ROUND, 56, 42)
_OWN_GAIN = theme.Style(theme.BOLD, 116, 64)
_MARGIN = theme.Style(theme.BOLD, 46, 38)


class DealRow(Frozen):
    """Somebody's attempt; `points` are those gained, None for an attempt that shows none.

    `margins` has for each round how many more points were gained than by the best rival, or only
    its sign.
    """

    name: str
    margins: tuple[int, ...] = ()
    rank: int | None = None
    points: int | None = None
    is_over: bool = False
    is_playing: bool = False
    streak: int = 0
    is_viewer: bool = False


class OwnWeek(Frozen):
    """The days of a week, from Monday, on which somebody finished the deal, and today."""

    streak: int
    finished: tuple[bool, ...]
    today: int


class DailyPoster(Frozen):
    """A day's deal, or a week's deals, as one person or a whole server sees it."""

    filename: ClassVar = "daily.png"
    game: str
    title: Text
    caption: Text
    date: Text
    rounds: int
    """How many squares an attempt has."""
    rows: tuple[DealRow, ...]
    result: DealRow | None = None
    """Whose result is the head, if anybody's."""
    of: int = 0
    """Among how many people the result is."""
    heading: Text | None = None
    """What the rows are, if not people at this deal."""
    week: OwnWeek | None = None
    longest: tuple[DealRow, ...] = ()
    """The longest streaks of a server."""
    has_totals: bool = False
    """Whether points are those of several deals, and not gained in one."""

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the deal; the height depends only on the kind of head and the number of rows."""
        top = _HEAD if self.result is None else _HEAD_OF_RESULT
        if self.heading is not None:
            top += _HEADING
        rows = self.rows[:ROWS]
        has_foot = self.week is not None or bool(self.longest)
        bottom = top + len(rows) * _STEP + (_FOOT if has_foot else _END)
        canvas = Canvas(bottom, theme.palette_of(self.game), size)
        if self.result is None:
            self._paint_cover(canvas, reader)
        else:
            self._paint_result(canvas, self.result, reader)
        if self.heading is not None:
            spot = (theme.MARGIN + 4, top - _HEADING / 2 - 8)
            canvas.write(speak(self.heading, reader), spot, _CAPTION, theme.TEXT_SOFT, room=900)
        names = [clean(row.name, seat) for seat, row in enumerate(rows)]
        codes = initials(names)
        for seat, row in enumerate(rows):
            who = layout.PersonLook(seat, names[seat], codes[seat], portrait_of(portraits, seat))
            area = layout.Area(32, top + seat * _STEP, theme.WIDTH - 64, _ROW)
            self._paint_row(canvas, row, who, reader, area)
        if self.week is not None:
            _paint_week(canvas, self.week, reader, bottom - _FOOT / 2)
        elif self.longest:
            self._paint_longest(canvas, reader, bottom - _FOOT / 2)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the deal in words."""
        opening = [
            say(
                "{caption}, {date}: {title}.",
                caption=self.caption,
                title=self.title,
                date=self.date,
            )
        ]
        if self.result is not None:
            opening.append(_sentence(self.result, self.of))
        if self.week is not None and self.week.streak:
            opening.append(say("{streak}.", streak=days_in_a_row(self.week.streak)))
        if self.heading is not None:
            opening.append(say("{heading}:", heading=self.heading))
        people = [
            _sentence(row) for row in self.rows[:ROWS] if not row.is_viewer or self.result is None
        ]
        if self.longest:
            people.append(
                say(
                    "Longest streaks: {streaks}.",
                    streaks=[
                        say(
                            "{who} {n}",
                            who=Person(name=clean(row.name, 0, drawn=False)),
                            n=row.streak,
                        )
                        for row in self.longest
                    ],
                )
            )
        if not people:
            return sentences(opening, reader)
        return sentences_of_people(opening, people, reader)

    def _paint_cover(self, canvas: Canvas, reader: Reader) -> None:
        paint_title(canvas, self.game, self.title, reader)
        caption = speak(self.caption, reader)
        date = speak(self.date, reader)
        wide = layout.pill(
            canvas, (theme.MARGIN + 4, 226), caption, style=_CAPTION, height=76, room=460
        )
        layout.pill(
            canvas, (theme.MARGIN + 20 + wide, 226), date, style=_CAPTION, height=76, room=340
        )

    def _paint_result(self, canvas: Canvas, row: DealRow, reader: Reader) -> None:
        canvas.sprite(art_of(self.game).sign, (theme.MARGIN, 24), (84, 84))
        right = theme.WIDTH - theme.MARGIN
        date = speak(self.date, reader)
        wide = layout.pill(
            canvas, (right, 66), date, style=_CAPTION, height=76, align="right", room=420
        )
        room = right - wide - theme.MARGIN - 130
        canvas.write(
            speak(self.title, reader), (theme.MARGIN + 104, 66), theme.HAND_TITLE, room=room
        )
        x = theme.MARGIN + 8.0
        shown = row.margins[:MOST]
        side = min(_LARGE, 640 / max(1, len(shown)) - 20)
        for margin in shown:
            canvas.sprite(_sign(margin), (x, 142), (side, side))
            words, middle = _gain(margin, reader), x + side / 2
            colour = theme.LEAF if margin > 0 else theme.OUT_WORD if margin < 0 else theme.TEXT
            canvas.write(
                words, (middle, 142 + side + 38), _MARGIN, colour, align="middle", room=side
            )
            x += side + 20
        if shown:
            spot = (theme.MARGIN + 8, 142 + side + 92)
            canvas.write(speak(COMPARED, reader), spot, _CAPTION, theme.TEXT_SOFT, room=680)
        points = row.points or 0
        gained, unit = _gain(points, reader), speak(_unit(points), reader)
        canvas.write(gained, (right, 190), _OWN_GAIN, theme.GOLD, align="right", room=420)
        canvas.write(unit, (right, 278), _CAPTION, theme.TEXT_SOFT, align="right", room=420)
        if row.rank is not None:
            place = speak(say("Place {place} of {of}", place=row.rank, of=self.of), reader)
            canvas.write(place, (right, 356), _NAME, align="right", room=440)

    def _paint_row(
        self,
        canvas: Canvas,
        row: DealRow,
        who: layout.PersonLook,
        reader: Reader,
        area: layout.Area,
    ) -> None:
        palette, y = canvas.palette, area.centre[1]
        line, thick = (theme.GOLD, 5) if row.is_viewer else (palette.line, 2)
        panel = Box(round(area.width), _ROW, 28, palette.panel, line=line, thick=thick)
        canvas.box(area[:2], panel)
        left = area.x + 30
        if row.rank is not None:
            rank, spot = number(row.rank, reader.language), (left + 18, y)
            canvas.write(rank, spot, _RANK, theme.TEXT_SOFT, align="middle", room=56)
            left += 60
        layout.person_disc(canvas, who, (left + 42, y), 42)
        left += 104
        begins = self._paint_squares(canvas, row, y)
        room = begins - left - 16
        if row.streak > 1:
            canvas.sprite("icon:tomato", (begins - 128, y - 24), (48, 48))
            streak = number(row.streak, reader.language)
            canvas.write(streak, (begins - 72, y), theme.STAT, room=60)
            room -= 132
        name = speak(labels.YOU, reader) if row.is_viewer else who.name
        canvas.write(name, (left, y), _NAME, room=room)
        self._paint_state(canvas, row, reader, (area.right - 32, y))

    def _paint_squares(self, canvas: Canvas, row: DealRow, y: float) -> float:
        """Draw a sign for each round, and a frame for each to come; return where they begin."""
        shown = row.margins[:MOST]
        count = min(MOST, max(self.rounds, len(shown)))
        if not count:
            return _SQUARES_END
        step = min(_SQUARE + 12, _SQUARES // count)
        side, begins = step - 12, _SQUARES_END - count * step
        for index in range(count):
            spot = (begins + index * step, y - side / 2)
            if index < len(shown):
                canvas.sprite(_sign(shown[index]), spot, (side, side))
            elif not row.is_over:
                is_next = row.is_viewer and index == len(shown)
                lit = theme.GOLD if is_next else canvas.palette.line
                frame = Box(side, side, 16, canvas.palette.panel, line=lit, thick=5, dash=12)
                canvas.box(spot, frame)
        return begins

    def _paint_state(
        self, canvas: Canvas, row: DealRow, reader: Reader, end: tuple[float, float]
    ) -> None:
        """Draw at the end of a row what the attempt brought, or whether it goes on."""
        if row.points is not None:
            words, lit = self._points(row.points, reader), row.is_viewer
            colour = theme.GOLD if lit else theme.TEXT
            canvas.write(words, end, _GAIN, colour, align="right", room=176)
        elif row.is_over:
            canvas.sprite("token:tick", (end[0] - 68, end[1] - 34), (68, 68))
        elif row.is_playing:
            words = speak(PLAYS, reader)
            canvas.write(words, end, theme.STAT, theme.TEXT_SOFT, align="right", room=190)

    def _points(self, points: int, reader: Reader) -> str:
        return number(points, reader.language) if self.has_totals else _gain(points, reader)

    def _paint_longest(self, canvas: Canvas, reader: Reader, y: float) -> None:
        _ground(canvas, y)
        canvas.write(
            speak(LONGEST, reader),
            (layout.BADGE_RIGHT + 40, y),
            _CAPTION,
            theme.TEXT_SOFT,
            room=360,
        )
        names = [clean(row.name, seat) for seat, row in enumerate(self.longest[:3])]
        codes = initials(names)
        x = 640.0
        for seat, row in enumerate(self.longest[:3]):
            layout.seat_disc(canvas, codes[seat], seat, (x, y), radius=40)
            canvas.write(
                number(row.streak, reader.language),
                (x + 56, y),
                _GAIN,
                theme.GOLD if seat == 0 else theme.TEXT,
                room=100,
            )
            x += 190


COMPARED = say("compared with the best rival")
"""What the figures below the squares of a result are."""
PLAYS = say_as("somebody at the deal", "plays")
LONGEST = say("Longest streaks")


def days_in_a_row(days: int) -> Text:
    """Say how long a streak is."""
    return say_many("{n} day in a row", "{n} days in a row", days)


def _paint_week(canvas: Canvas, week: OwnWeek, reader: Reader, y: float) -> None:
    """Draw a tomato for each finished day of the week, and the streak in words."""
    _ground(canvas, y)
    words = speak(days_in_a_row(week.streak), reader) if week.streak else ""
    canvas.write(words, (layout.BADGE_RIGHT + 40, y), _CAPTION, theme.TEXT, room=330)
    letters = speak(WEEKDAYS, reader).split()
    for day, letter in zip(range(DAYS), letters, strict=True):
        x = 590 + day * 90.0
        if day and week.finished[day] and week.finished[day - 1]:
            canvas.box((x - 60, y - 26), Box(60, 10, 0, theme.LEAF))
        spot = (x - _TOMATO / 2, y - 62)
        if week.finished[day]:
            canvas.sprite("icon:tomato", spot, (_TOMATO, _TOMATO))
        else:
            lit = theme.GOLD if day == week.today else canvas.palette.line
            canvas.box(
                spot,
                Box(
                    _TOMATO, _TOMATO, _TOMATO // 2, canvas.palette.well, line=lit, thick=5, dash=12
                ),
            )
        colour = theme.GOLD if day == week.today else theme.TEXT_SOFT
        canvas.write(letter, (x, y + 56), _MARGIN, colour, align="middle", room=80)


WEEKDAYS = say_as("initials of Monday to Sunday", "M T W T F S S")


def _ground(canvas: Canvas, y: float) -> None:
    top = y - _FOOT / 2
    canvas.box((0, top), Box(theme.WIDTH, _FOOT, 0, canvas.palette.well))


def _gain(points: int, reader: Reader) -> str:
    words = number(points, reader.language)
    return f"+{words}" if points > 0 else words


def _sign(margin: int) -> str:
    return _LEADS if margin > 0 else _BEHIND if margin < 0 else _LEVEL


def _sentence(row: DealRow, of: int = 0) -> Text:
    """Say how somebody's attempt went, round by round."""
    who: Loose = labels.YOU if row.is_viewer else Person(name=clean(row.name, 0, drawn=False))
    facts: list[Text] = [
        say("{round} {went}", round=index, went=_WORDS[_sign(margin)])
        for index, margin in enumerate(row.margins[:MOST], start=1)
    ]
    if row.points is not None:
        facts.insert(0, gained(row.points))
    if row.rank is not None and of:
        facts.insert(0, say("Place {place} of {of}", place=row.rank, of=of))
    if row.is_over and row.points is None:
        facts.append(FINISHED)
    elif row.is_playing:
        facts.append(PLAYS)
    elif not row.is_over and row.points is None:
        facts.append(OPEN)
    if row.rank is not None and not of:
        who = say("{place}. {name}", place=row.rank, name=who)
    return say("{who}: {facts}.", who=who, facts=TextList(items=tuple(facts), style="unit"))


def gained(points: int) -> Text:
    """Say what an attempt brought, or cost."""
    if points < 0:
        return say_many("{n} point lost", "{n} points lost", -points)
    return say_many("{n} point gained", "{n} points gained", points)


def _unit(points: int) -> Text:
    """What the large figure counts."""
    return say_many("point", "points", points)


FINISHED = say_as("a deal by somebody", "finished")
OPEN = say("not played yet")
