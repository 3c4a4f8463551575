"""Sprites of Dojo: disciples with their belts, mats, trophies, throws.

A card's name is its disciple and the value of its belt: "F3" is the fox with the green belt. The
value is on the belt: duels and columns compare it, and it identifies belts without colour. Black
trophies are square and orange ones round; their signs show their effects.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from render.engine.raster import document
from render.sprites.tomato import TOMATO_SHAPE

_ICONS = Path(__file__).parent.parent / "assets" / "icons"
CELL_GAP = 5
"""Between the cells of a mat, in pixels."""
MAT_EDGE = 12
"""From the edge of a mat to its first cell, in pixels."""


class Belt(NamedTuple):
    """The colours of one belt: cloth, its shade, and a readable ink."""

    fill: str
    dark: str
    ink: str


BELTS = {
    "1": Belt("#FFFFFF", "#B9B2A6", "#211A1D"),
    "2": Belt("#FFD23F", "#C99700", "#2B2000"),
    "3": Belt("#1F8049", "#0E5A2E", "#FFFFFF"),
    "4": Belt("#2C6BE0", "#17439B", "#FFFFFF"),
    "5": Belt("#26222A", "#000000", "#FFFFFF"),
}
GROUNDS = {
    "M": "#F3D3B3", "F": "#FFE3B8", "T": "#FFF0A8", "C": "#C9E7F7", "B": "#D9F0CF", "R": "#E3DBF5",
}  # fmt: skip
DISCIPLES = tuple(GROUNDS)
_FACES = {
    "M": "monkey-face", "F": "fox", "T": "tiger-face", "B": "bear", "R": "raccoon",
}  # fmt: skip
_CRANE = """<path d="M13 32c-1-5 0-8 2-11h8c0 4-1 7 1 11z" fill="#2A2630"/>
<path d="M8 32c2-3 6-4 10-4s9 1 11 4z" fill="#FFFFFF"/>
<path d="M12 11L0.5 15.5c-.6.3-.5 1 .2 1.1L13 17z" fill="#F5A623"/>
<path d="M.6 16.5L13 17l-.4-2.5z" fill="#D9820B"/>
<circle cx="19" cy="14" r="9" fill="#FFFFFF"/>
<path d="M24 21.5a9 9 0 0 0 2.5-12c1.5 5-1 10-6.5 13.4z" fill="#D8E2EA"/>
<path d="M10.6 10.8C11.5 5.5 15.5 3 19.5 3.2c4.3.2 7.3 3 7.8 6.8
-5-2-11-1.6-16.7.8z"
 fill="#E5372A"/>
<circle cx="16" cy="14.5" r="1.9" fill="#211A1D"/>"""
"""A head seen from the side: red cap, black neck, in a box of 32 by 32."""


@lru_cache
def face(disciple: str) -> str:
    """Draw a disciple's face in a box of 32 by 32."""
    if disciple == "C":
        return _CRANE
    svg = (_ICONS / f"{_FACES[disciple]}.svg").read_text(encoding="utf-8")
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]


def _parse(card: str) -> tuple[str, str, Belt]:
    """Split "F3" into disciple, value and belt; raises ValueError for anything else."""
    disciple, value = card[:1], card[1:]
    if disciple not in GROUNDS or value not in BELTS:
        raise ValueError(f"{card!r} is no card of the dojo")
    return disciple, value, BELTS[value]


class _Plan(NamedTuple):
    """The layout of a card: its box, its picture, its belt, and the size of the value."""

    box: tuple[float, float]
    picture: tuple[float, float, float, float]
    """Left, top, width and height, like the belt's."""
    belt: tuple[float, float, float, float]
    digit: float
    upright: bool = False
    """Whether the belt hangs down beside the picture."""
    knot: bool = False


_SQUARE = _Plan((100, 100), (5, 5, 90, 57), (5, 60, 90, 35), 39, knot=True)
_MINI = _Plan((100, 100), (5, 5, 90, 48), (5, 50, 90, 45), 50)
_WIDE = _Plan((130, 100), (5, 5, 78, 90), (81, 5, 44, 90), 58, upright=True)
_TALL = _Plan((60, 104), (4, 4, 52, 50), (4, 53, 52, 47), 48)


def square(card: str) -> str:
    """Draw a whole card: the face above its belt."""
    return _card(card, _SQUARE)


def wide(card: str) -> str:
    """Draw a card for a crowded table: the belt beside the face."""
    return _card(card, _WIDE)


def tall(card: str) -> str:
    """Draw a narrow card for the margin of a mat."""
    return _card(card, _TALL)


def mini(card: str) -> str:
    """Draw a small card: the face above its value, without a knot."""
    return _card(card, _MINI)


def _card(name: str, plan: _Plan) -> str:
    disciple, value, belt = _parse(name)
    width, height = plan.box
    x, y, wide_, high = plan.picture
    side = min(wide_, high) - 2
    left, top = x + (wide_ - side) / 2, y + (high - side) / 2
    bx, by, bwide, bhigh = plan.belt
    middle = bx + bwide * (0.3 if plan.knot else 0.5)
    foot = by + bhigh / 2 + plan.digit * 0.35
    knot = _knot(belt, bx + bwide * 0.74, by + bhigh / 2) if plan.knot else ""
    edge = (
        f'<rect x="{bx:g}" y="{by:g}" width="4" height="{bhigh:g}" fill="{belt.dark}"/>'
        if plan.upright
        else f'<rect x="{bx:g}" y="{by:g}" width="{bwide:g}" height="4" fill="{belt.dark}"/>'
    )
    radius = 11
    body = f"""<defs><clipPath id="inside"><rect x="4" y="4" width="{width - 8:g}"
 height="{height - 8:g}" rx="{radius - 3}"/></clipPath></defs>
<rect width="{width:g}" height="{height:g}" rx="{radius}" fill="#FFFFFF"/>
<rect x=".8" y=".8" width="{width - 1.6:g}" height="{height - 1.6:g}" rx="{radius - 0.8:g}"
 fill="none" stroke="#4A3F30" stroke-opacity=".45" stroke-width="1.6"/>
<g clip-path="url(#inside)">
<rect x="{x:g}" y="{y:g}" width="{wide_:g}" height="{high:g}" fill="{GROUNDS[disciple]}"/>
<circle cx="{x + wide_ / 2:g}" cy="{y + high / 2:g}" r="{side / 2:g}" fill="#FFF" opacity=".5"/>
<g transform="translate({left:g} {top:g}) scale({side / 32:g})">{face(disciple)}</g>
<rect x="{bx:g}" y="{by:g}" width="{bwide:g}" height="{bhigh:g}" fill="{belt.fill}"/>{edge}{knot}
<text x="{middle:g}" y="{foot:g}" font-family="Fredoka" font-weight="700"
 font-size="{plan.digit:g}" text-anchor="middle" fill="{belt.ink}">{value}</text>
</g>"""
    return document(plan.box, body)


def _knot(belt: Belt, x: float, y: float) -> str:
    """Draw the knot of a belt with its two ends."""
    return f"""<g fill="{belt.fill}" stroke="{belt.dark}" stroke-width="2.5"
 stroke-linejoin="round"><path d="M{x - 4:g} {y + 1:g}l-8 17h8l5-14z"/>
<path d="M{x + 4:g} {y + 1:g}l8 17h-8l-5-14z"/>
<rect x="{x - 11:g}" y="{y - 11:g}" width="22" height="17" rx="5"/></g>"""


def belt(value: str) -> str:
    """Draw a knotted belt with its value; raises KeyError for an unknown one."""
    colours = BELTS[value]
    body = f"""<g fill="{colours.fill}" stroke="#CFC3BD" stroke-width="4"
 stroke-linejoin="round"><path d="M42 46l-18 34h20l10-30z"/><path d="M58 46l18 34H56L46 50z"/>
<rect x="4" y="4" width="92" height="50" rx="12"/></g><text x="50" y="45" font-family="Fredoka"
 font-weight="700" font-size="46" text-anchor="middle" fill="{colours.ink}">{value}</text>"""
    return document((100, 84), body)


def back() -> str:
    """Draw a card face down: straw under a tomato."""
    straw = "".join(
        f'<path d="M8 {top}h84" stroke="#D9C98F" stroke-opacity=".28" stroke-width="2"/>'
        for top in range(14, 92, 8)
    )
    body = f"""<rect width="100" height="100" rx="11" fill="#FFFBF2"/>
<rect x="5" y="5" width="90" height="90" rx="8" fill="#5E3F32"/>{straw}
<circle cx="50" cy="50" r="28" fill="#3B261E" stroke="#D9C98F" stroke-width="3"/>
<g transform="translate(29 28) scale(1.32)">{TOMATO_SHAPE}</g>"""
    return document((100, 100), body)


def mat(name: str) -> str:
    """Draw an empty mat: columns, rows, width and height of a cell, as in "4x3x99x76".

    With "xbare" at the end it shows no cells, because their places aren't settled. Raises
    ValueError for anything else.
    """
    numbers = name.removesuffix("xbare")
    columns, rows, cell_wide, cell_high = (int(part) for part in numbers.split("x"))
    width, height = mat_size(columns, rows, (cell_wide, cell_high))
    cells = "".join(
        _cell(column, row, cell_wide, cell_high) for row in range(rows) for column in range(columns)
    )
    if numbers != name:
        cells = ""
    body = f"""<rect width="{width}" height="{height}" rx="16" fill="#2F4A3B"/>
<rect x="6" y="6" width="{width - 12}" height="{height - 12}" rx="10" fill="#8D7F54"/>{cells}"""
    return document((width, height), body)


def mat_size(columns: int, rows: int, cell: tuple[int, int]) -> tuple[int, int]:
    """Return width and height of a mat with cells of this size."""
    wide_ = columns * cell[0] + (columns - 1) * CELL_GAP + 2 * MAT_EDGE
    return wide_, rows * cell[1] + (rows - 1) * CELL_GAP + 2 * MAT_EDGE


def _cell(column: int, row: int, wide_: int, high: int) -> str:
    """Draw one empty cell; the straw changes direction from cell to cell."""
    x, y = MAT_EDGE + column * (wide_ + CELL_GAP), MAT_EDGE + row * (high + CELL_GAP)
    if (column + row) % 2:
        lines = "".join(f"M{x + offset} {y + 8}v{high - 16}" for offset in range(14, wide_ - 6, 14))
    else:
        lines = "".join(f"M{x + 8} {y + offset}h{wide_ - 16}" for offset in range(14, high - 6, 14))
    return f"""<rect x="{x}" y="{y}" width="{wide_}" height="{high}" rx="10" fill="#7A6D47"/>
<path d="{lines}" stroke="#6A5E3B" stroke-width="2"/>"""


def _arrows(turn: int) -> str:
    """Draw two arrows that pass each other."""
    return f"""<g transform="rotate({turn} 50 50)" fill="none" stroke="INK" stroke-width="9"
 stroke-linecap="round" stroke-linejoin="round"><path d="M37 76V27M24 39l13-13 13 13"/>
<path d="M63 24v49M50 61l13 13 13-13"/></g>"""


_SIGNS = {
    "col-pair": """<g fill="INK"><rect x="36" y="16" width="28" height="20" rx="5"/>
<rect x="36" y="40" width="28" height="20" rx="5"/></g><rect x="38" y="66" width="24" height="16"
 rx="4" fill="none" stroke="INK" stroke-width="4" stroke-dasharray="6 4"/>""",
    "col-double": """<text x="50" y="68" font-family="Fredoka" font-weight="700" font-size="52"
 text-anchor="middle" fill="INK">×2</text>""",
    "col-sort": _arrows(0),
    "row-wild": """<path d="M50 17l10 21 23 3-17 16 4 23-20-11-20 11 4-23-17-16 23-3z" fill="INK"
 stroke="INK" stroke-width="5" stroke-linejoin="round"/>""",
    "row-variety": """<circle cx="31" cy="34" r="15" fill="INK"/>
<rect x="55" y="20" width="28" height="28" rx="4" fill="INK"/>
<path d="M50 55l17 28H33z" fill="INK" stroke="INK" stroke-width="4" stroke-linejoin="round"/>""",
    "row-sort": _arrows(90),
}
TROPHIES = tuple(_SIGNS)


def trophy(name: str) -> str:
    """Draw a trophy: round and orange for columns, square and black for rows, with its effect.

    Raises KeyError for an unknown one.
    """
    sign = _SIGNS[name]
    if name.startswith("col"):
        ground = '<circle cx="50" cy="50" r="46" fill="#FF8B3D" stroke="#2B1200" stroke-width="6"/>'
        return document((100, 100), ground + sign.replace("INK", "#2B1200"))
    ground = """<rect x="5" y="5" width="90" height="90" rx="22" fill="#17141A" stroke="#FFFFFF"
 stroke-width="6"/>"""
    return document((100, 100), ground + sign.replace("INK", "#FFFFFF"))


def place(kind: str) -> str:
    """Draw a place for a trophy: the dashed outline of a "row" or "col" trophy."""
    line = 'fill="none" stroke="#B9A988" stroke-opacity=".6" stroke-width="5"'
    shapes = {
        "row": f'<rect x="6" y="6" width="88" height="88" rx="22" {line} stroke-dasharray="13 9"/>',
        "col": f'<circle cx="50" cy="50" r="44" {line} stroke-dasharray="13 9"/>',
    }
    return document((100, 100), shapes[kind])


_THROWS = {
    "rock": """<path d="M20 62c-2-16 8-34 26-38 18-3 34 8 36 26 1 16-8 28-30 29-18 1-30-3-32-17z"
 fill="#A7ADB5"/><path d="M20 62c8 6 22 9 36 7 12-2 22-7 26-17 1 16-8 26-30 27-18 1-30-3-32-17z"
 fill="#7E858F"/><path d="M34 40c5-6 11-8 17-8" stroke="#D5DADF" stroke-width="6" fill="none"
 stroke-linecap="round"/>""",
    "paper": """<path d="M28 14h32l16 16v54c0 2-2 4-4 4H28c-2 0-4-2-4-4V18c0-2 2-4 4-4z"
 fill="#FFFBF2" stroke="#9A8F8C" stroke-width="3"/><path d="M60 14v16h16z" fill="#D9CFC2"/>
<path d="M34 44h32M34 57h32M34 70h20" stroke="#B5A99F" stroke-width="5" stroke-linecap="round"/>""",
    "scissors": """<path d="M30 12l26 48M70 12L44 60" stroke="#D5DADF" stroke-width="10"
 stroke-linecap="round"/><circle cx="50" cy="50" r="4" fill="#5A5040"/>
<g fill="none" stroke="#E5372A" stroke-width="8"><circle cx="34" cy="74" r="13"/>
<circle cx="66" cy="74" r="13"/></g>""",
}
THROWS = tuple(_THROWS)


def throw(name: str) -> str:
    """Draw a throw: rock, paper or scissors, on a dark disc. Raises KeyError for anything else."""
    disc = '<circle cx="50" cy="50" r="49" fill="#3F3850" stroke="#8F86A8" stroke-width="2"/>'
    inner = f'<g transform="translate(15 14) scale(.7)">{_THROWS[name]}</g>'
    return document((100, 100), disc + inner)


def pile() -> str:
    """Draw trophies face down, in a pile."""
    layers = "".join(
        f'<rect x="12" y="{top}" width="76" height="40" rx="14" fill="{fill}" stroke="#FFF8EE"'
        f' stroke-width="4"/>'
        for top, fill in ((50, "#17141A"), (32, "#FF8B3D"), (14, "#17141A"))
    )
    return document((100, 100), layers)


def gone() -> str:
    """Draw a trophy that left the match: a cross through its outline."""
    body = """<circle cx="50" cy="50" r="38" fill="none" stroke="#CFC3BD" stroke-width="7"
 stroke-dasharray="13 9"/><path d="M28 28l44 44M72 28L28 72" stroke="#FF9A8C" stroke-width="11"
 stroke-linecap="round"/>"""
    return document((100, 100), body)


def versus() -> str:
    """Draw two crossed wooden swords: a duel."""
    sword = """<path d="M22 14L70 66" stroke="#C99A5B" stroke-width="9" stroke-linecap="round"/>
<path d="M58 76l22-20" stroke="#FFF8EE" stroke-width="7" stroke-linecap="round"/>
<path d="M72 68l13 15" stroke="#7A4B2A" stroke-width="10" stroke-linecap="round"/>"""
    mirrored = f'<g transform="translate(100 0) scale(-1 1)">{sword}</g>'
    return document((100, 100), mirrored + sword)


_OTHERS: dict[str, Callable[[], str]] = {"pile": pile, "gone": gone, "versus": versus}


def sign(name: str) -> str:
    """Draw a small sign of the table; raises KeyError for an unknown one."""
    return _OTHERS[name]()


FAMILIES: dict[str, Callable[[str], str]] = {
    "tatami": square,
    "tatami-wide": wide,
    "tatami-tall": tall,
    "tatami-mini": mini,
    "belt": belt,
    "mat": mat,
    "trophy": trophy,
    "trophy-place": place,
    "throw": throw,
    "dojo": sign,
}
"""The drawing function of each family."""
RATIOS = {"tatami-wide": 100 / 130, "tatami-tall": 104 / 60, "belt": 0.84, "back:tatami": 1.0}
"""Height by width, unless it is 1."""
