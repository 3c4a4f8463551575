"""The rules, one function per heading of RULES.md."""

from games.core.cards import take
from games.core.event import Event
from games.core.game import Step
from games.core.rng import Rng
from games.core.values import Seat
from tests.toys.batches.moves import BatchesMove, Stake
from tests.toys.batches.options import BatchesOptions
from tests.toys.batches.state import BATCH, DECK, MACHINES, State, awaited
from tests.toys.batches.texts import Answered, Drawn, Ran, Stacked, StarsShown, Taken


def setup(seats: int, options: BatchesOptions, rng: Rng) -> Step[State]:
    """Give every seat a shuffled deck (1)."""
    state = State(
        rounds=options.rounds,
        batches=options.batches,
        worth=2 if options.big_machines else 1,
        rng=rng,
        decks=[list(DECK) for _ in range(seats)],
        hands=[[] for _ in range(seats)],
        piles=[[[] for _ in MACHINES] for _ in range(seats)],
        sealed=[[] for _ in range(seats)],
        stars=[[] for _ in range(seats)],
        staked=[[] for _ in range(seats)],
        points=[0] * seats,
    )
    shuffle(state)
    return Step(state, ())


def shuffle(state: State) -> None:
    for deck in state.decks:
        state.rng.shuffle(deck)


def advance(state: State, seat: Seat, move: BatchesMove) -> list[Event]:
    """Seal an answer; once all are in, run on to the next decision."""
    events: list[Event] = [Answered(seat=seat)]
    if isinstance(move, Stake):
        state.staked[seat] = [move.stars.count(machine) for machine in MACHINES]
        return events if awaited(state) else events + stake(state)
    state.sealed[seat] = [MACHINES.index(machine) for machine in move.machines()]
    return events if awaited(state) else events + allot(state)


def stake(state: State) -> list[Event]:
    """Show the stars and draw the first batch (2)."""
    state.run = []
    state.stars, state.staked = state.staked, [[] for _ in state.staked]
    shown = StarsShown(stars=tuple(tuple(mine) for mine in state.stars))
    return [shown, *draw(state)]


def draw(state: State) -> list[Event]:
    """Let everybody draw four cards (3)."""
    state.stage = "allot"
    state.batch += 1
    state.hands = [take(deck, BATCH) for deck in state.decks]
    return [Drawn(seat=seat, cards=tuple(hand)) for seat, hand in enumerate(state.hands)]


def allot(state: State) -> list[Event]:
    """Lay the batch face down; the machines run after the last one (3)."""
    for seat, machines in enumerate(state.sealed):
        for card, machine in zip(state.hands[seat], machines, strict=True):
            state.piles[seat][machine].append(card)
    state.hands = [[] for _ in state.hands]
    state.sealed = [[] for _ in state.sealed]
    counts = tuple(tuple(len(pile) for pile in piles) for piles in state.piles)
    rest = draw(state) if state.batch < state.batches else run(state)
    return [Stacked(counts=counts), *rest]


def run(state: State) -> list[Event]:
    """Turn up every machine; the highest sum alone takes its points (4, 5)."""
    events: list[Event] = []
    for machine in range(len(MACHINES)):
        cards = tuple(tuple(piles[machine]) for piles in state.piles)
        stars = [mine[machine] for mine in state.stars]
        sums = [sum(mine) + star for mine, star in zip(cards, stars, strict=True)]
        best = [seat for seat, mine in enumerate(sums) if mine == max(sums)]
        winner = best[0] if len(best) == 1 else None
        points = state.worth * (machine + 1)
        if winner is not None:
            state.points[winner] += points
        events += [Ran(machine=machine, cards=cards)]
        events += [Taken(machine=machine, winner=winner, points=points)]
    state.run = state.piles
    state.piles = [[[] for _ in MACHINES] for _ in state.piles]
    state.decks = [list(DECK) for _ in state.decks]
    shuffle(state)
    state.stars = [[] for _ in state.stars]
    state.batch = 0
    state.stage = "stake" if state.round < state.rounds else "end"
    state.round = min(state.round + 1, state.rounds)
    return events
