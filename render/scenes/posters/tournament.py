"""A tournament: the invitation, and the standings after each round."""

import datetime as dt
from typing import ClassVar

from babel.dates import format_skeleton

from games.core.game import has_medal
from games.core.text import Person, Reader, Text, say, say_many, speak, symbol
from games.core.values import Frozen
from render import labels
from render.alt_text import sentences_of_people
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits, portrait_of
from render.engine.display_names import clean, initials
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.posters import poster_art, round_chips
from render.scenes.posters.game_head import span
from render.scenes.posters.leaderboard import place_sign
from render.sprites import Look
from render.subject import number

MOST = 16
"""The most people in the picture; the message and its alt text name more."""
ROUNDS = 6
"""The most rounds of which the picture shows each place: the last ones."""
FACES = 6
"""The most people whose faces an invitation shows."""
_TOP = 172
_ROW = 84
_STEP = _ROW + 8
_CHIPS_RIGHT = 970
_NAME = theme.Style(theme.BOLD, 100, 60)
_LABEL = theme.Style(theme.ROUND, 44, 36)
_COVER, _TILES, _FOOT = 430, 268, 156
"""The heights of an invitation's parts."""
_CUP = (250, 250)
_LARGER = 1.3
"""How much larger a cover's things are than on other posters."""
_FACE = 84
"""From one face to the next, which overlaps it."""


class TournamentCover(Frozen):
    """The invitation to a tournament, until its first round."""

    filename: ClassVar = "tournament.png"
    name: Text
    game: str
    """The key of the game."""
    title: Text
    """The title of the game."""
    starts: str
    """The first round's start at the server, in ISO 8601."""
    zone: str
    """The offset of the server's time zone: "UTC+1"."""
    table_size: int
    rounds: int
    length: Text | tuple[int, int]
    """The shortest and the longest time of all rounds in minutes, or the clock of a slow one."""
    people: tuple[str, ...]
    most: int
    present: int | None = None
    """How many have checked in, once they can."""

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the cover, three facts, and who has joined; its height is always the same."""
        canvas = Canvas(_COVER + _TILES + _FOOT, theme.palette_of(self.game), size)
        self._paint_cover(canvas, reader)
        facts = self._facts(reader)
        wide = (theme.WIDTH - 2 * theme.MARGIN - 2 * theme.GAP) // 3
        for index, (sign, words, label) in enumerate(facts):
            area = layout.Area(
                theme.MARGIN + index * (wide + theme.GAP), _COVER, wide, _TILES - 2 * theme.GAP
            )
            layout.tray(canvas, area, 26)
            middle, room = area.centre[0], wide - 28
            canvas.sprite(sign, (middle - 38, area.y + 22), (76, 76))
            canvas.write(words, (middle, area.y + 144), theme.HAND_TITLE, align="middle", room=room)
            style, colour, spot = _LABEL, theme.TEXT_SOFT, (middle, area.y + 200)
            canvas.write(label, spot, style, colour, align="middle", room=room)
        self._paint_foot(canvas, reader, portraits)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the invitation in words."""
        texts = [say("{name}: {game}.", name=self.name, game=self.title)]
        texts += [
            say("{fact}, {label}.", fact=symbol(words), label=symbol(label))
            for _, words, label in self._facts(reader)
        ]
        texts.append(say("{joined}.", joined=self._joined()))
        people = [
            say("{name}.", name=Person(name=clean(name, index, drawn=False)))
            for index, name in enumerate(self.people)
        ]
        return sentences_of_people(texts, people, reader)

    def _facts(self, reader: Reader) -> list[tuple[str, str, str]]:
        """Return three signs with two lines each: when, at what tables, and for how long."""
        moment, language = dt.datetime.fromisoformat(self.starts), reader.language
        time = format_skeleton("EHm", moment, locale=language)
        day = format_skeleton("MMMd", moment, locale=language)
        if isinstance(self.length, Text):
            length = speak(self.length, reader)
        else:
            minutes = symbol(span(*self.length, language))
            length = speak(say("about {minutes} min", minutes=minutes), reader)
        return [
            ("token:calendar", str(time), f"{day}, {self.zone}"),
            (
                "token:pawn",
                speak(say("Tables of {n}", n=self.table_size), reader),
                speak(say("mixed each round"), reader),
            ),
            (
                "token:star-won",
                speak(say_many("{n} round", "{n} rounds", self.rounds), reader),
                length,
            ),
        ]

    def _joined(self) -> Text:
        count = len(self.people)
        if self.present is not None:
            return say("{n} of {of} checked in", n=self.present, of=count)
        return say("{n} of {of} joined", n=count, of=self.most)

    def _paint_cover(self, canvas: Canvas, reader: Reader) -> None:
        art, left = poster_art.art_of(self.game), theme.MARGIN + 12.0
        middle, y = theme.WIDTH - poster_art.WIDE / 2 - 52, _COVER / 2
        for side, thing in ((-1, art.things[0]), (1, art.things[-1])):
            size = (thing.size[0] * _LARGER, thing.size[1] * _LARGER)
            spot = (middle + side * 125 - size[0] / 2, y - size[1] / 2)
            canvas.sprite(thing.sprite, spot, size, Look(turn=side * 13.0, shadow=8))
        spot = (middle - _CUP[0] / 2, y - _CUP[1] / 2 + 10)
        canvas.sprite("icon:trophy", spot, _CUP, Look(shadow=10))
        room = theme.WIDTH - poster_art.WIDE - left - 100
        canvas.write(speak(labels.TOURNAMENT, reader), (left, 88), theme.HAND_PILL, room=room)
        lines = layout.lines(speak(self.name, reader), _NAME, room)[:2]
        y = 184.0 if len(lines) < 2 else 164.0
        for line in lines:
            canvas.write(line, (left, y), _NAME, room=room)
            y += 92
        title, style = speak(self.title, reader), theme.HAND_PILL
        layout.pill(
            canvas, (left, y + 16), title, sprite=art.sign, style=style, height=80, room=room
        )

    def _paint_foot(self, canvas: Canvas, reader: Reader, portraits: Portraits) -> None:
        """Draw the first faces and how many people there are, free of the clients' badge."""
        top = canvas.height - _FOOT + theme.GAP
        canvas.box((0, top), Box(theme.WIDTH, _FOOT, 0, canvas.palette.well))
        y, right = top + (_FOOT - theme.GAP) / 2, theme.WIDTH - theme.MARGIN
        words = speak(self._joined(), reader)
        used = canvas.write(words, (right, y), theme.HAND_PILL, align="right", room=520)
        left = layout.BADGE_RIGHT + 58
        faces = min(FACES, int((right - used - 130 - left) // _FACE) + 1)
        names = [clean(name, index) for index, name in enumerate(self.people[:faces])]
        for index, code in enumerate(initials(names)):
            who = layout.PersonLook(index, names[index], code, portrait_of(portraits, index))
            spot = (left + index * _FACE, y)
            layout.disc(canvas, spot, 54, canvas.palette.well)
            layout.person_disc(canvas, who, spot, 50)
        if len(self.people) > len(names):
            words = speak(say("+ {n}", n=len(self.people) - len(names)), reader)
            spot = (left + len(names) * _FACE - 20, y)
            canvas.write(words, spot, theme.HAND_PILL, theme.TEXT_SOFT, room=110)


class StandingLine(Frozen):
    """One person in the standings; ties share a place."""

    place: int
    name: str
    points: int
    firsts: int
    places: tuple[int, ...] = ()
    """The place at the table of each round; 0 without a table or a result."""


class TournamentPoster(Frozen):
    """The standings after a round, the first places first."""

    filename: ClassVar = "standings.png"
    title: Text
    subtitle: Text
    rows: tuple[StandingLine, ...]
    game: str = ""
    """The key of the game whose colours it takes."""

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the standings; the height depends only on the number of rows."""
        rows = self.rows[:MOST]
        # The full foot, however tall: the lower left corner is covered by clients.
        tall = _TOP + max(2, len(rows)) * _STEP - 8 + layout.FOOT
        canvas = Canvas(tall, theme.palette_of(self.game), size)
        canvas.sprite("icon:trophy", (theme.MARGIN, 28), (64, 64))
        right, style = theme.WIDTH - theme.MARGIN, theme.HAND_PILL
        words = speak(self.subtitle, reader)
        used = layout.pill(
            canvas, (right, 60), words, align="right", style=style, height=72, room=520
        )
        room = right - used - 20 - theme.MARGIN - 82
        canvas.write(
            speak(self.title, reader), (theme.MARGIN + 82, 60), theme.HAND_TITLE, room=room
        )
        for label, x in ((labels.ROUNDS, _CHIPS_RIGHT), (labels.POINTS, right - 26)):
            heading, spot = speak(label, reader), (x, _TOP - 32)
            style, colour = theme.HAND_CAPTION, theme.TEXT_SOFT
            canvas.write(heading, spot, style, colour, align="right", room=300)
        names = [clean(row.name, row.place - 1) for row in rows]
        for line, (row, code) in enumerate(zip(rows, initials(names), strict=True)):
            area = layout.Area(
                theme.MARGIN, _TOP + line * _STEP, theme.WIDTH - 2 * theme.MARGIN, _ROW
            )
            earned = row.points > 0 and has_medal(row.place, len(self.rows))
            who = layout.PersonLook(line, names[line], code, portrait_of(portraits, line))
            _paint_row(canvas, row, who, reader, area, earned=earned)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the standings in words, at most 1024 characters."""
        opening = [say("{title}, {subtitle}.", title=self.title, subtitle=self.subtitle)]
        return sentences_of_people(opening, [_sentence(row) for row in self.rows], reader)


def _sentence(row: StandingLine) -> Text:
    return say(
        "{place}. {name}: {points}, {wins}.",
        place=row.place,
        name=Person(name=clean(row.name, row.place - 1, drawn=False)),
        points=say_many("{n} point", "{n} points", row.points),
        wins=say_many("{n} table won", "{n} tables won", row.firsts),
    )


def _paint_row(
    canvas: Canvas,
    row: StandingLine,
    who: layout.PersonLook,
    reader: Reader,
    area: layout.Area,
    *,
    earned: bool,
) -> None:
    palette, y = canvas.palette, area.centre[1]
    box = Box(round(area.width), _ROW, 22, palette.panel, line=palette.line)
    canvas.box(area[:2], box)
    place_sign(canvas, row.place, reader, (area.x + 60, y), earned=earned)
    layout.person_disc(canvas, who, (area.x + 156, y), 36)
    shown = row.places[-ROUNDS:]
    round_chips.paint(canvas, shown, reader, (_CHIPS_RIGHT, y))
    left = _CHIPS_RIGHT - round_chips.width_of(shown)
    canvas.write(who.name, (area.x + 212, y), theme.HAND_NAME, room=left - area.x - 236)
    points = number(row.points, reader.language)
    canvas.write(points, (area.right - 26, y), theme.HAND_SCORE, align="right", room=170)
