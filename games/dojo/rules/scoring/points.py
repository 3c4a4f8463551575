"""The points of a dojo as it lies: disciples in its rows, belts in its columns."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from games.dojo.rules.cards import RACCOON, Card, Trophy
from games.dojo.rules.frame import Dojo, Frame, Lines

ROW_POINTS = (0, 1, 3, 6, 10)
"""By the number of equal disciples in a row (TA-01)."""
TOKEN_POINTS = 3
"""Points for a trophy won in White Belt."""


def disciples(cards: Iterable[Card]) -> str:
    """The disciples of these cards, a letter each."""
    return "".join([card[0] for card in cards])


def belts(cards: Iterable[Card]) -> str:
    """The belts of these cards, a digit each."""
    return "".join([card[1] for card in cards])


class Tally(NamedTuple):
    """The points of every line of a dojo; lines without cards score nothing."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def total(self) -> int:
        """Rows and columns together."""
        return sum(self.rows) + sum(self.columns)


@lru_cache(maxsize=1 << 14)
def row_score(trophy: Trophy | None, shown: str) -> int:
    """Section 4: the best disciple counts; each raccoon is any one (A27 to A30, A32).

    `wild` makes one card more any disciple; `variety` may count different disciples instead.
    `shown` has a letter for every card.
    """
    real = shown.replace(RACCOON, "")
    raccoons = len(shown) - len(real)
    equal = max((real.count(disciple) for disciple in real), default=0) + raccoons
    if trophy == "row-wild":
        equal = min(len(shown), equal + 1)
    if trophy == "row-variety":
        return max(ROW_POINTS[equal], len(set(real)) + raccoons)
    return ROW_POINTS[equal]


@lru_cache(maxsize=1 << 12)
def column_score(trophy: Trophy | None, shown: str) -> int:
    """Section 4: three equal belts score their value (A31, A33, A35).

    `pair` needs only two; `double` counts three twice. `shown` has a digit for every card.
    """
    for belt in shown:
        equal = shown.count(belt)
        if equal == 3:
            return 2 * int(belt) if trophy == "col-double" else int(belt)
        if equal == 2 and trophy == "col-pair":
            return int(belt)
    return 0


@lru_cache(maxsize=1 << 11)
def tally(frame: Frame, dojo: Dojo, lines: Lines) -> Tally:
    """Return the points of every line of a dojo as it lies, its sorts unused."""
    scores = []
    for line, places in enumerate(frame.members):
        cards = [card for place in places if (card := dojo[place])]
        if line < frame.rows:
            scores.append(row_score(lines[line], disciples(cards)))
        else:
            scores.append(column_score(lines[line], belts(cards)))
    return Tally(tuple(scores[: frame.rows]), tuple(scores[frame.rows :]))
