"""The four suits of the Spanish deck, each drawn in a box of 100 by 100."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: its letter in the rules, its colours, and the number of gaps in its frame line."""

    letter: str
    fill: str
    dark: str
    tint: str
    gaps: int
    shape: str


def _sun(rays: int, outer: float, inner: float) -> str:
    points = []
    for corner in range(rays * 2):
        reach = inner if corner % 2 else outer
        angle = math.pi * corner / rays
        points.append(f"{50 + reach * math.sin(angle):.1f},{50 - reach * math.cos(angle):.1f}")
    return " ".join(points)


_COIN = f"""
<circle cx="50" cy="50" r="48" fill="#A86A00"/><circle cx="50" cy="50" r="44" fill="#FFCF45"/>
<path d="M14 62a38 38 0 0 0 68 10 40 40 0 0 1-68-10z" fill="#F3B01F"/>
<circle cx="50" cy="50" r="35" fill="none" stroke="#C98600" stroke-width="3.5"/>
<polygon points="{_sun(8, 31, 15)}" fill="#E77A1C"/>
<circle cx="50" cy="50" r="13" fill="#FFF1C9"/><circle cx="50" cy="50" r="7.5" fill="#E2402F"/>
"""

_CUP = """
<path d="M43 58h14v22H43z" fill="#B3231B"/>
<path d="M26 95c0-12 12-19 24-19s24 7 24 19z" fill="#B3231B"/>
<path d="M26 95c0-4 1-7 3-10h42c2 3 3 6 3 10z" fill="#8E1B15"/>
<rect x="36" y="68" width="28" height="9" rx="4.5" fill="#FFC53D"/>
<path d="M13 14h74v12c0 24-15 38-37 38S13 50 13 26z" fill="#EF4433"/>
<path d="M13 14h22c-3 20 0 38 9 49.6C24 62 13 48 13 26z" fill="#FF8266"/>
<rect x="9" y="6" width="82" height="13" rx="6.5" fill="#FFC53D"/>
<rect x="9" y="6" width="30" height="13" rx="6.5" fill="#FFE08A"/>
<circle cx="57" cy="38" r="8.5" fill="#FFC53D"/><circle cx="57" cy="38" r="4" fill="#B3231B"/>
"""

_SWORD = """
<path d="M50 1l13 20-4 43H41l-4-43z" fill="#2F74C9"/>
<path d="M50 1v63h-9l-4-43z" fill="#86C2FF"/>
<path d="M50 1v63h-3V6z" fill="#CFE8FF"/>
<path d="M14 58c6 4 14 5 22 5h28c8 0 16-1 22-5 5 2 5 10 0 13
-8 3-14 3-22 3H36c-8 0-14 0-22-3-5-3-5-11 0-13z"
 fill="#FFC53D"/>
<path d="M14 58c6 4 14 5 22 5h28c8 0 16-1 22-5 2 1 3 3 3.5 5-8 4-17 4-25.5 4H36c-8.5 0-17.5 0-25.5-4
 .5-2 1.5-4 3.5-5z" fill="#FFE08A"/>
<rect x="43" y="73" width="14" height="16" rx="3" fill="#1D3F73"/>
<rect x="43" y="78" width="14" height="4" fill="#3A66A8"/>
<circle cx="50" cy="92" r="7.5" fill="#FFC53D"/>
"""

_CLUB = """
<g transform="rotate(24 50 50)">
<path d="M43 99c-3 0-4-2-4-5l-1-40c-7-1-12-6-11-12 0-4 3-7 7-8-3-4-4-9-3-14C33 7 41 1 50 1s17 6
 19 19c1 4 0 8-1 11 6 1 9 6 8 11-1 5-6 8-12 8l-3 44c0 3-1 5-4 5z" fill="#2F9450"/>
<path d="M57 3c7 3 11 9 12 17 1 4 0 8-1 11 6 1 9 6 8 11-1 5-6 8-12 8l-3 44c0 3-1 5-4 5h-6
c5-22 8-45 8-60 0-12 2-26-2-36z" fill="#1B6A38"/>
<ellipse cx="44" cy="17" rx="5" ry="7" fill="#A9E57C"/>
<ellipse cx="56" cy="34" rx="4.5" ry="6" fill="#A9E57C"/>
<ellipse cx="42" cy="45" rx="4.5" ry="6" fill="#A9E57C"/>
<ellipse cx="50" cy="65" rx="4" ry="5.5" fill="#A9E57C"/>
</g>
"""

SUITS = {
    suit.letter: suit
    for suit in (
        Suit("O", "#B97A00", "#7A4B00", "#F3E4C3", 0, _COIN),
        Suit("C", "#D8342B", "#8E1B15", "#F9D6D2", 1, _CUP),
        Suit("E", "#2C6BB8", "#173E72", "#D3E2F5", 2, _SWORD),
        Suit("B", "#2E8B47", "#165728", "#D2EBDA", 3, _CLUB),
    )
}


def placed(x: float, y: float, side: float) -> str:
    """Use the pip that the document defines, with its corner at (x, y)."""
    return f'<use href="#pip" transform="translate({x:g} {y:g}) scale({side / 100:g})"/>'


def defined(suit: Suit) -> str:
    """Return the definition that `placed` uses; once in each document."""
    return f'<defs><g id="pip">{suit.shape}</g></defs>'
