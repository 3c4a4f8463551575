"""Tomate's positions as short words, for lessons and tests: "1O 7C 2B"."""

from collections.abc import Sequence
from typing import Any, cast

from games.core.cards import read_names
from games.core.rng import Rng
from games.core.values import Seat
from games.tomate.options import TomateOptions
from games.tomate.rules.cards import PACK, Card, in_order
from games.tomate.rules.state import NOBODY, Stage, State, led_by
from games.tomate.rules.tricks import as_trick


def cards(words: str) -> list[Card]:
    """Read cards separated by spaces."""
    return read_names(words.split(), PACK)


def position(
    stage: str,
    hands: Sequence[str],
    *,
    dealer: Seat = -1,
    trump: str = "2B",
    took: bool = False,
    laid: str = "",
    stock: str | None = None,
    bids: str = "",
    taker: Seat = NOBODY,
    trick: str = "",
    leader: Seat | None = None,
    earlier: Sequence[tuple[Seat, str]] = (),
    pot: int = 6,
    in_reserve: int = 0,
    scores: Sequence[int] = (),
    hand_number: int = 1,
    hands_total: int = 8,
    seed: str = "fixed",
    shuffled: bool = False,
    **options: Any,
) -> State:
    """Build a state. `bids` has a letter per seat: i in, p pass, u undecided; the dealer is last.

    `earlier` has the leader and the cards of each earlier trick. The stock is `stock`, its top
    last, or what is left, in the pack's order or `shuffled`.
    """
    seats = len(hands)
    words = {"i": "in", "p": "pass", "u": "undecided"}
    state = State(
        options=TomateOptions(**options),
        rng=Rng(seed),
        seats=seats,
        hands_total=hands_total,
        scores=list(scores) or [0] * seats,
        dealer=dealer % seats,
        stage=Stage(stage),
        pot=pot,
        reserves=in_reserve,
        hand_number=hand_number,
        trump=cards(trump)[0],
        took=took,
        hands=[in_order(cards(hand)) for hand in hands],
        bids=[cast("Any", words[letter]) for letter in bids or "u" * seats],
        answers=[""] * seats,
        taker=taker,
        laid=cards(laid),
        trick=cards(trick),
        won=[0] * seats,
    )
    if state.stage is Stage.TRICKS:
        _lay_tricks(state, earlier, leader)
    state.turn = _turn(state)
    state.stock = _left(state) if stock is None else cards(stock)
    if shuffled:
        state.rng.shuffle(state.stock)
    return state


def _lay_tricks(state: State, earlier: Sequence[tuple[Seat, str]], leader: Seat | None) -> None:
    players = state.players()
    state.order = players if leader is None else led_by(players, leader)
    for number, (led, words) in enumerate(earlier, start=1):
        trick = as_trick(number, led_by(players, led), cards(words), state.trump)
        winner = cast("Seat", trick.winner)  # all players have played
        state.tricks.append(trick)
        state.won[winner] += 1
        state.order = led_by(players, winner)


def _turn(state: State) -> Seat:
    if state.stage in {Stage.DEALER_OPTION, Stage.DEALER_DISCARD}:
        return state.dealer
    if state.stage is Stage.BIDDING:
        return next(seat for seat in state.from_mano() if state.bids[seat] == "undecided")
    return state.order[len(state.trick)] if state.stage is Stage.TRICKS else NOBODY


def _left(state: State) -> list[Card]:
    used = {state.trump, *state.trick, *state.laid}
    used |= {card for hand in state.hands for card in hand}
    used |= {play.card for trick in state.tricks for play in trick.plays}
    return [card for card in PACK if card not in used]
