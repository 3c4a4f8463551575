"""What the words of the protocol are made of: frozen values and seat numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeAlias, TypeVar, cast

from pydantic import BaseModel, ConfigDict

P = ParamSpec("P")
T = TypeVar("T")

Seat: TypeAlias = int
"""A place at the table, counted from 0 in turn order: all that rules know of people."""


class Frozen(BaseModel):
    """A value that crosses a border: immutable, compared by content, closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def shared(make: Callable[P, T]) -> Callable[P, T]:
    """Return a maker of frozen values that makes equal ones once, so long as they come up again.

    For small values that matches are full of: to find one is a sixth of the price of making it.
    """
    return cast("Callable[P, T]", lru_cache(maxsize=1 << 12)(make))


class Luck(Frozen):
    """So many draws, what they came to, and what so many come to on average."""

    draws: int
    total: float
    expected: float

    def more(self, total: float, expected: float) -> Luck:
        """With one more draw."""
        return Luck(
            draws=self.draws + 1, total=self.total + total, expected=self.expected + expected
        )


NO_LUCK = Luck(draws=0, total=0, expected=0)
