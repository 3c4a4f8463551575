"""Icons of Dojo: disciples with their belts, trophies, throws."""

from functools import partial

from render.icons.shapes import Drawing, boxed, digits
from render.sprites.dojo import BELTS, DISCIPLES, GROUNDS, THROWS, TROPHIES, face, throw, trophy

_CLIP = (
    '<defs><clipPath id="tile"><rect x="3" y="3" width="94" height="94" rx="18"/></clipPath></defs>'
)


def _card(disciple: str, value: str) -> str:
    """Draw the face above the belt, with the value on it."""
    belt = BELTS[value]
    return boxed(
        _CLIP,
        '<g clip-path="url(#tile)">',
        f'<rect width="100" height="100" fill="{GROUNDS[disciple]}"/>',
        f'<g transform="translate(18 1) scale(2)">{face(disciple)}</g>',
        f'<rect y="53" width="100" height="47" fill="{belt.fill}"/>',
        f'<rect y="51" width="100" height="5" fill="{belt.dark}"/></g>',
        '<rect x="3" y="3" width="94" height="94" rx="18" fill="none" stroke="#6B5D49"'
        ' stroke-width="6"/>',
        digits(value, 50, 93, 54, belt.ink),
    )


def _belt(value: str) -> str:
    """Draw a belt with its knot and its value."""
    belt = BELTS[value]
    edge = "#6B5D49" if value != "5" else "#CFC3BD"
    return boxed(
        f'<g fill="{belt.fill}" stroke="{edge}" stroke-width="6" stroke-linejoin="round">'
        '<path d="M62 62l16 34h16L78 60z"/><path d="M58 62L42 96H26l16-36z"/>'
        '<rect x="3" y="16" width="94" height="50" rx="14"/></g>',
        digits(value, 50, 60, 54, belt.ink),
    )


def _disciple(letter: str) -> str:
    return boxed(
        f'<circle cx="50" cy="50" r="47" fill="{GROUNDS[letter]}" stroke="#6B5D49"'
        ' stroke-width="6"/>',
        f'<g transform="translate(12 12) scale(2.4)">{face(letter)}</g>',
    )


def dojo() -> dict[str, Drawing]:
    """Return thirty cards, five belts, six disciples, six trophies and three throws."""
    return {
        **{
            f"tatami:{disciple}{value}": partial(_card, disciple, value)
            for disciple in DISCIPLES
            for value in BELTS
        },
        **{f"belt:{value}": partial(_belt, value) for value in BELTS},
        **{f"disciple:{disciple}": partial(_disciple, disciple) for disciple in DISCIPLES},
        **{f"trophy:{name}": partial(trophy, name) for name in TROPHIES},
        **{f"throw:{name}": partial(throw, name) for name in THROWS},
    }
