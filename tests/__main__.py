"""Style, types, then tests: all of them, or those of one kind.

    python -m tests            everything that must hold
    python -m tests quick      what a developer wants after each change, in under a minute
    python -m tests coverage   all of them, and how much of the program they run
    python -m tests nightly    all of them with more tries, and that the laws themselves can fail

Further arguments go to pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.sampling import VARIABLE

SHARED = ("-n", "2", "--dist", "worksteal")
"""Two cores share the suite; later words of a command line overrule these (`-n 0`)."""
QUICK = (
    *("tests/core", "tests/data", "tests/bot/tables", "tests/test_architecture.py"),
    *("tests/test_layout.py", "tests/test_catalogues.py", "tests/test_repository.py"),
    "tests/test_rules.py",
)
ALL = ("-m", "not nightly")
KINDS = {
    "quick": ("-m", "not nightly and not slow", *QUICK),
    "coverage": (*ALL, "--cov", "--cov-report=term"),
    "nightly": (),
}


def main(arguments: list[str]) -> int:
    """Run ruff, mypy and pytest in turn; stops at the first that fails."""
    kind, *others = arguments or [""]
    if kind == "nightly":
        os.environ[VARIABLE] = "1"
    chosen = (*KINDS[kind], *others) if kind in KINDS else (*ALL, *arguments)
    commands = (
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["pytest", *SHARED, *chosen],
    )
    for command in commands:
        print(f"$ {' '.join(command)}", flush=True)
        done = subprocess.run([sys.executable, "-m", *command], check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
