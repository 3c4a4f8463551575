"""Delays between tries."""

from itertools import islice

import pytest

from bot.retry_delays import retry_delays


def test_delays_double_up_to_the_longest() -> None:
    """Each delay is at most the doubled first one, at least four fifths of it, and never over."""
    whole = (1.0, 2.0, 4.0, 8.0, 10.0, 10.0, 10.0)

    for delay, most in zip(islice(retry_delays(1.0, 10.0), len(whole)), whole, strict=True):
        assert most * 0.8 <= delay <= most


def test_two_tasks_do_not_try_at_the_same_moments() -> None:
    """The delays of two tasks differ."""
    first, second = (tuple(islice(retry_delays(), 20)) for _ in range(2))

    assert first != second


@pytest.mark.parametrize("first", [0.5, 5.0])
def test_delays_never_end(first: float) -> None:
    """The thousandth delay is still about the longest one."""
    (delay,) = islice(retry_delays(first, 60.0), 999, 1000)

    assert 48.0 <= delay <= 60.0
