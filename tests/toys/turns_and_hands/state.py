"""The options, the whole state of a match, and what one viewer may look at now."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from games.core.game import View
from games.core.open_fields import SeenBy
from games.core.options import Options, option
from games.core.rng import Rng
from games.core.values import Seat
from tests.toys.turns_and_hands.texts import AnyEvent

RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
PACK = tuple(f"{rank}{suit}" for suit in "OCEB" for rank in RANKS)
HELD = 2

Stage = Literal["turn", "end"]
Stand = Literal["open", "in", "out"]
"""What a seat has decided in this round."""


class TurnsAndHandsOptions(Options):
    """Every option of the game."""

    rounds: int = option(4, title="Rounds", help="How many rounds are played.", least=1, most=9)
    low: bool = option(default=False, title="Low hands", help="The lowest hand wins.")


@dataclass(slots=True)
class State:
    """Lists are by seat; a pile's top is its end."""

    options: TurnsAndHandsOptions
    rng: Rng
    points: list[int]
    hands: list[list[str]] = field(default_factory=list)
    stands: list[Stand] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    swapped: list[str] = field(default_factory=list)
    """Cards that were given away, open to all."""
    round: int = 0
    first: int = 0
    turn: int = 0
    stage: Stage = "turn"
    aftermath: list[AnyEvent] = field(default_factory=list)
    """The public events of the last step."""


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


def rank(card: str) -> int:
    """Return a card's rank, from 1 to 12."""
    return int(card[:-1])


def total(hand: list[str] | tuple[str, ...]) -> int:
    """Return the sum of a hand's ranks."""
    return sum(map(rank, hand))
