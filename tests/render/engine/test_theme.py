"""Everything readable on a table has the contrast that web guidelines ask of text."""

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
    """Black on white has the contrast that the definition gives: 21."""
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
def test_words_stand_out_from_every_ground(palette: Palette) -> None:
    """Names have a contrast of 7, softer words 4.5 and players who are out 3, on every ground."""
    for ground in (palette.top, palette.bottom, palette.panel, palette.well):
        assert contrast(TEXT, ground) >= 7
        assert contrast(TEXT_SOFT, ground) >= 4.5
        assert contrast(TEXT_OUT, ground) >= 3
    assert contrast(GOLD, palette.panel) >= 4.5


def test_initials_stand_out_from_every_seat_colour() -> None:
    """An initial has a contrast of 5.5 on each of the thirteen discs, even at its darkest edge."""
    assert len(set(SEATS)) == 13
    assert all(contrast(INK, mixed(colour, "#000000", 0.1)) >= 5.5 for colour in SEATS)


@pytest.mark.parametrize(("words", "ground", "least"), FIXED)
def test_words_stand_out_from_signs(words: str, ground: str, least: float) -> None:
    """Words on pills, tabs and the pot have their least contrast in every game."""
    assert contrast(words, ground) >= least
