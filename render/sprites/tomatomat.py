"""Sprites of Tomatomat: four kinds of tomatoes, cards, vending machines, and their backs.

Each colour has a shape: red tomatoes are round, yellow ones pears, green ones broad and ribbed,
purple ones plums. Coins have their value, thieves a mask, police a cap. Small things have a pale
edge, so that they are distinct where they overlap.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from render.engine.raster import document

CARD = (100.0, 140.0)
MACHINE = (150.0, 190.0)
CARD_RATIO = CARD[1] / CARD[0]
MACHINE_RATIO = MACHINE[1] / MACHINE[0]
SLOT = (84.0, 50.0)
SLOT_RATIO = SLOT[1] / SLOT[0]

_EDGE = "#FFF8EE"
_NIGHT = "#111A33"
_STAR_FILL = "#FFF1C9"


class Variety(NamedTuple):
    """A colour of tomatoes: its colours, its outline in a box of 100, the place of its face."""

    fill: str
    dark: str
    ink: str
    outline: str
    ribs: str
    """Lines on the skin, as a path; "" for none."""
    top: float
    """The height where the stalk grows."""
    eyes: float
    """Distance of the eyes from the middle."""
    half: float
    """Half the width at the height of the eyes."""


VARIETIES = {
    "R": Variety(
        "#E03A2F", "#A3211A", "#FFFFFF",
        "M50 18c27 0 44 16 44 39S76 96 50 96 6 80 6 57s17-39 44-39z", "", 20, 17, 43,
    ),
    "G": Variety(
        "#46B56B", "#1F7A41", "#06240F",
        "M50 27c9-7 21-6 27 2 13 0 21 13 21 29 0 22-12 35-26 34-6 5-14 6-22 3-8 3-16 2-22-3"
        "C14 93 2 80 2 58c0-16 8-29 21-29 6-8 18-9 27-2z",
        "M33 36c-11 12-11 34-1 50M67 36c11 12 11 34 1 50", 26, 18, 47,
    ),
    "Y": Variety(
        "#FFD23F", "#C99700", "#2B2000",
        "M50 12c13 0 19 9 22 23 3 12 20 19 20 36 0 17-18 26-42 26S8 88 8 71c0-17 17-24 20-36"
        " 3-14 9-23 22-23z", "", 14, 14, 31,
    ),
    "P": Variety(
        "#7E55DB", "#4D2E9C", "#FFFFFF",
        "M50 11c19 0 33 19 33 44S69 97 50 97 17 80 17 55s14-44 33-44z", "", 14, 14, 32,
    ),
}  # fmt: skip
FIGURES = "12tp"
"""Coins by their value, thief, police."""
KINDS = tuple(colour + figure for colour in VARIETIES for figure in FIGURES)
SLOTS = ("I", "II", "III", "IV")


def _kind(name: str) -> tuple[Variety, str]:
    """Return the variety and figure of a card; raises ValueError for anything else."""
    if name not in KINDS:
        raise ValueError(f"{name!r} is no card")
    return VARIETIES[name[0]], name[1]


def _star(x: float, y: float, radius: float) -> str:
    points = " ".join(
        f"{x + reach * math.sin(math.pi * corner / 5):.2f},"
        f"{y - reach * math.cos(math.pi * corner / 5):.2f}"
        for corner, reach in enumerate((radius, radius * 0.47) * 5)
    )
    return (
        f'<polygon points="{points}" fill="{_STAR_FILL}" stroke="{_STAR_FILL}"'
        f' stroke-width="{radius * 0.24:.2f}" stroke-linejoin="round"/>'
    )


def _placed(body: str, x: float, y: float, side: float) -> str:
    """Return a drawing in a box of 100 as a part of another one."""
    return f'<g transform="translate({x:g} {y:g}) scale({side / 100:g})">{body}</g>'


def _tomato(variety: Variety, edge: str = _EDGE) -> str:
    """Draw a tomato without anything on it."""
    ribs = f'<path d="{variety.ribs}" fill="none" stroke="{variety.dark}" stroke-width="5"/>'
    ribs = ribs if variety.ribs else ""
    top = variety.top
    return f"""<path d="{variety.outline}" fill="{edge}" stroke="{edge}" stroke-width="9"
 stroke-linejoin="round"/>
<path d="{variety.outline}" fill="{variety.fill}"/>
<path d="{variety.outline}" fill="none" stroke="{variety.dark}" stroke-width="4"/>{ribs}
<path d="M50 {top + 12:g}c-9 4-18 3-24-3 7-1 11-4 15-9-3-1-5-3-7-6 6 0 10 1 13 4l2-9h5l0 9
c4-3 7-4 12-4-2 3-4 5-7 6 4 5 8 8 15 9-6 6-15 7-24 3z" fill="#1F7A41" stroke="#0E4A26"
 stroke-width="2" stroke-linejoin="round"/>"""


def _value(variety: Variety, words: str) -> str:
    """Draw the value of a coin on its tomato."""
    return (
        '<text x="50" y="86" font-family="Fredoka" font-weight="700" font-size="74"'
        f' text-anchor="middle" fill="{variety.ink}">{words}</text>'
    )


def _looking(variety: Variety, y: float, white: str = "#FFFFFF", size: float = 9.5) -> str:
    """Draw two eyes that look at the reader."""
    return "".join(
        f'<circle cx="{50 + side * variety.eyes:g}" cy="{y:g}" r="{size:g}" fill="{white}"/>'
        f'<circle cx="{50 + side * (variety.eyes - 1.5):g}" cy="{y:g}" r="{size * 0.5:g}"'
        ' fill="#17121C"/>'
        for side in (-1, 1)
    )


def _mask(variety: Variety) -> str:
    """Draw a thief: a black band around the eyes, knotted at the side, and a grin."""
    reach = variety.half
    left, right = 50 - reach, 50 + reach
    return f"""<path d="M{left:g} 46q{reach:g}-10 {2 * reach:g} 0v24q-{reach:g} 8-{2 * reach:g} 0z"
 fill="#17121C"/>
<path d="M{right - 5:g} 52l16-9-3 13 5 11-18-5z" fill="#17121C" stroke="{_EDGE}"
 stroke-width="2.5" stroke-linejoin="round"/>
{_looking(variety, 58, size=11)}
<path d="M41 82q11 7 20-3" fill="none" stroke="#17121C" stroke-width="5"
 stroke-linecap="round"/>"""


def _cap(variety: Variety) -> str:
    """Draw police: a dark blue cap with a badge, and a smile."""
    return f"""<g transform="translate(9 0) scale(.82)">
<path d="M14 34C10 10 30 2 50 2s40 8 36 32z" fill="#24408F" stroke="{_EDGE}"
 stroke-width="5" stroke-linejoin="round"/>
<path d="M17 30h66v10H17z" fill="#13224F"/>
<path d="M12 41q38-13 76 0-6 12-38 12T12 41z" fill="#0B1430" stroke="{_EDGE}" stroke-width="3"/>
{_placed(_star(50, 50, 42), 37, 7, 26)}</g>
{_looking(variety, 64, size=10)}
<path d="M39 81q11 9 22 0" fill="none" stroke="#17121C" stroke-width="5"
 stroke-linecap="round"/>"""


def _figure(variety: Variety, figure: str, edge: str = _EDGE) -> str:
    dress = {"t": _mask, "p": _cap}.get(figure)
    return _tomato(variety, edge) + (_value(variety, figure) if dress is None else dress(variety))


def figure(value: str) -> str:
    """Draw a card as a small thing ("Y2", "Rt"); a colour alone is its tomato.

    Raises ValueError for an unknown card, KeyError for an unknown colour.
    """
    if len(value) == 1:
        return _boxed(_tomato(VARIETIES[value]))
    return _boxed(_figure(*_kind(value)))


def _boxed(body: str) -> str:
    """Draw a tomato with its edge, which reaches a little over its box."""
    return document((100, 100), f'<g transform="translate(3.5 3.5) scale(.93)">{body}</g>')


def card(value: str) -> str:
    """Draw a playing card; raises ValueError for anything else."""
    variety, worn = _kind(value)
    dots = '<circle cx="50" cy="84" r="37" fill="none" stroke-width="3.5" stroke-linecap="round"'
    ring = f'{dots} stroke="{variety.dark}" stroke-dasharray="0.1 8.2"/>' if worn in "12" else ""
    shown = (21, 55, 58) if worn in "12" else (14, 46, 72)
    index = (
        f'<text x="11" y="44" font-family="Fredoka" font-weight="700" font-size="46"'
        f' fill="{variety.ink}">{worn}</text>'
        if worn in "12"
        else ""
    )
    return document(
        CARD,
        f"""<defs><linearGradient id="field" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="{variety.fill}"/><stop offset="1" stop-color="{variety.dark}"/>
</linearGradient></defs>
<rect width="100" height="140" rx="10" fill="#FFFBF2"/>
<rect x="4.5" y="4.5" width="91" height="131" rx="6" fill="url(#field)"/>
<circle cx="50" cy="84" r="42" fill="#FFFBF2"/>{ring}{index}
{_placed(_figure(variety, worn), *shown)}""",
    )


def back(value: str) -> str:
    """Draw a card face down, with the number of its slot; "none" for one in no slot yet.

    Raises KeyError for a slot that doesn't exist.
    """
    middle = '<g transform="translate(28 48) scale(.44)">' + _tomato(VARIETIES["R"]) + "</g>"
    if value != "none":
        middle = f'<g transform="translate(50 70) scale(1.15)">{_roman(value, "#A9B8F0")}</g>'
    dots = "".join(
        f'<circle cx="{x}" cy="{y + (x // 10 % 2) * 5}" r="1.7"/>'
        for x in range(10, 100, 10)
        for y in range(10, 135, 10)
    )
    return document(
        CARD,
        f"""<rect width="100" height="140" rx="10" fill="#FFFBF2"/>
<rect x="5" y="5" width="90" height="130" rx="6" fill="#2C3C78"/>
<g fill="#A9B8F0" opacity=".28">{dots}</g>
<circle cx="50" cy="70" r="33" fill="#1B2650" stroke="#A9B8F0" stroke-width="3"/>{middle}""",
    )


_STROKES = {
    "I": ((0, 0),),
    "II": ((-7, -7), (7, 7)),
    "III": ((-13, -13), (0, 0), (13, 13)),
    "IV": ((-16, -16), (-6, 4), (14, 4)),
}
"""The strokes of each number, as their x at the top and at the bottom."""
_BARS = {"I": 9, "II": 17, "III": 22, "IV": 23}


def _roman(name: str, ink: str) -> str:
    """Draw a Roman number with its bars, around the origin; raises KeyError above four."""
    lines = "".join(f'<path d="M{upper} -14L{lower} 14"/>' for upper, lower in _STROKES[name])
    bar = _BARS[name]
    lower = f"M-{bar} 14H{bar}" if name != "IV" else "M-22 14H-10"
    return (
        f'<g fill="none" stroke="{ink}" stroke-width="5.5" stroke-linecap="round"'
        f' stroke-linejoin="round">{lines}</g><g stroke="{ink}" stroke-width="4"'
        f' stroke-linecap="round"><path d="M-{bar} -14H{bar}"/><path d="{lower}"/></g>'
    )


def slot(value: str) -> str:
    """Draw the number of a slot on paper; raises KeyError for a slot that doesn't exist."""
    return document(
        SLOT,
        f"""<rect width="84" height="50" rx="25" fill="#FFFBF2"/>
<g transform="translate(42 25)">{_roman(value, "#211A1D")}</g>""",
    )


def machine(value: str) -> str:
    """Draw a vending machine, "2GY" for two stars and green and yellow tomatoes; "back" face down.

    Raises ValueError for a machine that can't exist.
    """
    if value == "back":
        return _closed()
    shine, colours = value[:1], value[1:]
    known = len(colours) == len(set(colours)) in {1, 2} and set(colours) <= set(VARIETIES)
    if shine not in {"1", "2", "3"} or not known:
        raise ValueError(f"{value!r} is no machine")
    stock = [VARIETIES[colour] for colour in colours]
    panel = "".join(_star(119.5, 35 + 36 * place, 12.5) for place in range(int(shine)))
    return document(MACHINE, _cabinet(stock) + panel + _window(stock))


def _cabinet(stock: list[Variety]) -> str:
    """Draw the case, in two halves for two kinds; buttons at the right, a tray below."""
    first, other = stock[0], stock[-1]
    return f"""<clipPath id="case"><rect x="6" y="6" width="138" height="178" rx="12"/></clipPath>
<rect width="150" height="190" rx="17" fill="#FFFBF2"/>
<g clip-path="url(#case)"><rect width="150" height="190" fill="{first.fill}"/>
<path d="M150 0v190H0z" fill="{other.fill}"/></g>
<rect x="102" y="14" width="35" height="114" rx="9" fill="{_NIGHT}" fill-opacity=".9"/>
<rect x="13" y="138" width="84" height="36" rx="8" fill="{_NIGHT}" fill-opacity=".9"/>
<rect x="22" y="159" width="66" height="5" rx="2.5" fill="#FFFBF2" fill-opacity=".45"/>
<rect x="102" y="138" width="35" height="36" rx="9" fill="#FFFBF2"/>
<rect x="116.5" y="145" width="6" height="22" rx="3" fill="{_NIGHT}"/>"""


def _window(stock: list[Variety]) -> str:
    """Draw the goods behind glass."""
    if len(stock) == 1:
        inside = _placed(_tomato(stock[0]), 17, 32, 78)
    else:
        inside = _placed(_tomato(stock[0]), 14, 14, 58) + _placed(_tomato(stock[1]), 39, 68, 58)
    return f"""<rect x="13" y="14" width="84" height="114" rx="9" fill="{_NIGHT}"
 fill-opacity=".9"/>
<path d="M20 58V24q0-4 4-4h26z" fill="#FFF" opacity=".13"/>{inside}"""


def _closed() -> str:
    """Draw the back of a machine: a shutter."""
    slats = "".join(
        f'<rect x="16" y="{y}" width="118" height="9" rx="4.5"/>' for y in range(18, 176, 15)
    )
    return document(
        MACHINE,
        f"""<rect width="150" height="190" rx="17" fill="#FFFBF2"/>
<rect x="6" y="6" width="138" height="178" rx="12" fill="#2C3C78"/>
<g fill="#4A5DA6">{slats}</g><circle cx="75" cy="95" r="42" fill="#1B2650" stroke="#A9B8F0"
 stroke-width="4"/>{_placed(_tomato(VARIETIES["R"]), 46, 64, 58)}""",
    )


def sign(value: str) -> str:
    """Draw a sign; raises KeyError for an unknown name."""
    return _SIGNS[value]()


def _double(colour: str) -> str:
    """Draw a tomato of a colour that counts double, for an empty place."""
    return document((100, 100), _placed(_tomato(VARIETIES[colour]), 0, 0, 100))


def _star_alone() -> str:
    return document((100, 100), _star(50, 53, 42))


def _struck() -> str:
    """Draw a stroke across a card that doesn't count."""
    body = """<path d="M10 88L90 12" stroke="#171013" stroke-width="19" stroke-linecap="round"/>
<path d="M10 88L90 12" stroke="#FF9A8C" stroke-width="9" stroke-linecap="round"/>"""
    return document((100, 100), body)


def _icon() -> str:
    """Draw the sign of the game: a little machine."""
    stock = [VARIETIES["R"]]
    body = _cabinet(stock) + "".join(_star(119.5, 35 + 36 * n, 12.5) for n in range(3))
    return document((190, 190), f'<g transform="translate(20 0)">{body}{_window(stock)}</g>')


def _sold() -> str:
    """Draw the outline of a machine that is gone."""
    body = """<rect x="4" y="4" width="142" height="182" rx="15" fill="#0B1122" fill-opacity=".5"
 stroke="#6F80BD" stroke-width="4" stroke-dasharray="12 9"/>"""
    return document(MACHINE, body)


_SIGNS: dict[str, Callable[[], str]] = {
    "star": _star_alone,
    "struck": _struck,
    **{f"double-{colour}": partial(_double, colour) for colour in VARIETIES},
    "icon": _icon,
    "sold": _sold,
}

FAMILIES: dict[str, Callable[[str], str]] = {
    "tomatomat": card,
    "figure": figure,
    "machine": machine,
    "slot": slot,
    "vending": sign,
}
BACKS = {f"tomatomat-{name}": name for name in (*SLOTS, "none")}
RATIOS = {
    "tomatomat": CARD_RATIO,
    "machine": MACHINE_RATIO,
    "slot": SLOT_RATIO,
    **{f"back:{name}": CARD_RATIO for name in BACKS},
}
