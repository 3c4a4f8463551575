"""Randomness that is part of the state: a keyed hash of a secret seed and a count of draws.

The same seed gives the same game on every machine and in every version of Python. The seed and the
count are all that needs saving. The caller makes the seed (from `secrets`) and keeps it secret
until the match ends.

With most seeds, a draw depends on how many came before it. A seed that begins with `BY_PURPOSE` has
a stretch of the stream for each purpose, such as a turn. So whoever plays such a match again meets
the same chance, whatever was drawn in between.
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64

BY_PURPOSE = "by purpose:"
"""How the seeds begin whose draws depend on their purpose."""
_STRETCH = 20
"""Bits of the count within one purpose; more than a match draws."""


@dataclass(slots=True)
class Rng:
    """A stream of fair draws; `draws` counts the words used so far."""

    seed: str
    draws: int = 0

    def below(self, bound: int) -> int:
        """Return a fair integer from 0 to `bound - 1`; `bound` is from 1 to 2**64."""
        if bound < 1:
            raise ValueError(f"nothing lies below {bound}")
        if bound > _WORD:
            raise ValueError(f"{bound} lies above what one word can tell")
        # Words above the last whole multiple of the bound would favour small numbers: draw again.
        fair = _WORD - _WORD % bound
        while True:
            word = self._word()
            if word < fair:
                return word % bound

    def die(self, sides: int = 6) -> int:
        """Roll one die: 1 to `sides`."""
        return 1 + self.below(sides)

    def choice(self, things: Sequence[T]) -> T:
        """Pick one of `things`, which must not be empty."""
        return things[self.below(len(things))]

    def sample(self, things: Sequence[T], count: int) -> list[T]:
        """Pick `count` different elements of `things`, in random order."""
        pool = list(things)
        self.shuffle(pool)
        return pool[:count]

    def shuffle(self, things: MutableSequence[T], places: int | None = None) -> None:
        """Shuffle `things` in place; with `places`, only that many first ones become random.

        The rest must be shuffled before it is used: its order reveals nothing, but is not random.
        """
        # `below` inlined: matches shuffle often, and calls are half the cost of a draw.
        keyed, count = _keyed(self.seed), self.draws
        first = 0 if places is None else max(0, len(things) - 1 - places)
        for last in range(len(things) - 1, first, -1):
            bound = last + 1
            fair = word = _WORD - _WORD % bound
            while word >= fair:
                hashed = keyed.copy()
                hashed.update(count.to_bytes(8, "big"))
                word = int.from_bytes(hashed.digest(), "big")
                count += 1
            other = word % bound
            things[last], things[other] = things[other], things[last]
        self.draws = count

    def turn_to(self, purpose: str) -> bool:
        """Draw for a purpose from now on, if the seed is one of those; return whether it is.

        Turning to the same purpose again continues. Other seeds keep counting, so that stored
        matches are replayed as they were played.
        """
        if not self.seed.startswith(BY_PURPOSE):
            return False
        hashed = blake2b(purpose.encode(), digest_size=5).digest()
        stretch = int.from_bytes(hashed, "big")
        if self.draws >> _STRETCH != stretch:
            self.draws = stretch << _STRETCH
        return True

    def fork(self, label: str) -> "Rng":
        """Return an independent stream, for a purpose that must not disturb this one."""
        seed = blake2b(f"{label}:{self.draws}".encode(), key=self._key(), digest_size=16)
        return Rng(seed.hexdigest())

    def branch(self, label: str) -> "Rng":
        """Draw an independent stream from this one: a new one at every call, unlike `fork`."""
        self._word()
        return self.fork(label)

    def clone(self) -> "Rng":
        return Rng(self.seed, self.draws)

    def __repr__(self) -> str:
        # A seed in a log or a traceback would reveal every hidden card.
        return f"Rng(draws={self.draws})"

    def _key(self) -> bytes:
        return self.seed.encode()[:64]

    def _word(self) -> int:
        count = self.draws
        self.draws = count + 1
        digest = _keyed(self.seed).copy()
        digest.update(count.to_bytes(8, "big"))
        return int.from_bytes(digest.digest(), "big")


@lru_cache(maxsize=64)
def _keyed(seed: str) -> blake2b:
    """Return a hash that has taken in its key: copying it is much cheaper than keying another."""
    return blake2b(key=seed.encode()[:64], digest_size=8)


def seed_hash(seed: str) -> str:
    """Return what is published when a match starts, so that its deal can be verified at the end."""
    return sha256(seed.encode()).hexdigest()
