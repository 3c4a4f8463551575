"""Imagined states are open where the viewer knows nothing, and fixed where it knows something."""

from collections import Counter, defaultdict
from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY, remember
from games.core.game import apply
from games.core.rng import Rng
from games.tomatomat import TOMATOMAT
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules.cards import CARDS
from games.tomatomat.rules.notation import position
from games.tomatomat.rules.state import RING
from tests.games.random_moves import random_move, random_steps
from tests.games.tomatomat.hidden import unseen

HAND = "R1 G1 Y1 P1"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_decks_that_lie_open_are_determinized_as_they_are(seats: int) -> None:
    """After the first round, an imagined deck that was shown keeps its twelve cards."""
    states = (state for state, _ in random_steps(TOMATOMAT, seats, "open"))
    state = next(state for state in states if state.round == 2)
    chance = Rng("open")
    for viewer in (None, 0):
        imagined = TOMATOMAT.determinize(TOMATOMAT.view(state, viewer), NO_MEMORY, chance)
        for seat, place in enumerate(RING[seats]):
            if (place - 1) % 4 in RING[seats]:
                assert Counter(imagined.deck_of(seat)) == Counter(state.deck_of(seat))


def test_the_tracked_deck_is_determinized_as_it_is() -> None:
    """A tracked deck keeps its cards, which may be anywhere within it."""
    state = position([HAND] * 4, [["R1 G1", "Y1", "P1", ""]] * 4, batch=2, number=2,
                     deck_tracker=True)  # fmt: skip
    view, chance = TOMATOMAT.view(state, 1), Rng("tracked")
    seen = set()
    for _ in range(60):
        imagined = TOMATOMAT.determinize(view, NO_MEMORY, chance)
        assert Counter(imagined.deck_of(1)) == Counter(state.deck_of(1))
        seen.add(imagined.piles_of(1)[0])
    assert len(seen) > 5


def test_an_unseen_card_may_lie_anywhere() -> None:
    """Over many imagined states, every kind of card is in every hidden place."""
    state = position([HAND] * 3, [["R1 G1", "Y1", "P1", ""]] * 3, batch=2)
    view, chance = TOMATOMAT.view(state, 0), Rng("anywhere")
    seen = defaultdict[Any, set[str]](set)
    for _ in range(400):
        for place, held in unseen(TOMATOMAT.determinize(view, NO_MEMORY, chance), 0).items():
            seen[place].update(held)
    filled = {place for place, held in unseen(state, 0).items() if held} - {("machines", 0)}
    assert all(seen[place] == set(CARDS) for place in filled), "its own piles too"


def test_sealed_batches_may_lie_anywhere() -> None:
    """Another's sealed batch is imagined on every slot."""
    state = position([HAND] * 2)
    state.sealed[1] = (0, 0, 0, 0)
    view, chance = TOMATOMAT.view(state, 0), Rng("sealed")
    guesses = [TOMATOMAT.determinize(view, NO_MEMORY, chance).sealed[1] for _ in range(60)]
    assert {slot for guess in guesses for slot in guess} == {0, 1, 2, 3}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_memory_keeps_decks_and_the_own_batches(seats: int) -> None:
    """A viewer with a memory knows all decks from round 3 on, and where its own cards are."""
    chance, imagination = Rng("chances"), Rng("remember")
    step = TOMATOMAT.setup(seats, TomatomatOptions(), Rng("remembered"))
    memory, state = remember(NO_MEMORY, 1, None, None, step.events), step.state
    while asked := sorted(TOMATOMAT.awaited(state)):
        seat = chance.choice(asked)
        view = TOMATOMAT.view(state, 1)
        imagined = TOMATOMAT.determinize(view, memory, imagination)
        assert TOMATOMAT.view(imagined, 1) == view
        assert imagined.piles_of(1) == state.piles_of(1)
        assert imagined.sealed[1] == state.sealed[1]
        if state.round >= 3:
            assert all(
                Counter(imagined.deck_of(other)) == Counter(state.deck_of(other))
                for other in range(seats)
            )
        move = random_move(TOMATOMAT, TOMATOMAT.view(state, seat), chance)
        step = apply(TOMATOMAT, state, seat, move)
        memory = remember(memory, 1, seat, move, step.events)
        state = step.state
