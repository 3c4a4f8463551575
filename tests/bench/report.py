"""The rows that a bench reports, one for each goal."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A measured value and its goal; `ok` tells whether the goal was reached."""

    name: str
    goal: str
    value: str
    ok: bool
