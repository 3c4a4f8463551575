"""Icons of Diced Tomatoes: dice, handfuls of dice, vines."""

from collections.abc import Mapping
from functools import partial
from itertools import combinations_with_replacement

from render.icons.shapes import Drawing, boxed, placed
from render.sprites.diced_tomatoes import COLOURS, FACES, die, garden, mini

_NAMES: Mapping[str, str] = {"r": "red", "b": "black", "g": "gold"}
_PLACES: Mapping[int, tuple[tuple[float, float, float], ...]] = {
    1: ((4, 4, 92),),
    2: ((-2, -2, 58), (44, 44, 58)),
    3: ((-2, 0, 52), (50, 0, 52), (24, 50, 52)),
}
"""Places of the dice of a handful, by their number: left, top and side."""


def _handful(letters: str) -> str:
    """Draw dice that aren't rolled yet."""
    places = _PLACES[len(letters)]
    return boxed(
        *(
            placed(die(_NAMES[letter]), *place)
            for letter, place in zip(letters, places, strict=True)
        )
    )


def _vine() -> str:
    return boxed(
        '<path d="M20 96C14 60 24 26 52 10" fill="none" stroke="#1F6B2B" stroke-width="15"'
        ' stroke-linecap="round"/>'
        '<path d="M20 96C14 60 24 26 52 10" fill="none" stroke="#57B04C" stroke-width="8"'
        ' stroke-linecap="round"/>'
        '<path d="M22 46C40 24 74 26 96 36 86 66 48 74 22 46z" fill="#6CC95C" stroke="#1F6B2B"'
        ' stroke-width="6" stroke-linejoin="round"/>'
        '<circle cx="52" cy="80" r="16" fill="#F0392B" stroke="#8E1B15" stroke-width="5"/>'
    )


def diced_tomatoes() -> dict[str, Drawing]:
    """Return dice by colour and face, handfuls by colours, and plants."""
    handfuls = [
        "".join(some) for size in (1, 2, 3) for some in combinations_with_replacement("rbg", size)
    ]
    return {
        **{
            f"die:{name}-{face}": partial(mini, f"{name}-{face}")
            for name in COLOURS
            for face in FACES
        },
        **{f"handful:{letters}": partial(_handful, letters) for letters in handfuls},
        "garden:vine": _vine,
        "garden:splatter": partial(garden, "splatter"),
        "garden:flip": partial(garden, "flip"),
        "garden:karma": partial(garden, "bit-on"),
    }
