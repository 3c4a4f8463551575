"""Everything that must hold: style, types, then every test."""

from __future__ import annotations

import subprocess
import sys

SHARED = ("-n", "2", "--dist", "worksteal")
"""Two cores share the suite; the later words of a command line overrule these (`-n 0`)."""


def main(arguments: list[str]) -> int:
    """Run ruff, mypy and pytest in turn; stops at the first that is not content."""
    commands = (
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["pytest", *SHARED, *arguments],
    )
    for command in commands:
        print(f"$ {' '.join(command)}", flush=True)
        done = subprocess.run([sys.executable, "-m", *command], check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
