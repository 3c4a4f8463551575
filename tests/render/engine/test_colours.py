"""Colours that carry meaning are told apart, for every kind of colour vision, and so are shapes."""

import io
from collections.abc import Sequence
from itertools import combinations, product

import pytest
from PIL import Image

from games.dojo.rules.cards import CARDS
from games.karate_tomate.rules.cards import KINDS as NUMBER_CARDS
from games.karate_tomate.rules.cards import TRIUMPHS
from games.tomatomat.rules.cards import KINDS, MACHINE_COLOURS
from render.canvas import Canvas
from render.engine.colours import BAND, colours_of
from render.engine.png import bands_of, file_of
from render.engine.raster import rgb
from render.engine.theme import GOLD, LEAF, OUT_WORD, SEATS, TEXT, TOMATE, TOMATO, palette_of
from render.sprites.diced_tomatoes import COLOURS, FACES
from render.sprites.dojo import BELTS, THROWS, TROPHIES
from render.sprites.karate_tomate import VEGETABLES
from render.sprites.tomate import RANKS
from render.sprites.tomate_suits import SUITS
from render.sprites.tomatomat import VARIETIES
from render.tools.colour_vision import (
    VISIONS,
    Vision,
    contrast,
    distance,
    lab,
    likeness,
    seen,
    shape,
)

SPANISH = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
DICE = tuple(f"{colour}-{face}" for colour, face in product(COLOURS, FACES))
SIGNS = ("tick", "lead", "dealer", "star-won", "star-open", "star-needed", "robot", "pawn")

CODES: list[tuple[str, Sequence[str], dict[Vision, float]]] = [
    ("suits", [suit.fill for suit in SUITS.values()],
     {"usual": 45, "protan": 14, "deutan": 12, "tritan": 16, "grey": 2}),
    ("vegetables", [vegetable.fill for vegetable in VEGETABLES.values()],
     {"usual": 40, "protan": 30, "deutan": 18, "tritan": 30, "grey": 7}),
    ("belts", [belt.fill for belt in BELTS.values()],
     {"usual": 60, "protan": 45, "deutan": 38, "tritan": 19, "grey": 0}),
    ("tomatoes", [variety.fill for variety in VARIETIES.values()],
     {"usual": 65, "protan": 25, "deutan": 25, "tritan": 45, "grey": 3}),
    ("dice", [each_colour.fill for each_colour in COLOURS.values()],
     {"usual": 65, "protan": 45, "deutan": 35, "tritan": 65, "grey": 30}),
    ("states", [GOLD, LEAF, TOMATO, OUT_WORD, TEXT],
     {"usual": 40, "protan": 17, "deutan": 5, "tritan": 20, "grey": 2}),
    ("seats", SEATS, {"usual": 18, "protan": 3, "deutan": 0, "tritan": 4, "grey": 0}),
]  # fmt: skip
"""The colours that carry meaning, and how near the nearest two may be for each vision.

Below ten they count as one colour, and the shape tells them apart, or for seats the initial and
for states a word, a tick, a tab or a crown.
"""

SHAPES: list[tuple[str, Sequence[str], tuple[int, int]]] = [
    ("spanish", SPANISH, (110, 165)),
    ("spanish-mini", SPANISH, (60, 84)),
    ("suit", tuple(SUITS), (30, 30)),
    ("veg", tuple(NUMBER_CARDS), (60, 84)),
    ("tomato", tuple(str(number) for number in range(1, 11)), (60, 84)),
    ("triumph", tuple(TRIUMPHS), (78, 84)),
    ("tatami", tuple(CARDS), (74, 74)),
    ("tatami-wide", tuple(CARDS), (92, 71)),
    ("tatami-tall", tuple(CARDS), (54, 94)),
    ("trophy", tuple(TROPHIES), (48, 48)),
    ("throw", tuple(THROWS), (40, 40)),
    ("tomatomat", KINDS, (100, 140)),
    ("figure", KINDS, (44, 44)),
    ("machine", tuple(MACHINE_COLOURS), (60, 76)),
    ("slot", ("I", "II", "III", "IV"), (74, 44)),
    ("die", DICE, (40, 40)),
    ("die-mini", DICE, (40, 40)),
    ("garden", ("bit-on", "bit-off"), (25, 26)),
    ("token", SIGNS, (30, 30)),
    ("token", ("rise", "fall"), (30, 30)),
]
"""Things that must not be mistaken for each other, at the smallest size they appear in."""
ALIKE = 0.982
"""How alike machines with one different tomato are; a 3 and an 8 are nearly as alike."""


@pytest.mark.parametrize(("name", "colours", "least"), CODES, ids=[code[0] for code in CODES])
def test_colours_that_mean_something_stay_apart(
    name: str, colours: Sequence[str], least: dict[Vision, float]
) -> None:
    """The nearest two colours of each code keep their least distance for every vision."""
    for vision in VISIONS:
        nearest = min(distance(first, other, vision) for first, other in combinations(colours, 2))
        assert nearest >= least[vision], (name, vision, nearest)


@pytest.mark.parametrize(
    ("family", "names", "size"), SHAPES, ids=[f"{family} {names[0]}" for family, names, _ in SHAPES]
)
def test_no_two_things_have_one_shape(
    family: str, names: Sequence[str], size: tuple[int, int]
) -> None:
    """In grey, with brightness and contrast equalized, any two things of a family differ."""
    shapes = {name: shape(drawn(f"{family}:{name}", *size)) for name in names}
    assert all(each_shape.any() for each_shape in shapes.values())
    for first, other in combinations(names, 2):
        assert likeness(shapes[first], shapes[other]) <= ALIKE, (first, other)


def drawn(name: str, width: int, height: int) -> Image.Image:
    """Return the sprite as it appears on a table."""
    canvas = Canvas(height, TOMATE)
    canvas.sprite(name, (0, 0), (width, height))
    return canvas.image.crop((0, 0, width, height))


def test_a_colour_alone_is_no_shape() -> None:
    """Changing only colour, brightness or contrast leaves a shape the same."""
    card = drawn("veg:B3", 60, 84)
    paler = card.point([round(100 + level * 0.5) for level in range(256)] * 3)
    grey = card.convert("L").convert("RGB")
    alike = [likeness(shape(card), shape(other)) for other in (paler, grey)]
    assert min(alike) > 0.999
    assert likeness(shape(card), shape(drawn("veg:C3", 60, 84))) < 0.95


NUMBERED: dict[str, Sequence[str]] = {
    "tomate": [suit.fill for suit in SUITS.values()],
    "karate_tomate": [vegetable.fill for vegetable in VEGETABLES.values()],
    "dojo": [belt.fill for belt in BELTS.values()],
    "tomatomat": [variety.fill for variety in VARIETIES.values()],
    "diced_tomatoes": [each_colour.fill for each_colour in COLOURS.values()],
}
"""The flat colours that mean something in each game."""


@pytest.mark.parametrize(("game", "own"), NUMBERED.items(), ids=NUMBERED)
def test_flat_colours_stay_exact_in_numbered_pictures(game: str, own: Sequence[str]) -> None:
    """What means something has its very colour in a file, and so have texts and panels."""
    usual = (TEXT, GOLD, LEAF, TOMATO, OUT_WORD, *SEATS, palette_of(game).panel)
    colours = colours_of(game)
    for colour in (*usual, *own):
        flat = Image.new("RGB", (4, BAND), colour)
        file = file_of(flat.size, bands_of(flat, colours), colours)
        read = Image.open(io.BytesIO(file)).convert("RGB")
        assert read.getcolors() == [(4 * BAND, rgb(colour))], colour


INKS = [
    *((vegetable.ink, vegetable.fill, 4.5) for vegetable in VEGETABLES.values()),
    *((vegetable.ink, vegetable.dark, 4.5) for vegetable in VEGETABLES.values()),
    *((belt.ink, belt.fill, 4.5) for belt in BELTS.values()),
    *((variety.ink, variety.fill, 3) for variety in VARIETIES.values()),
    *((this_colour.ink, this_colour.fill, 4.5) for this_colour in COLOURS.values()),
    *((suit.dark, "#FFFBF2", 7) for suit in SUITS.values()),
    *((suit.dark, "#F5EAD8", 4.5) for suit in SUITS.values()),
]
"""Digits on cards and dice: ink, ground, and least contrast; digits of coins are very large."""


@pytest.mark.parametrize(("ink", "ground", "least"), INKS)
def test_digits_stand_out_from_their_cards(ink: str, ground: str, least: float) -> None:
    """The digits of cards and dice have enough contrast to be read without seeing colours."""
    assert contrast(ink, ground) >= least


KNOWN = [
    ("#FFFFFF", (100.0, 0.0, 0.0)),
    ("#FF0000", (53.24, 80.09, 67.20)),
    ("#0000FF", (32.30, 79.19, -107.86)),
]


@pytest.mark.parametrize(("colour", "expected"), KNOWN)
def test_distances_are_measured_in_cielab(colour: str, expected: tuple[float, ...]) -> None:
    """White, red and blue have their known CIELAB coordinates."""
    assert lab(colour) == pytest.approx(expected, abs=0.05)


def test_eyes_without_a_cone_see_what_is_known_of_them() -> None:
    """Without red or green cones, a red and a green of one brightness come close.

    Without blue cones they don't, and grey stays grey for every vision.
    """
    red, green = "#D0603A", "#8E8A35"
    near = {vision: distance(red, green, vision) for vision in VISIONS}
    assert near["deutan"] < near["tritan"] / 2
    assert near["protan"] < near["tritan"] / 2
    grey = Image.new("RGB", (1, 1), "#808080")
    for vision in VISIONS:
        assert seen(grey, vision).getpixel((0, 0)) == (128, 128, 128)
