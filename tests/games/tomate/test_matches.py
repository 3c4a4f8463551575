"""Whole matches: length, the first deal, conservation, and the end."""

from collections import Counter
from typing import Any

import pytest

from games.core.game import Step, apply
from games.core.rng import Rng
from games.core.text import PLAIN, speak
from games.core.values import Seat
from games.tomate import TOMATE
from games.tomate.options import TomateOptions
from games.tomate.rules.cards import PACK, POWER
from games.tomate.rules.events import DealDrawn, FirstDealer
from games.tomate.rules.match import hands_of_match
from games.tomate.rules.moves import PASS, PLAY
from games.tomate.rules.notation import position
from games.tomate.rules.state import Stage, State
from tests.games.random_moves import random_states
from tests.games.tomate.hidden import census
from tests.games.tomate.support.positions import VARIANTS, play

LENGTHS = dict(zip(range(2, 14), (8, 9, 8, 10, 12, 14, 8, 9, 10, 11, 12, 13), strict=True))


@pytest.mark.parametrize(("seats", "hands"), LENGTHS.items())
def test_c1_everybody_deals_equally_often(seats: int, hands: int) -> None:
    """A match has the first multiple of its seats from 8 hands on, or fixed cycles (C1)."""
    assert hands_of_match(seats, TomateOptions()) == hands
    assert hands_of_match(seats, TomateOptions(cycles=3)) == 3 * seats
    dealt = Counter(state.dealer for state in random_states(TOMATE, seats, "length"))
    assert set(dealt) == set(range(seats))


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_no_card_and_no_point_is_ever_lost(seats: int, options: dict[str, Any]) -> None:
    """At any time all 40 cards exist, and scores, pot and reserves have the same sum (3.6, C48)."""
    for seed in range(3):
        for state in random_states(TOMATE, seats, f"kept {seed}", **options):
            assert census(state) == Counter(PACK)
            sum_of_points = sum(state.scores) + state.pot + state.reserves
            assert sum_of_points == seats * options.get("start_points", 0)


def test_c31_thirteen_use_the_whole_pack() -> None:
    """With 13 players no cards are left for the stock, so it is never offered (C31)."""
    state = TOMATE.setup(13, TomateOptions(), Rng("13")).state
    assert (state.stock, [len(hand) for hand in state.hands]) == ([], [3] * 13)
    assert not [s for s in random_states(TOMATE, 13, "13") if s.stage == "stock_offer"]


def test_cards_are_dealt_one_at_a_time_from_mano() -> None:
    """Hands are dealt one card at a time from mano, then the trump card, then the stock (3.1)."""
    state = TOMATE.setup(4, TomateOptions(first_dealer="random"), Rng("deal")).state
    rng = Rng("deal")
    dealer = rng.choice(range(4))
    pack = list(PACK)
    rng.shuffle(pack)
    order = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    expected: dict[int, set[str]] = {seat: set() for seat in order}
    for _ in range(3):
        for seat in order:
            expected[seat].add(pack.pop())
    assert [set(hand) for hand in state.hands] == [expected[seat] for seat in range(4)]
    assert state.trump == pack.pop()
    assert state.stock[-3:] == pack[-3:], "the cards of the stock that somebody may take"
    assert set(state.stock) == set(pack)


def drawing(seed: int) -> Step[State]:
    return TOMATE.setup(5, TomateOptions(), Rng(f"draw {seed}"))


def test_c33_the_lowest_card_deals_and_ties_draw_again() -> None:
    """The lowest rank deals, and only seats that tie for it draw again (C33)."""
    rounds = []
    for seed in range(60):
        step = drawing(seed)
        draws = [event.draws for event in step.events if isinstance(event, DealDrawn)]
        rivals = list(range(5))
        for drawn in draws:
            assert [each_drawing.seat for each_drawing in drawn] == rivals
            assert len({this_drawing.card for this_drawing in drawn}) == len(drawn)
            least = min(POWER[entry.card] for entry in drawn)
            rivals = [
                drawing_item.seat for drawing_item in drawn if POWER[drawing_item.card] == least
            ]
        assert rivals == [step.state.dealer]
        assert FirstDealer(seat=step.state.dealer) in step.events
        rounds.append(len(draws))
    assert min(rounds) == 1
    assert max(rounds) > 1, "no tie in 60 draws: the law was not tried"


def test_c33_the_first_dealer_may_be_random() -> None:
    """With `first_dealer` random, nobody draws, and every seat may deal first (C33)."""
    options = TomateOptions(first_dealer="random")
    steps = [TOMATE.setup(3, options, Rng(f"first {seed}")) for seed in range(30)]
    assert {step.state.dealer for step in steps} == {0, 1, 2}
    assert not [event for step in steps for event in step.events if isinstance(event, DealDrawn)]


def test_c2_scores_go_below_zero_and_nobody_is_eliminated() -> None:
    """Dealing costs 3 from the first hand on, and scores may be below zero (C2)."""
    state = TOMATE.setup(3, TomateOptions(), Rng("low")).state
    assert state.scores[state.dealer] == -3
    last = list(random_states(TOMATE, 3, "low"))[-1]
    assert min(last.scores) < -3
    assert last.hand_number == 9


def test_c48_starting_points_are_added_to_every_score() -> None:
    """Starting points raise every score by the same number (C48)."""
    plain = list(random_states(TOMATE, 4, "start"))[-1]
    raised = list(random_states(TOMATE, 4, "start", start_points=50))[-1]
    assert raised.scores == [score + 50 for score in plain.scores]


def test_c42_equal_scores_share_the_place() -> None:
    """Seats with equal points share a place (C42)."""
    state = position(
        "bidding",
        ["1O", "1C", "1E"],
        bids="ppu",
        hands_total=1,
        scores=[4, 9, -2],
        pot=6,
        stock_mode="off",
    )
    state = play(state, (2, PASS)).state
    result = TOMATE.result(state)
    assert result is not None
    assert (result.ranking, result.points) == (((1,), (0,), (2,)), (4, 9, -2))
    assert TOMATE.awaited(state) == frozenset()
    state.scores = [9, 9, -2]
    shared = TOMATE.result(state)
    assert shared is not None
    assert shared.ranking == ((0, 1), (2,))
    headline = TOMATE.tableau(TOMATE.view(state, None)).headline
    assert speak(headline, PLAIN) == "#1 and #2 share first place with 9 points each."


def test_what_is_left_in_the_pot_belongs_to_nobody() -> None:
    """At the end, pot and reserves go to nobody (section 4)."""
    state = position("bidding", ["1O", "1C", "1E"], bids="ppu", hands_total=1, pot=9, in_reserve=4)
    state = play(state, (2, PASS)).state
    assert (state.pot, state.reserves, state.scores) == (9, 4, [0, 0, 0])


def test_a_lone_last_player_takes_the_pot_of_the_last_hand() -> None:
    """The last hand is settled before the match ends and its winner is named."""
    state = position(
        "bidding", ["1O", "1C", "1E"], bids="ppu", hands_total=1, pot=9, stock_mode="off"
    )
    step = play(state, (2, PLAY))
    result = TOMATE.result(step.state)
    assert result is not None
    assert result.points == (0, 0, 9)
    assert speak(step.events[-1].text(), PLAIN) == "#3 wins the match with 9 points."


def may_be_asked(state: State, seat: Seat) -> bool:
    """Return whether some bids still to come lead to an offer of the stock to this seat."""
    if state.stage is not Stage.BIDDING:
        return state.stage is Stage.STOCK_OFFER and seat in TOMATE.awaited(state)
    hand = state.hand_number
    follow = [apply(TOMATE, state, state.turn, move).state for move in (PASS, PLAY)]
    # A new hand means that this one ended without an offer.
    return any(may_be_asked(after, seat) for after in follow if after.hand_number == hand)


def offers_stock(state: State, seat: Seat) -> bool:
    form = TOMATE.premove(TOMATE.view(state, seat))
    return form is not None and form.action("take_stock") is not None


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_the_stock_is_offered_in_advance_where_it_can_come(
    seats: int, options: dict[str, Any]
) -> None:
    """A player who passed has a premove for the stock exactly while it may be offered."""
    for state in random_states(TOMATE, seats, "ahead", **options):
        if state.stage is not Stage.BIDDING or state.bids.count("undecided") > 4:
            continue
        for seat in state.passers():
            assert offers_stock(state, seat) == may_be_asked(state, seat)
