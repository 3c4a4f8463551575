"""Building blocks of all scenes: header, pills, avatars, seat frames."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.tableau import Mark, SeatPanel
from games.core.values import Seat
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.avatars import portrait_of
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import fit, fits, width
from render.sprites import Look, known
from render.subject import Subject

HEADER = 96
FRAME_RADIUS = 28
TAB = 42
CROWN = (38, 38)
"""Small enough for an avatar without covering the initial."""


_LETTERS = {"playable": theme.INK, "dim": theme.TEXT_OUT, "out": theme.TEXT_OUT}


FOOT = 104
"""Ground below the seats: clients put their badge for alt texts into its left end."""

BADGE_RIGHT = 180
"""To the right of this, the foot is free of the clients' badge."""


def height(bottom: float) -> int:
    """Return the height of a picture with content down to `bottom`; tall ones have a low foot."""
    return min(round(bottom) + FOOT, max(theme.TALLEST, round(bottom) + 12))


class Area(NamedTuple):
    """A rectangle of the design."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Spot:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, across: float, down: float) -> "Area":
        """Return the rectangle without a margin on every side."""
        return Area(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


class PersonLook(NamedTuple):
    """A person on a poster or a podium."""

    seat: Seat
    name: str
    code: str
    portrait: bytes | None


def header(canvas: Canvas, icon: str, title: str, progress: str = "", sprite: str = "") -> None:
    """Draw icon and title at the left, and the match's progress in a pill at the right."""
    if icon:
        canvas.sprite(icon, (theme.MARGIN, 18), (64, 64))
    room: float = theme.WIDTH - 2 * theme.MARGIN - 80
    if progress:
        room -= (
            pill(
                canvas,
                (theme.WIDTH - theme.MARGIN, 50),
                progress,
                sprite=sprite,
                align="right",
                room=620,
            )
            + 24
        )
    canvas.write(title, (theme.MARGIN + 80, 50), theme.TITLE, room=room)


def progress_pill(canvas: Canvas, show: Subject) -> float:
    """Draw the match's progress at the right of the header; return where it is free to the left."""
    right, words = theme.WIDTH - theme.MARGIN, show.progress()
    return right - pill(canvas, (right, 50), words, align="right") - 14 if words else right


def pill(
    canvas: Canvas,
    spot: Spot,
    words: str,
    *,
    sprite: str = "",
    align: str = "left",
    style: theme.Style = theme.BADGE,
    height: int = 58,
    room: float = theme.WIDTH,
    is_golden: bool = False,
) -> float:
    """Draw words in a dark or golden capsule, after a sprite; `spot` is the middle of its edge.

    Returns its width, at most `room`.
    """
    icon = height - 14 if sprite and known(sprite) else 0
    around = (36 if words else 18) + (icon + 10 if icon else 0)
    drawn, size = fit(words, style, round(room - around))
    wide = round(width(drawn, style.face, size) + around)
    wide = max(wide, height)
    left = spot[0] - {"left": 0, "middle": wide / 2, "right": wide}[align]
    top = spot[1] - height / 2
    palette = canvas.palette
    box = Box(wide, height, height // 2, palette.well, line=palette.line, thick=2)
    if is_golden:
        box = Box(wide, height, height // 2, theme.GOLD)
    canvas.box((left, top), box)
    if icon:
        canvas.sprite(sprite, (left + 14, top + 7), (icon, icon))
    colour = theme.INK if is_golden else theme.TEXT
    middle = left + (wide + around - 36) / 2
    canvas.write(words, (middle, spot[1]), style, colour, align="middle", room=room - around)
    return wide


def lines(words: str, style: theme.Style, room: float) -> list[str]:
    """Break words into lines that fit into `room`."""
    broken: list[str] = []
    whole = theme.Style(style.face, style.size, style.size)
    for word in words.split():
        longer = f"{broken[-1]} {word}" if broken else word
        if broken and fits(longer, whole, room):
            broken[-1] = longer
        else:
            broken.append(word)
    return broken


def word_pill(
    canvas: Canvas,
    spot: Spot,
    words: str,
    colour: str = theme.OUT_WORD,
    style: theme.Style = theme.WORD,
) -> float:
    """Draw a state word on a dark capsule; `spot` is the middle of its left edge."""
    wide, half = round(width(words, style.face, style.size)) + 32, style.size // 2 + 7
    canvas.box((spot[0], spot[1] - half), Box(wide, 2 * half, half, theme.OUT_GROUND))
    canvas.write(words, (spot[0] + wide / 2, spot[1]), style, colour, align="middle")
    return wide


def disc(canvas: Canvas, centre: Spot, radius: int, fill: str, foot: str = "") -> None:
    """Draw a filled circle."""
    corner = (centre[0] - radius, centre[1] - radius)
    canvas.box(corner, Box(2 * radius, 2 * radius, radius, fill, foot))


def avatar(
    canvas: Canvas, show: Subject, seat: Seat, centre: Spot, radius: int, *, out: bool = False
) -> None:
    """Draw the coloured disc with the initial of a seat."""
    seat_disc(canvas, show.codes[seat], seat, centre, radius=radius, out=out)


def person_disc(canvas: Canvas, who: PersonLook, centre: Spot, radius: int) -> None:
    """Draw a person whose name is beside it: the avatar in a ring of the seat's colour.

    Without a valid avatar, it is the seat's disc with its initial.
    """
    if who.portrait is not None:
        disc(canvas, centre, radius, theme.SEATS[who.seat % len(theme.SEATS)])
        if canvas.portrait(who.portrait, centre, radius - 4):
            return
    seat_disc(canvas, who.code, who.seat, centre, radius=radius)


def seat_disc(
    canvas: Canvas, code: str, seat: Seat, centre: Spot, *, radius: int, out: bool = False
) -> None:
    """Draw a disc in the colour of a seat with its initial."""
    colour, ink = theme.SEATS[seat % len(theme.SEATS)], theme.INK
    if out:
        colour, ink = mixed(colour, canvas.palette.bottom, 0.66), theme.TEXT
    disc(canvas, centre, radius, mixed(colour, "#FFFFFF", 0.12), mixed(colour, "#000000", 0.1))
    size = max(14, round(radius * (0.6 if len(code) == 1 else 0.48))) * 2
    style = theme.Style(theme.LETTER.face, size, min(size, 20))
    canvas.write(code, centre, style, ink, align="middle", room=radius * 1.75)


def seat_frame(
    canvas: Canvas, turn: str, marks: tuple[Mark, ...], area: Area, *, is_alone: bool
) -> None:
    """Draw the panel of one seat: plain, golden with a tab on its turn, faded when out.

    `turn` is the word on the tab; `alone` means that no other seat acts, so this one may glow.
    """
    palette = canvas.palette
    wide, high = round(area.width), round(area.height)
    if Mark.TURN in marks:
        ground = mixed(palette.panel, theme.GOLD, 0.14)
        box = Box(
            wide, high, FRAME_RADIUS, ground, line=theme.GOLD, thick=5, glow=14 if is_alone else 0
        )
        canvas.box(area[:2], box)
        tab(canvas, turn, area)
    elif Mark.OUT in marks:
        sunk = mixed(palette.panel, palette.bottom, 0.62)
        canvas.box(area[:2], Box(wide, high, FRAME_RADIUS, sunk))
    else:
        canvas.box(area[:2], _calm(palette, wide, high))


def _calm(palette: theme.Palette, wide: int, high: int) -> Box:
    lit = mixed(palette.panel, "#FFFFFF", 0.04)
    return Box(wide, high, FRAME_RADIUS, lit, palette.panel, palette.line, 2)


def tab(canvas: Canvas, words: str, area: Area) -> None:
    """Draw the golden word on the upper edge of a frame."""
    wide = round(width(words, theme.WORD.face, theme.WORD.size)) + 38
    left = area.centre[0] - wide / 2
    canvas.box((left, area.y - TAB / 2), Box(wide, TAB, TAB // 2, theme.GOLD))
    canvas.write(words, (left + wide / 2, area.y), theme.WORD, theme.INK, align="middle")


def seat_avatar(
    canvas: Canvas,
    show: Subject,
    seat: Seat,
    marks: tuple[Mark, ...],
    centre: Spot,
    *,
    radius: int = 30,
) -> None:
    """Draw a seat's avatar with the chips of its marks, each with a sign of its own."""
    if Mark.TURN in marks:
        disc(canvas, centre, radius + 6, theme.GOLD)
        disc(canvas, centre, radius + 3, theme.INK)
    out = Mark.OUT in marks
    if out or not _portrait(canvas, show, seat, centre, radius):
        avatar(canvas, show, seat, centre, radius, out=out)
    x, y = centre
    if Mark.DEALER in marks:
        dealer_chip(canvas, show, (x + radius + 6, y + radius - 10))
    if Mark.READY in marks:
        canvas.sprite("token:tick", (x - radius - 10, y + radius - 24), (34, 34))
    if Mark.LEADER in marks:
        canvas.sprite("token:lead", (x - radius - 10, y + radius - 24), (34, 34))
    if Mark.WINNER in marks:
        canvas.sprite("icon:crown", (x - 19, y - radius - 20), CROWN)


def _portrait(canvas: Canvas, show: Subject, seat: Seat, centre: Spot, radius: int) -> bool:
    """Paint the portrait of a seat with its initial beside it; return False if there is none."""
    data = portrait_of(show.portraits, seat)
    if data is None or not canvas.portrait(data, centre, radius):
        return False
    code, (x, y) = show.codes[seat], centre
    chip = 17 if len(code) == 1 else 25
    spot = (x - radius + 8, y - radius + 10)
    disc(canvas, spot, chip + 3, theme.INK)
    disc(canvas, spot, chip, theme.SEATS[seat % len(theme.SEATS)])
    style = theme.Style(theme.LETTER.face, 28, 28)
    canvas.write(code, spot, style, theme.INK, align="middle", room=2 * chip)
    return True


def wanted() -> Iterator[Fixed]:
    """Return the signs of seats' marks, to be drawn in advance."""
    yield Fixed("token:tick", (0, 0), (34, 34))
    yield Fixed("token:lead", (0, 0), (34, 34))
    yield Fixed("token:dealer", (0, 0), (42, 42), Look(shadow=3))
    yield Fixed("icon:crown", (0, 0), CROWN)


def dealer_chip(canvas: Canvas, show: Subject, centre: Spot) -> None:
    """Draw the dealer's chip, with the letter of the reader's language."""
    x, y = centre
    canvas.sprite("token:dealer", (x - 21, y - 21), (42, 42), Look(shadow=3))
    letter = theme.Style(theme.LETTER.face, 30, 28)
    canvas.write(show.say(labels.DEALER_LETTER), (x, y), letter, theme.INK, align="middle", room=30)


def tray(canvas: Canvas, area: Area, radius: int = 28, fill: str = "") -> None:
    """Draw the ground of an area with a line around it: dark, or filled with another colour."""
    palette = canvas.palette
    wide, high = round(area.width), round(area.height)
    box = Box(wide, high, radius, fill or palette.well, line=palette.line, thick=2)
    canvas.box(area[:2], box)


def letter_pill(canvas: Canvas, centre: Spot, letter: str, look: str) -> None:
    """Draw the letter of a card's button: gold if the card can be chosen now, otherwise dull."""
    live = look == "playable"
    wide = max(70, round(width(letter, theme.LETTER.face, theme.LETTER.size)) + 36)
    corner = (centre[0] - wide / 2, centre[1] - 30)
    if live:
        canvas.box(corner, Box(wide, 60, 30, theme.GOLD))
    else:
        canvas.box(corner, Box(wide, 60, 30, theme.OUT_GROUND, line=canvas.palette.line, thick=2))
    canvas.write(letter, centre, theme.LETTER, _LETTERS.get(look, theme.TEXT), align="middle")


def count_badge(canvas: Canvas, centre: Spot, words: str, style: theme.Style = theme.BADGE) -> None:
    """Draw the number of things here on a dark capsule."""
    high = style.size + 12
    wide = max(high, round(width(words, style.face, style.size)) + 28)
    canvas.box(
        (centre[0] - wide / 2, centre[1] - high / 2), Box(wide, high, high // 2, theme.OUT_GROUND)
    )
    canvas.write(words, centre, style, theme.TEXT, align="middle")


def seat_areas(
    count: int, top: float, columns: int, height: float, widest: float = 420
) -> list[Area]:
    """Return the places of the seats' panels in turn order: full lines, the last one centred."""
    wide = min(widest, (theme.WIDTH - 2 * theme.MARGIN - theme.GAP * (columns - 1)) / columns)
    areas = []
    for place in range(count):
        line, column = divmod(place, columns)
        here = min(columns, count - line * columns)
        start = (theme.WIDTH - here * wide - (here - 1) * theme.GAP) / 2
        x, y = start + column * (wide + theme.GAP), top + line * (height + theme.GAP + 8)
        areas.append(Area(round(x), round(y), round(wide), height))
    return areas


def acting_last(panels: Sequence[SeatPanel], areas: Sequence[Area]) -> list[tuple[SeatPanel, Area]]:
    """Return panels with their places: seats that act come last, as their glow covers others."""
    return sorted(zip(panels, areas, strict=True), key=lambda pair: Mark.TURN in pair[0].marks)


def paper_tile(canvas: Canvas, area: Area, words: str, *, live: bool = True) -> None:
    """Draw a thing without a sprite: its short name on a paper tile."""
    fill = theme.PAPER if live else mixed(theme.PAPER, canvas.palette.bottom, 0.46)
    wide, high = round(area.width), round(area.height)
    canvas.box(
        area[:2], Box(wide, high, max(6, wide // 10), fill, line=theme.INK, thick=2, shadow=6)
    )
    size = min(30, max(14, round(area.width * 0.2))) * 2
    style = theme.Style(theme.LETTER.face, size, min(size, 20))
    canvas.write(words, area.centre, style, theme.INK, align="middle", room=area.width - 12)
