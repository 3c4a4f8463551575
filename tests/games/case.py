"""What the laws need to know about a game beyond its protocol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.core.game import AnyGame
from games.core.rng import Rng
from games.core.values import Seat
from tests.games.reason_claims import Claim


@dataclass(frozen=True, eq=False)
class Case:
    """A game that the laws are tried on."""

    game: AnyGame
    home: Path
    """The folder of the game's own tests, which contains its playthrough."""
    reshuffle: Callable[[Any, Seat | None, Rng], Any]
    """Exchange at random all that the viewer may not know, starting from the true state."""
    census: Callable[[Any], Counter[str]]
    """Count everything that can be neither created nor lost."""
    unseen: Callable[[Any, Seat | None], Mapping[Any, Sequence[str]]]
    """Hidden things by place, as far as the viewer doesn't know them; empty if all is open."""
    tiny: Callable[[], tuple[Any, Seat | None]] | None = None
    """A viewer and a state with so little hidden that random guesses soon include it."""
    lasting: frozenset[str] = frozenset()
    """Kinds of events whose outcome stays visible on the table, so no aftermath repeats them."""
    fleeting: frozenset[str] = frozenset()
    """Kinds of events that show everybody something which is then put away."""
    claims: Mapping[str, Claim] = field(default_factory=dict)
    """What each sentence of the game's coaching claims, by its English message."""
    rare: Sequence[Any] = ()
    """Positions in which coaching says what it rarely says in random matches."""
    brief: Mapping[str, Any] = field(default_factory=dict)
    """Values for options that only make a match longer."""
    longest: int = 2000
    """More moves than any match has."""

    def __repr__(self) -> str:
        return self.game.info.key
