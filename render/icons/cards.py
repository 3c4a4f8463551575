"""Icons of Tomate's and Karate Tomate's cards."""

from functools import partial

from render.icons import shapes
from render.sprites.karate_tomate import FIGHTER, TOMATOES, VALUES, VEGETABLES, picture
from render.sprites.tomate import RANKS
from render.sprites.tomate_suits import SUITS, Suit


def _pip(suit: Suit, x: float, y: float, side: float) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({side / 100:g})">{suit.shape}</g>'


def _spanish(rank: int, suit: Suit) -> str:
    """Draw the rank above its suit, on paper with an edge in the suit's colour."""
    words = str(rank)
    size = 66 if rank < 10 else 56
    return shapes.boxed(
        shapes.tile(suit.tint, suit.fill, 9),
        shapes.digits(words, 34 if rank < 10 else 38, 58, size, suit.dark),
        _pip(suit, 44, 43, 50),
    )


def _suit(suit: Suit) -> str:
    return shapes.boxed(shapes.tile(shapes.PAPER, suit.fill, 9), _pip(suit, 15, 15, 70))


def _vegetable(letter: str, value: int) -> str:
    """Draw the value in large, with the vegetable beside it."""
    kind = VEGETABLES[letter]
    return shapes.boxed(
        shapes.tile(kind.fill, kind.dark),
        f'<circle cx="66" cy="65" r="31" fill="{shapes.PAPER}"/>',
        shapes.placed(picture(kind.icon), 43, 42, 46),
        shapes.digits(str(value), 27, 56, 62, kind.ink),
    )


def _tomato(value: int) -> str:
    """Draw a fighter with its value on its belly."""
    return shapes.boxed(
        f'<g transform="scale(3.1)">{FIGHTER}</g>',
        shapes.digits(str(value), 66, 96, 58 if value < 10 else 50, shapes.PAPER, halo=shapes.INK),
    )


_CREAM, _GILT, _CUP, _KNIFE = "#FFE9B0", "#B9821F", "#2B2016", "#4A4F5C"


def _triumph(trophies: int, knives: int, tomatoes: int) -> str:
    """Draw the trophies as a number; below it a stroke for each knife, a dot for each tomato."""
    low = [*("knife",) * knives, *("tomato",) * tomatoes]
    left = 50 - 11.5 * len(low)
    signs = "".join(_mark(sign, left + 23 * place) for place, sign in enumerate(low))
    if not trophies:
        return shapes.boxed(
            shapes.tile(_CREAM, _GILT), f'<g transform="translate(0 -22)">{signs}</g>'
        )
    lift = 0 if low else 11
    return shapes.boxed(
        shapes.tile(_CREAM, _GILT),
        shapes.placed(picture("trophy"), 8, 9 + lift, 50),
        shapes.digits(str(trophies), 74, 57 + lift, 58, _CUP),
        signs,
    )


def _mark(sign: str, x: float) -> str:
    if sign == "tomato":
        return (
            f'<circle cx="{x + 11.5:g}" cy="79" r="9.5" fill="#E5372A" stroke="#8E1B15"'
            ' stroke-width="3"/>'
        )
    return (
        f'<path d="M{x + 8:g} 92V66q9 4 9 16v10z" fill="{_KNIFE}" stroke="{_KNIFE}"'
        ' stroke-width="5" stroke-linejoin="round"/>'
    )


def tomate() -> dict[str, shapes.Drawing]:
    """Return forty cards and the four suits."""
    cards: dict[str, shapes.Drawing] = {
        f"spanish:{rank}{suit.letter}": partial(_spanish, rank, suit)
        for suit in SUITS.values()
        for rank in RANKS
    }
    return cards | {f"suit:{suit.letter}": partial(_suit, suit) for suit in SUITS.values()}


_TRIUMPHS = (
    "t500", "t400", "t401", "t300", "t301", "t310", "t202",
    "t210", "t211", "t120", "t112", "t103", "t022", "t030",
)  # fmt: skip


def karate_tomate() -> dict[str, shapes.Drawing]:
    """Return number cards, tomatoes and triumph cards."""
    numbers = {
        f"veg:{letter}{value}": partial(_vegetable, letter, value)
        for letter in VEGETABLES
        for value in VALUES
    }
    tomatoes = {f"tomato:{value}": partial(_tomato, value) for value in TOMATOES}
    triumphs = {f"triumph:{name}": partial(_triumph, *map(int, name[1:])) for name in _TRIUMPHS}
    fighter = partial(shapes.boxed, f'<g transform="scale(3.125)">{FIGHTER}</g>')
    return {**numbers, **tomatoes, **triumphs, "karate:fighter": fighter}
