"""What the laws need to know about a game beyond its protocol."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from games.core.game import AnyGame
from games.core.rng import Rng
from games.core.values import Seat
from tests.games.reason_claims import Claim
from tests.games.zones import Zones

RECORDS = "records.json"

Spoil = Callable[[Any], dict[str, Any]]
"""The fields of an event, changed so little that its title is just missed."""


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
    beats_chance: Sequence[tuple[int, int]] = ()
    """Numbers of seats and matches in which the policy clearly beats random seats."""
    stood: Mapping[str, object] = field(default_factory=dict)
    """Some facts of each saved match, so that a different state is noticed."""
    effects: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By lesson whose coach names them: changes of the learner's points by the right answer and by
    the worst.
    """
    typed_moves: Callable[[str], Sequence[str]] | None = None
    """Moves that somebody can type who knows only the words of their hand, in English."""
    near_misses: Sequence[tuple[str, str, Spoil]] = ()
    """For each title, a kind of event changed so that its example earns nothing."""

    def __repr__(self) -> str:
        return self.game.info.key

    def _repr_pretty_(self, printer: Any, _is_cycle: bool) -> None:
        """Keep hypothesis from printing every field with each failure."""
        printer.text(repr(self))

    @property
    def records(self) -> dict[str, Any]:
        """Bots' moves and matches in which titles are earned; `tests.games.records` writes them."""
        path = self.home / RECORDS
        records: dict[str, Any] = orjson.loads(path.read_bytes()) if path.exists() else {}
        return records


def changed(case: Case) -> str:
    """Return what to do after an intended change of a record."""
    return f"if this is meant: .venv/bin/python -m tests.games.records {case}, and read the diff"


def case_of(game: AnyGame, home: str, hidden: Any = None, **facts: Any) -> Case:
    """Return a game's case: `home` is the file of its own tests that asks for it.

    What is hidden is in `zones`: the lists of cards of its state, and who sees them. A game in
    which more is hidden has a module `hidden`, whose functions come first.
    """
    ways = Zones(game, facts.pop("zones", {}))
    for name in ("reshuffle", "census", "unseen", "tiny"):
        facts.setdefault(name, getattr(hidden, name, getattr(ways, name, None)))
    return Case(game, Path(home).parent, **facts)
