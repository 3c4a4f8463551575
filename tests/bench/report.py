"""What a bench reports: one row a goal."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A measured value beside its goal; `ok` tells whether the goal was reached."""

    name: str
    goal: str
    value: str
    ok: bool
