"""Turned cards: how many parts are drawn for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from render.disk.part_cache import current, use
from render.engine import cache as shelves
from render.engine.pixels import bands
from render.engine.raster import rounded
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


@pytest.mark.parametrize("turn", [-11.0, -4.0, 0.0, 2.5, 45.0])
@pytest.mark.parametrize("name", ["spanish:1O", "die:red-4", "suit:E"])
def test_a_sprite_turns_about_its_middle(name: str, turn: float) -> None:
    """A turned sprite reaches equally far to both sides, so cards in a fan don't jump."""
    pieces = sprite(name, *SIZE, Look(turn=turn)).pieces
    left, top = min(piece.x for piece in pieces), min(piece.y for piece in pieces)
    right = max(piece.x + piece.image.width for piece in pieces)
    bottom = max(piece.y + piece.image.height for piece in pieces)
    if name == "spanish:1O":  # the others have transparent edges of their own
        assert abs(left + right - SIZE[0]) <= 1
        assert abs(top + bottom - SIZE[1]) <= 1


def _noise() -> Image.Image:
    """Return a mask with many edges."""
    rows = np.random.default_rng(1).integers(0, 12, (61, 90), dtype=np.uint8).repeat(9, axis=1)
    return Image.fromarray(np.clip(rows * 40, 0, 255).astype(np.uint8))


@pytest.mark.parametrize(
    "opacity",
    [
        rounded(120, 180, 14).rotate(7, expand=True),
        rounded(60, 60, 30),
        Image.new("L", (30, 50), 255),
        Image.new("L", (30, 50), 254),
        Image.new("L", (30, 50)),
        _noise(),
    ],
    ids=["card", "disc", "opaque", "veil", "clear", "noise"],
)
def test_an_image_is_cut_into_what_is_visible(opacity: Image.Image) -> None:
    """Each pixel is in one box or, if it is clear, in none; opaque boxes have only opaque ones."""
    alpha = np.asarray(opacity)
    times = np.zeros(alpha.shape, dtype=int)
    for (x0, y0, x1, y1), is_opaque in bands(opacity):
        times[y0:y1, x0:x1] += 1
        assert not is_opaque or (alpha[y0:y1, x0:x1] == 255).all()
    assert times.max(initial=0) <= 1
    assert (times[alpha > 0] == 1).all()


def test_a_turned_card_is_mostly_pasted_without_a_mask() -> None:
    """Pixels with a mask are at its edges only: fewer than a sixth of the card's."""
    width, height = 240, 360
    pieces = sprite("spanish:1O", width, height, Look(turn=4.0)).pieces
    masked = sum(piece.width * piece.height for piece in pieces if not piece.is_opaque)
    assert masked * 6 < width * height
