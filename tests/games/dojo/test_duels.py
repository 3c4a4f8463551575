"""Duels: who wins, what the winner gets, and throws (A24 to A26, A41 to A44, A49)."""

from typing import Any, cast

import pytest

from games.core.errors import IllegalMoveError, NotYourTurnError
from games.core.game import apply, apply_timeout
from games.core.text import PLAIN, speak
from games.dojo import DOJO
from games.dojo.rules import moves
from games.dojo.rules.duels import BEATS
from games.dojo.rules.events import ThrowMade, ThrowsShown
from games.dojo.rules.notation import position
from games.dojo.rules.state import Stage, State
from tests.games.dojo.support.positions import play
from tests.support.rows import each_row

LETTERS: dict[str, moves.Throw] = {"r": "rock", "p": "paper", "s": "scissors"}


def duel(dealer: str, challenger: str, **options: Any) -> State:
    """Return the duel in which seat 1 challenges seat 0 with these cards for the pair."""
    state = position(
        "challenge",
        turn=1,
        held=f"{dealer} {challenger} T2",
        face_up="col-pair",
        gifts=(0, 1, 2),
        dojos=["A1:M1", "A1:F1", "A1:T1"],
        **options,
    )
    return play(state, (1, moves.CHALLENGE)).state


OUTCOMES = [("M3", "F4", 1), ("M4", "F3", 0), ("M1", "R5", 1), ("R5", "M1", 0), ("M3", "R3", 1)]


@pytest.mark.parametrize(("dealer", "challenger", "winner"), OUTCOMES)
def test_a24_the_higher_belt_wins_and_ties_go_to_the_challenger(
    dealer: str, challenger: str, winner: int
) -> None:
    """The higher belt wins, whatever the disciples; the challenger wins ties (A24)."""
    state = duel(dealer, challenger)
    assert (state.winner, state.loser) == (winner, 1 - winner)
    assert (state.stage, state.turn) == (Stage.EXCHANGE, winner)


def test_a26_the_trophy_is_taken_without_a_choice() -> None:
    """The winner has the trophy before the exchange is asked (A26)."""
    state = duel("M4", "F3")
    assert (state.face_up, state.prize) == (None, "col-pair")


def test_a25_a26_the_exchange_is_the_winner_s_choice_and_both_cards_are_seen() -> None:
    """The winner sees both cards, then swaps or keeps; the loser isn't asked (A25, A26)."""
    state = duel("M4", "F3")
    prompt = DOJO.prompt(DOJO.view(state, 0))
    assert prompt is not None
    words = speak(prompt.ask, PLAIN)
    assert words == "You won! Swap your monkey 4 for #2's fox 3?"
    with pytest.raises(NotYourTurnError):
        apply(DOJO, state, 1, moves.KEEP)
    assert play(state, (0, moves.EXCHANGE)).state.held[:2] == ["F3", "M4"]
    assert play(state, (0, moves.KEEP)).state.held[:2] == ["M4", "F3"]


def test_duel_cards_stay_public_after_the_exchange() -> None:
    """Both cards of a duel stay public after the exchange (table of hidden information)."""
    state = play(duel("M4", "F3"), (0, moves.EXCHANGE)).state
    for viewer in (None, 2):
        assert [seat.card for seat in DOJO.view(state, viewer).seats][:2] == ["F3", "M4"]


def test_a49_the_exchange_is_asked_for_equal_cards_too() -> None:
    """The winner may swap two equal cards too (A49)."""
    state = duel("M4", "M4")
    assert state.stage is Stage.EXCHANGE
    assert play(state, (1, moves.EXCHANGE)).state.held[:2] == ["M4", "M4"]


def throw(state: State, pairs: str) -> State:
    """Make throws, pair by pair: in "rs" the dealer has rock and the challenger scissors."""
    for pair in pairs.split():
        for seat, letter in enumerate(pair):
            state = apply(DOJO, state, seat, moves.THROWS[LETTERS[letter]]).state
    return state


THREE = [
    ("challenger-leads-by-three", "M1", "F4", "", 1),
    ("dealer-leads-by-four", "M5", "F1", "", 0),
    ("dealer-leads-by-three-and-loses-all", "M5", "F2", "sr sr sr", 1),
    ("dealer-leads-by-three-and-wins-one", "M5", "F2", "rs", 0),
    ("draws-add-nothing", "M3", "F2", "rr pp ss", 0),
    ("equal-values-after-three", "M3", "F2", "rr pp sr", 1),
    ("decided-after-two", "M3", "F3", "sr pp", 1),
    ("turned-in-the-last", "M3", "F3", "rr pp rs", 0),
    ("one-each", "M3", "F3", "rs sr rr", 1),
]


@each_row("dealer challenger throws winner", THREE)
def test_three_throws_at_most_turn_a_duel(
    dealer: str, challenger: str, throws: str, winner: int
) -> None:
    """A won throw adds 1, a draw adds nothing, and decided duels end early (A41, A42)."""
    before = duel(dealer, challenger, black_belt=True)
    for made in range(len(throws.split())):
        so_far = throw(before, " ".join(throws.split()[:made]))
        assert so_far.stage is Stage.THROWS
    state = throw(before, throws)
    assert (state.stage, state.winner) == (Stage.EXCHANGE, winner)


@pytest.mark.parametrize("dealer", range(1, 6))
@pytest.mark.parametrize("challenger", range(1, 6))
def test_a42_throws_that_are_left_out_would_change_nothing(dealer: int, challenger: int) -> None:
    """A duel that ends early has the same winner as after three throws (A42)."""
    state = duel(f"M{dealer}", f"F{challenger}", black_belt=True, rps="batch")
    for words in ("rs rs rs", "sr sr sr", "rs sr rr", "rr rs pp", "rr rr sr"):
        pairs = [(LETTERS[pair[0]], LETTERS[pair[1]]) for pair in words.split()]
        mine = dealer + sum(BEATS[left] == two for left, two in pairs)
        yours = challenger + sum(BEATS[two] == single for single, two in pairs)
        expected = 1 if yours >= mine else 0
        after = state
        if after.stage is Stage.THROWS:
            for seat in (0, 1):
                first, second, third = (pair[seat] for pair in pairs)
                move = moves.MakeThrows(first=first, second=second, third=third)
                after = apply(DOJO, after, seat, move).state
        assert (after.stage, after.winner) == (Stage.EXCHANGE, expected)


def test_a43_live_throws_see_what_was_thrown_before() -> None:
    """Live throws are shown one by one; with `batch`, all three are sealed (A43)."""
    live = throw(duel("M3", "F3", black_belt=True), "rs")
    assert live.stage is Stage.THROWS
    shown = DOJO.view(live, 2).throws
    assert [(message.dealer, message.challenger, message.dealer_value) for message in shown] == [
        ("rock", "scissors", 4)
    ]
    batch = duel("M3", "F3", black_belt=True, rps="batch")
    with pytest.raises(IllegalMoveError):
        apply(DOJO, batch, 0, moves.THROWS["rock"])
    lost = moves.MakeThrows(first="scissors", second="scissors", third="scissors")
    won = moves.MakeThrows(first="rock", second="rock", third="rock")
    step = play(batch, (0, lost), (1, won))
    assert len([event for event in step.events if isinstance(event, ThrowsShown)]) == 2
    assert step.state.winner == 1


def test_throws_are_final() -> None:
    """Everybody sees that a throw was made, and it can't be changed (A48)."""
    state = apply(DOJO, duel("M3", "F3", black_belt=True), 0, moves.THROWS["rock"]).state
    assert DOJO.view(state, None).seats[0].ready
    with pytest.raises(NotYourTurnError):
        apply(DOJO, state, 0, moves.THROWS["paper"])


def test_a44_throws_count_for_this_duel_only() -> None:
    """Throws don't change the cards that players place (A44)."""
    state = throw(duel("M3", "F3", black_belt=True), "rs rs")
    assert state.winner == 0
    assert play(state, (0, moves.KEEP)).state.held[:2] == ["M3", "F3"]


def test_an_absent_duellist_throws_by_chance() -> None:
    """A timeout makes random throws, and players can't ask for them."""
    made = set()
    for seed in range(20):
        state = duel("M3", "F3", black_belt=True, seed=f"absent {seed}")
        with pytest.raises(IllegalMoveError):
            apply(DOJO, state, 0, moves.ThrowBlindly())
        _, step = apply_timeout(DOJO, state, 0)
        made |= {e.throws for e in step.events if isinstance(e, ThrowMade)}
    assert made == {("rock",), ("paper",), ("scissors",)}
    batch = duel("M3", "F3", black_belt=True, rps="batch")
    _, step = apply_timeout(DOJO, batch, 1)
    assert [len(e.throws) for e in step.events if isinstance(e, ThrowMade)] == [3]


def test_each_throw_beats_one_and_loses_to_one() -> None:
    """Rock beats scissors, scissors beat paper, and paper beats rock."""
    assert {cast("str", beat): cast("str", BEATS[beat]) for beat in BEATS} == {
        "rock": "scissors",
        "scissors": "paper",
        "paper": "rock",
    }
