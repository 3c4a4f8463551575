"""Tries the laws on the game of a package that need not be installed.

    python -m tests.games PACKAGE

The package has a module `tests.case` with its `CASE`, as ours have in their tests. Further
arguments go to pytest.
"""

import os
import subprocess
import sys

from games import GAMES
from tests.games.cases import PACKAGE, case_in

LAWS = "tests/games/laws"


def main(package: str, *others: str) -> int:
    """Run the laws on one game; return nonzero if one of them fails."""
    case = case_in(f"{package}.tests")
    if case.game.info.key not in {game.info.key for game in GAMES}:
        os.environ[PACKAGE] = package
    return subprocess.call([sys.executable, "-m", "pytest", LAWS, "-k", repr(case), *others])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
