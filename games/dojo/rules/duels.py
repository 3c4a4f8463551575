"""A challenge, from turning up the cards to the exchange."""

from typing import get_args

from games.core.event import Event
from games.core.values import Seat, shared
from games.dojo.rules import events, moves
from games.dojo.rules.cards import BELT, Card
from games.dojo.rules.records import Duel, Throws
from games.dojo.rules.state import NOBODY, THROWS_OF_A_DUEL, Stage, State

BEATS: dict[moves.Throw, moves.Throw] = {"rock": "scissors", "paper": "rock", "scissors": "paper"}

_duel_won, _has_thrown = shared(events.DuelWon), shared(events.HasThrown)


def open_duel(state: State, log: list[Event]) -> None:
    """CHALLENGE: both cards are turned up, the others' stay hidden (A21, A23)."""
    log.append(
        events.Challenged(
            challenger=state.challenger,
            dealer=state.dealer,
            challenger_card=_card(state, state.challenger),
            dealer_card=_card(state, state.dealer),
        )
    )
    _go_on(state, log)


def _card(state: State, seat: Seat) -> Card:
    card = state.held[seat]
    assert card is not None, "the dealer has given everybody a card"
    return card


def values(state: State) -> tuple[int, int]:
    """Return what the dealer's and the challenger's card are worth in this duel."""
    if state.throws:
        return state.throws[-1].dealer_value, state.throws[-1].challenger_value
    return BELT[_card(state, state.dealer)], BELT[_card(state, state.challenger)]


def throws_left(state: State) -> int:
    """Section 6: how many throws are still to come; 0 once they cannot matter (A42)."""
    if not state.options.black_belt:
        return 0
    left = THROWS_OF_A_DUEL - len(state.throws)
    dealer, challenger = values(state)
    decided = challenger >= dealer + left or dealer > challenger + left
    return 0 if decided else left


def _go_on(state: State, log: list[Event]) -> None:
    """Section 6: throw while it can matter, then the higher value wins."""
    if throws_left(state):
        state.stage, state.turn = Stage.THROWS, NOBODY
    else:
        _decide(state, log)


def _decide(state: State, log: list[Event]) -> None:
    """The higher value wins, the challenger in a tie (A24); then EXCHANGE."""
    dealer, challenger = values(state)
    state.winner = state.challenger if challenger >= dealer else state.dealer
    state.prize, state.face_up = state.face_up, None
    assert state.prize is not None, "a trophy lies face up in a dealer's round"
    state.duel = Duel(
        round=state.round,
        challenger=state.challenger,
        dealer=state.dealer,
        challenger_card=_card(state, state.challenger),
        dealer_card=_card(state, state.dealer),
        challenger_value=challenger,
        dealer_value=dealer,
        winner=state.winner,
        trophy=state.prize,
    )
    log.append(
        _duel_won(
            winner=state.winner, loser=state.loser, trophy=state.prize, equal=challenger == dealer
        )
    )
    state.stage, state.turn = Stage.EXCHANGE, state.winner


def advance_duel(state: State, seat: Seat, move: moves.DojoMove, log: list[Event]) -> bool:
    """Make a throw or an exchange; return whether everybody can see the result."""
    match move:
        case moves.MakeThrow():
            return _throw(state, seat, (move.throw,), log)
        case moves.MakeThrows():
            return _throw(state, seat, (move.first, move.second, move.third), log)
        case moves.ThrowBlindly():
            owed = throws_left(state) if state.options.rps == "batch" else 1
            blind = tuple(state.rng.choice(get_args(moves.Throw)) for _ in range(owed))
            return _throw(state, seat, blind, log)
        case moves.Exchange() | moves.Keep():
            _exchange(state, log, swap=isinstance(move, moves.Exchange))
    return True


def _throw(state: State, seat: Seat, throws: tuple[moves.Throw, ...], log: list[Event]) -> bool:
    """RPS: both throw in secret, one by one or all at once as agreed (A43); final (A48)."""
    dealers, challengers = state.sealed
    state.sealed = (throws, challengers) if seat == state.dealer else (dealers, throws)
    log.append(_has_thrown(seat=seat))
    log.append(events.ThrowMade(seat=seat, throws=throws))
    if not all(state.sealed):
        return False
    for dealer, challenger in zip(*state.sealed, strict=True):
        if throws_left(state):
            _show(state, dealer, challenger, log)
    state.sealed = ((), ())
    _go_on(state, log)
    return True


def _show(state: State, dealer: moves.Throw, challenger: moves.Throw, log: list[Event]) -> None:
    """RPS: a won throw adds 1 for this duel only; a drawn one is not repeated (A41, A44)."""
    mine, yours = values(state)
    shown = Throws(
        number=len(state.throws) + 1,
        dealer=dealer,
        challenger=challenger,
        dealer_value=mine + (BEATS[dealer] == challenger),
        challenger_value=yours + (BEATS[challenger] == dealer),
    )
    state.throws += (shown,)
    log.append(events.ThrowsShown(challenger=state.challenger, dealer=state.dealer, throws=shown))


def _exchange(state: State, log: list[Event], *, swap: bool) -> None:
    """EXCHANGE: the winner, who sees both cards, may swap them (A25, A26, A49)."""
    winner, loser = state.winner, state.loser
    if swap:
        state.held[winner], state.held[loser] = state.held[loser], state.held[winner]
        if state.duel is not None:
            state.duel = state.duel.model_copy(update={"swapped": True})
    log.append(
        events.CardsExchanged(
            winner=winner,
            loser=loser,
            winner_card=_card(state, winner),
            loser_card=_card(state, loser),
            swapped=swap,
        )
    )
    state.stage, state.turn = Stage.TRAIN, NOBODY
