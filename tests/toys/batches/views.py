"""What one viewer may look at now; allotted cards are in no view until the machines run."""

from games.core.game import Awaiting, View
from games.core.open_fields import show
from games.core.values import Frozen, Seat
from tests.toys.batches.state import Stage, State, awaited


class SeatView(Frozen):
    """What everybody knows of one seat."""

    points: int
    deck: int
    answered: bool
    stars: tuple[int, ...]
    """By machine, since the stakes of this round were shown."""
    piles: tuple[int, ...]
    """How many cards lie face down on each machine."""
    run: tuple[tuple[int, ...], ...]
    """The cards turned up by the last run, by machine; empty when it is over."""


class BatchesView(View):
    """The table as one viewer sees it."""

    stage: Stage
    round: int
    rounds: int
    batch: int
    batches: int
    worth: int
    seats: tuple[SeatView, ...]
    hand: tuple[int, ...] = ()
    """The viewer's four cards, until they are allotted."""
    staked: tuple[int, ...] = ()
    """The viewer's own sealed stars."""


def look(state: State, viewer: Seat | None, awaiting: Awaiting) -> BatchesView:
    """Return what this seat, or a spectator, may look at."""
    owing = awaited(state)
    return show(
        BatchesView,
        state,
        viewer,
        awaiting=awaiting,
        seats=tuple(
            SeatView(
                points=state.points[seat],
                deck=len(deck),
                answered=state.stage != "end" and seat not in owing,
                stars=tuple(state.stars[seat]),
                piles=tuple(len(pile) for pile in state.piles[seat]),
                run=tuple(tuple(pile) for pile in state.run[seat]) if state.run else (),
            )
            for seat, deck in enumerate(state.decks)
        ),
        hand=tuple(state.hands[viewer]) if viewer is not None and viewer in owing else (),
        staked=() if viewer is None else tuple(state.staked[viewer]),
    )
