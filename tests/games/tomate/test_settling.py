"""Who wins, who gets Tomate and where points go: C3, C4, C9, C13 and C20 to C29."""

from typing import Any, NamedTuple

import pytest

from games.core.event import Event
from games.core.text import PLAIN, say, speak
from games.tomate import TOMATE
from games.tomate.rules.events import HandSettled, PotWon, TomateGot
from games.tomate.rules.notation import position
from games.tomate.rules.settling import settle_tricks, settle_unopposed, settle_void
from games.tomate.rules.texts import tell_tomate


class Hand(NamedTuple):
    """A finished hand: tricks by seat ("-" passed), and its expected settlement."""

    id: str
    tricks: str
    pot: int
    changes: tuple[int, ...]
    pot_after: int
    reserves_after: int
    options: dict[str, Any] = {}  # noqa: RUF012 - read only
    took: bool = False
    """Whether the dealer, who is the last seat, took the trump card."""
    taker: int = -1
    reserves: int = 0


OFF = {"reserves": False}
THIRDS = {"pot_split": "per_trick"}
SAFE = {"stock_mode": "protective", "reserve_amount": 6}

HANDS = [
    Hand("C20-one-tomate-pays-the-pot", "210", 6, (3, 3, -6), 0, 6),
    Hand("C20-all-tomates-pay-alike", "3000", 6, (6, -6, -6, -6), 0, 18),
    Hand("C21-tomates-of-this-hand-are-not-won", "300", 9, (9, -9, -9), 18, 0, OFF),
    Hand("C22-equal-whatever-the-tricks", "21-", 6, (3, 3, 0), 0, 0),
    Hand("C22-three-winners", "1110", 6, (2, 2, 2, -6), 0, 6),
    Hand("C22-a-sweep-takes-all", "30-", 7, (7, -7, 0), 0, 7),
    Hand("C23-remainder-to-the-reserves", "210", 9, (4, 4, -9), 0, 10),
    Hand("C23-remainder-stays-without-reserves", "21-", 9, (4, 4, 0), 1, 0, OFF),
    Hand("C23-remainder-joins-the-tomates", "210", 7, (3, 3, -7), 8, 0, OFF),
    Hand("C24-a-third-for-each-trick", "210", 9, (6, 3, -9), 0, 9, THIRDS),
    Hand("C24-remainder-of-thirds", "21-", 8, (4, 2, 0), 0, 2, THIRDS),
    Hand("C24-a-sweep-takes-the-remainder-too", "300", 8, (8, -8, -8), 0, 16, THIRDS),
    Hand("C24-thirds-of-a-dealer-with-tomate", "1-11", 6, (2, 0, 2, -6), 0, 8, THIRDS, took=True),
    Hand("C13-dealer-who-took-with-one-trick", "1-11", 6, (3, 0, 3, -6), 0, 6, took=True),
    Hand("C13-dealer-who-took-with-two-tricks", "10-2", 6, (3, -6, 0, 3), 0, 6, took=True),
    Hand("C13-dealer-who-left-needs-one", "1-11", 6, (2, 0, 2, 2), 0, 0),
    Hand("C26-pot-grows-without-reserves", "1110", 6, (2, 2, 2, -6), 6, 0, OFF),
    Hand("C27-every-tomate-goes-to-the-reserves", "2100", 6, (3, 3, -6, -6), 0, 19, reserves=7),
    Hand("C28-pot-of-6-divides-by-two", "21-", 6, (3, 3, 0), 0, 0),
    Hand("C28-pot-of-9-leaves-one-over", "21-", 9, (4, 4, 0), 0, 1),
    Hand("C29-capped-without-reserves", "300", 40, (40, -10, -10), 20, 0, OFF | {"max_tomate": 10}),
    Hand("C45-capped-with-reserves", "210", 12, (6, 6, -5), 0, 5, {"max_tomate": 5}),
    Hand("C45-cap-above-the-pot", "210", 6, (3, 3, -6), 0, 6, {"max_tomate": 50}),
    Hand("C37-dealer-pays-tomate-like-others", "21-0", 6, (3, 3, 0, -6), 0, 6),
    Hand("C9-normal-taker-pays", "3-0", 6, (6, 0, -6), 0, 6, taker=2),
    Hand("C9-normal-taker-wins-a-share", "1-2", 6, (3, 0, 3), 0, 0, taker=2),
    Hand("C9-protective-taker-pays-nothing", "3-0", 12, (12, 0, 0), 0, 0, SAFE, taker=2),
    Hand("C9-protective-lone-player-pays-A", "0-3", 12, (-6, 0, 12), 0, 6, SAFE, taker=2),
    Hand("C9-protective-A-to-the-pot", "0-3", 12, (-6, 0, 12), 6, 0, SAFE | OFF, taker=2),
    Hand("C9-protective-taker-wins-a-share", "2-1", 12, (6, 0, 6), 0, 0, SAFE, taker=2),
    Hand("C9-protective-per-trick", "1-2", 12, (4, 0, 8), 0, 0, SAFE | THIRDS, taker=2),
    Hand("C9-protective-dealer-needs-two", "2-1", 12, (12, 0, -6), 0, 6, SAFE, taker=0, took=True),
    Hand(
        "C9-protective-cap-spares-A", "0-3", 9, (-6, 0, 9), 0, 6, SAFE | {"max_tomate": 2}, taker=2
    ),
    Hand("C9-protective-without-taker-is-normal", "30-", 12, (12, -12, 0), 0, 12, SAFE),
]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.id)
def test_a_hand_is_settled_as_ruled(hand: Hand) -> None:
    """Scores, pot and reserves after the tricks are as ruled, and no point is lost."""
    bids = "".join("p" if tricks == "-" else "i" for tricks in hand.tricks)
    state = position(
        "tricks",
        [""] * len(hand.tricks),
        bids=bids,
        took=hand.took,
        taker=hand.taker,
        pot=hand.pot,
        in_reserve=hand.reserves,
        **hand.options,
    )
    state.won = [0 if tricks == "-" else int(tricks) for tricks in hand.tricks]
    losers = [seat for seat, change in enumerate(hand.changes) if change < 0]
    foretold = [TOMATE.view(state, seat).price(seat) for seat in losers]
    events: list[Event] = []
    settle_tricks(state, events)
    assert tuple(state.scores) == hand.changes
    assert (state.pot, state.reserves) == (hand.pot_after, hand.reserves_after)
    assert sum(state.scores) + state.pot + state.reserves == hand.pot + hand.reserves
    assert state.settlement is not None
    assert tuple(line.change for line in state.settlement.seats) == hand.changes
    assert _changes_told(events, len(bids)) == hand.changes
    assert foretold == [-hand.changes[seat] for seat in losers]


@pytest.mark.parametrize(
    ("bids", "options", "cost"),
    [
        ("ppu", {}, 6),
        ("ppu", SAFE | {"reserve_amount": 15}, 15),
        ("piu", SAFE | {"reserve_amount": 15}, 6),
        ("ppu", {"stock_mode": "off"}, 0),
    ],
)
def test_a_bid_says_what_it_risks(bids: str, options: dict[str, Any], cost: int) -> None:
    """Who bids last and alone risks what the stock's taker could cost, else the pot (3.7, C9)."""
    state = position("bidding", ("4O 2C 5E", "12C 3E 7B", "6C 5O 2E"), bids=bids, **options)
    asked = TOMATE.prompt(TOMATE.view(state, 2))

    assert asked is not None
    assert asked.actions[0].outcome == say("risk {cost}", cost=cost)


def _changes_told(events: list[Event], seats: int) -> tuple[int, ...]:
    changes = [0] * seats
    for event in events:
        if isinstance(event, (PotWon, TomateGot)):
            for seat in event.seats:
                changes[seat] += event.each if isinstance(event, PotWon) else -event.each
    return tuple(changes)


@pytest.mark.parametrize(
    ("all_pass", "scores", "pot", "words"),
    [
        ("carry", [0, 0, 0], 9, "Nobody plays hand 1, so the pot stays at 9 points."),
        ("dealer_wins", [0, 0, 9], 0, "Nobody plays hand 1, so the pot goes to #3, who dealt."),
    ],
    ids=["C3-carry", "C3-dealer_wins"],
)
def test_when_nobody_plays(all_pass: str, scores: list[int], pot: int, words: str) -> None:
    """A hand that nobody plays leaves the pot, or gives it to the dealer, by option (C3)."""
    state = position("bidding", ["", "", ""], pot=9, all_pass=all_pass)
    events: list[Event] = []
    settle_void(state, events)
    assert (state.scores, state.pot, state.reserves) == (scores, pot, 0)
    assert isinstance(events[-1], HandSettled)
    assert speak(events[-1].text(), PLAIN) == words


def test_c4_the_only_player_takes_the_whole_pot() -> None:
    """A lone player takes the whole pot, even one that doesn't divide (C4)."""
    state = position("stock_offer", ["", "", ""], bids="pip", pot=7)
    events: list[Event] = []
    settle_unopposed(state, 1, events)
    assert (state.scores, state.pot, state.reserves) == ([0, 7, 0], 0, 0)
    assert [event.kind for event in events] == ["pot_won", "hand_settled"]


@pytest.mark.parametrize(
    ("seats", "each", "words"),
    [
        ((1,), 0, "#2 gets Tomate and pays nothing."),
        ((1, 2), 0, "#2 and #3 get Tomate and pay nothing."),
        ((1,), 1, "#2 gets Tomate and pays 1 point."),
        ((1, 2), 6, "#2 and #3 get Tomate and pay 6 points each."),
    ],
)
def test_tomates_are_told_with_their_cost(seats: tuple[int, ...], each: int, words: str) -> None:
    """The sentence about Tomates names their seats and what each of them pays."""
    assert speak(tell_tomate(seats, each), PLAIN) == words
