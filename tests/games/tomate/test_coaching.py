"""The rule that is cited depends on the position."""

import pytest

from games.tomate import TOMATE
from games.tomate.rules.notation import position


@pytest.mark.parametrize(
    ("trick", "hand", "number"),
    [("", "1C 3C", 18), ("7O", "1O 3C", 19), ("7O", "1B 3C", 20), ("7O", "1E 3C", 20)],
    ids=["lead", "follow", "trump", "anything"],
)
def test_the_rule_that_is_cited_is_the_one_that_holds(trick: str, hand: str, number: int) -> None:
    """The rule cited depends on whether a player leads, follows, or can't follow."""
    hands = ["5O 6O", hand, "4E 6E"] if trick else [hand, "5O 6O", "4E 6E"]
    state = position("tricks", hands, bids="iii", trick=trick)
    assert TOMATE.rule(TOMATE.view(state, int(bool(trick)))) == number
