"""Lines of a message that don't fit are counted, not dropped in silence."""

import pytest

from bot.ui.i18n.readers import reader
from bot.ui.kit.message import reading
from games.core.text import say

LIMIT = 200
LINES = tuple(say("line {n} of several", n=n) for n in range(10, 40))
"""Lines of 18 characters, of which ten fit with their line breaks."""


@pytest.mark.parametrize(
    ("count", "shown", "last"),
    [
        (0, 0, ""),
        (10, 10, "line 19 of several"),
        (11, 7, "-# … and 4 more lines"),
        (30, 7, "-# … and 23 more lines"),
    ],
)
def test_lines_that_do_not_fit_are_counted(count: int, shown: int, last: str) -> None:
    """A text keeps its limit, and if lines are left out, its last line says how many."""
    content = reading(LINES[:count], reader("en"), LIMIT).content
    lines = content.strip("\u200b").splitlines()

    assert len(content) <= LIMIT
    assert [line for line in lines if line.startswith("line")] == lines[:shown]
    assert "".join(lines[-1:]) == last
