"""What one viewer may look at now, field by field."""

from __future__ import annotations

from typing import Annotated

from games.core.game import View
from games.core.open_fields import SeenBy
from games.core.values import Seat
from tests.toys.turns_and_hands.options import TurnsAndHandsOptions
from tests.toys.turns_and_hands.state import Stage, Stand
from tests.toys.turns_and_hands.texts import AnyEvent


class TurnsAndHandsView(View):
    """The table as one viewer sees it: what is named here is open, as far as its `SeenBy`."""

    options: TurnsAndHandsOptions
    stage: Stage
    round: int
    first: Seat
    turn: Seat
    points: tuple[int, ...]
    stands: tuple[Stand, ...]
    hands: Annotated[tuple[tuple[str, ...], ...], SeenBy.OWNER]
    pile: Annotated[tuple[str, ...], SeenBy.NOBODY]
    swapped: Annotated[tuple[str, ...], SeenBy.EVERYBODY]
    aftermath: tuple[AnyEvent, ...]

    @property
    def hand(self) -> tuple[str, ...]:
        """The viewer's own hand."""
        return () if self.viewer is None else self.hands[self.viewer]
