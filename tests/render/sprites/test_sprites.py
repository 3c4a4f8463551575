"""Sprites: each one draws something, and none is mistaken for another."""

import pytest
from PIL import Image, ImageChops

from render.canvas import Canvas
from render.engine.raster import draw
from render.engine.theme import TOMATE
from render.sprites import ICONS, Look, UnknownSpriteError, drawing, for_width, known, ratio, sprite
from render.sprites.diced_tomatoes import COLOURS, GARDEN
from render.sprites.tokens import TOKENS
from render.sprites.tomate import RANKS
from render.sprites.tomate_suits import SUITS

CARDS = [f"{rank}{suit}" for suit in SUITS for rank in RANKS]
ALL = [
    *(f"spanish:{card}" for card in CARDS),
    *(f"spanish-mini:{card}" for card in CARDS),
    *(f"token:{name}" for name in TOKENS),
    *(f"icon:{path.stem}" for path in ICONS.glob("*.svg")),
    *(f"suit:{suit}" for suit in SUITS),
    *("back:spanish", "back:tomato", "back:night", "pot", "reserves"),
    *(f"die:{colour}" for colour in COLOURS),
    *(f"garden:{thing}" for thing in GARDEN),
]
UNKNOWN = (
    *("spanish:8O", "spanish:1X", "spanish:", "icon:../x", "x:y", "x"),
    *("die:red-7", "die:blue-1", "die-mini:red", "garden:weed"),
    *(f"tatami{form}:{name}" for form in ("", "-wide", "-tall") for name in ("F6", "X1", "", "F")),
    *("tatami:F33", "tomatomat:R3", "figure:X", "figure:R1-twice", "machine:4R", "machine:2RGY"),
    *("machine:1RR", "machine:", "slot:V", "back:tomatomat-V", "vending:moon"),
)


def drawn(name: str, width: int = 86, height: int = 129) -> Image.Image:
    """Return the sprite as it appears on a table."""
    canvas = Canvas(height, TOMATE)
    canvas.sprite(name, (0, 0), (width, height))
    return canvas.image.crop((0, 0, width, height))


@pytest.mark.parametrize("name", ALL)
def test_a_sprite_leaves_a_mark(name: str) -> None:
    """Every sprite name that we use draws something."""
    bare = Canvas(129, TOMATE).image.crop((0, 0, 86, 129))
    assert ImageChops.difference(drawn(name), bare).getbbox() is not None


def test_the_index_is_drawn_in_our_font() -> None:
    """Without our font, a card's index would be missing, so the drawing differs."""
    svg = drawing("spanish-mini:10O")
    without = svg.replace('font-family="Fredoka"', 'font-family="No such font"')
    assert draw(svg, 86, 120) != draw(without, 86, 120)


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_sprite_is_refused(name: str) -> None:
    """Names that draw nothing are reported as unknown and raise when drawn."""
    assert not known(name)
    with pytest.raises(UnknownSpriteError):
        sprite(name, 10, 10)


@pytest.mark.parametrize(
    ("card", "back", "proportions"),
    [("tatami:F3", "back:tatami", 1.0), ("tomatomat:R1", "back:tomatomat-IV", 1.4)],
)
def test_a_card_and_its_back_have_the_same_proportions(
    card: str, back: str, proportions: float
) -> None:
    """A card is as high in relation to its width as its back."""
    assert ratio(card) == ratio(back) == proportions


def test_small_cards_have_a_simpler_face() -> None:
    """A card of 86 pixels uses the simpler face, and one of 150 pixels the full one."""
    assert for_width("spanish:7O", 86) == "spanish-mini:7O"
    assert for_width("spanish:7O", 150) == "spanish:7O"
    assert for_width("back:spanish", 30) == "back:spanish"


@pytest.mark.parametrize(
    "look",
    [
        Look("dim", "#0B241E"),
        Look("grey", "#0B241E"),
        Look(turn=4.0),
        Look(shadow=6),
        Look(frame=6),
    ],
)
def test_a_look_changes_the_sprite(look: Look) -> None:
    """Each look (dim, grey, turned, lifted, framed) changes the sprite's pixels."""
    canvas = Canvas(200, TOMATE)
    canvas.sprite("spanish:12E", (40, 30), (86, 129), look)
    plain = Canvas(200, TOMATE)
    plain.sprite("spanish:12E", (40, 30), (86, 129))
    assert canvas.image.tobytes() != plain.image.tobytes()


def test_a_sprite_is_made_once() -> None:
    """The same name, size and look give the same object."""
    assert sprite("suit:E", 40, 40) is sprite("suit:E", 40, 40)
