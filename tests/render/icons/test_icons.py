"""Icons keep to Discord's limits, and those of a family differ at 20 pixels."""

import io
from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from games.diced_tomatoes.rules.dice import HANDFULS
from games.dojo.rules.cards import CARDS as DISCIPLE_CARDS
from games.karate_tomate.rules.cards import KINDS, TRIUMPHS
from games.tomate.rules.cards import PACK
from games.tomatomat.rules.cards import KINDS as COINS
from games.tomatomat.rules.cards import MACHINE_COLOURS
from render.icons.catalogue import KEYS, OURS, icon_file
from render.tools.colour_vision import VISIONS, Vision, seen

FAMILIES = {
    "spanish": PACK,
    "veg": KINDS,
    "triumph": tuple(TRIUMPHS),
    "tatami": DISCIPLE_CARDS,
    "tomatomat": COINS,
    "machine": tuple(MACHINE_COLOURS),
    "handful": tuple(HANDFULS),
    "die": tuple(f"{colour}-{face}" for colour in ("red", "black", "gold") for face in "123456"),
}
APART = 2.0
"""The least average difference of two icons' pixels, of 255."""


def small(key: str) -> Image.Image:
    """Return an icon on a chat's ground, at the size of a line of text."""
    icon = Image.open(io.BytesIO(icon_file(key).png())).convert("RGBA")
    small = icon.resize((20, 20), Image.Resampling.LANCZOS)
    ground = Image.new("RGB", small.size, "#313338")
    ground.paste(small, (0, 0), small)
    return ground


def test_names_are_what_discord_takes() -> None:
    """Every icon has its own name, of at most 32 letters, digits and underscores."""
    names = [icon_file(key).name for key in KEYS]

    assert len(set(names)) == len(names)
    assert all(OURS.fullmatch(name) and len(name) <= 32 for name in names)
    assert len(names) < 500


@pytest.mark.parametrize("family", FAMILIES)
def test_every_piece_of_a_game_has_its_icon(family: str) -> None:
    """Every card, machine and die of a game has an icon."""
    assert not {f"{family}:{value}" for value in FAMILIES[family]} - set(KEYS)


@pytest.mark.parametrize("family", FAMILIES)
def test_icons_differ_at_20_pixels_for_every_eye(family: str) -> None:
    """Any two icons of a family differ for every kind of colour vision."""
    drawn = {value: small(f"{family}:{value}") for value in FAMILIES[family]}

    def nearest(vision: Vision) -> float:
        pixels = [np.asarray(seen(icon, vision), dtype=np.int16) for icon in drawn.values()]
        return min(float(np.abs(first - other).mean()) for first, other in combinations(pixels, 2))

    assert {vision: apart for vision in VISIONS if (apart := nearest(vision)) < APART} == {}
