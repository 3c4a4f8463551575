"""What the words of the protocol are made of: frozen values and seat numbers."""

from __future__ import annotations

from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

Seat: TypeAlias = int
"""A place at the table, counted from 0 in turn order: all that rules know of people."""


class Frozen(BaseModel):
    """A value that crosses a border: immutable, compared by content, closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")
