"""Whatever is typed where a number is meant is a number of ours, or none."""

from __future__ import annotations

import pytest

from bot.ui.interactions.payloads import number_of

TYPED = {
    "7": 7,
    " 12 ": 12,
    "-3": -3,
    "1" * 19: int("1" * 19),
    "1" * 20: None,
    "9" * 5000: None,
    "--5": None,
    "²": None,
    "": None,
    "seven": None,
}


@pytest.mark.parametrize("typed", TYPED, ids=lambda typed: typed[:8])
def test_a_number_is_read_or_none(typed: str) -> None:
    """Nothing that a person or a forger may send fails, however long."""
    assert number_of(typed) == TYPED[typed]
