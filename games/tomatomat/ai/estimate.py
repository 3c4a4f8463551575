"""How likely each seat is to win, between two rounds."""

from collections.abc import Sequence

from games.core.ai import search
from games.tomatomat.rules.cards import Machine, stars

_SCATTER = {2: 4.0, 3: 2.0, 4: 1.7}
"""By how many stars a round scatters scores, by seats; from 500 matches of normal bots each."""


def points(machines: Sequence[Machine]) -> float:
    """Return the stars of some machines, and a little for each: their number settles ties."""
    return stars(machines) + len(machines) / 50


def chances(scores: Sequence[float], left: int) -> Sequence[float]:
    """Return each seat's chance to win with these points; the rounds left scatter them."""
    if left:
        return search.chances(scores, _SCATTER[len(scores)] * left**0.5)
    first = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return [1 / len(first) if seat in first else 0.0 for seat in range(len(scores))]
