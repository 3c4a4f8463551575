"""Style, types, then tests: all of them, or those of one kind.

    python -m tests            everything that must hold
    python -m tests quick      what a developer wants after each change, in under a minute
    python -m tests coverage   all of them, and how much of the program they run
    python -m tests nightly    all of them with more tries, and that the laws themselves can fail

Further arguments go to pytest.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import IO

from tests.support.sampling import VARIABLE

WORKERS = min(os.cpu_count() or 1, 8) + 1
"""One more than the cores: there is always a test that waits for another process."""
SHARED = ("-n", str(WORKERS), "--dist", "worksteal")
"""Options that share the suite between the workers; later ones override them (`-n 0`)."""
STYLE = (("ruff", "check", "."), ("ruff", "format", "--check", "."))
"""What comes first, and before each commit (`.pre-commit-config.yaml`)."""
QUICK = (
    *("tests/core", "tests/data", "tests/bot/tables", "tests/test_architecture.py"),
    *("tests/test_layout.py", "tests/test_catalogues.py", "tests/test_repository.py"),
    "tests/test_rules.py",
)
WHEN_IDLE = ("nice", "-n", "10") if shutil.which("nice") else ()
"""Before a command that mostly takes the time in which tests wait."""
KINDS = {
    "quick": ("-m", "not nightly and not slow", *QUICK),
    "coverage": ("--cov", "--cov-report=term"),
    "nightly": ("-m", ""),
}


def main(arguments: list[str]) -> int:
    """Run ruff, then mypy and pytest in parallel; return nonzero if one of them fails."""
    kind, *others = arguments or [""]
    if kind == "nightly":
        os.environ[VARIABLE] = "1"
    chosen = (*KINDS[kind], *others) if kind in KINDS else arguments
    for command in STYLE:
        if failed := _started(*command).wait():
            return failed
    with tempfile.TemporaryFile("w+") as each_output:
        types = _started("mypy", output=each_output, before=WHEN_IDLE)
        failed = _started("pytest", *SHARED, *chosen).wait()
        mistyped = types.wait()
        each_output.seek(0)
        print(f"$ mypy\n{each_output.read()}", end="")
    return failed or mistyped


def _started(
    *command: str, output: IO[str] | None = None, before: Sequence[str] = ()
) -> subprocess.Popen[bytes]:
    """Start a Python module; its output is printed, or written into `output`."""
    if output is None:
        print(f"$ {' '.join(command)}", flush=True)
    return subprocess.Popen([*before, sys.executable, "-m", *command], stdout=output)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
