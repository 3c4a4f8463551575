"""The poster of a lobby: its game, players and options."""

from typing import ClassVar, NamedTuple

from games.core.text import Person, Reader, Text, TextList, say, say_many, speak, symbol
from games.core.values import Frozen
from render import labels
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits, portrait_of
from render.engine.display_names import clean, initials
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import layout
from render.scenes.posters import game_head
from render.subject import drawable_names

_SEAT, _LOW_SEAT, _FREE = 132, 90, 96
"""The height of a place for few players and for many, and of the places that are free."""
_FEW = 8
_NARROW = 400
"""The width of a place up to which its things stand closer."""
_CHIPS = 3
"""Lines of changed options that fit above the seats."""


class LobbySeat(Frozen):
    """A taken place of the lobby."""

    name: str
    host: bool = False
    level: Text | None = None
    """How well a bot plays here; None for a person."""


class LobbyPoster(Frozen):
    """A table before its match starts."""

    filename: ClassVar = "lobby.png"
    game: str
    title: Text
    tagline: Text
    seats: tuple[LobbySeat, ...]
    least: int
    most: int
    minutes: tuple[int, int]
    options: tuple[Text, ...] = ()
    """The options that differ from the default: "Reserves: no"."""

    def paint(self, reader: Reader, size: theme.Size, portraits: Portraits, /) -> Canvas:
        """Paint the poster; its height depends on the options and on the taken places."""
        palette, taken = theme.palette_of(self.game), len(self.seats)
        high = _SEAT if taken <= _FEW else _LOW_SEAT
        chips = _chips([speak(option, reader) for option in self.options])
        top = game_head.HERO + 30 + (chips[-1].line * 66 + 74 if chips else 0)
        areas = layout.seat_areas(max(1, taken), top, 2 if taken <= _FEW else 3, high, widest=561)
        free = layout.Area(32, areas[-1].bottom + theme.GAP, theme.WIDTH - 64, _FREE)
        bottom = free.bottom if taken < self.most else areas[-1].bottom
        canvas = Canvas(round(bottom) + 104, palette, size)
        game_head.paint_hero(
            canvas,
            game_head.GameHead(self.game, self.title, (self.least, self.most), self.minutes),
            reader,
        )
        _options(canvas, chips, game_head.HERO + 20)
        names = drawable_names([seat.name for seat in self.seats], taken)
        codes = initials(names)
        for place, area in enumerate(areas[:taken]):
            portrait = portrait_of(portraits, place)
            who = layout.PersonLook(place, names[place], codes[place], portrait)
            _taken(canvas, self.seats[place], who, reader, area)
        if taken < self.most:
            canvas.box(
                free[:2], Box(round(free.width), _FREE, 26, "", line=palette.line, thick=4, dash=14)
            )
            words = speak(say("+ {n} free", n=self.most - taken), reader)
            canvas.write(words, free.centre, theme.HAND_CAPTION, align="middle", room=free.width)
        _readiness(canvas, self, reader, bottom + 52)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the poster in words, at most 1024 characters."""
        taken = say_many("{n} of {most} seats taken", "{n} of {most} seats taken", len(self.seats),
                         most=self.most)  # fmt: skip
        people = TextList(
            items=tuple(_person(seat, place) for place, seat in enumerate(self.seats)), style="unit"
        )
        parts = [say("{title}: {tagline}", title=self.title, tagline=self.tagline)]
        parts.append(
            say("{taken}: {people}.", taken=taken, people=people)
            if self.seats
            else say("{taken}.", taken=taken)
        )
        parts.append(game_head.length(*self.minutes))
        parts += [say("{option}.", option=option) for option in self.options]
        words = " ".join(speak(part, reader) for part in parts)
        return words if len(words) <= 1024 else words[:1023].rstrip() + "…"


def _person(seat: LobbySeat, place: int) -> Text:
    person = Person(name=clean(seat.name, place, drawn=False))
    if seat.level is not None:
        return say("{who} (bot, {level})", who=person, level=seat.level)
    return say("{name} (host)", name=person) if seat.host else say("{name}", name=person)


class OptionChip(NamedTuple):
    """One option on its capsule: words, left edge, line, width."""

    said: str
    x: float
    line: int
    width: int


def _chips(options: list[str]) -> list[OptionChip]:
    """Lay the options out in up to three lines; the last chip shows how many are left out."""
    chips: list[OptionChip] = []
    x, line = float(theme.MARGIN), 0
    for place, words in enumerate(options):
        wide = min(
            round(width(words, theme.CAPTION.face, theme.CAPTION.size)) + 44,
            theme.WIDTH - 2 * theme.MARGIN,
        )
        last = line == _CHIPS - 1 and place < len(options) - 1
        if x + wide > theme.WIDTH - theme.MARGIN - (108 if last else 0):
            if line == _CHIPS - 1:
                return [*chips, OptionChip(f"+{len(options) - place}", x, line, 96)]
            x, line = float(theme.MARGIN), line + 1
        chips.append(OptionChip(words, x, line, wide))
        x += wide + 12
    return chips


def _options(canvas: Canvas, chips: list[OptionChip], top: float) -> None:
    """Draw the options."""
    for chip in chips:
        y = top + 24 + 66 * chip.line
        layout.tray(canvas, layout.Area(chip.x, y - 27, chip.width, 54), 27, canvas.palette.panel)
        middle = (chip.x + chip.width / 2, y)
        canvas.write(chip.said, middle, theme.CAPTION, align="middle", room=chip.width - 28)


def _taken(
    canvas: Canvas, seat: LobbySeat, who: layout.PersonLook, reader: Reader, area: layout.Area
) -> None:
    palette = canvas.palette
    wide, high = round(area.width), round(area.height)
    lit = mixed(palette.panel, "#FFFFFF", 0.05)
    canvas.box(area[:2], Box(wide, high, 26, lit, palette.panel, palette.line, thick=2, shadow=8))
    y = area.centre[1]
    left = area.x + (60 if wide > _NARROW else 46)
    layout.person_disc(canvas, who, (left, y), 36 if wide > _NARROW else 30)
    right = area.right - (20 if wide > _NARROW else 12)
    if seat.host:
        spot = (right, y if wide > _NARROW else area.y)  # on the edge, where a name has no room
        used = word_pill_right(canvas, spot, speak(labels.HOST, reader))
        right -= 20 + used if wide > _NARROW else 0
    if seat.level is not None:
        layout.disc(canvas, (right - 28, y), 28, theme.PAPER)
        canvas.sprite("token:robot", (right - 50, y - 22), (44, 44))
        right -= 76
    left += 54 if wide > _NARROW else 42
    canvas.write(who.name, (left, y), theme.NAME, room=right - left)


def word_pill_right(canvas: Canvas, spot: tuple[float, float], words: str) -> float:
    """Draw a word on a dark capsule that ends at `at`; returns its width."""
    wide = round(width(words, theme.BADGE.face, 31)) + 32
    return layout.word_pill(canvas, (spot[0] - wide, spot[1]), words, theme.TEXT)


def _readiness(canvas: Canvas, lobby: LobbyPoster, reader: Reader, y: float) -> None:
    """Say whether the match can start, to the right of where clients put their badge."""
    taken, x = len(lobby.seats), float(layout.BADGE_RIGHT)
    missing = lobby.least - taken
    if missing > 0:
        words = speak(say_many("{n} more to start", "{n} more to start", missing), reader)
        canvas.write(words, (x, y), theme.HAND_CAPTION, theme.GOLD, room=theme.WIDTH - x - 32)
        return
    canvas.sprite("token:tick", (x, y - 30), (60, 60))
    span = symbol(game_head.span(lobby.least, lobby.most, reader.language))
    words = speak(say("Ready: {n} of {span}", n=taken, span=span), reader)
    canvas.write(words, (x + 76, y), theme.HAND_CAPTION, theme.LEAF, room=theme.WIDTH - x - 108)
