"""The round in which the winner of a match took the lead."""

import pytest

from bot.tables.history.archive import RoundStart, TurningPoint, turning_point
from games.core.game import Result, ranked
from games.core.text import say

FIRST, SECOND, THIRD = say("hand 1"), say("hand 2"), say("hand 3")
LABELS = (FIRST, SECOND, THIRD)

Scores = list[tuple[int, ...]]
STORIES: list[tuple[str, Scores, TurningPoint | None]] = [
    ("at the end", [(0, 0), (5, 0), (6, 1), (6, 9)], TurningPoint(1, THIRD, 8)),
    ("for good", [(0, 0), (0, 5), (6, 5), (7, 9)], TurningPoint(1, THIRD, 4)),
    ("after a tie", [(0, 0), (3, 3), (8, 3), (9, 4)], TurningPoint(0, SECOND, 5)),
    ("others fell", [(0, 0), (3, 5), (3, 1), (4, 1)], TurningPoint(0, SECOND, 0)),
    ("always ahead", [(0, 0), (3, 1), (4, 1), (6, 2)], TurningPoint(0, None)),
    ("a shared victory", [(0, 0), (3, 1), (4, 1), (6, 6)], None),
    ("nobody to beat", [(0,), (3,), (4,), (6,)], None),
]


@pytest.mark.parametrize(("scores", "story"), [pytest.param(*s[1:], id=s[0]) for s in STORIES])
def test_the_turning_point_is_the_last_change_of_the_lead(
    scores: Scores, story: TurningPoint | None
) -> None:
    """The turning point is the last round before which the winner did not lead alone."""
    rounds = [RoundStart(9 * n, label, scores[n]) for n, label in enumerate(LABELS)]
    result = Result(ranking=ranked(scores[-1]), points=scores[-1], reason=say("over"))

    assert turning_point(rounds, result) == story


@pytest.mark.parametrize(("order", "out"), [(((0,), (1,)), ()), (((1,), (0,)), (1,))])
def test_points_that_decide_nothing_have_no_turning_point(
    order: tuple[tuple[int, ...], ...], out: tuple[int, ...]
) -> None:
    """There is no turning point if the winner has fewer points, or could not win."""
    rounds = [RoundStart(n, LABELS[n], (0, 0)) for n in range(2)]
    result = Result(ranking=order, points=(1, 5), reason=say("over"), out=out)

    assert turning_point(rounds, result) is None
