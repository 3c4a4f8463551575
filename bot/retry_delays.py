"""Delays between the tries of something that fails now and may work later."""

import secrets
from collections.abc import Iterator
from itertools import accumulate, repeat

LONGEST = 60.0
"""Seconds between two tries at most: after an outage, everything is back within a minute."""


def retry_delays(first: float = 1.0, longest: float = LONGEST) -> Iterator[float]:
    """Yield seconds to wait before each further try, without an end.

    They double up to the longest one. Each is shortened by up to a fifth at random, so that many
    tasks or processes don't try again at the same moment.
    """
    doubled = accumulate(repeat(2.0), lambda delay, two: min(delay * two, longest), initial=first)
    for delay in doubled:
        yield delay * (1 - secrets.randbelow(201) / 1000)
