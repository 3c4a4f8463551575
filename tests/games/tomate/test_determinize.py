"""Imagined states are open where the viewer knows nothing, and fixed where it knows something."""

from collections import defaultdict

from games.core.ai.memory import NO_MEMORY
from games.core.rng import Rng
from games.tomate import TOMATE
from games.tomate.rules.moves import DECLINE, TAKE_STOCK
from games.tomate.rules.notation import position
from tests.games.tomate.hidden import Place, unseen
from tests.games.tomate.support.positions import play


def test_an_unseen_card_may_lie_anywhere() -> None:
    """Over many imagined states, every hidden card takes every possible place."""
    hands = ["10O 4O 2C", "5O 7C 5E", "7E 4E 2E"]
    state = position("tricks", hands, bids="iip", took=False)
    chance, seen = Rng("anywhere"), defaultdict[str, set[Place]](set)
    for _ in range(1500):
        imagined = TOMATE.determinize(TOMATE.view(state, 0), NO_MEMORY, chance)
        for place, held in unseen(imagined, 0).items():
            for card in held:
                seen[card].add(place)
    assert set(seen) == {card for held in unseen(state, 0).values() for card in held}
    assert all(places == {("hand", 1), ("hand", 2), ("stock", 0)} for places in seen.values())


def test_determinized_answers_fit_an_offer_that_is_still_open() -> None:
    """An imagined answer before an open one is a decline, and a later one can be either."""
    hands = ["1O 3O 12O", "1C 3C 12C", "1E 3E 12E", "4O 4C 4E"]
    state = position("stock_offer", hands, bids="ppip", dealer=3)
    state = play(state, (0, DECLINE), (3, TAKE_STOCK)).state
    chance = Rng("answers")
    answers = {
        tuple(TOMATE.determinize(TOMATE.view(state, 2), NO_MEMORY, chance).answers)
        for _ in range(40)
    }
    assert answers == {("decline", "", "", "take"), ("decline", "", "", "decline")}
    own = {
        tuple(TOMATE.determinize(TOMATE.view(state, 3), NO_MEMORY, chance).answers)
        for _ in range(10)
    }
    assert own == {("decline", "", "", "take")}
