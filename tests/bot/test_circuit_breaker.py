"""Something that fails is tried again after delays, and again and again only seldom."""

from itertools import islice

import pytest

from bot.circuit_breaker import PAUSE, TRIES, CircuitBreaker
from bot.retry_delays import retry_delays


class Timer:
    """A time that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_tries_end_after_a_few_failures_in_a_row() -> None:
    """Only the failure that ends the tries says so, and a success before it starts the count."""
    breaker = CircuitBreaker(Timer())
    first = [breaker.failed() for _ in range(TRIES - 1)]
    breaker.succeeded()
    second = [breaker.failed() for _ in range(TRIES - 1)]
    was_open = breaker.is_open
    third = [breaker.failed() for _ in range(2)]

    assert first == second == [False] * (TRIES - 1)
    assert not was_open
    assert third == [True, False]
    assert breaker.is_open


def test_one_try_is_made_after_each_pause() -> None:
    """Each failure after a pause begins another pause; a success ends them."""
    breaker = CircuitBreaker(timer := Timer())
    for _ in range(TRIES):
        breaker.failed()
    waits = []
    for time in (PAUSE - 1, PAUSE):
        timer.now = time
        waits.append(breaker.is_open)
    breaker.failed()
    waits.append(breaker.is_open)
    breaker.succeeded()
    waits.append(breaker.is_open)

    assert waits == [True, False, True, False]


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
