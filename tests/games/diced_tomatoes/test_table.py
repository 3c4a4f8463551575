"""The table in words contains every fact of the view, for the picture and the alt text."""

import pytest

from games.core.tableau_text import alt_text
from games.core.text import Reader
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.notation import position
from tests.games.diced_tomatoes.test_matches import VARIANTS
from tests.games.random_moves import random_states


def test_a_garden_is_told() -> None:
    """A seat's text has all its numbers, and a vine's worth if its seed doesn't show it."""
    state = position(
        ["3 b4 / - / 5* 4", "2"],
        tracks=[[4, 2], []],
        karma=[5, 0],
        karma_overload=True,
        bits=[2, 0],
        slot_bonus="6",
    )
    words = alt_text(
        DICED_TOMATOES.tableau(DICED_TOMATOES.view(state, None)), Reader(("Ana", "Ben"))
    )
    assert (
        "Ana: points 10, to act, karma 5, slots 2 of 6, bits 2 of 3, "
        "vine 1 seed 3, black 4, worth 2, vine 3 flipped seed 5, 4, worth 2, "
        "track 4, 2 matched."
    ) in words
    assert "Ben: points 0, last, karma 0, slots 0 of 6, bits 0 of 3, vine 1 seed 2." in words


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_everybody_sees_the_same(seats: int, options: dict[str, object]) -> None:
    """The views of all seats and of a spectator differ only in their viewer."""
    for state in list(random_states(DICED_TOMATOES, seats, "same", **options))[::9]:
        views = [DICED_TOMATOES.view(state, viewer) for viewer in (None, *range(seats))]
        assert (
            len({view.model_copy(update={"viewer": None}).model_dump_json() for view in views}) == 1
        )
