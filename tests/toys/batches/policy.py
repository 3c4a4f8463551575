"""The policy of bot seats, and determinize."""

from games.core.ai.memory import Level, Memory
from games.core.cards import take
from games.core.open_fields import imagine
from games.core.rng import Rng
from tests.toys.batches.moves import Allot, AllotForAbsent, BatchesMove, Stake
from tests.toys.batches.state import BATCH, DECK, MACHINES, STARS, State
from tests.toys.batches.texts import Drawn, Ran
from tests.toys.batches.views import BatchesView, SeatView


def decide(view: BatchesView, _memory: Memory, _level: Level, rng: Rng) -> BatchesMove:
    """Put stars and high cards on the machines that are worth most."""
    if view.stage == "stake":
        return Stake(stars=("3", "4", "4"))
    first, second, third, fourth = (
        "1" if value < 3 else rng.choice(("3", "4")) for value in view.hand
    )
    return Allot(first=first, second=second, third=third, fourth=fourth)


def determinize(view: BatchesView, memory: Memory, rng: Rng) -> State:
    """Reshuffle every deck, since nobody may look up where a card lies face down."""
    state = imagine(
        State,
        view,
        rng=rng.branch("imagined"),
        decks=[],
        hands=[],
        piles=[],
        sealed=[],
        stars=[list(panel.stars) for panel in view.seats],
        staked=[],
        points=[panel.points for panel in view.seats],
        run=[[list(cards) for cards in panel.run] for panel in view.seats]
        if any(panel.run for panel in view.seats)
        else [],
    )
    own = _own(view, memory)
    for seat, panel in enumerate(view.seats):
        mine = own if seat == view.viewer else []
        _deal(state, panel, view.hand if seat == view.viewer else (), mine, rng)
        staked = view.stage == "stake" and panel.answered
        stars = list(view.staked) if seat == view.viewer else _stars(rng)
        state.staked.append(stars if staked else [])
    return state


def _own(view: BatchesView, memory: Memory) -> list[tuple[tuple[int, ...], list[int]]]:
    """Return this round's batches that the viewer remembers placing: cards, and their machines."""
    placed: list[tuple[tuple[int, ...], list[int]]] = []
    drawn: tuple[int, ...] = ()
    for step in memory.steps:
        if isinstance(step.move, Allot | AllotForAbsent):
            placed.append((drawn, [MACHINES.index(machine) for machine in step.move.machines()]))
        for event in step.events:
            if isinstance(event, Ran):
                placed = []
            elif isinstance(event, Drawn) and event.seat == view.viewer:
                drawn = event.cards
    return placed


def _deal(
    state: State,
    panel: SeatView,
    hand: tuple[int, ...],
    own: list[tuple[tuple[int, ...], list[int]]],
    rng: Rng,
) -> None:
    """Deal the cards of one seat that the viewer does not know."""
    sealed = state.stage == "allot" and panel.answered
    if own and sealed:
        hand = own[-1][0]
    laid = own[:-1] if sealed else own
    pile = list(DECK)
    for card in (*hand, *(card for cards, _ in laid for card in cards)):
        pile.remove(card)
    rng.shuffle(pile)
    if state.stage == "allot" and not hand:
        hand = tuple(take(pile, BATCH))
    state.hands.append(list(hand))
    piles: list[list[int]] = [[] for _ in MACHINES]
    for cards, machines in laid:
        for card, machine in zip(cards, machines, strict=True):
            piles[machine].append(card)
    state.piles.append(piles if laid else [take(pile, count) for count in panel.piles])
    state.decks.append(pile)
    given = own[-1][1] if own else [rng.below(len(MACHINES)) for _ in range(BATCH)]
    state.sealed.append(given if sealed else [])


def _stars(rng: Rng) -> list[int]:
    """Return three stars, at most two on a machine."""
    double = [place for place in range(len(MACHINES)) for _ in range(2)]
    chosen = rng.sample(double, STARS)
    return [chosen.count(place) for place in range(len(MACHINES))]
