"""What one viewer may look at now, field by field."""

from typing import Annotated

from games.core.game import View
from games.core.open_fields import SeenBy
from games.core.values import Seat
from tests.toys.seals.state import Stage


class SealsView(View):
    """The table as one viewer sees it."""

    stage: Stage
    round: int
    rounds: int
    ties_pay: bool
    hands: Annotated[tuple[tuple[str, ...], ...], SeenBy.OWNER]
    deck: Annotated[tuple[str, ...], SeenBy.NOBODY]
    discard: Annotated[tuple[str, ...], SeenBy.NOBODY]
    points: tuple[int, ...]
    shown: Annotated[tuple[str, ...], SeenBy.EVERYBODY]
    """What each seat turned up at the last reveal; empty before the first."""
    winners: tuple[Seat, ...]
    """Of the last reveal."""
    choices: Annotated[tuple[str | None, ...], SeenBy.ANONYMOUS]
    swaps: Annotated[tuple[tuple[str, ...] | None, ...], SeenBy.SEALED]

    @property
    def hand(self) -> tuple[str, ...]:
        """The viewer's own hand."""
        return () if self.viewer is None else self.hands[self.viewer]

    @property
    def choice(self) -> str | None:
        """The viewer's own sealed choice."""
        return None if self.viewer is None else self.choices[self.viewer]
