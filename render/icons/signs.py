"""Icons that belong to no game: seats, actions of buttons, and a few shared things."""

from functools import partial

from render.engine.theme import SEATS
from render.icons import shapes
from render.sprites.diced_tomatoes import die
from render.sprites.dojo import sign as dojo_sign
from render.sprites.karate_tomate import picture
from render.sprites.tokens import TOKENS

_STROKES = {
    "take": "M50 20v40M32 44l18 18 18-18M22 80h56",
    "draw": "M50 62V20M32 38l18-18 18 18M22 80h56",
    "pass": "M26 26l24 24-24 24M54 26l24 24-24 24",
    "end": "M24 52l18 18 36-40",
    "again": "M26 44a26 26 0 0 1 46-8l6 8M78 24v20H58M74 58a26 26 0 0 1-46 6l-6-8M22 76V56h20",
    "back": "M34 26L18 42l16 16M20 42h38a20 20 0 0 1 0 40H40",
    "place": "M50 18v34M34 38l16 16 16-16M20 58v22h60V58",
    "swap": "M18 36h62M64 20l16 16-16 16M82 66H20M36 50L20 66l16 16",
    "keep": "M30 28h40v46L50 60 30 74z",
    "discard": "M26 32h48M40 32V22h20v10M32 32l4 46h28l4-46M44 44v22M56 44v22",
    "form": "M26 26h48M26 46h48M26 66h48",
    "challenge": "M26 24l48 52M74 24L26 76M18 66l16 16M82 66L66 82",
    "stop": "M32 32h36v36H32z",
    "why": "M36 38a14 14 0 1 1 20 13c-5 3-6 6-6 11M50 78v1",
    "more": "M26 50h1M50 50h1M74 50h1",
    "read": "M22 28h24v46H22zM54 28h24v46H54z",
    "rules": "M30 20h40v60H30zM40 36h20M40 50h20",
    "hand": "M30 78l-8-38 12-4 6 28M44 76V24h14v52M62 72l8-36 12 4-10 38",
}
"""The strokes of each sign, as one path."""


def _action(strokes: str) -> str:
    """Draw a dark sign on a pale disc, which is visible on buttons of every colour."""
    return shapes.boxed(
        shapes.disc(shapes.PAPER, shapes.INK, 6),
        f'<g transform="translate(7 7) scale(.86)"><path d="{strokes}" fill="none"'
        f' stroke="{shapes.INK}" stroke-width="12" stroke-linecap="round"'
        ' stroke-linejoin="round"/></g>',
    )


def _roll() -> str:
    return shapes.boxed(
        shapes.disc(shapes.PAPER, shapes.INK, 6), shapes.placed(die("red-5"), 24, 24, 52)
    )


def _seat(number: int) -> str:
    """Draw the colour and number of a seat."""
    figure = str(number + 1)
    size = 66 if number < 9 else 54
    return shapes.boxed(
        shapes.disc(SEATS[number], shapes.INK, 6),
        shapes.digits(figure, 50, 50 + size * 0.35, size, shapes.INK),
    )


def signs() -> dict[str, shapes.Drawing]:
    """Return every icon that belongs to no game."""
    return {
        **{f"action:{name}": partial(_action, strokes) for name, strokes in _STROKES.items()},
        "action:roll": _roll,
        **{f"seat:{number}": partial(_seat, number) for number in range(len(SEATS))},
        **{
            f"icon:{name}": partial(picture, name)
            for name in ("coin", "trophy", "kitchen-knife", "tomato", "crown")
        },
        "token:pot": TOKENS["pot"],
        "token:robot": _robot,
        "dojo:versus": partial(dojo_sign, "versus"),
    }


def _robot() -> str:
    """Draw the sign of a bot seat; the sign on tables is dark, so it gets a disc here."""
    return shapes.boxed(
        shapes.disc(shapes.PAPER, shapes.INK, 6), shapes.placed(TOKENS["robot"](), 18, 16, 64)
    )
