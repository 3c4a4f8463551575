"""The printed fight example, step by step (KT-01)."""

from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.events import RoundOpened, TomatoesShown
from games.karate_tomate.rules.notation import cards, position
from games.karate_tomate.rules.state import Stage
from tests.games.karate_tomate.support.positions import at_once, play

SEBASTIAN, BETTI, LINDA, GABI = range(4)
HANDS = ["T4 C5 C4 B1 M2 A3", "T9 K2 K3 B5 B1 M1", "T2 C1 K1 B2 M3 A4", "T7 A1 A2 C3 M4 K5"]


def test_kt_01_the_printed_fight_example() -> None:
    """Linda drops out and draws, Gabi drops out and exchanges, Sebastian takes before Betti."""
    state = position("heat", HANDS, row="500 120", deck="M1 C2 K3 K4 A1 B2 M1 M1")
    state = at_once(state, {SEBASTIAN: "C5", BETTI: "K2", LINDA: "T", GABI: "A1"}).state
    assert (state.fighters, KARATE_TOMATE.awaited(state)) == ([0, 1, 3], frozenset({LINDA}))
    state = play(state, (LINDA, "draw")).state
    assert state.hands[LINDA] == cards("C1 C2 K1 B2 M1 M3 A4")
    state = at_once(state, {SEBASTIAN: "C4", BETTI: "K3", GABI: "T"}).state
    step = play(state, (GABI, "-C3 M4"))
    state = step.state
    assert state.hands[GABI] == cards("K3 K4 K5 B2 A1 A2")
    assert (state.stage, state.queue) == (Stage.TRIUMPH, [SEBASTIAN, BETTI])
    assert not [event for event in step.events if isinstance(event, TomatoesShown)]
    assert [seat.total for seat in KARATE_TOMATE.view(state, None).seats] == [9, 5, 0, 1]
    deck = state.deck
    step = play(state, (SEBASTIAN, "[500]"))
    state = step.state
    assert state.won == [("t500",), ("t120",), (), ()]
    assert (state.deck, sorted(state.discard)) == (deck, sorted(cards("C3 M4 C5 C4 K2 K3 A1")))
    (opened,) = [event for event in step.events if isinstance(event, RoundOpened)]
    assert (opened.round, opened.turned, len(state.row)) == (2, 2, 2)
    assert (state.tomatoes, state.shown) == ([4, 9, 2, 7], [False, False, True, True])
