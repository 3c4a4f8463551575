"""Everything readable on a table reaches the contrast that the web asks of text."""

from __future__ import annotations

import pytest

from render.engine.raster import mixed
from render.engine.theme import (
    GOLD,
    INK,
    LEAF,
    OUT_GROUND,
    OUT_WORD,
    PALETTES,
    PAPER,
    SEATS,
    TEXT,
    TEXT_OUT,
    TEXT_SOFT,
    TOMATO,
    Palette,
)
from render.sprites.tomate_suits import SUITS
from render.tools.colour_vision import contrast

FIXED = [
    (INK, PAPER, 7),
    (INK, GOLD, 7),
    (OUT_WORD, OUT_GROUND, 7),
    (LEAF, OUT_GROUND, 7),
    (TEXT, OUT_GROUND, 7),
    ("#FFFFFF", TOMATO, 3),
]


def test_black_on_white_has_the_greatest_contrast() -> None:
    """The measure itself gives the value that its definition names."""
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
def test_words_stand_out_from_every_ground(palette: Palette) -> None:
    """Names 7, softer words 4.5, and what is out still 3, on panel, ground and well."""
    for ground in (palette.top, palette.bottom, palette.panel, palette.well):
        assert contrast(TEXT, ground) >= 7
        assert contrast(TEXT_SOFT, ground) >= 4.5
        assert contrast(TEXT_OUT, ground) >= 3
    assert contrast(GOLD, palette.panel) >= 4.5


def test_initials_stand_out_from_every_seat_colour() -> None:
    """Ink on each of the thirteen discs, at its darkest edge too."""
    assert len(set(SEATS)) == 13
    assert all(contrast(INK, mixed(colour, "#000000", 0.1)) >= 5.5 for colour in SEATS)


@pytest.mark.parametrize("letter", sorted(SUITS))
def test_the_index_of_a_card_stands_out(letter: str) -> None:
    """Digits in the dark shade of their suit, on card paper."""
    assert contrast(SUITS[letter].dark, "#F5EAD8") >= 4.5


@pytest.mark.parametrize(("words", "ground", "least"), FIXED)
def test_words_stand_out_from_signs(words: str, ground: str, least: float) -> None:
    """Pills, tabs and the pot, whatever the game."""
    assert contrast(words, ground) >= least
