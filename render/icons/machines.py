"""Icons of Tomatomat: coins, thieves and police in four colours, machines, their slots."""

from functools import partial

from render.icons import shapes
from render.sprites.tomatomat import KINDS, SLOTS, VARIETIES, figure

_NIGHT = "#111A33"


def _machine(stars: str, colours: str) -> str:
    """Draw a machine: its stars as a number on a dark window, beside its tomatoes on paper."""
    first, other = VARIETIES[colours[0]], VARIETIES[colours[-1]]
    tomatoes = (
        shapes.placed(figure(colours), 45, 23, 52)
        if len(colours) == 1
        else shapes.placed(figure(colours[0]), 49, 6, 43)
        + shapes.placed(figure(colours[1]), 49, 49, 43)
    )
    return shapes.boxed(
        '<clipPath id="case"><rect width="100" height="100" rx="19"/></clipPath>'
        f'<g clip-path="url(#case)"><rect width="100" height="100" fill="{first.fill}"/>'
        f'<path d="M100 0v100H0z" fill="{other.fill}"/></g>'
        f'<rect x="9" y="9" width="82" height="82" rx="12" fill="{shapes.PAPER}"/>'
        f'<path d="M21 9h26v82H21a12 12 0 0 1-12-12V21a12 12 0 0 1 12-12z" fill="{_NIGHT}"/>',
        shapes.digits(stars, 28.5, 71, 60, "#FFF1C9"),
        tomatoes,
    )


_ROMAN = {
    "I": "M50 24v52",
    "II": "M36 24v52M64 24v52",
    "III": "M26 24v52M50 24v52M74 24v52",
    "IV": "M22 24v52M40 24l17 52 17-52",
}


def _slot(name: str) -> str:
    """Draw the number of a slot, with bars above and below."""
    return shapes.boxed(
        f'<rect x="3" y="3" width="94" height="94" rx="20" fill="{shapes.PAPER}"'
        f' stroke="{shapes.INK}" stroke-width="6"/>'
        f'<path d="{_ROMAN[name]}M16 24H84M16 76H84" fill="none" stroke="{shapes.INK}"'
        ' stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _star() -> str:
    """Draw a star that is visible on white too."""
    points = "50,6 63,37 96,40 71,62 79,95 50,77 21,95 29,62 4,40 37,37"
    return shapes.boxed(
        f'<polygon points="{points}" fill="#FFCB4D" stroke="{shapes.INK}" stroke-width="6"'
        ' stroke-linejoin="round"/>'
    )


def tomatomat() -> dict[str, shapes.Drawing]:
    """Return sixteen cards, four colours, all machines, four slots and the star."""
    pairs = [*VARIETIES, *("".join(two) for two in ("RG", "YP", "RY", "GP", "RP", "GY"))]
    return {
        **{f"tomatomat:{kind}": partial(figure, kind) for kind in KINDS},
        **{f"colour:{colour}": partial(figure, colour) for colour in VARIETIES},
        **{
            f"machine:{stars}{colours}": partial(_machine, stars, colours)
            for colours in pairs
            for stars in "123"
        },
        **{f"slot:{name}": partial(_slot, name) for name in SLOTS},
        "vending:star": _star,
    }
