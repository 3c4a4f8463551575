"""The box, the deal, the options, and whole matches with each number of seats."""

from collections import Counter
from typing import Any

import pytest

from games.core.options import option_fields
from games.core.rng import Rng
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.rules.cards import COLOUR, ON_OFFER, PACK, TRIUMPH_PILE, TRIUMPHS, VALUE
from games.karate_tomate.rules.events import Dealt
from games.karate_tomate.rules.state import Stage
from tests.games.karate_tomate.support.positions import VARIANTS
from tests.games.random_moves import random_states


def test_1_1_number_cards_are_those_of_the_table() -> None:
    """The 140 number cards, 28 of each colour, have values as listed (1.1)."""
    assert len(PACK) == 140
    assert set(Counter(COLOUR[card] for card in PACK).values()) == {28}
    assert Counter(VALUE[card] for card in PACK) == {1: 40, 2: 35, 3: 30, 4: 20, 5: 15}


def test_1_2_triumph_cards_are_those_of_the_table() -> None:
    """The 40 triumph cards have 89 trophies, 32 knives and 32 tomatoes (1.2)."""
    assert len(TRIUMPH_PILE) == 40
    sums = [sum(TRIUMPHS[card][symbol] for card in TRIUMPH_PILE) for symbol in range(3)]
    assert sums == [89, 32, 32]
    for name, card in TRIUMPHS.items():
        assert name == f"t{card.trophies}{card.knives}{card.tomatoes}"


@pytest.mark.parametrize(
    ("seats", "offered", "deck", "boxed"),
    [
        (3, 2, 125, 7),
        (4, 2, 120, 6),
        (5, 3, 115, 5),
        (6, 4, 110, 4),
        (7, 4, 105, 3),
        (8, 5, 100, 2),
        (9, 6, 95, 1),
        (10, 6, 90, 0),
    ],
)
def test_2_the_deal(seats: int, offered: int, deck: int, boxed: int) -> None:
    """The deal is as listed: cards on offer, draw pile, and tomatoes in the box (2)."""
    step = KARATE_TOMATE.setup(seats, KarateOptions(), Rng("deal"))
    state = step.state
    assert (len(state.row), len(state.deck), len(state.box)) == (offered, deck, boxed)
    assert list(map(len, state.hands)) == [5] * seats
    assert len(state.pile) == 40 - offered
    assert ON_OFFER[seats] < seats
    dealt = [event for event in step.events if isinstance(event, Dealt)]
    assert [event.cards for event in dealt] == state.hands
    assert all(event.seen_by() == {event.seat} for event in dealt)


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_the_course_of_a_match(seats: int, options: dict[str, Any]) -> None:
    """Within a round heats count up and fighters only drop out; one seat wins."""
    before = None
    for state in random_states(KARATE_TOMATE, seats, "course", **options):
        if before is not None and before.round == state.round and state.stage is not Stage.END:
            assert set(state.fighters) <= set(before.fighters)
            assert state.heat in {before.heat, before.heat + 1}
        before = state
    assert before is not None
    result = KARATE_TOMATE.result(before)
    assert result is not None
    assert len(result.ranking[0]) == 1


def test_numbers_have_the_bounds_of_the_rules() -> None:
    """Trophies to call are 8 to 20; a stalemate takes 5 to 20 rounds, or never comes (A21, A27)."""
    options = {field.name: field for field in option_fields(KarateOptions)}
    trophies, rounds = options["trophies_to_call"], options["stalemate_rounds"]
    assert (trophies.least, trophies.most) == (8, 20)
    assert [value for value, _ in rounds.choices] == [*range(5, 21), 0]
