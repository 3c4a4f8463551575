"""A typed number is read, or it is None."""

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
    """Typed text is a number of at most 19 digits or None, and reading it never fails."""
    assert number_of(typed) == TYPED[typed]
