"""What is hidden in a game whose secrets all lie in zones: lists of cards or other things."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.cloning import clone
from games.core.game import AnyGame
from games.core.open_fields import SeenBy, leaves, mask, redeal
from games.core.rng import Rng
from games.core.values import Seat


@dataclass(frozen=True)
class Zones:
    """The zones of a game's state and who sees what lies there, as its tests state them."""

    game: AnyGame
    audiences: Mapping[str, SeenBy]

    def census(self, state: Any) -> Counter[str]:
        """Count the things in all zones."""
        lying = [name for name, audience in self.audiences.items() if not audience.is_sealed]
        return Counter(leaves([getattr(state, name) for name in lying]))

    def unseen(self, state: Any, viewer: Seat | None) -> dict[str, list[str]]:
        """Return what lies face down for a viewer, by place."""
        places: dict[str, list[str]] = {}
        for name, audience in self.audiences.items():
            if audience in {SeenBy.OWNER, SeenBy.NOBODY}:
                places |= _piles(name, getattr(state, name))
            if audience is SeenBy.OWNER:
                places.pop(f"{name} {viewer}", None)
        return places

    def reshuffle(self, state: Any, viewer: Seat | None, rng: Rng) -> Any:
        """Exchange what lies face down for a viewer, others' answers, and the coming draws."""
        order = {thing: place for place, thing in enumerate(self.game.things)}
        twin, things = clone(state), sorted(self.census(state).elements())
        things.sort(key=lambda thing: order.get(thing, 0))  # so that a hand stays in order
        shown = {
            name: mask(getattr(state, name), audience, viewer)
            for name, audience in self.audiences.items()
        }
        for name, dealt in redeal(shown, self.audiences, things, rng).items():
            setattr(twin, name, _as_in(getattr(state, name), dealt))
        self._reseal(state, twin, viewer, rng)
        twin.rng = rng.fork("coming draws")
        return twin

    def _reseal(self, state: Any, twin: Any, viewer: Seat | None, rng: Rng) -> None:
        """Exchange others' sealed answers, and where it is secret, also who has answered."""
        sealed = {name: who for name, who in self.audiences.items() if who.is_sealed}
        for name, audience in sealed.items():
            answers = getattr(state, name)
            given = [s for s, a in enumerate(answers) if s != viewer and a is not None]
            if audience is SeenBy.ANONYMOUS and given:
                others = self.game.awaited(twin) - {viewer}
                given = rng.sample(sorted(others), len(given))
            self.game.seal(twin, [name], given, rng)


def _piles(place: str, value: Any) -> dict[str, list[str]]:
    """Return every list of things in nested lists, by its place."""
    if all(isinstance(part, str) for part in value):
        return {place: list(value)}
    inner = (_piles(f"{place} {number}", part) for number, part in enumerate(value))
    return dict(item for piles in inner for item in piles.items())


def _as_in(value: Any, dealt: Any) -> Any:
    """Return nested tuples with lists where a state has lists."""
    if isinstance(value, list | tuple) and dealt is not None:
        return type(value)(map(_as_in, value, dealt))
    return dealt
