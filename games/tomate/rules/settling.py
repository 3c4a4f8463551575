"""SETTLE: who wins, who gets Tomate, and where the points go (sections 3.6 and 3.7)."""

from dataclasses import replace

from games.core.event import Event
from games.core.values import Seat
from games.tomate.rules import records
from games.tomate.rules.events import HandSettled, PotWon, TomateGot
from games.tomate.rules.state import NOBODY, State
from games.tomate.rules.texts import settled_groups


def settle_void(state: State, log: list[Event]) -> None:
    """VOID: nobody plays, the pot stays; as a house rule the dealer takes it (C3)."""
    if state.options.all_pass == "carry":  # noqa: S105 - a bid, no password
        _settle(state, log, "void", wins={}, pays={})
    else:
        _settle(state, log, "dealer_wins", wins={state.dealer: state.pot}, pays={})


def settle_unopposed(state: State, lone_player: Seat, log: list[Event]) -> None:
    """UNOPPOSED: the only player takes the whole pot without a trick (C4)."""
    _settle(state, log, "unopposed", wins={lone_player: state.pot}, pays={})


def settle_tricks(state: State, log: list[Event]) -> None:
    """TRICKS: the pot is divided among the winners; every Tomate pays what was in it (C20, C21)."""
    players = state.players()
    winners = [seat for seat in players if state.won[seat] >= state.need(seat)]
    losers = [seat for seat in players if state.won[seat] < state.need(seat)]
    pays = {seat: tomate_price(state, seat) for seat in losers}
    _settle(state, log, "tricks", wins=_shares(state, winners), pays=pays)


def _shares(state: State, winners: list[Seat]) -> dict[Seat, int]:
    """Divide the pot: alike, or a third of it for each trick; a sweep takes all (C22, C24)."""
    if state.options.pot_split == "equal":
        return dict.fromkeys(winners, state.pot // len(winners))
    third = state.pot // 3
    return {
        seat: state.pot if state.won[seat] == 3 else third * state.won[seat] for seat in winners
    }


def tomate_price(state: State, seat: Seat) -> int:
    """The cost of a Tomate for this seat: the pot that was played for, capped as agreed.

    Under protective accounting the stock's taker risks nothing, and a seat that gets Tomate against
    the taker pays the decided amount, uncapped (C9, C20, C29, C45).
    """
    if state.options.stock_mode == "protective" and state.taker != NOBODY:
        return 0 if seat == state.taker else state.options.reserve_amount
    return state.options.tomate_price(state.pot)


def _settle(
    state: State,
    log: list[Event],
    outcome: records.Outcome,
    wins: dict[Seat, int],
    pays: dict[Seat, int],
) -> None:
    """Book wins and payments; Tomates and remainders go to the reserves, or stay (C23, C27)."""
    pot_before, reserves_before = state.pot, state.reserves
    remainder = pot_before - sum(wins.values())
    state.pot = remainder + sum(pays.values())
    if state.options.reserves and outcome == "tricks":
        state.reserves += state.pot
        state.pot = 0
    settlement = records.Settlement(
        hand=state.hand_number,
        dealer=state.dealer,
        outcome=outcome,
        pot_before=pot_before,
        pot=state.pot,
        reserves_before=reserves_before,
        reserves=state.reserves,
        kept=remainder,
        stock_taker=None if state.taker == NOBODY else state.taker,
        trump_taken=state.took,
        seats=tuple(_book(state, seat, wins, pays) for seat in range(state.seats)),
    )
    state.settlement = settlement
    state.recent = replace(state.recent, settlement=settlement, settled_tricks=tuple(state.tricks))
    won, lost = settled_groups(settlement)
    log += [PotWon(seats=who, each=change) for who, change in won]
    log += [TomateGot(seats=who, each=-change) for who, change in lost]
    log.append(HandSettled(settlement=settlement))


def _book(
    state: State, seat: Seat, wins: dict[Seat, int], pays: dict[Seat, int]
) -> records.SettledSeat:
    """Change one score and return its line."""
    change = wins.get(seat, 0) - pays.get(seat, 0)
    state.scores[seat] += change
    part: records.Part = "won" if seat in wins else "tomate" if seat in pays else "passed"
    return records.SettledSeat(
        seat=seat,
        part=part,
        tricks=state.won[seat],
        need=state.need(seat),
        change=change,
        score=state.scores[seat],
    )
