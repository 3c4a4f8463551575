"""What the laws need to know of a game beyond its protocol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.core.game import AnyGame
from games.core.rng import Rng
from games.core.values import Seat


@dataclass(frozen=True, eq=False)
class Case:
    """One game under the laws."""

    game: AnyGame
    home: Path
    """The folder of the game's own tests, where its playthrough lies."""
    reshuffle: Callable[[Any, Seat | None, Rng], Any]
    """A state that exchanges all that the viewer may not know; starts from the true state."""
    census: Callable[[Any], Counter[str]]
    """Everything that can be neither made nor lost."""
    unseen: Callable[[Any, Seat | None], Mapping[Any, Sequence[str]]]
    """What the viewer cannot place: by place, the things there; empty where all lies open."""
    tiny: Callable[[], tuple[Any, Seat | None]] | None = None
    """A state with so little hidden, and its viewer, that the truth is soon guessed."""
    lasting: frozenset[str] = frozenset()
    """Kinds of events whose outcome the table goes on showing, so that no aftermath tells them."""
    brief: Mapping[str, Any] = field(default_factory=dict)
    """Values for options that only make a match longer."""
    longest: int = 2000
    """More moves than any match takes."""

    def __repr__(self) -> str:
        return self.game.info.key
