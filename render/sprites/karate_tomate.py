"""The cards of Karate Tomate: number cards, tomatoes, triumph cards and their back.

Each colour has its vegetable in a paper disc, so nobody needs to tell colours apart. Digits are at
the upper left, where a half-covered card still shows them.
"""

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from render.engine.raster import document
from render.sprites.tomato import TOMATO_SHAPE

CARD = (100.0, 140.0)
TRIUMPH = (120.0, 130.0)
CARD_RATIO = CARD[1] / CARD[0]
TRIUMPH_RATIO = TRIUMPH[1] / TRIUMPH[0]
_ICONS = Path(__file__).parent.parent / "assets" / "icons"


class Vegetable(NamedTuple):
    """One colour of number cards: its icon, the two ends of its gradient, its ink."""

    icon: str
    fill: str
    dark: str
    ink: str


VEGETABLES = {
    "C": Vegetable("ear-of-corn", "#FFD23F", "#E5A800", "#2B2000"),
    "K": Vegetable("carrot", "#FF8B3D", "#E0641A", "#2B1200"),
    "B": Vegetable("broccoli", "#23804A", "#155C33", "#FFFFFF"),
    "M": Vegetable("mushroom", "#7CC7F2", "#479FD0", "#06263A"),
    "A": Vegetable("eggplant", "#6A3FA0", "#4A2579", "#FFFFFF"),
}
VALUES = range(1, 6)
TOMATOES = range(1, 11)
_SYMBOLS = ("trophy", "kitchen-knife", "tomato")


@cache
def picture(name: str) -> str:
    """Return a vendored icon as SVG."""
    return (_ICONS / f"{name}.svg").read_text(encoding="utf-8")


def _inlaid(name: str, x: float, y: float, side: float) -> str:
    """Return an icon as a part of another drawing, in a square with this corner."""
    shape = f'<svg x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" '
    return picture(name).strip().replace("<svg ", shape, 1)


def _digits(figure: str, spot: tuple[float, float], size: float, ink: str, anchor: str) -> str:
    return (
        f'<text x="{spot[0]:g}" y="{spot[1]:g}" font-family="Fredoka" font-weight="700"'
        f' font-size="{size:g}" text-anchor="{anchor}" fill="{ink}">{figure}</text>'
    )


def _sheet(fill: str, dark: str) -> str:
    """Draw a paper card with a coloured area that fades downwards."""
    return f"""<defs><linearGradient id="field" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="{fill}"/><stop offset="1" stop-color="{dark}"/>
</linearGradient></defs>
<rect width="100" height="140" rx="10" fill="#FFFBF2"/>
<rect x="4.5" y="4.5" width="91" height="131" rx="6" fill="url(#field)"/>"""


def vegetable(name: str) -> str:
    """Draw a number card, "A5" for aubergine 5; raises ValueError for anything else.

    "used" is the sign of the discard pile.
    """
    if name == "used":
        return _used()
    kind, value = VEGETABLES.get(name[:1]), name[1:]
    if kind is None or value not in {str(number) for number in VALUES}:
        raise ValueError(f"{name!r} is no number card")
    body = (
        _sheet(kind.fill, kind.dark),
        _digits(value, (11, 57), 64, kind.ink, "start"),
        f'<circle cx="61" cy="97" r="33" fill="{kind.dark}"/>',
        '<circle cx="61" cy="97" r="30" fill="#FFFBF2"/>',
        _inlaid(kind.icon, 38.5, 74.5, 45),
    )
    return document(CARD, "".join(body))


def _used() -> str:
    """Draw two cards thrown on each other, face down."""
    thrown = """<rect x="22" y="18" width="62" height="88" rx="9" fill="#A9938F" stroke="#FFFBF2"
 stroke-width="6" transform="rotate({turn} 50 66)"/>"""
    body = thrown.format(turn=17) + thrown.format(turn=-11)
    return document(CARD, body + '<circle cx="50" cy="64" r="17" fill="#6E5753"/>')


def tomato(name: str) -> str:
    """Draw the tomato card of a value, an angry fighter; raises ValueError for anything else."""
    if name not in {str(number) for number in TOMATOES}:
        raise ValueError(f"{name!r} is no tomato card")
    rays = "".join(
        f'<path d="M50 94L{50 + 120 * math.cos(turn):.1f} {94 + 120 * math.sin(turn):.1f}'
        f'L{50 + 120 * math.cos(turn + 0.2):.1f} {94 + 120 * math.sin(turn + 0.2):.1f}z"/>'
        for turn in (step * math.pi / 8 for step in range(16))
    )
    body = (
        _sheet("#3D3A47", "#211F28"),
        '<clipPath id="edge"><rect x="4.5" y="4.5" width="91" height="131" rx="6"/></clipPath>',
        f'<g clip-path="url(#edge)" fill="#FFFFFF" opacity=".09">{rays}</g>',
        f'<g transform="translate(12 54) scale(2.4)">{FIGHTER}</g>',
        _digits(name, (10, 50), 54, "#FFFFFF", "start"),
    )
    return document(CARD, "".join(body))


FIGHTER = f"""{TOMATO_SHAPE}
<path d="M28 14l4-3-.6 4.4 1.6 3.4-4.6-1.6z" fill="#E4DCE8"/>
<path d="M2.6 15.2C9 17.8 23 17.8 29.4 15.2l.5 4.4c-7.4 2.8-20.4 2.8-27.8 0z" fill="#FFFBF2"/>
<circle cx="16" cy="19" r="2.3" fill="#E5372A"/>
<path d="M7.5 21l5.5 2M24.5 21L19 23" stroke="#3A0D0D" stroke-width="1.7"
 stroke-linecap="round"/>
<circle cx="11.2" cy="24.6" r="1.7" fill="#3A0D0D"/>
<circle cx="20.8" cy="24.6" r="1.7" fill="#3A0D0D"/>
<path d="M13.5 28.4q2.5-1.7 5 0" fill="none" stroke="#3A0D0D" stroke-width="1.4"
 stroke-linecap="round"/>"""
"""The tomato mascot with a head band, in a box of 32 by 32."""


def sign(name: str) -> str:
    """Draw a sign: "fighter", the sign of the game, or "exchanged". Raises KeyError otherwise."""
    return {"fighter": fighter, "exchanged": exchanged}[name]()


def fighter() -> str:
    """Draw the sign of the game."""
    return document((32, 32), FIGHTER)


def triumph(name: str) -> str:
    """Draw a triumph card, "t310" for 3 trophies, 1 knife and no tomato.

    "back" is its back, "none" the sign of a round in which nobody took one. Raises ValueError for
    any other name.
    """
    if name in {"back", "none"}:
        return _triumph_back() if name == "back" else _no_triumph()
    digits = name[1:]
    if name[:1] != "t" or len(digits) != len(_SYMBOLS) or not digits.isdigit():
        raise ValueError(f"{name!r} is no triumph card")
    counts = [
        (symbol, count) for symbol, count in zip(_SYMBOLS, digits, strict=True) if count != "0"
    ]
    return document(TRIUMPH, _cream() + "".join(_lines(counts)))


_LINE_SIZES = {1: (54, 70), 2: (46, 54), 3: (36, 45)}
"""For each number of lines, the side of an icon and the size of a digit."""


def _lines(counts: list[tuple[str, str]]) -> list[str]:
    """Draw icon and number in each line, evenly spread over the card."""
    icon, size = _LINE_SIZES[len(counts)]
    room = 114 / len(counts)
    drawn = []
    for place, (symbol, count) in enumerate(counts):
        middle = 8 + room * (place + 0.5)
        left = 60 - (icon + size * 0.62 + 6) / 2
        drawn.append(_inlaid(symbol, left, middle - icon / 2, icon))
        spot = (left + icon + 6, middle + size * 0.35)
        drawn.append(_digits(count, spot, size, "#2B2016", "start"))
    return drawn


def _cream() -> str:
    return """<defs><linearGradient id="cream" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#FFF4D2"/><stop offset="1" stop-color="#FFE09A"/>
</linearGradient></defs>
<rect width="120" height="130" rx="11" fill="#FFFBF2"/>
<rect x="4" y="4" width="112" height="122" rx="8" fill="url(#cream)" stroke="#D9A93A"
 stroke-width="2.5"/>"""


def _triumph_back() -> str:
    stripes = "".join(
        f'<path d="M{left} 130L{left + 130} 0h14L{left + 14} 130z"/>'
        for left in range(-130, 120, 34)
    )
    return document(
        TRIUMPH,
        f"""<clipPath id="edge"><rect x="6" y="6" width="108" height="118" rx="7"/></clipPath>
<rect width="120" height="130" rx="12" fill="#FFFBF2"/>
<rect x="6" y="6" width="108" height="118" rx="7" fill="#8C5A17"/>
<g clip-path="url(#edge)" fill="#FFE09A" opacity=".16">{stripes}</g>
<circle cx="60" cy="65" r="41" fill="#5C380B" stroke="#E9BE62" stroke-width="4"/>
{_inlaid("trophy", 33, 38, 54)}""",
    )


def _no_triumph() -> str:
    body = f"""{_inlaid("trophy", 20, 25, 80)}
<path d="M18 112L102 20" stroke="#171013" stroke-width="22" stroke-linecap="round"/>
<path d="M18 112L102 20" stroke="#FF9A8C" stroke-width="11" stroke-linecap="round"/>"""
    return document(TRIUMPH, body)


def exchanged() -> str:
    """Draw the sign of a tomato that changed hands: two arrows."""
    body = """<g fill="none" stroke="#63D08A" stroke-width="11" stroke-linecap="round"
 stroke-linejoin="round"><path d="M12 34h74M66 14l21 20-21 20"/>
<path d="M88 70H14M34 50L13 70l21 20"/></g>"""
    return document((100, 100), body)


FAMILIES: dict[str, Callable[[str], str]] = {
    "veg": vegetable,
    "tomato": tomato,
    "triumph": triumph,
    "karate": sign,
}
RATIOS = {"veg": CARD_RATIO, "tomato": CARD_RATIO, "triumph": TRIUMPH_RATIO}
