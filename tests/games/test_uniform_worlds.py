"""Imagined states are as likely as with rejection sampling, in small positions."""

from collections import Counter
from collections.abc import Callable, Hashable
from math import sqrt
from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY
from games.core.cloning import clone
from games.core.game import AnyGame
from games.core.rng import Rng
from games.diced_tomatoes import DICED_TOMATOES
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.cards import TRIUMPH_PILE
from games.karate_tomate.rules.notation import position as karate
from games.karate_tomate.rules.state import State as KarateState
from games.tomate import TOMATE
from games.tomate.rules.cards import PACK
from games.tomate.rules.notation import position as tomate
from games.tomate.rules.state import State as TomateState
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.notation import position as tomatomat
from tests.games.tomate.hidden import history_is_legal
from tests.support.sampling import sample

DRAWS = sample(4000)
Feature = Callable[[Any], Hashable]
Deal = Callable[[Any, Rng], None]
Fits = Callable[[Any], bool]


def tomate_deal(state: TomateState, rng: Rng) -> None:
    """Deal the cards hidden from seat 0."""
    seen = {*state.hands[0], state.trump, *(c for t in state.tricks for c in t.cards), *state.trick}
    hidden = [card for card in PACK if card not in seen]
    rng.shuffle(hidden)
    state.hands[1:] = [[hidden.pop() for _ in hand] for hand in state.hands[1:]]


def karate_deal(state: KarateState, rng: Rng) -> None:
    """Deal the triumph cards hidden from seat 0."""
    hidden = list((Counter(TRIUMPH_PILE) - Counter([*state.won[0], *state.row])).elements())
    rng.shuffle(hidden)
    state.won[1:] = [tuple(hidden.pop() for _ in won) for won in state.won[1:]]


def somebody_may_call(state: KarateState) -> bool:
    return any(map(state.may_call, range(state.seats)))


def by_rejection(state: Any, deal: Deal, fits: Fits, rng: Rng) -> Any:
    """Deal what is hidden until it fits what was seen."""
    while True:
        twin = clone(state)
        deal(twin, rng)
        if fits(twin):
            return twin


HANDS = ["T4 C5 C4 B1", "T9 K2 K3 B5", "T2 M1 M3 M4"]

POSITIONS: dict[str, tuple[AnyGame, Any, Deal, Fits, Feature]] = {
    "Tomate: one seat must have beaten, how many trumps has it": (
        TOMATE,
        tomate("tricks", ["4E 5E", "7C 4C", "10E 4B"], bids="iii", earlier=[(0, "11O 10O 1C")]),
        tomate_deal, history_is_legal,
        lambda state: sum(card[-1] == "B" for card in state.hands[1]),
    ),
    "Tomate: neither other has beaten, who has the highest trump": (
        TOMATE,
        tomate("tricks", ["4E 5E", "7C 4C", "10E 4B"], bids="iii", earlier=[(0, "11O 10O 7O")]),
        tomate_deal, history_is_legal,
        lambda state: ("1B" in state.hands[1], "1B" in state.hands[2]),
    ),
    "Tomate: the leader's suits in the second trick": (
        TOMATE,
        tomate("tricks", ["4E", "7C 4C", "10E 4B"], bids="iii", earlier=[(1, "11O 10C 1O")],
               trick="5E", leader=0),
        tomate_deal, history_is_legal,
        lambda state: tuple(sorted(card[-1] for card in state.hands[1])),
    ),
    "Karate Tomate: how many may call where one may": (
        KARATE_TOMATE,
        karate("end_call", HANDS, won=["120", "500 500 202", "310 300 300 400"]),
        karate_deal, somebody_may_call,
        lambda state: (state.may_call(1), state.may_call(2)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_all_that_fits_is_as_likely(name: str) -> None:
    """All imagined states fit, as often as with rejection sampling (chi-square at 1:10,000)."""
    game, state, deal, fits, feature = POSITIONS[name]
    view, rng = game.view(state, 0), Rng(name)
    worlds = [game.determinize(view, NO_MEMORY, rng) for _ in range(DRAWS)]
    assert all(map(fits, worlds))
    ours = Counter(map(feature, worlds))
    theirs = Counter(feature(by_rejection(state, deal, fits, rng)) for _ in range(DRAWS))
    cases = [case for case in ours | theirs if ours[case] + theirs[case] >= 10]
    total = sum((ours[case] - theirs[case]) ** 2 / (ours[case] + theirs[case]) for case in cases)
    assert total < limit(len(cases) - 1), (ours, theirs)


def limit(freedom: int) -> float:
    """Return the value that chi-square exceeds once in ten thousand (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.719 * sqrt(part)) ** 3)


REFUSED: list[tuple[AnyGame, Any, dict[str, Any], str]] = [
    (TOMATE, tomate("tricks", ["4E 5E 6E", "7C 6C 5C", "10E 11E 12E"], bids="iii"), {"stock": 60},
     "no deal of the hidden cards fits"),
    (KARATE_TOMATE, karate("heat", HANDS), {"discard": 200}, "asked of a pile"),
    (TOMATOMAT, tomatomat(["R1 G1 Y1 P1"] * 2), {"hand": ("Rp",) * 4},
     "not all of these cards are there"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "state", "facts", "why"), REFUSED, ids=[r[3] for r in REFUSED])
def test_a_view_that_no_match_shows_is_refused(
    game: AnyGame, state: Any, facts: dict[str, Any], why: str
) -> None:
    """A view with more cards than exist, or with cards that don't, raises an error."""
    crowded = game.view(state, 0).model_copy(update=facts)
    with pytest.raises(ValueError, match=why):
        game.determinize(crowded, NO_MEMORY, Rng("none"))


def test_every_determinized_match_of_diced_tomatoes_has_a_future_of_its_own() -> None:
    """In a game without hidden things, every imagined state has its own coming rolls."""
    state = DICED_TOMATOES.setup(3, DICED_TOMATOES.options(), Rng("open")).state
    view, rng = DICED_TOMATOES.view(state, 0), Rng("futures")
    worlds = [DICED_TOMATOES.determinize(view, NO_MEMORY, rng) for _ in range(50)]
    assert len({world.rng.below(1 << 30) for world in worlds}) == 50
