"""The rules, one function per heading of RULES.md."""

from games.core.cards import take
from games.core.event import Event, is_for
from games.core.game import Step
from games.core.rng import Rng
from games.core.values import Seat
from tests.toys.turns_and_hands import texts
from tests.toys.turns_and_hands.moves import Fold, Swap, TurnsAndHandsMove
from tests.toys.turns_and_hands.state import HELD, PACK, State, TurnsAndHandsOptions, total


def setup(seats: int, options: TurnsAndHandsOptions, rng: Rng) -> Step[State]:
    """Deal the first round."""
    state = State(options, rng, points=[0] * seats)
    return Step(state, tuple(deal(state)))


def advance(state: State, seat: Seat, move: TurnsAndHandsMove) -> list[Event]:
    """Make a move and run on to the next decision."""
    events = turn(state, seat, move)
    if "open" in state.stands:
        state.turn = (seat + 1) % len(state.hands)
    else:
        events += showdown(state)
        if state.round == state.options.rounds:
            state.stage = "end"
        else:
            state.first = (state.first + 1) % len(state.hands)
            events += deal(state)
    state.aftermath = [event for event in events if is_for(None, event.seen_by())]
    return events


def deal(state: State) -> list[Event]:
    """Shuffle all cards, and deal two to each seat (1)."""
    state.round += 1
    state.pile, state.swapped = list(PACK), []
    state.rng.shuffle(state.pile)
    state.hands = [sorted(take(state.pile, HELD), key=PACK.index) for _ in state.points]
    state.stands = ["open" for _ in state.points]
    state.turn = state.first
    dealt = [texts.Dealt(seat=seat, cards=tuple(hand)) for seat, hand in enumerate(state.hands)]
    return [texts.RoundBegun(round=state.round), *dealt]


def turn(state: State, seat: Seat, move: TurnsAndHandsMove) -> list[Event]:
    """Stay, fold, or swap a card and stay (2)."""
    if isinstance(move, Fold):
        state.stands[seat] = "out"
        return [texts.Folded(seat=seat)]
    state.stands[seat] = "in"
    if not isinstance(move, Swap):
        return [texts.Stayed(seat=seat)]
    hand = state.hands[seat]
    hand.remove(move.card)
    state.swapped.append(move.card)
    drawn = state.pile.pop()
    state.hands[seat] = sorted([*hand, drawn], key=PACK.index)
    return [texts.Swapped(seat=seat, card=move.card), texts.Dealt(seat=seat, cards=(drawn,))]


def showdown(state: State) -> list[Event]:
    """Compare the hands of the seats that stayed (3)."""
    stayed = [seat for seat, stand in enumerate(state.stands) if stand == "in"]
    if len(stayed) < 2:
        for seat in stayed:
            state.points[seat] += 1
        return [texts.RoundWon(winners=tuple(stayed), points=len(stayed))]
    totals = {seat: total(state.hands[seat]) for seat in stayed}
    best = (min if state.options.low else max)(totals.values())
    winners = tuple(seat for seat in stayed if totals[seat] == best)
    for seat in stayed:
        state.points[seat] += len(stayed) - 1 if seat in winners else -1
    shown = [texts.Shown(seat=seat, cards=tuple(state.hands[seat])) for seat in stayed]
    return [*shown, texts.RoundWon(winners=winners, points=len(stayed) - 1)]
