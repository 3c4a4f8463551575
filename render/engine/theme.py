"""Colours and type sizes of all pictures.

Sizes are pixels of a picture 1200 pixels wide. A phone shows it at 350, so 34 becomes 10. Gold on a
panel means only "your turn", "playable" or "winning".
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

WIDTH = 1200
TALLEST = 1320
"""Clients shrink taller pictures too much."""
MARGIN = 32
GAP = 14

TEXT = "#FFF8EE"
TEXT_SOFT = "#CFC3BD"
TEXT_OUT = "#ABA09C"
INK = "#211A1D"
PAPER = "#FFFBF2"
PAPER_SHADE = "#F1E7D6"
GOLD = "#FFCB4D"
LEAF = "#63D08A"
TOMATO = "#E5372A"
OUT_WORD = "#FF9A8C"
OUT_GROUND = "#171013"

SEATS = (
    "#FF8A65", "#4DD0E1", "#FFD54F", "#BA9BFF", "#81D98A", "#FF8FB8", "#7FB2FF",
    "#D7C49A", "#5FD9B8", "#E58CF0", "#C7DB5C", "#A5B8C4", "#F2B48B",
)  # fmt: skip
"""One colour per seat. They aren't safe for colour-blind people: the initial identifies a seat."""


class Size(Enum):
    """Pixels of a picture per pixel of its design."""

    SMALL = 0.6
    """For pictures that move."""
    STANDARD = 1.0
    LARGE = 1.5


@dataclass(frozen=True, slots=True)
class Palette:
    """The ground colours of one game's table."""

    name: str
    top: str
    bottom: str
    panel: str
    line: str
    well: str
    """A darker ground inside panels: pills, trays, empty places."""
    colours: str = ""
    """The game whose numbered colours the picture has; none for true colour."""


TOMATE = Palette("tomate", "#123B30", "#0B241E", "#1B4A3D", "#2F6B59", "#0D2A22")
KARATE = Palette("karate", "#5A2632", "#1E0C13", "#5A2C38", "#9C5468", "#1B0B10")
TATAMI = Palette("tatami", "#2C2822", "#1B1815", "#3A342B", "#5A5040", "#15120F")
MACHINES = Palette("machines", "#1A2440", "#10172B", "#26335A", "#40528A", "#0B1122")
VINES = Palette("vines", "#3B4A2C", "#232E1B", "#465530", "#7F9158", "#1D2614")
PLUM = Palette("plum", "#33203F", "#1D1226", "#45305A", "#665080", "#170D1F")
"""For a game without colours of its own."""

PALETTES = (TOMATE, KARATE, TATAMI, MACHINES, VINES, PLUM)

_BY_GAME = {
    "tomate": TOMATE,
    "karate_tomate": KARATE,
    "dojo": TATAMI,
    "tomatomat": MACHINES,
    "diced_tomatoes": VINES,
}


def palette_of(game: str) -> Palette:
    """Return the palette of a game by its key."""
    return _BY_GAME.get(game, PLUM)


@cache
def numbered(game: str) -> Palette:
    """Return the palette of a game for pictures of its numbered colours, if it has such."""
    palette = palette_of(game)
    return replace(palette, colours=game) if game in _BY_GAME else palette


@dataclass(frozen=True, slots=True)
class Style:
    """A text style: its face, its size, and how far it may shrink before it is cut."""

    face: str
    size: int
    floor: int


BOLD = "Fredoka-700"
ROUND = "Fredoka-600"
PLAIN = "Rubik-500"
STRONG = "Rubik-600"
GREEK = "Manrope-800"
"""Used only for Greek, which the others lack."""
OTHERS = (
    GREEK,
    "NotoSans-Bold",
    "NotoSansDevanagari-Bold",
    "NotoSansThai-Bold",
    "NotoSansCJK-Bold",
)
"""Used only for letters of names that the faces above lack, the first that has a letter."""

# Sizes are even and shrink by two. So there are few fonts, and all are opened in advance.
TITLE = Style(ROUND, 50, 36)
DECIDING = Style(BOLD, 48, 40)
NAME = Style(STRONG, 40, 28)
STAT = Style(ROUND, 40, 34)
SCORE = Style(ROUND, 40, 22)
AMOUNT = Style(BOLD, 48, 26)
"""Numbers that grow in a long match: they shrink rather than lose a digit."""
BADGE = Style(ROUND, 36, 32)
LETTER = Style(BOLD, 40, 34)
WORD = Style(ROUND, 30, 28)
CAPTION = Style(PLAIN, 30, 28)

# Hands are read on a phone, so nothing there is below 42, which is 11.5 on a phone.
HAND_TITLE = Style(ROUND, 58, 46)
HAND_PILL = Style(ROUND, 46, 42)
HAND_NAME = Style(STRONG, 44, 42)
HAND_CLAUSE = Style(STRONG, 46, 42)
HAND_CAPTION = Style(ROUND, 44, 42)
HAND_SCORE = Style(BOLD, 60, 42)
HAND_STAKE = Style(BOLD, 98, 54)
HAND_GAIN = Style(BOLD, 88, 54)
"""What a hand brought; the viewer's own is larger than the others'."""
OWN_GAIN = Style(BOLD, 110, 60)
