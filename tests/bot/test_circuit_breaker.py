"""Something that fails again and again is tried a few times, then seldom."""

from bot.circuit_breaker import PAUSE, TRIES, CircuitBreaker


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
