"""How a match runs: drawing, placing, passing decks on, stacks, and the end."""

from collections import Counter
from typing import Any

import pytest

from games.core.errors import IllegalMoveError, NotYourTurnError
from games.core.game import apply, apply_timeout
from games.core.rng import Rng
from games.core.text import PLAIN, speak
from games.tomatomat import TOMATOMAT
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules.cards import MACHINES, STARS, in_order
from games.tomatomat.rules.events import BatchLaid, MatchEnded, StackAwarded
from games.tomatomat.rules.moves import ALLOTS, FIELDS, PLACE, SCATTER, Scatter, SlotName
from games.tomatomat.rules.notation import position
from games.tomatomat.rules.state import RING, State, was_played
from tests.games.random_moves import random_states
from tests.games.tomatomat.support.positions import allot, play

EVERYWHERE = "I II III IV"


def round_starts(seats: int, **options: Any) -> list[State]:
    """Return the states of a random match in which a round has just started."""
    states = random_states(TOMATOMAT, seats, f"rounds {seats}", **options)
    return [s for s in states if s.batch == 1 and len(s.owing()) == s.seats and s.stage != "end"]


def test_setup_deals_four_decks_and_four_machines() -> None:
    """A match starts with four decks of twelve, four open machines, and 32 in the pile (2)."""
    for seats in (2, 3, 4):
        state = TOMATOMAT.setup(seats, TomatomatOptions(), Rng("set up")).state
        drawn = [4 if place in RING[seats] else 0 for place in range(4)]
        assert [len(deck) for deck in state.decks] == [12 - count for count in drawn]
        assert [len(hand) for hand in state.hands] == [4] * seats
        assert [len(stack) for stack in state.stacks] == [1] * 4
        assert len(state.pile) == 32


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b1_every_seat_plays_every_deck_once(seats: int) -> None:
    """After each round all decks move one place on, including dummies (B1, B26, B27)."""
    starts = round_starts(seats)
    first = whole_decks(starts[0])
    for number, state in enumerate(starts):
        decks = whole_decks(state)
        assert decks == [first[(place - number) % 4] for place in range(4)]


def whole_decks(state: State) -> list[Counter[str]]:
    """Return the twelve cards of every deck, by its place in the ring."""
    decks = [Counter[str](deck) for deck in state.decks]
    for seat, place in enumerate(RING[state.seats]):
        decks[place].update(state.hands[seat])
    assert {deck.total() for deck in decks} == {12}
    return decks


def test_b1_dummies_lie_in_the_gaps() -> None:
    """Two players have a dummy in each gap, and three between the last and the first (B1)."""
    assert RING == {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


@pytest.mark.parametrize(
    ("seats", "seat", "public"),
    [
        (2, 0, [False, False, True, True]),
        (3, 0, [False, False, True, True]),
        (3, 1, [False, True, True, True]),
        (4, 3, [False, True, True, True]),
    ],
)
def test_b24_a_deck_is_public_once_it_was_played(seats: int, seat: int, public: list[bool]) -> None:
    """A dummy's cards are unknown until a player has used it (B24, section 5)."""
    place = RING[seats][seat]
    assert [was_played(seats, place, number) for number in (1, 2, 3, 4)] == public


def test_passed_decks_are_shuffled() -> None:
    """Decks are shuffled when they are passed on (B24, B27)."""
    for state in round_starts(2)[1:]:
        assert all(deck != in_order(deck) for deck in state.decks)


@pytest.mark.parametrize("rounds", [4, 8])
def test_b11_four_machines_open_in_every_round(rounds: int) -> None:
    """Each round opens four machines, and the pile is large enough (B11, B33)."""
    for number, state in enumerate(round_starts(4, rounds=rounds), start=1):
        assert len(state.pile) == len(MACHINES) - 4 * number
        assert all(state.stacks)


def test_b10_a_stack_grows_with_every_tie() -> None:
    """A machine that nobody wins stays, and the next one goes on top of it (B10, B11)."""
    stacks = ["1R 2R 3R", "2G", "3Y", "1P"]
    state = position(["R1 G1 Y1 P1", "R1 G1 Y1 P1"], stacks=stacks, number=3)
    after = play(state, EVERYWHERE, EVERYWHERE).state
    assert [len(stack) for stack in after.stacks] == [4, 2, 2, 2]
    assert after.stacks[0][:3] == ("1R", "2R", "3R")
    assert after.won == [(), ()]


def test_b9_the_winner_takes_the_whole_stack() -> None:
    """The winner takes all machines of a stack, with their own stars (B9)."""
    state = position(["R2 R2 Rp Gt", "R1 G1 Y1 P1"], stacks=["1G 3Y 2R", "2G", "3Y", "1P"])
    after = play(state, "I I I I", "II II III IV").state
    assert after.won[0] == ("1G", "3Y", "2R")
    standing = TOMATOMAT.standing(after)
    assert standing.points == (6, 2 + 3 + 1)
    assert [speak(text, PLAIN) for text in standing.told] == ["6 stars on 3 machines"] * 2
    assert len(after.stacks[0]) == 1


def test_b7_in_the_last_round_what_is_tied_is_lost() -> None:
    """After round 4 tied machines are lost, and no deck is passed on (B7, B25)."""
    state = position(["R1 G1 Y1 P1", "R1 G1 Y1 P2"], number=4)
    step = play(state, EVERYWHERE, EVERYWHERE)
    assert step.state.won == [(), ("1P",)]
    assert [e.lost for e in step.events if isinstance(e, StackAwarded)] == [True] * 3 + [False]
    assert [sorted(step.state.decks[place]) for place in (0, 2)] == [
        sorted(state.deck_of(seat)) for seat in (0, 1)
    ]
    assert TOMATOMAT.awaited(step.state) == frozenset()


WINS = [
    ("most-stars", ["3R 3G", "1R 1G 1Y 2P"], ((0,), (1,))),
    ("b29-equal-stars-most-machines", ["3R", "1R 1G 1Y"], ((1,), (0,))),
    ("b29-all-equal", ["3R 1G", "2R 2G", "1R"], ((0, 1), (2,))),
    ("b29-nobody-has-anything", ["", ""], ((0, 1),)),
]


@pytest.mark.parametrize(("name", "won", "ranking"), WINS, ids=[win[0] for win in WINS])
def test_b29_stars_then_machines(name: str, won: list[str], ranking: Any) -> None:
    """Most stars win, then most machines; seats equal in both share the win (4, B29)."""
    hands = ["R1 G1 Y1 P1"] * len(won)
    stacks = ["2GY", "3GY", "2RP", "3RP"]
    state = position(hands, won=won, number=4, stacks=stacks)
    step = play(state, *["IV IV IV IV"] * len(won))
    result = TOMATOMAT.result(step.state)
    assert result is not None
    assert result.ranking == ranking, name
    stars = [sum(STARS[machine] for machine in mine) for mine in step.state.won]
    assert list(result.points) == stars
    best = step.state.won[ranking[0][0]]
    end = MatchEnded(ranking=ranking, stars=max(stars), machines=len(best))
    assert step.events[-1] == end


def test_eight_rounds_are_played_where_agreed() -> None:
    """With eight rounds the match ends after the eighth."""
    *_, last = random_states(TOMATOMAT, 2, "eight", rounds=8)
    assert (last.round, len(last.pile)) == (8, 36 - 32)


def test_b20_what_is_committed_is_not_moved() -> None:
    """A player who has committed can't change the batch (B20)."""
    state = position(["R1 G1 Y1 P1", "R1 G1 Y1 P1"])
    state = apply(TOMATOMAT, state, 0, allot(EVERYWHERE)).state
    assert TOMATOMAT.to_act(state) == frozenset({1})
    with pytest.raises(NotYourTurnError):
        apply(TOMATOMAT, state, 0, allot("I I I I"))


def test_b21_all_four_cards_are_placed_anywhere() -> None:
    """There are 256 ways to place a batch, also with all four cards on one slot (B21)."""
    state = position(["R1 G1 Y1 P1", "R1 G1 Y1 P1"])
    assert len(set(TOMATOMAT.moves(state, 0))) == 256
    assert allot("II II II II") in ALLOTS


def test_b22_a_batch_is_laid_when_all_have_committed() -> None:
    """All counts become public with the last commit (B22)."""
    state = position(["R1 G1 Y1 P1", "R1 G1 Y1 P1"], batch=1)
    step = apply(TOMATOMAT, state, 1, allot("I I II IV"))
    assert [seat.counts for seat in TOMATOMAT.view(step.state, None).seats] == [(0,) * 4] * 2
    step = apply(TOMATOMAT, step.state, 0, allot(EVERYWHERE))
    added = ((1, 1, 1, 1), (2, 1, 0, 1))
    assert tuple(seat.counts for seat in TOMATOMAT.view(step.state, None).seats) == added
    assert BatchLaid(batch=1, added=added) in step.events


def test_b23_all_slots_are_resolved_in_one_go() -> None:
    """The third batch resolves slots I to IV in order and starts the next round (B23)."""
    state = position(["R1 G1 Y1 P1", "R1 G1 Y1 P1"])
    step = play(state, EVERYWHERE, EVERYWHERE)
    assert [e.slot for e in step.events if isinstance(e, StackAwarded)] == [0, 1, 2, 3]
    assert (step.state.round, step.state.batch) == (2, 1)


def test_b30_who_is_away_has_cards_placed_by_chance() -> None:
    """A timeout places a batch at random, whatever other timeouts come before (B30)."""
    results = set()
    for seed in range(40):
        state = TOMATOMAT.setup(3, TomatomatOptions(), Rng(f"away {seed}")).state
        move, step = apply_timeout(TOMATOMAT, state, 1)
        other = apply_timeout(TOMATOMAT, apply_timeout(TOMATOMAT, state, 0)[1].state, 1)[1]
        assert move == Scatter()
        assert step.state.sealed[1] == other.state.sealed[1]
        results |= set(enumerate(step.state.sealed[1]))
    assert results == {(card, slot) for card in range(4) for slot in range(4)}


ASSIGNED: list[dict[str, SlotName]] = [
    {},
    {"second": "III"},
    {"first": "I", "second": "I", "fourth": "IV"},
    {"first": "IV", "second": "III", "third": "II", "fourth": "I"},
]


@pytest.mark.parametrize("assigned", ASSIGNED, ids=str)
def test_b30_what_was_assigned_stays(assigned: dict[str, SlotName]) -> None:
    """Cards that an absent player had assigned stay, and the others are random (B30)."""
    for seed in range(20):
        state = TOMATOMAT.setup(3, TomatomatOptions(), Rng(f"away {seed}")).state
        by_chance = apply_timeout(TOMATOMAT, state, 1)[1].state.sealed[1]
        move, step = apply_timeout(TOMATOMAT, state, 1, assigned)
        expected = tuple(
            PLACE[assigned[field]] if field in assigned else by_chance[card]
            for card, field in enumerate(FIELDS)
        )
        assert step.state.sealed[1] == expected
        assert move.model_dump(mode="json") == {"kind": "scatter", **assigned}


@pytest.mark.parametrize("assigned", [{"first": "V"}, {"fifth": "I"}, {"first": 3}], ids=str)
def test_b30_what_no_form_offers_is_left_to_chance(assigned: dict[str, Any]) -> None:
    """A draft with anything that the form doesn't offer assigns nothing (B30)."""
    state = TOMATOMAT.setup(2, TomatomatOptions(), Rng("odd")).state
    assert apply_timeout(TOMATOMAT, state, 0, assigned) == apply_timeout(TOMATOMAT, state, 0)


def test_b30_nobody_else_places_by_chance() -> None:
    """Players can't ask for a random placement (B30)."""
    state = TOMATOMAT.setup(2, TomatomatOptions(), Rng("present")).state
    for move in (SCATTER, Scatter(first="I", second="I", third="I", fourth="I")):
        with pytest.raises(IllegalMoveError):
            apply(TOMATOMAT, state, 0, move)
