"""Rounds: the deal, the gifts and the trophy on offer (A12 to A23, A45)."""

from typing import Any

import pytest

from games.core.errors import IllegalMoveError, NotYourTurnError
from games.core.game import apply, apply_timeout
from games.core.prompt import PickOne
from games.core.rng import Rng
from games.core.text import PLAIN, speak
from games.dojo import DOJO
from games.dojo.options import DojoOptions
from games.dojo.rules import events
from games.dojo.rules.moves import CHALLENGE, GIVE, KEEP, PASS, PLACE, DojoMove
from games.dojo.rules.notation import position
from games.dojo.rules.rounds import is_last_chance
from games.dojo.rules.state import NOBODY, Stage, State
from tests.games.dojo.support.positions import FULL, cells, play
from tests.support.rows import each_row

ONE = ["A1:M1", "A1:F1", "A1:T1"]


def recruiting(**changes: Any) -> State:
    """Return a state in which seat 0 deals and sees M3; M4 and M5 come next."""
    given: dict[str, Any] = {"drawn": "M3", "deck": "M4 M5", "face_up": "col-pair"}
    return position("recruit", turn=0, **{**given, **changes})


def challenging(**changes: Any) -> State:
    """Return a state in which everybody has a card, and seat 1 is asked first."""
    given: dict[str, Any] = {"held": "M3 F4 T2", "face_up": "col-pair", "turn": 1}
    return position("challenge", **{**given, **changes})


def test_a47_the_first_dealer_is_random() -> None:
    """The first dealer is random (A47)."""
    steps = [DOJO.setup(4, DojoOptions(), Rng(f"start {seed}")) for seed in range(40)]
    assert {step.state.dealer for step in steps} == {0, 1, 2, 3}
    for step in steps:
        assert step.events[0] == events.StartDrawn(seat=step.state.dealer, round=1)


def test_a14_a16_five_begin_with_a_round_of_chance() -> None:
    """With five, round 1 has no dealer, trophy or challenge; cards are private (A14, A16)."""
    step = DOJO.setup(5, DojoOptions(), Rng("five"))
    state = step.state
    assert (state.stage, state.dealer, state.face_up) == (Stage.TRAIN, NOBODY, None)
    assert len(state.pile) == 12
    words = "Round 1: everyone gets a random card, and nobody is challenged."
    assert words in [speak(event.text(), PLAIN) for event in step.events]
    received = [event for event in step.events if isinstance(event, events.CardReceived)]
    assert [event.seen_by() for event in received] == [frozenset({seat}) for seat in range(5)]
    for viewer in range(5):
        seen = [each_seat.card for each_seat in DOJO.view(state, viewer).seats]
        assert [card is not None for card in seen] == [seat == viewer for seat in range(5)]


def test_a15_the_start_player_deals_round_two_of_five() -> None:
    """With five, the first dealer deals in round 2 (A15)."""
    state = DOJO.setup(5, DojoOptions(), Rng("five")).state
    for seat in range(5):
        state = apply(DOJO, state, seat, PLACE["A1"]).state
    assert (state.round, state.dealer, state.stage) == (2, state.start, Stage.RECRUIT)
    assert state.face_up is not None


def test_a18_the_dealer_sees_one_card_at_a_time() -> None:
    """The dealer sees the next card only after giving the last, which is final (A18)."""
    state = recruiting()
    assert DOJO.view(state, 0).drawn == "M3"
    step = play(state, (0, GIVE[2]))
    assert [event.card for event in step.events if isinstance(event, events.CardDrawn)] == ["M4"]
    assert step.state.held == [None, None, "M3"]
    with pytest.raises(IllegalMoveError) as refusal:
        apply(DOJO, step.state, 0, GIVE[2])
    assert speak(refusal.value.why, PLAIN) == "Already has a card."


def test_a18_a_dealer_keeps_only_one_card() -> None:
    """A dealer with a card can't keep another, and reads why (A18)."""
    step = play(recruiting(), (0, GIVE[0]))
    with pytest.raises(IllegalMoveError) as refusal:
        apply(DOJO, step.state, 0, GIVE[0])
    assert speak(refusal.value.why, PLAIN) == "You already have a card."


def test_a_dealer_with_a_card_is_not_asked_to_keep_another() -> None:
    """The question offers to keep the card only while the dealer has none."""
    asked = []
    for moves in ([], [(0, GIVE[0])], [(0, GIVE[1])]):
        state = play(recruiting(), *moves).state
        prompt = DOJO.prompt(DOJO.view(state, 0))
        assert prompt is not None
        (to,) = prompt.actions[0].slots
        assert isinstance(to, PickOne)
        asked.append(to.choices[0].blocked is None)
    assert asked == [True, False, True]


def test_a17_the_last_gift_is_forced_and_seen() -> None:
    """The last card goes to the seat without one, but the dealer sees it too (A17)."""
    step = play(recruiting(), (0, GIVE[2]), (0, GIVE[1]))
    assert step.state.held == ["M5", "M4", "M3"]
    assert [event.card for event in step.events if isinstance(event, events.CardDrawn)] == [
        "M4",
        "M5",
    ]
    given = [event for event in step.events if isinstance(event, events.CardGiven)]
    assert [(event.number, event.to) for event in given] == [(1, 2), (2, 1), (3, 0)]
    assert (step.state.stage, step.state.turn) == (Stage.CHALLENGE, 1)


def test_a20_receivers_look_at_once() -> None:
    """A player sees a received card before the deal is over (A20)."""
    state = play(recruiting(), (0, GIVE[2])).state
    assert DOJO.view(state, 2).seats[2].card == "M3"
    assert DOJO.view(state, 1).seats[2].card is None


def test_a19_the_dealer_looks_again_at_what_was_dealt_until_it_lies() -> None:
    """The dealer sees every card of the round until its end (A19)."""
    state = play(recruiting(dojos=ONE), (0, GIVE[2]), (0, GIVE[1])).state
    for move in ((1, PASS), (2, PASS), (1, PLACE["B1"])):
        assert [seat.card for seat in DOJO.view(state, 0).seats] == ["M5", "M4", "M3"]
        state = play(state, move).state
    assert [seat.card for seat in DOJO.view(state, 0).seats] == ["M5", "M4", "M3"]


def test_a22_one_opponent_after_another_is_asked() -> None:
    """Opponents are asked clockwise from the dealer's left, once each (A22)."""
    state = challenging(dealer=2, turn=0)
    assert DOJO.awaited(state) == {0}
    with pytest.raises(NotYourTurnError):
        apply(DOJO, state, 1, CHALLENGE)
    state = play(state, (0, PASS)).state
    assert DOJO.awaited(state) == {1}
    state = play(state, (1, PASS)).state
    assert state.stage is Stage.TRAIN
    assert DOJO.awaited(state) == {0, 1, 2}


def test_a21_the_dealer_neither_refuses_nor_challenges() -> None:
    """A challenge takes place at once, and the dealer can't challenge (A21)."""
    state = challenging()
    with pytest.raises(NotYourTurnError):
        apply(DOJO, state, 0, CHALLENGE)
    assert play(state, (1, CHALLENGE)).state.stage is Stage.EXCHANGE


def test_a23_only_the_two_cards_of_the_duel_are_turned_up() -> None:
    """Players who passed, or weren't asked, keep their cards hidden (A23)."""
    state = challenging(seats=4, held="M3 F4 T2 B1")
    state = play(state, (1, PASS), (2, CHALLENGE)).state
    view = DOJO.view(state, None)
    assert [seat.card for seat in view.seats] == ["M3", None, "T2", None]
    assert [seat.passed for seat in view.seats] == [False, True, False, False]


LYING: list[tuple[str, list[tuple[int, DojoMove]], bool]] = [
    ("a12-it-stays-when-nobody-challenges", [(1, PASS), (2, PASS)], False),
    ("a11-a-new-one-when-it-was-won", [(1, CHALLENGE), (1, KEEP)], True),
]


@each_row("moves fresh", LYING)
def test_a12_at_most_one_trophy_lies_there(moves: list[tuple[int, DojoMove]], fresh: bool) -> None:
    """A trophy is turned up only if none is there, so there is never a second one (A12)."""
    state = challenging(dojos=ONE)
    before = state.pile[-1]
    step = play(state, *moves, *[(seat, PLACE["A2"]) for seat in range(3)])
    (opened,) = [event for event in step.events if isinstance(event, events.RoundOpened)]
    assert (opened.fresh, opened.round, opened.dealer) == (fresh, 2, 1)
    assert step.state.face_up == (before if fresh else "col-pair")
    assert len(step.state.pile) == len(state.pile) - fresh


@pytest.mark.parametrize(("seats", "number"), [(3, 12), (5, 11)])
def test_a13_a50_what_nobody_won_is_removed(seats: int, number: int) -> None:
    """After the last round with a dealer, an unclaimed trophy is removed (A13, A50)."""
    assert is_last_chance(seats, number)
    assert not is_last_chance(seats, number - 1)
    for white_belt in (False, True):
        empty = ("D3",) if seats == 3 else ("D3", "C3")
        state = position(
            "challenge",
            seats=seats,
            turn=seats - 1,
            number=number,
            held=" ".join(["M3", "F4", "T2", "B1", "C5"][:seats]),
            face_up="row-wild",
            dojos=[cells(FULL, *empty)] * seats,
            white_belt=white_belt,
        )
        step = play(state, (seats - 1, PASS))
        if seats == 5:
            step = play(step.state, *[(seat, PLACE["C3"]) for seat in range(5)])
        (gone,) = [event for event in step.events if isinstance(event, events.TrophyRemoved)]
        assert (gone.trophy, gone.fate, gone.seat) == ("row-wild", "unclaimed", None)
        assert speak(gone.text(), PLAIN) == "Nobody won the black wild trophy, so it is removed."
        assert (step.state.face_up, step.state.removed) == (None, ("row-wild",))


def test_a45_unused_cards_stay_hidden() -> None:
    """After a match of three, no cards of the deck are shown (A45)."""
    state = position(
        "challenge",
        turn=2,
        number=12,
        held="M3 F4 T2",
        face_up="row-wild",
        dojos=[cells(FULL, "D3")] * 3,
    )
    over = play(state, (2, PASS)).state
    assert over.stage is Stage.END
    shown = DOJO.view(over, None).model_dump(exclude={"seats", "aftermath"})
    assert shown["deck"] == len(over.deck) > 0
    assert not [value for value in shown.values() if isinstance(value, (list, tuple)) and value
                and value[0] in over.deck]  # fmt: skip


TIMEOUTS: list[tuple[str, State, int, DojoMove]] = [
    ("cards-go-round", recruiting(), 0, GIVE[1]),
    ("cards-go-round-on", play(recruiting(), (0, GIVE[1])).state, 0, GIVE[2]),
    ("passes", challenging(), 1, PASS),
]


@each_row("state seat move", TIMEOUTS)
def test_an_absent_player_does_the_harmless_thing(state: State, seat: int, move: DojoMove) -> None:
    """A timeout makes a move that favours nobody."""
    made, _ = apply_timeout(DOJO, state, seat)
    assert made == move
