"""Tomatomat's sprites."""

from itertools import combinations

import pytest
from PIL import ImageChops

from games.tomatomat import TOMATOMAT
from render.canvas import Canvas
from render.engine.theme import MACHINES
from render.scenes.common.layout import Area
from render.scenes.tomatomat.chips import chips, fill
from render.sprites import dojo, karate_tomate, tomatomat
from render.subject import subject_of
from tests.render.scenes.test_tomatomat import DECKS
from tests.render.support import match


def test_families_of_sprites_have_names_of_their_own() -> None:
    """Games' sprite families have different names."""
    for first, other in combinations(
        (tomatomat.FAMILIES, dojo.FAMILIES, karate_tomate.FAMILIES), 2
    ):
        assert not first.keys() & other.keys()


@pytest.mark.parametrize("name", DECKS)
def test_twelve_cards_fit_into_a_cell(name: str) -> None:
    """A deck of any twelve cards fits into a cell, clear of its total."""
    moment = next(match(TOMATOMAT, 2))
    area = Area(40, 200, 210, 144)
    painted, bare = Canvas(400, MACHINES), Canvas(400, MACHINES)
    things = chips(DECKS[name])
    fill(painted, subject_of(moment.tableau(), moment.reader), things, area)
    assert len(painted.sprites) == len(things)
    changed = ImageChops.difference(painted.image, bare.image)
    left, top, right, bottom = changed.getbbox() or (0, 0, 0, 0)
    assert left >= area.x - 6
    assert right <= area.right + 10
    assert top >= area.y - 6
    assert bottom <= area.bottom + 14
    corner = (round(area.right) - 64, round(area.bottom) - 34, round(area.right) + 10, 400)
    assert changed.crop(corner).getbbox() is None
