"""The end of a match: a podium with everybody's points, new titles, and how it was decided."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

from games.core import text
from games.core.game import has_medal, in_words
from games.core.tableau import Token
from games.core.text import Reader, Text, say, say_many, seats, speak
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
from render.scenes.posters import round_chips
from render.scenes.posters.poster_art import art_of
from render.sprites import Look
from render.subject import drawable_names, fitting, number

_HEADER = 112
_CROWN = 84
_LINE = 54
"""Height of a name, and of what stands below it, above a step."""
_BLOCKS = {2: (150, "#D9DEE3"), 1: (204, theme.GOLD), 3: (112, "#E3A56B")}
"""For each place from the left, the height of its block and its colour."""
_STONE = "#9AA3AB"
"""The colour of a step without a medal."""
_SIZES = ((72, 316), (60, 280), (48, 240), (36, 200), (28, 160))
"""Radius of the avatars and least width of a block, tried until all blocks fit side by side."""
_BETWEEN = 22
_VINE_TALL, _HARVEST = 694, 204
"""The heights of a withered vine with its headline, and of the slots below it."""
_STAR = 64
"""The side of the star at a slot that counts."""
_LOST = theme.Style(theme.BOLD, 92, 54)
_ROW, _LOW_ROW = 92, 76
"""The height of a row below the podium, and of one among many."""
_FEW = 6
"""The most rows in two columns."""
_WIDE = 440
"""A row that is wider has room for a change of rating."""
_STORY = 148
_FOOT_LINES = 2
"""The most lines of a reason in the foot."""
_STICKER = 76
_WIDEST = 561
_STICKERS = 2
"""The most titles that are shown."""
_SIGN = (38, 34)
"""The arrow before a change of rating."""
_CONFETTI = (
    *((74, 34), (206, 84), (318, 22), (404, 118), (52, 152), (286, 170)),
    *((744, 30), (838, 104), (930, 18), (1056, 78), (1126, 24), (1096, 168), (968, 182)),
)
"""Where confetti lies below the header, beside the highest step."""
_SPOT = theme.Style(theme.BOLD, 88, 44)
_GAIN = theme.Style(theme.ROUND, 46, 38)


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
    bots: tuple[Seat, ...] = ()
    minutes: int | None = None
    """How long the match took."""
    changes: tuple[tuple[Seat, int], ...] = ()
    """What the match did to ratings."""
    titles: tuple[tuple[Seat, Text], ...] = ()
    """Titles that were earned for the first time."""
    story: tuple[Text, Text] | None = None
    """How the match was decided: a few words, and a clause."""
    rounds: tuple[tuple[int, ...], ...] = ()
    """The places of each seat in a tournament's rounds, which is then what has ended."""
    people: int = 0
    """How many people played in a tournament, of whom these are the first ones."""
    progress: tuple[int, int] | None = None
    """How far somebody who played alone has come, and how far they had to."""
    harvest: tuple[Token, ...] = ()
    """What that somebody has brought in; a sign without a name belongs to the thing before it."""

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

    @property
    def is_won(self) -> bool:
        """Whether anybody won the match."""
        return any(seat not in self.out for seat in self.ranking[0])

    @property
    def is_withered(self) -> bool:
        """Whether somebody alone has lost, so that nobody stands on a podium."""
        return len(self.points) == 1 and not self.is_won

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the result; the fewer parts it has, the lower it is."""
        palette = theme.palette_of(self.game)
        if self.is_withered:
            return _withered(self, reader, size)
        names = drawable_names(reader.names, len(self.points))
        looks = [
            layout.PersonLook(seat, names[seat], code, portrait_of(portraits, seat))
            for seat, code in enumerate(initials(names))
        ]
        reader = replace(reader, names=names, escape=str)
        placed = self.places()
        steps = _steps(placed)
        floor = _floor(self, steps)
        rest = [(place, seat) for place, seat in placed if place not in _BLOCKS]
        columns, high = (2, _ROW) if len(rest) <= _FEW else (3, _LOW_ROW)
        areas = layout.seat_areas(len(rest), floor + 18, columns, high, widest=561)
        bottom = areas[-1].bottom + 18 if areas else floor
        foot = _STORY if self.story else layout.FOOT
        canvas = Canvas(round(bottom) + foot, palette, size)
        on = PodiumCanvas(canvas, self, looks, reader)
        _paint_header(on)
        if self.rounds and self.is_won:
            _paint_confetti(canvas)
        for step in steps:
            _paint_step(on, step, floor)
        for (place, seat), area in zip(rest, areas, strict=True):
            _paint_row(on, place, seat, area)
        _paint_titles(on)
        _paint_foot(on, foot)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the result in words: as many whole sentences as an alt text may have."""
        parts = [say("{title}, result.", title=self.title)]
        parts += [words for words in (self.headline, self.reason) if words is not None]
        if self.is_withered:
            parts.append(say("{words}.", words=_missing(self)))
        place = 1
        for tied in self.ranking:
            # Seats that share a place may have different points.
            for points in dict.fromkeys(self.points[seat] for seat in tied):
                alike = [seat for seat in tied if self.points[seat] == points]
                words = self.told[alike[0]] if self.told else in_words(points)
                parts.append(_result(place, alike, words, is_won=not set(alike) <= set(self.out)))
            place += len(tied)
        if self.story is not None:
            parts.append(say("{story}: {what}.", story=self.story[0], what=self.story[1]))
        parts += [say("New title of {who}: {title}.", who=text.seat(who), title=title)
                  for who, title in self.titles]  # fmt: skip
        if self.changes:
            changes = [
                say(
                    "{who} {n}",
                    who=text.seat(who),
                    n=say("+{n}", n=n) if n > 0 else say("{n}", n=n),
                )
                for who, n in self.changes
            ]
            parts.append(say("Ratings: {changes}.", changes=changes))
        return sentences(parts, reader)


def _result(place: int, alike: list[Seat], words: Text, *, is_won: bool) -> Text:
    """What seats have reached; the first of a match that nobody won has no place."""
    who = seats(alike)
    if place == 1 and not is_won:
        return say("{who}: {points}.", who=who, points=words)
    return say("Place {place}: {who}, {points}.", place=place, who=who, points=words)


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
            place: max(least, len(on) * (2 * radius + 12) + 24) for place, on in tied.items() if on
        }
        if sum(wide.values()) + _BETWEEN * (len(wide) - 1) <= theme.WIDTH - 2 * theme.MARGIN:
            break
    left = (theme.WIDTH - sum(wide.values()) - _BETWEEN * (len(wide) - 1)) / 2
    steps: list[PodiumStep] = []
    for place, width in wide.items():
        steps.append(PodiumStep(place, tied[place], left, width, radius))
        left += width + _BETWEEN
    return steps


def _has_signs(podium: Podium) -> bool:
    """Whether a line below the names says what the match changed, or who is a bot."""
    return bool(podium.changes or podium.bots or podium.out or podium.rounds)


def _floor(podium: Podium, steps: Sequence[PodiumStep]) -> float:
    """Return where the steps stand: the highest has room below the header."""
    lines = _LINE * (2 if _has_signs(podium) else 1)
    tops = (_BLOCKS[step.place][0] + 2 * step.radius + lines for step in steps)
    above = _CROWN if podium.is_won else 24
    return _HEADER + above + (_STICKER if podium.titles else 0) + max(tops)


def _withered(podium: Podium, reader: Reader, size: theme.Size) -> Canvas:
    """Paint the end of a match that somebody alone has lost: a withered vine, what is missing."""
    value, of = podium.progress or (0, 0)
    canvas = Canvas(_VINE_TALL + (_HARVEST if of else 0) + layout.FOOT,
                    theme.palette_of(podium.game), size)  # fmt: skip
    on = PodiumCanvas(canvas, podium, [], reader)
    _paint_header(on)
    wide, high = 700, 480
    canvas.sprite("token:withered", ((theme.WIDTH - wide) / 2, _HEADER), (wide, high))
    words = speak(_missing(podium), reader)
    spot = (theme.WIDTH / 2, _VINE_TALL - 60)
    canvas.write(words, spot, _LOST, align="middle", room=theme.WIDTH - 2 * theme.MARGIN)
    slots = _slots(podium.harvest, value)
    step = min(166.0, (theme.WIDTH - 2 * theme.MARGIN) / max(1, of))
    side = round(step * 0.74)
    top = _VINE_TALL + 62
    for place in range(of):
        x = theme.WIDTH / 2 + (place - (of - 1) / 2) * step
        corner, middle = (x - side / 2, top), (x, top + side / 2)
        words = number(place + 1, reader.language)
        canvas.write(words, (x, top - 30), theme.HAND_CAPTION, theme.TEXT_SOFT, align="middle")
        if place < len(slots):
            thing, *signs = slots[place]
            canvas.sprite(thing, corner, (side, side))
            for sign in signs:
                spot = (corner[0] + side - _STAR // 2, top - _STAR // 2)
                canvas.sprite(sign, spot, (_STAR, _STAR), Look(shadow=6))
        else:
            line = canvas.palette.line
            canvas.box(corner, Box(side, side, side // 5, "", line=line, thick=5, dash=14))
            canvas.write("?", middle, theme.HAND_CAPTION, theme.TEXT_SOFT, align="middle")
    _paint_foot(on, layout.FOOT)
    return canvas


def _slots(harvest: Sequence[Token], count: int) -> list[list[str]]:
    """Return what lies in each filled slot, and its signs; without a harvest, tomatoes."""
    slots = list[list[str]]()
    for token in harvest:
        if token.name.message:
            slots.append([token.sprite])
        elif slots:
            slots[-1].append(token.sprite)
    return slots or [["icon:tomato"]] * count


def _missing(podium: Podium) -> Text:
    """Say that somebody alone has lost, and how little was missing."""
    if podium.progress is None:
        return labels.WITHERED
    missing = podium.progress[1] - podium.progress[0]
    return say_many("Withered, {n} tomato short", "Withered, {n} tomatoes short", missing)


class PodiumCanvas(NamedTuple):
    """What a podium is drawn on, and for whom."""

    canvas: Canvas
    podium: Podium
    looks: Sequence[layout.PersonLook]
    reader: Reader


def _paint_header(on: PodiumCanvas) -> None:
    """Draw who has won, and how long it took or how many played, if that fits beside it."""
    canvas, podium, reader = on.canvas, on.podium, on.reader
    sign = "icon:trophy" if podium.is_won else art_of(podium.game).sign
    y, left, right = _HEADER / 2 + 6, theme.MARGIN + 92, theme.WIDTH - theme.MARGIN + 10.0
    canvas.sprite(sign, (theme.MARGIN, y - 36), (72, 72))
    headline = speak(podium.headline or podium.title, reader).removesuffix(".")
    fact = ""
    if podium.people:
        fact = speak(say_many("{n} player", "{n} players", podium.people), reader)
    elif podium.minutes is not None:
        fact = f"{number(podium.minutes, reader.language)} {speak(labels.MINUTES, reader)}"
    style = theme.HAND_PILL
    wide = min(300.0, text_width(fact, style.face, style.size) + 36) + 24
    if fact and fits(headline, theme.HAND_TITLE, right - left - wide):
        layout.pill(canvas, (right, y), fact, align="right", style=style, height=76, room=300)
        right -= wide
    canvas.write(headline, (left, y), theme.HAND_TITLE, room=right - left)


def _paint_confetti(canvas: Canvas) -> None:
    """Draw confetti beside the winners of a tournament."""
    for index, (x, y) in enumerate(_CONFETTI):
        box = Box(28, 18, 7, theme.SEATS[index * 2 % len(theme.SEATS)])
        canvas.box((x, _HEADER + y), box)


def _paint_step(on: PodiumCanvas, step: PodiumStep, floor: float) -> None:
    """Draw one step of the podium with those on it and their points; the winners' is golden."""
    canvas, podium = on.canvas, on.podium
    high, colour = _BLOCKS[step.place][0], podium.colour(step.place)
    top = floor - high
    light, dark = mixed(colour, "#FFFFFF", 0.15), mixed(colour, "#000000", 0.22)
    canvas.box((step.left, top), Box(step.width, high, 22, light, dark, shadow=10))
    room = (step.width - 24) / len(step.seats)
    points, across = [podium.points[seat] for seat in step.seats], room
    if len(set(points)) == 1:
        points, across = points[:1], step.width - 24.0
    for order, value in enumerate(points):
        spot = (step.left + 12 + (order + 0.5) * across, top + high / 2 + 2)
        words = fitting(value, on.reader.language, _SPOT, across - 12)
        canvas.write(words, spot, _SPOT, theme.INK, align="middle", room=across - 12)
    for order, seat in enumerate(step.seats):
        x = step.left + 12 + (order + 0.5) * room
        _paint_person(on, seat, (x, top - 32), room - 8, step.radius)
    if colour == theme.GOLD:
        lines = _LINE * (2 if _has_signs(podium) else 1)
        x, above = step.left + step.width / 2, top - lines - 2 * step.radius
        canvas.sprite("icon:crown", (x - 40, above - 76), (80, 80), Look(shadow=6))


def _paint_person(
    on: PodiumCanvas, seat: Seat, foot: tuple[float, float], room: float, radius: int
) -> None:
    """Draw the avatar and the name of somebody on a step, and what the match changed for them."""
    canvas, who, (x, y) = on.canvas, on.looks[seat], foot
    if _has_signs(on.podium):
        _paint_change(on, seat, (x, y), room)
        y -= _LINE
    canvas.write(who.name, (x, y), theme.HAND_NAME, align="middle", room=room)
    centre = (x, y - _LINE / 2 - 4 - radius)
    layout.person_disc(canvas, who, centre, radius)
    if seat in on.podium.bots:
        side = max(18, round(radius * 0.4))
        spot = (x + radius * 0.72, centre[1] + radius * 0.72)
        layout.disc(canvas, spot, side, theme.PAPER)
        corner = (spot[0] - side * 0.75, spot[1] - side * 0.75)
        canvas.sprite("token:robot", corner, (side * 1.5, side * 1.5))


def _paint_change(
    on: PodiumCanvas, seat: Seat, spot: tuple[float, float], room: float, align: str = "middle"
) -> float:
    """Draw the change of a rating with an arrow, or that a seat is a bot or out; return its width.

    `spot` is the middle of the line or, if it is aligned so, of its right end.
    """
    podium = on.podium
    if podium.rounds:
        return _paint_rounds(on, podium.rounds[seat], spot, room, align)
    change = dict(podium.changes).get(seat, 0)
    if seat in podium.out:
        words, change = speak(labels.OUT, on.reader), 0
    elif seat in dict(podium.changes):
        words = number(abs(change), on.reader.language)
    elif seat in podium.bots:
        words = speak(labels.BOT, on.reader)
    else:
        return 0
    sign = _SIGN[0] + 8 if change else 0
    wide = min(room, text_width(words, _GAIN.face, _GAIN.size) + sign)
    left = spot[0] - (wide if align == "right" else wide / 2)
    if change:
        token = "token:rise" if change > 0 else "token:fall"
        on.canvas.sprite(token, (left, spot[1] - _SIGN[1] / 2), _SIGN)
    colour = theme.LEAF if change > 0 else theme.TEXT_SOFT
    on.canvas.write(words, (left + sign, spot[1]), _GAIN, colour, room=room - sign)
    return wide


def _paint_rounds(
    on: PodiumCanvas, places: Sequence[int], spot: tuple[float, float], room: float, align: str
) -> float:
    """Draw the places in a tournament's rounds, as many of the last ones as fit."""
    most = max(1, int(room // round_chips.STEP))
    wide = round_chips.width_of(places[-most:])
    right = spot[0] if align == "right" else spot[0] + wide / 2
    round_chips.paint(on.canvas, places[-most:], on.reader, (right, spot[1]))
    return wide


def _paint_row(on: PodiumCanvas, place: int, seat: Seat, area: layout.Area) -> None:
    """Draw place, avatar, name, change and points of a seat that is on no step."""
    canvas, look, y = on.canvas, on.looks[seat], area.centre[1]
    wide, high = round(area.width), round(area.height)
    box = Box(wide, high, 24, canvas.palette.panel, line=canvas.palette.line, thick=2)
    canvas.box(area[:2], box)
    radius = min(30, high // 2 - 10)
    words = number(place, on.reader.language)
    canvas.write(words, (area.x + 34, y), _GAIN, theme.TEXT_SOFT, align="middle", room=48)
    left = area.x + 64 + radius
    layout.person_disc(canvas, look, (left, y), radius)
    left += radius + 12
    right = area.right - 20
    words = fitting(on.podium.points[seat], on.reader.language, theme.HAND_SCORE, 160)
    right -= 20 + canvas.write(words, (right, y), theme.HAND_SCORE, align="right", room=160)
    style = theme.NAME
    if wide > _WIDE:
        style = theme.HAND_NAME
        right -= 16 + _paint_change(on, seat, (right, y), 150, align="right")
    canvas.write(look.name, (left, y), style, room=right - left)


def _paint_titles(on: PodiumCanvas) -> None:
    """Draw new titles as stickers in the upper corners, each with its owner."""
    for order, (seat, title) in enumerate(on.podium.titles[:_STICKERS]):
        words = speak(title, on.reader)
        wide = min(_WIDEST, round(text_width(words, _GAIN.face, _GAIN.size)) + 112)
        left = theme.MARGIN if order == 0 else theme.WIDTH - theme.MARGIN - wide
        area = layout.Area(left, _HEADER + 16, wide, _STICKER)
        box = Box(wide, _STICKER, 22, theme.PAPER, line=theme.TOMATO, thick=6, shadow=8)
        on.canvas.box(area[:2], box)
        layout.person_disc(on.canvas, on.looks[seat], (area.x + 48, area.centre[1]), 26)
        spot = (area.x + 86, area.centre[1])
        on.canvas.write(words, spot, _GAIN, theme.INK, room=area.width - 106)


def _paint_foot(on: PodiumCanvas, high: int) -> None:
    """Draw how the match was decided, or else why it ended, free of the clients' badge."""
    canvas, podium = on.canvas, on.podium
    left, y = layout.BADGE_RIGHT, canvas.height - high / 2
    room = theme.WIDTH - theme.MARGIN - left
    if podium.story is None:
        reason = "" if podium.reason is None else speak(podium.reason, on.reader)
        lines = layout.lines(reason, theme.HAND_CAPTION, room)
        if len(lines) <= _FOOT_LINES and all(
            fits(line, theme.HAND_CAPTION, room) for line in lines
        ):
            for number_, line in enumerate(lines):
                spot = (left, y + (number_ - (len(lines) - 1) / 2) * 48)
                canvas.write(line, spot, theme.HAND_CAPTION, theme.TEXT_SOFT, room=room)
        return
    ground = mixed(canvas.palette.bottom, "#000000", 0.45)
    canvas.box((0, canvas.height - high), Box(theme.WIDTH, high, 0, ground))
    words, clause = (speak(part, on.reader) for part in podium.story)
    canvas.write(words, (left, y - 30), theme.HAND_CAPTION, theme.GOLD, room=room)
    canvas.write(clause, (left, y + 30), theme.HAND_CLAUSE, room=room)


def wanted() -> Iterator[Fixed]:
    """Return the signs of a result, to be drawn in advance."""
    yield Fixed("icon:trophy", (0, 0), (72, 72))
    yield Fixed("icon:crown", (0, 0), (80, 80), Look(shadow=6))
    for sign in ("token:rise", "token:fall"):
        yield Fixed(sign, (0, 0), _SIGN)
