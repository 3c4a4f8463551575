"""How well a bot seat plays, and what it remembers: the events it was shown, the moves it made.

A memory holds what `Event.seen_by` let its seat see at the time, even where the rules forbid to
look it up later: whoever saw a card may remember it.
"""

from __future__ import annotations

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
    """One step of a match as a seat remembers it: its own move, if it made it, and what it saw."""

    move: Move | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """What one seat was shown so far in a match, and the moves it made, step by step.

    Steps of others that showed it nothing are left out: they would tell who has answered.
    """

    steps: tuple[Recalled, ...] = ()

    def events(self) -> Iterator[Event]:
        """Return everything that the seat was shown, oldest first."""
        for step in self.steps:
            yield from step.events


NO_MEMORY = Memory()


def recalled(
    viewer: Seat | None, seat: Seat | None, move: Move | None, events: Iterable[Event]
) -> Recalled | None:
    """Return what a viewer remembers of a step that `seat` made; None where it saw nothing."""
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
    """Return the memory with one more step."""
    step = recalled(viewer, seat, move, events)
    return memory if step is None else Memory((*memory.steps, step))
