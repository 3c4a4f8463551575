"""What chance gave a seat, counted where dice or cards can be counted."""

from __future__ import annotations

from games.core.values import Frozen


class Luck(Frozen):
    """So many draws, what they came to, and what so many come to on average."""

    draws: int
    total: float
    expected: float

    def more(self, total: float, expected: float) -> Luck:
        """With one more draw."""
        return Luck(
            draws=self.draws + 1, total=self.total + total, expected=self.expected + expected
        )


NO_LUCK = Luck(draws=0, total=0, expected=0)
