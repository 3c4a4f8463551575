"""How well a bot seat plays, and what it remembers: the events it saw and the moves it made.

A memory keeps what `Event.seen_by` showed its seat, even if the rules forbid looking it up later.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.core.event import Event, is_for
from games.core.prompt import Move
from games.core.values import Seat


class Level(StrEnum):
    """How well a bot seat plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Recalled:
    """One step of a match as a seat remembers it: what it saw, and its own move if it made one."""

    move: Move | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything one seat has seen and done so far in a match, step by step.

    Steps of others that showed it nothing are left out: they would reveal who has answered.
    """

    steps: tuple[Recalled, ...] = ()

    def events(self) -> Iterator[Event]:
        """Return every event the seat saw, oldest first."""
        for step in self.steps:
            yield from step.events


NO_MEMORY = Memory()


def recalled(
    viewer: Seat | None, seat: Seat | None, move: Move | None, events: Iterable[Event]
) -> Recalled | None:
    """Return what a viewer remembers of `seat`'s step; None if it saw nothing."""
    shown = tuple(event for event in events if is_for(viewer, event.seen_by()))
    mine = move if viewer is not None and viewer == seat else None
    return Recalled(mine, shown) if shown or mine is not None else None


def remember(
    memory: Memory,
    viewer: Seat | None,
    seat: Seat | None,
    move: Move | None,
    events: Iterable[Event],
) -> Memory:
    """Return the memory with one step added."""
    step = recalled(viewer, seat, move, events)
    return memory if step is None else Memory((*memory.steps, step))
