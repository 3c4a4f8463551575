"""Dice, vines and splatters of Diced Tomatoes.

Each of the three colours has a second feature: red dice have round pips on a bare face, black ones
a light frame, golden ones a dark frame and stars for pips. Small dice show a digit, because six
pips can't be counted on a phone.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from render.engine.raster import document


class Colour(NamedTuple):
    """The drawing style of dice of one colour."""

    fill: str
    light: str
    dark: str
    ink: str
    frame: str
    """The line within the edge; "" for none."""
    stars: bool


COLOURS = {
    "red": Colour("#D93324", "#EC5A4C", "#9B1B11", "#FFFFFF", "", stars=False),
    "black": Colour("#2B2A33", "#4A4956", "#0E0D12", "#FFFFFF", "#A9A6BA", stars=False),
    "gold": Colour("#FFCB4D", "#FFE39A", "#C98A00", "#3A2400", "#A56F00", stars=True),
}
FACES = "123456"

_LOW, _MIDDLE, _HIGH = 26, 50, 74
_CORNERS = ((_LOW, _LOW), (_HIGH, _HIGH), (_HIGH, _LOW), (_LOW, _HIGH))
_CENTRE = ((_MIDDLE, _MIDDLE),)
_PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": _CENTRE,
    "2": _CORNERS[:2],
    "3": (*_CORNERS[:2], *_CENTRE),
    "4": _CORNERS,
    "5": (*_CORNERS, *_CENTRE),
    "6": (*_CORNERS, (_LOW, _MIDDLE), (_HIGH, _MIDDLE)),
}


def die(value: str) -> str:
    """Draw a die on the table ("black-4"), or one not rolled yet ("black").

    Raises KeyError for a colour or a face that no die has.
    """
    name, _, face = value.partition("-")
    colour = COLOURS[name]
    if not face:
        return _unrolled(colour)
    pips = "".join(_pip(colour, x, y - 3, 9.5) for x, y in _PIPS[face])
    return document((100, 100), _body(colour) + pips)


def mini(value: str) -> str:
    """Draw a small die with a digit; raises KeyError for an unknown colour or face."""
    name, _, face = value.partition("-")
    colour = COLOURS[name]
    if face not in _PIPS:
        raise KeyError(value)
    digit = (
        '<text x="50" y="73" font-family="Fredoka" font-weight="700" font-size="76"'
        f' text-anchor="middle" fill="{colour.ink}">{face}</text>'
    )
    stars = "".join(_pip(colour, x, y, 8) for x, y in ((20, 19), (80, 75))) if colour.stars else ""
    return document((100, 100), _body(colour) + stars + digit)


def _body(colour: Colour) -> str:
    """Draw the die without its face: a rounded square with a darker lower edge."""
    frame = ""
    if colour.frame:
        frame = (
            '<rect x="6" y="6" width="88" height="82" rx="16" fill="none"'
            f' stroke="{colour.frame}" stroke-width="5"/>'
        )
    return f"""<defs><linearGradient id="face" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="{colour.light}"/><stop offset=".55" stop-color="{colour.fill}"/>
</linearGradient></defs>
<rect y="4" width="100" height="96" rx="22" fill="{colour.dark}"/>
<rect width="100" height="94" rx="22" fill="url(#face)"/>{frame}"""


def _pip(colour: Colour, x: float, y: float, radius: float) -> str:
    if not colour.stars:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour.ink}"/>'
    return f'<polygon points="{_star(x, y, radius * 1.45)}" fill="{colour.ink}"/>'


def _star(x: float, y: float, radius: float) -> str:
    return " ".join(
        f"{x + reach * math.sin(math.pi * corner / 5):.3f},"
        f"{y - reach * math.cos(math.pi * corner / 5):.3f}"
        for corner, reach in enumerate((radius, radius * 0.46) * 5)
    )


def _unrolled(colour: Colour) -> str:
    """Draw a die in the air: three sides, so that no face counts."""
    sides = (
        ("42 22 -42 22 50 6", colour.light, ((0.5, 0.5),)),
        ("42 22 0 46 8 28", colour.fill, ((0.27, 0.27), (0.73, 0.73))),
        ("42 -22 0 46 50 50", colour.dark, ((0.25, 0.75), (0.5, 0.5), (0.75, 0.25))),
    )
    edge = colour.frame or colour.dark
    drawn = "".join(
        f'<g transform="matrix({matrix})"><rect width="1" height="1" fill="{fill}"'
        f' stroke="{edge}" stroke-width=".07" stroke-linejoin="round"/>'
        + "".join(_pip(colour, x, y, 0.115) for x, y in pips)
        + "</g>"
        for matrix, fill, pips in sides
    )
    return document((100, 100), drawn)


_LEAF = "M0 0c6-14 22-18 34-12-4 14-20 22-34 12z"


def _leaf(x: float, y: float, turn: float, size: float = 0.6) -> str:
    place = f"translate({x:g} {y:g}) rotate({turn:g}) scale({size:g})"
    return f'<path d="{_LEAF}" transform="{place}" fill="#6CC95C"/>'


def _stem(path: str) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="#3E8F3B" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="#57B04C" stroke-width="5" stroke-linecap="round"/>'
    )


def vine_wide() -> str:
    """Draw a vine that runs to both sides, for three dice in a row."""
    stem = _stem("M87 3c-4 18-30 12-52 16-26 5-30 30-12 36 40 10 88 8 132-6")
    leaves = _leaf(150, 50, -30) + _leaf(32, 20, 190) + _leaf(26, 54, 150, 0.5)
    return document((174, 70), stem + leaves)


def vine_long() -> str:
    """Draw a vine that waves from one side to the other, for the four dice of a harvest."""
    stem = _stem("M4 50c30-26 52 6 84 2s46-36 78-32 32 24 70 26")
    leaves = _leaf(20, 26, 200) + _leaf(84, 58, 160, 0.5) + _leaf(168, 56, 20) + _leaf(232, 30, -60)
    return document((240, 76), stem + leaves)


def vine_tall() -> str:
    """Draw a vine that winds downwards, for dice in pairs."""
    stem = _stem("M56 3c0 18-40 12-40 32s78 20 80 40-28 22-56 26")
    leaves = _leaf(93, 62, -60, 0.45) + _leaf(25, 22, 190, 0.5) + _leaf(44, 101, 165, 0.5)
    return document((112, 114), stem + leaves)


def empty() -> str:
    """Draw an empty place for a plant: a dashed tomato."""
    body = """<path d="M50 22c25 0 42 16 42 39S75 97 50 97 8 84 8 61s17-39 42-39z" fill="#6B4A2C"
 fill-opacity=".85" stroke="#DCD9A8" stroke-width="4" stroke-dasharray="10 8"/>
<path d="M50 30V13" stroke="#DCD9A8" stroke-width="5" stroke-linecap="round"/>"""
    return document((100, 100), body)


def splatter() -> str:
    """Draw ketchup: its player is last in every round."""
    drops = "".join(
        f'<circle cx="{x}" cy="{y}" r="{radius}"/>'
        for x, y, radius in ((11, 24, 6), (88, 18, 7), (92, 74, 6), (14, 82, 7), (62, 94, 5))
    )
    arms = "".join(
        f'<path d="M50 50L{50 + reach * math.cos(turn):.1f} {50 + reach * math.sin(turn):.1f}"/>'
        for turn, reach in ((0.2, 38), (1.2, 36), (2.2, 38), (3.3, 38), (4.1, 36), (5.4, 38))
    )
    body = f"""<g fill="#F0392B" stroke="#F0392B" stroke-linecap="round">{drops}
<g stroke-width="17">{arms}</g><circle cx="50" cy="50" r="27"/></g>
<path d="M34 44c3-9 10-13 18-13" fill="none" stroke="#FFB3A6" stroke-width="6"
 stroke-linecap="round"/>"""
    return document((100, 100), body)


def flip() -> str:
    """Draw the sign of a turned seed: two arrows."""
    body = """<circle cx="50" cy="50" r="48" fill="#171013"/>
<g fill="none" stroke="#FFF8EE" stroke-width="10" stroke-linecap="round" stroke-linejoin="round">
<path d="M36 76V26M21 41l15-16 15 16"/><path d="M64 24v50M49 59l15 16 15-16"/></g>"""
    return document((100, 100), body)


def _bit(fill: str, stroke: str) -> str:
    heart = (
        "M50 84C22 62 14 50 14 36c0-11 8-19 18-19 8 0 14 4 18 11 4-7 10-11 18-11 10 0 18 8 18 19"
    )
    body = f'<path d="{heart} 0 14-8 26-36 48z" fill="{fill}" stroke="{stroke}" stroke-width="8"/>'
    return document((100, 100), body)


_GARDEN: dict[str, Callable[[], str]] = {
    "vine-wide": vine_wide,
    "vine-long": vine_long,
    "vine-tall": vine_tall,
    "empty": empty,
    "splatter": splatter,
    "flip": flip,
    "bit-on": partial(_bit, "#FF8FA0", "#FFF8EE"),
    "bit-off": partial(_bit, "none", "#9A8F8C"),
}
GARDEN = tuple(_GARDEN)


def garden(value: str) -> str:
    """Draw everything else; raises KeyError for an unknown name."""
    return _GARDEN[value]()
