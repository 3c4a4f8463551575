"""Turned cards: how many parts are drawn for them."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageOps

from render.disk.part_cache import current, use
from render.engine import cache as shelves
from render.engine.pixels import opaque_middle
from render.engine.raster import rounded
from render.engine.sprite_image import cut, sprite_of
from render.engine.theme import GOLD
from render.sprites import Look, sprite

SIZE = (120, 180)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path) -> Iterator[None]:
    """Use an empty cache folder, with nothing in memory."""
    use(tmp_path)
    shelves.allow(0)
    shelves.allow(shelves.MEMORY)
    yield
    use(None)


def drawn(name: str, look: Look) -> int:
    """Return how many parts are drawn for a sprite."""
    before = current().figures().drawn
    sprite(name, *SIZE, look)
    return current().figures().drawn - before


def test_a_card_is_drawn_once_for_all_angles() -> None:
    """A card's face is drawn once for all angles, and what surrounds it once for all cards."""
    lifted = Look(turn=4.0, shadow=8)
    assert drawn("spanish:1O", lifted) == 3
    assert drawn("spanish:7C", lifted) == 2
    assert drawn("spanish:7C", lifted._replace(turn=-4.0)) == 1
    assert drawn("spanish:1O", lifted._replace(turn=-4.0)) == 0
    assert drawn("spanish:1O", lifted._replace(turn=-4.0, tint="dim")) == 0
    assert drawn("spanish:1O", lifted._replace(turn=-4.0, frame=6)) == 1


def test_a_dimmed_card_looks_the_same_after_its_plain_one() -> None:
    """A dimmed card has the same pixels, whether its plain one was turned before or not."""
    look = Look("dim", GOLD, turn=4.0)
    single = sprite("spanish:1O", *SIZE, look)
    shelves.allow(0)
    shelves.allow(shelves.MEMORY)
    sprite("spanish:1O", *SIZE, Look(turn=4.0))
    assert sprite("spanish:1O", *SIZE, look) is not single
    assert sprite("spanish:1O", *SIZE, look) == single


@pytest.mark.parametrize("turn", [-11.0, -4.0, 0.0, 2.5, 45.0])
@pytest.mark.parametrize("name", ["spanish:1O", "die:red-4", "suit:E"])
def test_a_sprite_turns_about_its_middle(name: str, turn: float) -> None:
    """A turned sprite reaches equally far to both sides, so cards in a fan don't jump."""
    pieces = sprite(name, *SIZE, Look(turn=turn)).pieces
    left, top = min(piece.x for piece in pieces), min(piece.y for piece in pieces)
    right = max(piece.x + piece.width for piece in pieces)
    bottom = max(piece.y + piece.height for piece in pieces)
    if name == "spanish:1O":  # the others have transparent edges of their own
        assert abs(left + right - SIZE[0]) <= 1
        assert abs(top + bottom - SIZE[1]) <= 1


def _noise() -> Image.Image:
    """Return a mask with many edges."""
    rows = np.random.default_rng(1).integers(0, 12, (61, 90), dtype=np.uint8).repeat(9, axis=1)
    return Image.fromarray(np.clip(rows * 40, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("hollow", [False, True])
@pytest.mark.parametrize(
    "opacity",
    [
        rounded(120, 180, 14).rotate(7, expand=True),
        rounded(60, 60, 30),
        ImageOps.expand(Image.new("L", (90, 90)), 9, 255),
        Image.new("L", (30, 50), 254),
        Image.new("L", (30, 50)),
        _noise(),
    ],
    ids=["card", "disc", "frame", "veil", "clear", "noise"],
)
def test_an_image_is_cut_into_what_is_visible(opacity: Image.Image, hollow: bool) -> None:
    """Each pixel is in one piece, or in none if it is clear; no opaque piece has a soft pixel."""
    image = Image.linear_gradient("L").resize(opacity.size).convert("RGBA")
    image.putalpha(opacity)
    middle = opaque_middle(ImageChops.invert(opacity)) if hollow else None
    alpha, times = np.asarray(opacity), np.zeros(opacity.size[::-1], dtype=int)
    for x, y, pixels, is_opaque, width, height in sprite_of(cut(image, 0, 0, middle)).pieces:
        times[y : y + height, x : x + width] += 1
        assert pixels == image.crop((x, y, x + width, y + height))
        assert not is_opaque or (alpha[y : y + height, x : x + width] == 255).all()
    assert times.max(initial=0) <= 1
    assert (times[alpha > 0] == 1).all()


@pytest.mark.parametrize(("look", "most"), [(Look(), 0.4), (Look(shadow=8), 1.0)])
def test_a_turned_card_is_mostly_pasted_without_a_mask(look: Look, most: float) -> None:
    """Pixels with a mask are at its edges only, and in its shadow around it."""
    width, height = 240, 360
    pieces = sprite("spanish:1O", width, height, look._replace(turn=4.0)).pieces
    masked = sum(piece.width * piece.height for piece in pieces if not piece.is_opaque)
    assert masked < most * width * height
