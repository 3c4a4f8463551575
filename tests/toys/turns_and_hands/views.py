"""What one viewer may look at now, built up field by field."""

from __future__ import annotations

from games.core.game import Awaiting, View
from games.core.open_fields import show
from games.core.text import say
from games.core.text import seat as seat_name
from games.core.values import Frozen, Seat
from tests.toys.turns_and_hands.options import TurnsAndHandsOptions
from tests.toys.turns_and_hands.state import Stage, Stand, State
from tests.toys.turns_and_hands.texts import AnyEvent, over


class SeatView(Frozen):
    """What a viewer knows of one seat."""

    points: int
    stand: Stand
    held: int
    hand: tuple[str, ...] = ()
    """Only the viewer's own."""


class TurnsAndHandsView(View):
    """The table as one viewer sees it."""

    options: TurnsAndHandsOptions
    stage: Stage
    round: int
    first: Seat
    turn: Seat
    pile: int
    swapped: tuple[str, ...]
    seats: tuple[SeatView, ...]
    aftermath: tuple[AnyEvent, ...]

    @property
    def hand(self) -> tuple[str, ...]:
        """The viewer's own hand."""
        return () if self.viewer is None else self.seats[self.viewer].hand


def look(state: State, viewer: Seat | None) -> TurnsAndHandsView:
    """Return what this seat, or a spectator, may look at."""
    return show(
        TurnsAndHandsView,
        state,
        viewer,
        awaiting=_awaiting(state),
        pile=len(state.pile),
        seats=tuple(
            SeatView(
                points=state.points[seat],
                stand=state.stands[seat],
                held=len(hand),
                hand=tuple(hand) if seat == viewer else (),
            )
            for seat, hand in enumerate(state.hands)
        ),
    )


def _awaiting(state: State) -> Awaiting:
    if state.stage == "end":
        return Awaiting(text=over(state.points))
    asked = say("{who}'s turn: stay, swap or fold?", who=seat_name(state.turn))
    return Awaiting(text=asked, seats=(state.turn,))
