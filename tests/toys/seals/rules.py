"""The rules, one function per heading of RULES.md."""

from games.core.event import Event
from games.core.game import Step
from games.core.rng import Rng
from games.core.values import Seat
from tests.toys.seals.moves import Choose, SealsMove, Swap
from tests.toys.seals.options import SealsOptions
from tests.toys.seals.state import COPIES, FLAG, KINDS, State, awaited, flags
from tests.toys.seals.texts import Chose, Dealt, Drew, Revealed, Scored

DEALT = 6


def setup(seats: int, options: SealsOptions, rng: Rng) -> Step[State]:
    """Deal six cards to everybody, and with full hands one more of every kind (1)."""
    each = list(KINDS) if options.full_hands else []
    deck = list(KINDS) * (COPIES - seats if options.full_hands else COPIES)
    rng.shuffle(deck)
    state = State(
        rounds=options.rounds,
        ties_pay=options.ties_pay,
        rng=rng,
        hands=[list(each) for _ in range(seats)],
        deck=deck,
        discard=[],
        points=[0] * seats,
        choices=[None] * seats,
        shown=[""] * seats,
        swaps=[None] * seats,
        winners=[],
    )
    return Step(state, tuple(event for seat in range(seats) for event in draw(state, seat, DEALT)))


def advance(state: State, seat: Seat, move: SealsMove) -> list[Event]:
    """Make a move and run on to the next decision."""
    events: list[Event] = []
    if isinstance(move, Choose):
        state.choices[seat] = move.card
        events.append(Chose(seat=seat, card=move.card))
        if not awaited(state):
            events += reveal(state)
    else:
        state.swaps[seat] = move.cards if isinstance(move, Swap) else ()
    if state.stage == "swap" and not awaited(state):
        events += swap(state)
    return events


def reveal(state: State) -> list[Event]:
    """Turn up all choices; the highest value wins (4)."""
    state.discard += [card for card in state.shown if card in KINDS]
    state.shown = [card or FLAG for card in state.choices]
    state.choices = [None for _ in state.choices]
    for seat, card in enumerate(state.shown):
        if card != FLAG:
            state.hands[seat].remove(card)
    values = [0 if card == FLAG else int(card[1]) for card in state.shown]
    best = [seat for seat, value in enumerate(values) if value and value == max(values)]
    state.winners = best if len(best) == 1 or state.ties_pay else []
    for seat in state.winners:
        state.points[seat] += state.round
    state.stage = "swap"
    scored = Scored(winners=tuple(state.winners), points=state.round)
    return [Revealed(cards=tuple(state.shown)), scored]


def swap(state: State) -> list[Event]:
    """Carry out the swaps in seat order, then go on to the next round (5, 6)."""
    events: list[Event] = []
    for seat in flags(state.shown):
        cards = state.swaps[seat] or ()
        for card in cards:
            state.hands[seat].remove(card)
            state.discard.append(card)
        drawn = draw(state, seat, 3 if cards else 1)
        laid = len(cards)
        events += [Drew(seat=seat, laid=laid, drawn=len(drawn[0].cards)), *drawn]
    state.swaps = [None for _ in state.swaps]
    state.stage = "choose" if state.round < state.rounds else "end"
    state.round = min(state.round + 1, state.rounds)
    return events


def draw(state: State, seat: Seat, count: int) -> list[Dealt]:
    """Draw from the pile; when it is empty, the discards become the new pile (5)."""
    cards: list[str] = []
    for _ in range(count):
        if not state.deck:
            state.deck, state.discard = state.discard, []
            state.rng.shuffle(state.deck)
        if state.deck:
            cards.append(state.deck.pop())
    state.hands[seat] = sorted([*state.hands[seat], *cards], key=KINDS.index)
    return [Dealt(seat=seat, cards=tuple(cards))]
