"""The Spanish deck: forty cards, small versions for crowded tables, and the back.

A card's name is its rank and suit letter: "12E" is the king of espadas. A suit's frame line has no,
one, two or three gaps. Players traditionally recognize a covered card by them; they also help
people who can't tell the colours apart.
"""

from render.engine.raster import document
from render.sprites import tomate_suits
from render.sprites.tomate_court import caballo, rey, sota
from render.sprites.tomato import TOMATO_SHAPE

RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
CARD = (200.0, 300.0)
MINI = (100.0, 140.0)

# Pips as (x, y) of their centre and their side, in a card of 200 by 300.
_PIPS: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {
    1: (150, ((100, 193),)),
    2: (88, ((62, 150), (138, 232))),
    3: (74, ((100, 139), (56, 233), (144, 233))),
    4: (78, ((57, 150), (143, 150), (57, 236), (143, 236))),
    5: (66, ((50, 138), (150, 138), (100, 191), (50, 244), (150, 244))),
    6: (62, ((56, 130), (144, 130), (56, 191), (144, 191), (56, 252), (144, 252))),
    7: (56, ((48, 130), (152, 130), (48, 192), (100, 192), (152, 192), (48, 253), (152, 253))),
}
_COURT = {10: sota, 11: caballo, 12: rey}


def parse(card: str) -> tuple[int, tomate_suits.Suit]:
    """Split "12E" into rank and suit; raises ValueError for anything else."""
    rank, suit = card[:-1], tomate_suits.SUITS.get(card[-1:])
    if suit is None or not rank.isdigit() or int(rank) not in RANKS:
        raise ValueError(f"{card!r} is no Spanish card")
    return int(rank), suit


def card(name: str) -> str:
    """Draw a whole card, two by three."""
    rank, suit = parse(name)
    figure = _COURT.get(rank)
    if figure is None:
        side, middles = _PIPS[rank]
        middle = "".join(tomate_suits.placed(x - side / 2, y - side / 2, side) for x, y in middles)
    else:
        middle = f'<g transform="translate(22 106.2) scale(1.04)">{figure(suit)}</g>'
    parts = (
        tomate_suits.defined(suit),
        _paper(*CARD, 15),
        _frame(suit, *CARD, 10),
        middle,
        _digits(rank, suit, (20, 84), 74),
        tomate_suits.placed(126, 24, 58),
    )
    return document(CARD, "".join(parts))


def mini(name: str) -> str:
    """Draw index over suit, five by seven: for thirteen cards on one table."""
    rank, suit = parse(name)
    digits = _digits(rank, suit, (50, 68), 62, "middle")
    parts = (
        tomate_suits.defined(suit),
        _paper(*MINI, 10),
        _frame(suit, *MINI, 6),
        digits,
        tomate_suits.placed(26, 76, 48),
    )
    return document(MINI, "".join(parts))


def suit_alone(letter: str) -> str:
    """Draw one suit without a card; raises ValueError for an unknown letter."""
    if letter not in tomate_suits.SUITS:
        raise ValueError(f"{letter!r} is no suit")
    suit = tomate_suits.SUITS[letter]
    return document((100, 100), tomate_suits.defined(suit) + tomate_suits.placed(0, 0, 100))


def back(ground: str, dark: str, light: str) -> str:
    """Draw the back of a card: a quiet pattern of seeds and one tomato."""
    seeds = "".join(
        f'<circle cx="{26 + 18.5 * column + 9.25 * (row % 2):g}" cy="{26 + 15.6 * row:g}" r="3"/>'
        for row in range(17)
        for column in range(9 - row % 2)
    )
    return document(
        CARD,
        f"""<defs>
<linearGradient id="cloth" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="{ground}"/><stop offset="1" stop-color="{dark}"/>
</linearGradient></defs>
<rect width="200" height="300" rx="16" fill="#FFFBF2"/>
<rect x="9" y="9" width="182" height="282" rx="10" fill="url(#cloth)"/>
<g fill="{light}" opacity=".3">{seeds}</g>
<circle cx="100" cy="150" r="52" fill="{dark}" stroke="{light}" stroke-width="4"/>
<g transform="translate(62 110) scale(2.4)">{TOMATO_SHAPE}</g>""",
    )


def _paper(width: float, height: float, radius: float) -> str:
    return f"""<defs><linearGradient id="paper" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#FFFEFA"/><stop offset="1" stop-color="#F5EAD8"/>
</linearGradient></defs>
<rect width="{width:g}" height="{height:g}" rx="{radius:g}" fill="url(#paper)"/>"""


def _frame(suit: tomate_suits.Suit, width: float, height: float, inset: float) -> str:
    """Draw the frame line, with the gaps of its suit in the upper and lower edge."""
    line = width / 40
    box = (
        f'<rect x="{inset:g}" y="{inset:g}" width="{width - 2 * inset:g}"'
        f' height="{height - 2 * inset:g}" rx="{inset:g}" fill="none" stroke="{suit.fill}"'
        f' stroke-width="{line:g}"/>'
    )
    tops = _gaps(suit, width, inset - line, line * 2, "#FFFDF8")
    return box + tops + _gaps(suit, width, height - inset - line, line * 2, "#F6EBDA")


def _gaps(suit: tomate_suits.Suit, width: float, top: float, height: float, paper: str) -> str:
    wide = width * 0.075
    middles = (width * part / (suit.gaps + 1) for part in range(1, suit.gaps + 1))
    return "".join(
        f'<rect x="{middle - wide / 2:g}" y="{top:g}" width="{wide:g}" height="{height:g}"'
        f' fill="{paper}"/>'
        for middle in middles
    )


def _digits(
    rank: int,
    suit: tomate_suits.Suit,
    spot: tuple[float, float],
    size: float,
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{spot[0]:g}" y="{spot[1]:g}" font-family="Fredoka" font-weight="700"'
        f' font-size="{size:g}" letter-spacing="{-size / 24:g}" text-anchor="{anchor}"'
        f' fill="{suit.dark}">{rank}</text>'
    )
