"""One match of every game, written out for reviewers."""

from difflib import unified_diff
from itertools import islice

import pytest

from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.games.playthrough import playthrough


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_playthroughs_are_as_reviewed(case: Case, request: pytest.FixtureRequest) -> None:
    """A match is word for word the same as when it was last reviewed."""
    is_updated = request.config.getoption("--update-playthroughs")
    path = case.home / "playthrough.txt"
    if case.game.info.stage == "draft" and not (is_updated or path.exists()):
        pytest.skip(f"{case} is a draft, without a playthrough")
    now = playthrough(case)
    if is_updated:
        path.write_text(now, encoding="utf-8")
    then = path.read_text(encoding="utf-8") if path.exists() else ""
    changes = unified_diff(then.splitlines(), now.splitlines(), "reviewed", "now", lineterm="")

    assert then == now, "\n".join(
        [
            f"read the changes, then run pytest {__file__} --update-playthroughs",
            *islice(changes, 60),
        ]
    )
