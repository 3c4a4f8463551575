"""How much a run tries of what could be tried: a sample in the suite, everything in the nightly.

The sample is the same in every run, so a change fails for what it broke and not by chance.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

VARIABLE = "TESTS_THOROUGH"
"""Set by `python -m tests nightly`."""
THOROUGH = VARIABLE in os.environ
SHARE = 6
"""The suite tries one in this many."""


def sample(count: int) -> int:
    """Return how many of `count` possible tries this run makes."""
    return count if THOROUGH else -(-count // SHARE)


def whole(tries: int) -> int:
    """Return how many tries a nightly run makes where this run makes so many."""
    return tries if THOROUGH else tries * SHARE


def leading(possible: Sequence[T], count: int = 1) -> list[T]:
    """Return what this run tries of these kinds: all, or as many from the first on."""
    return list(possible) if THOROUGH else list(possible[:count])


def thinned(possible: Sequence[T]) -> list[T]:
    """Return what this run tries of these: all, or one in `SHARE` and the last."""
    return list(possible) if THOROUGH else [*possible[:-1:SHARE], *possible[-1:]]
