"""What one viewer may look at now, built up field by field."""

from __future__ import annotations

from games.core.game import Awaiting, View
from games.core.open_fields import show
from games.core.text import Text, say, say_many, seats
from games.core.values import Frozen, Seat
from tests.toys.seals.state import Stage, State, awaited


class SeatView(Frozen):
    """What everybody knows of one seat."""

    points: int
    cards: int
    shown: str
    """What it turned up at the last reveal; empty before the first."""
    owes_swap: bool | None
    """Whether its swap is still missing; None if none is asked of it."""


class SealsView(View):
    """The table as one viewer sees it."""

    stage: Stage
    round: int
    rounds: int
    ties_pay: bool
    deck: int
    discard: int
    seats: tuple[SeatView, ...]
    winners: tuple[Seat, ...]
    """Of the last reveal."""
    hand: tuple[str, ...] = ()
    choice: str = ""
    """The viewer's own sealed choice."""
    swap: tuple[str, ...] | None = None
    """The viewer's own sealed swap."""


def look(state: State, viewer: Seat | None) -> SealsView:
    """Return what this seat, or a spectator, may look at."""
    swap = None if viewer is None else state.swaps.get(viewer)
    return show(
        SealsView,
        state,
        viewer,
        awaiting=_awaiting(state),
        deck=len(state.deck),
        discard=len(state.discard),
        seats=tuple(
            SeatView(
                points=state.points[seat],
                cards=len(hand),
                shown=state.shown[seat],
                owes_swap=state.swaps[seat] is None if seat in state.swaps else None,
            )
            for seat, hand in enumerate(state.hands)
        ),
        hand=() if viewer is None else tuple(state.hands[viewer]),
        choice="" if viewer is None else state.choices[viewer],
        swap=None if swap is None else tuple(swap),
    )


def _awaiting(state: State) -> Awaiting:
    """Return whom the match waits for; who has chosen is secret, so no seat is named then."""
    owing = awaited(state)
    if state.stage == "choose":
        count = len(state.hands)
        text = say_many(
            "{n} of {all} has chosen.", "{n} of {all} have chosen.", count - len(owing), all=count
        )
        return Awaiting(text=text, answered=count - len(owing), of=count)
    if state.stage == "swap":
        names = tuple(sorted(owing))
        return Awaiting(text=say("Choosing to draw or swap: {who}.", who=seats(names)), seats=names)
    return Awaiting(text=over(state.points))


def over(points: list[int]) -> Text:
    """Say who won the match."""
    best = [seat for seat, mine in enumerate(points) if mine == max(points)]
    return say("The match is over; first: {who}.", who=seats(best))
