"""A match of Tomatomat, section by section: each function is one section of the rules.

All functions change the state they are given and add what happened to `told`.
"""

from games.core.event import Event
from games.core.game import Step
from games.core.rng import Rng
from games.core.values import Seat, shared
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules import events, moves
from games.tomatomat.rules.cards import CARDS, MACHINES, Card, in_order, stars
from games.tomatomat.rules.records import Outcome, Resolution
from games.tomatomat.rules.resolving import resolve
from games.tomatomat.rules.state import BATCH, BATCHES, DECK, DECKS, RING, State, final_ranking

_committed = shared(events.Committed)


def set_up(seats: int, options: TomatomatOptions, rng: Rng) -> Step[State]:
    """Section 2: four decks of twelve, dummies where there is no seat; machines face down."""
    rng = rng.clone()
    cards, machines = list(CARDS), list(MACHINES)
    rng.shuffle(cards)
    rng.shuffle(machines)
    state = State(
        options=options,
        rng=rng,
        seats=seats,
        decks=[tuple(cards[DECK * place : DECK * (place + 1)]) for place in range(DECKS)],
        pile=tuple(machines),
        stacks=[()] * len(moves.SLOTS),
        hands=[()] * seats,
        face_down=[()] * (seats * len(moves.SLOTS)),
        sealed=[()] * seats,
        won=[()] * seats,
        added=[()] * seats,
    )
    log: list[Event] = []
    round_start(state, log)
    return Step(state, tuple(log))


def advance(state: State, seat: Seat, move: moves.TomatomatMove) -> list[Event]:
    """Seal a batch; when all are in, run on to the next decision."""
    log: list[Event] = [_committed(seat=seat)]
    state.sealed[seat] = (
        move.places() if isinstance(move, moves.Allot) else scattered(state, seat, move)
    )
    if not state.owing():
        allocate(state, log)
    return log


def scattered(state: State, seat: Seat, move: moves.Scatter) -> tuple[int, ...]:
    """B30: assigned cards stay, the rest is placed at random, independently of other seats."""
    chance = state.rng.fork(f"absent {seat} {state.round} {state.batch}")
    drawn = [chance.below(len(moves.SLOTS)) for _ in range(BATCH)]
    return tuple(
        by_chance if assigned is None else assigned
        for assigned, by_chance in zip(move.places(), drawn, strict=True)
    )


def round_start(state: State, log: list[Event]) -> None:
    """Section 3.1: a machine on each slot, on top of any still there (B10, B11)."""
    state.round += 1
    state.batch = 0
    state.added = [()] * state.seats
    opened = state.pile[: -len(moves.SLOTS) - 1 : -1]
    state.pile = state.pile[: -len(moves.SLOTS)]
    state.stacks = [(*stack, top) for stack, top in zip(state.stacks, opened, strict=True)]
    log.append(events.RoundStarted(round=state.round, machines=opened))
    draw(state, log)


def draw(state: State, log: list[Event]) -> None:
    """Section 3.2: everybody draws the top four cards, and sees only these."""
    state.batch += 1
    for seat, place in enumerate(RING[state.seats]):
        deck = state.decks[place]
        hand = in_order(deck[-BATCH:])
        state.decks[place], state.hands[seat] = deck[:-BATCH], hand
        log.append(events.BatchDrawn(seat=seat, cards=hand, kept=state.options.own_peek))


def allocate(state: State, log: list[Event]) -> None:
    """Section 3.2: all batches lie face down at once; after the third the slots are resolved."""
    state.resolution = None
    for seat, slots in enumerate(state.sealed):
        first = len(moves.SLOTS) * seat
        for card, slot in zip(state.hands[seat], slots, strict=True):
            state.face_down[first + slot] += (card,)
        for pile in {first + slot for slot in slots}:
            state.face_down[pile] = in_order(state.face_down[pile])
        state.added[seat] = tuple(map(slots.count, range(len(moves.SLOTS))))
    state.hands = [()] * state.seats
    state.sealed = [()] * state.seats
    log.append(events.BatchLaid(batch=state.batch, added=tuple(state.added)))
    if state.batch < BATCHES:
        draw(state, log)
    else:
        resolve_all(state, log)


def resolve_all(state: State, log: list[Event]) -> None:
    """Section 3.3: resolve slots I to IV in order, with no decision in between (B23)."""
    last = state.round == state.options.rounds
    outcomes = []
    for slot, stack in enumerate(state.stacks):
        outcome = resolve(slot, stack, state.face_down[slot :: len(moves.SLOTS)], last=last)
        outcomes.append(outcome)
        if outcome.winner is not None:
            state.won[outcome.winner] += stack
            state.stacks[slot] = ()
        _tell(outcome, log)
    state.resolution = Resolution(round=state.round, outcomes=tuple(outcomes))
    discard(state)
    round_end(state, log)


def _tell(outcome: Outcome, log: list[Event]) -> None:
    """Add the public events of a slot, in the order of the rules."""
    log.append(events.CardsTurned(slot=outcome.slot, cards=outcome.cards))
    log += [events.ThievesCaught(arrest=arrest) for arrest in outcome.arrests]
    log += [events.ThievesStole(theft=theft) for theft in outcome.thefts]
    log.append(
        events.StackAwarded(
            slot=outcome.slot,
            stack=outcome.stack,
            totals=outcome.totals,
            winner=outcome.winner,
            lost=outcome.lost,
        )
    )


def discard(state: State) -> None:
    """Section 3.3.6: every card goes to its owner's discard pile, twelve in all after slot IV."""
    for seat, place in enumerate(RING[state.seats]):
        state.decks[place] = in_order(state.deck_of(seat))
    state.face_down = [()] * len(state.face_down)


def round_end(state: State, log: list[Event]) -> None:
    """Section 3.4: another round, or the end; machines left in the centre belong to nobody."""
    if state.round < state.options.rounds:
        pass_decks(state)
        round_start(state, log)
        return
    state.stage = "end"
    state.added = [()] * state.seats
    ranking = final_ranking(state)
    best = state.won[ranking[0][0]]
    log.append(events.MatchEnded(ranking=ranking, stars=stars(best), machines=len(best)))


def pass_decks(state: State) -> None:
    """Section 3.1: all decks, dummies too, move one place at once and are shuffled (B26, B27)."""
    state.decks = [*state.decks[-1:], *state.decks[:-1]]
    state.rng.turn_to(f"decks after round {state.round}")
    for place, deck in enumerate(state.decks):
        cards: list[Card] = list(deck)
        state.rng.shuffle(cards)
        state.decks[place] = tuple(cards)
