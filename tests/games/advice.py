"""Adds to each failure of a game's test what the guide says about it."""

import re
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest

from games.core.game import Game

GUIDE = Path(__file__).parents[2] / "ADDING_A_GAME.md"
OF_NO_GAME = Path(__file__).parents[1] / "bot" / "tables"
"""Modules here may share a name with a game's; the guide doesn't mean them."""


@cache
def advice() -> dict[str, str]:
    """Return what to do by the name of a test or its module, from the guide's table."""
    rows = re.findall(
        r"^\| (`test_.+?`) \| (.+) \|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE
    )
    return {name: words for names, words in rows for name in re.findall(r"`(\w+)`", names)}


def key_in(item: pytest.Item) -> str:
    """Return the key of the game that a test is tried on, by any of its parameters."""
    tried_on = getattr(getattr(item, "callspec", None), "params", {})
    for value in tried_on.values():
        case = getattr(value, "case", value)  # of a saved match
        game = getattr(case, "game", case)
        if isinstance(game, Game):
            return game.info.key
    return "mygame"


class Advice:
    """Prints the guide's advice and the command for another try; a plugin of pytest."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add a section to a failed test's report."""
        report = yield
        test = getattr(item, "originalname", item.name)
        words = advice().get(test) or advice().get(item.path.stem)
        if report.failed and words and not item.path.is_relative_to(OF_NO_GAME):
            words = words.replace("mygame", key_in(item))
            again = f"Again: .venv/bin/python -m pytest -n0 '{item.nodeid}'"
            report.sections.append(("What to do", f"{words}.\n{again}"))
        return report
