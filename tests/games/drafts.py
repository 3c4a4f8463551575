"""Laws that bind full games only: for a draft they are skipped, and listed when the run ends."""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import pytest

from games import FULL_GAMES, GAMES
from games.core.game import AnyGame
from tests.games.cases import GAME_CASES

LACKS = re.compile(r"(\w+) is a draft, without (.+)")


def drafts(lacks: str) -> list[Any]:
    """Return the keys of drafts, to be skipped because they lack this."""
    return [
        pytest.param(game.info.key, marks=_marks(game, lacks))
        for game in GAMES
        if game not in FULL_GAMES
    ]


def every_full_case(lacks: str) -> pytest.MarkDecorator:
    """Try a law on every case; a draft lacks what it asks for, and is skipped."""
    params = [pytest.param(case, marks=_marks(case.game, lacks)) for case in GAME_CASES]
    return pytest.mark.parametrize("case", params, ids=repr)


def every_full_game(lacks: str) -> pytest.MarkDecorator:
    """Try a law on every game; a draft lacks what it asks for, and is skipped."""
    params = [pytest.param(game, marks=_marks(game, lacks)) for game in GAMES]
    return pytest.mark.parametrize("game", params, ids=lambda game: game.info.key)


def _marks(game: AnyGame, lacks: str) -> list[pytest.MarkDecorator]:
    reason = f"{game.info.key} is a draft, without {lacks}"
    return [] if game in FULL_GAMES else [pytest.mark.skip(reason=reason)]


@dataclass(eq=False)  # pytest keeps its plugins in sets
class Drafts:
    """Lists what each draft lacks; a plugin of pytest."""

    lacks: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note why a law was skipped."""
        if report.skipped and (result := LACKS.search(str(report.longrepr))):
            self.lacks[result[1]][result[2].removesuffix("')")] = None

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print a line for each draft."""
        for key, lacks in sorted(self.lacks.items()):
            terminalreporter.write_line(f"{key} is a draft. It lacks: {', '.join(sorted(lacks))}.")
