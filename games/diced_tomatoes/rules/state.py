"""The complete state of a match of Diced Tomatoes; only the coming rolls are unknown."""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from games.core.rng import Rng
from games.core.values import Seat
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules.dice import Counts, Die
from games.diced_tomatoes.rules.events import DicedEvent
from games.diced_tomatoes.rules.records import Harvest
from games.diced_tomatoes.rules.vines import Vine

NOBODY: Seat = -1

Tomato: TypeAlias = tuple[int, int]
"""A filled slot: the face of its seed, and the vine's score."""
Track: TypeAlias = tuple[Tomato, ...]


class Stage(StrEnum):
    """The section of the rules under which the player decides."""

    DRAW = "draw"
    PLACE = "place"
    CLEAR = "clear"
    END = "end"


Ending = Literal["", "finished", "empty", "harvested", "lost"]
"""How the match ended: the final round, an empty bushel; alone: six tomatoes, or no dice left."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The fields a turn changes, as they were before a move that can be taken back."""

    stage: Stage
    hand: tuple[Die, ...]
    vines: tuple[Vine, ...]
    flipped: tuple[bool, ...]
    tracks: tuple[Track, ...]
    karma: tuple[int, ...]
    bits: tuple[int, ...]
    bushel: Counts
    finisher: Seat


_TURN = tuple(each.name for each in fields(Moment))


@dataclass(slots=True)
class State:
    """Flat values only; seats and vines are indexes, the hand is sorted."""

    options: DicedOptions
    rng: Rng
    seats: int
    last: Seat
    """The seat that got the splatter and plays last in every round."""
    turn: Seat
    vines: list[Vine]
    """Three for each seat, in seat order; the seed first."""
    flipped: list[bool]
    """For each vine, whether its seed has been flipped."""
    tracks: list[Track]
    """The filled slots, by seat."""
    karma: list[int]
    bits: list[int]
    bushel: list[int]
    passed: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Dice waiting to be rolled with the next draw."""
    hand: list[Die] = field(default_factory=list)
    stage: Stage = Stage.DRAW
    turns: int = 0
    """Finished turns."""
    finisher: Seat = NOBODY
    """The first seat to harvest a sixth tomato."""
    ending: Ending = ""
    past: tuple[Moment, ...] = ()
    """The turn before each of its moves since the last random event."""
    recent: tuple[DicedEvent, ...] = ()
    """The events of the last move."""
    harvest: Harvest | None = None
    """The last harvest of that move."""

    @property
    def undoable(self) -> bool:
        """Whether anything was done in this turn since the last random event."""
        return bool(self.past)

    def remember(self) -> None:
        """Store this moment before a move, so that it can be taken back."""
        now = {name: getattr(self, name) for name in _TURN}
        moment: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in now.items()
        }
        self.past = (*self.past, Moment(**moment))

    def recall(self) -> None:
        """Restore the moment before the last move; a take-back's own is stored as well."""
        *past, before, _ = self.past
        self.past = tuple(past)
        for name in _TURN:
            value = getattr(before, name)
            setattr(self, name, list(value) if isinstance(value, tuple) else value)
