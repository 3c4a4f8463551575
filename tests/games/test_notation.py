"""Positions in short words: what is misspelt is refused by its name."""

from collections.abc import Callable
from typing import Any

import pytest

from games.diced_tomatoes.rules import notation as diced_tomatoes
from games.dojo.rules import notation as dojo
from games.karate_tomate.rules import notation as karate_tomate
from games.tomate.rules import notation as tomate
from games.tomatomat.rules import notation as tomatomat

HANDS = ("T1 C1", "T2 C2", "T3 C3")


@pytest.mark.parametrize(
    ("position", "values", "misspelt"),
    [
        (tomate.position, {"stage": "bidding", "hands": ["1O 2O", "8O"]}, "card '8O'"),
        (karate_tomate.position, {"stage": "heat", "hands": ["T1 C9"]}, "card 'C9'"),
        (karate_tomate.position, {"stage": "heat", "hands": HANDS, "row": "999"}, "card 't999'"),
        (karate_tomate.position, {"stage": "heat", "hands": HANDS, "answers": ". C9"}, "'C9'"),
        (tomatomat.position, {"hands": ["R1 R7", ""]}, "card 'R7'"),
        (tomatomat.position, {"hands": ["", ""], "stacks": ["9R", "", "", ""]}, "machine '9R'"),
        (dojo.position, {"stage": "train", "held": "M9 B1 F4"}, "card 'M9'"),
        (dojo.position, {"stage": "train", "dojos": ["E9:M1"]}, "place 'E9'"),
        (dojo.position, {"stage": "train", "choices": ". E9"}, "cell 'E9'"),
        (dojo.position, {"stage": "train", "prize": "col-pear"}, "trophy 'col-pear'"),
        (diced_tomatoes.position, {"gardens": ["r7"]}, "die 'r7'"),
    ],
)
def test_a_misspelt_word_is_refused(
    position: Callable[..., Any], values: dict[str, Any], misspelt: str
) -> None:
    """A card, a place or a die that its game doesn't have is named in the error."""
    with pytest.raises(ValueError, match=misspelt):
        position(**values)


def test_sealed_answers_are_those_written() -> None:
    """A sealed answer is the card written, the tomato, or no card; a dot leaves it open."""
    hands = [*HANDS, "T4 C4"]
    state = karate_tomate.position("heat", hands, answers=". C2 tomato no")
    assert state.answers == {0: None, 1: ("C2",), 2: ("tomato",), 3: ()}
