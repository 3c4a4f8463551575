"""A seat that the computer plays, and a guess at what is hidden."""

from __future__ import annotations

from games.core.cards import take
from games.core.rng import Rng
from tests.toys.batches.moves import Allot, BatchesMove, Stake
from tests.toys.batches.state import BATCH, DECK, MACHINES, STARS, State
from tests.toys.batches.views import BatchesView, SeatView


def decide(view: BatchesView, rng: Rng) -> BatchesMove:
    """Stars and high cards go to the machines that are worth most."""
    if view.stage == "stake":
        return Stake(stars={"3": 1, "4": 2})
    first, second, third, fourth = (
        "1" if value < 3 else rng.choice(("3", "4")) for value in view.hand
    )
    return Allot(first=first, second=second, third=third, fourth=fourth)


def determinize(view: BatchesView, rng: Rng) -> State:
    """Shuffle every deck anew: nobody knows, or may look up, where a card lies face down."""
    state = State(
        rounds=view.rounds,
        batches=view.batches,
        worth=view.worth,
        rng=rng.fork("imagined"),
        decks=[],
        hands=[],
        piles=[],
        sealed=[],
        stars=[list(panel.stars) for panel in view.seats],
        staked=[],
        points=[panel.points for panel in view.seats],
        round=view.round,
        batch=view.batch,
        stage=view.stage,
        run=[[list(cards) for cards in panel.run] for panel in view.seats]
        if any(panel.run for panel in view.seats)
        else [],
    )
    for seat, panel in enumerate(view.seats):
        _deal(state, panel, view.hand if seat == view.viewer else (), rng)
        sealed = view.stage == "allot" and panel.answered
        state.sealed.append([rng.below(len(MACHINES)) for _ in range(BATCH)] if sealed else [])
        staked = view.stage == "stake" and panel.answered
        own = list(view.staked) if seat == view.viewer else _stars(rng)
        state.staked.append(own if staked else [])
    return state


def _deal(state: State, panel: SeatView, hand: tuple[int, ...], rng: Rng) -> None:
    """Deal one seat's cards that lie anywhere, but for the hand that the viewer looks at."""
    pile = list(DECK)
    for card in hand:
        pile.remove(card)
    rng.shuffle(pile)
    if state.stage == "allot" and not hand:
        hand = tuple(take(pile, BATCH))
    state.hands.append(list(hand))
    state.piles.append([take(pile, count) for count in panel.piles])
    state.decks.append(pile)


def _stars(rng: Rng) -> list[int]:
    """Three stars, at most two on a machine."""
    double = [place for place in range(len(MACHINES)) for _ in range(2)]
    chosen = rng.sample(double, STARS)
    return [chosen.count(place) for place in range(len(MACHINES))]
