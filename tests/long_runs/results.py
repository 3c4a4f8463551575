"""The figures of the long runs: `results.json`, and the tables that RELIABILITY.md has of them.

Each long run writes what it measured piece by piece, with the commit and the day, and leaves out
the pieces that are measured already on the same program. So a run can be interrupted, and done in
pieces. `python -m tests.long_runs.results` writes the tables anew.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_name("results.json")
PAPER = ROOT / "RELIABILITY.md"
PROGRAM = ("bot", "data", "games", "locale", "render")
"""The folders whose change makes a figure old."""
BLOCK = re.compile(r"(?<=<!-- figures -->\n\n).*?(?=\n\n<!-- end of figures -->)", re.DOTALL)


class Result(BaseModel):
    """What one piece of a run came to: how much was tried, and how much of it was as it should."""

    run: str
    sample: str
    """Which part of everything was tried, in words."""
    piece: str
    tried: int
    good: int
    slowest: float | None = None
    """Seconds."""
    figure: str = ""
    """What else was measured, in words."""
    commit: str
    day: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.run, self.sample, self.piece


_RESULTS = TypeAdapter(list[Result])


def results(file: Path = FILE) -> list[Result]:
    return _RESULTS.validate_json(file.read_bytes()) if file.exists() else []


def record(
    run: str,
    sample: str,
    piece: str,
    *,
    tried: int,
    good: int,
    slowest: float | None = None,
    figure: str = "",
) -> None:
    """Write what a piece came to, in place of what it came to before."""
    new = Result(
        run=run, sample=sample, piece=piece, tried=tried, good=good,
        slowest=None if slowest is None else round(slowest, 2),
        figure=figure, commit=_commit(), day=f"{datetime.now(UTC):%Y-%m-%d}",
    )  # fmt: skip
    saved = [result for result in results() if result.key != new.key]
    lines = (
        result.model_dump_json(exclude_defaults=True)
        for result in sorted([*saved, new], key=lambda result: result.key)
    )
    unfinished = FILE.with_suffix(".unfinished")
    unfinished.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    unfinished.replace(FILE)


def is_left(run: str, sample: str, piece: str) -> bool:
    """Tell whether a piece is not measured on this program yet, or something in it failed."""
    known = (result for result in results() if result.key == (run, sample, piece))
    return not any(item.good == item.tried and _is_current(item.commit) for item in known)


def _git(*line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *line], cwd=ROOT, capture_output=True, text=True, check=False)


@cache
def _commit() -> str:
    changed = _git("diff", "--quiet", "HEAD", "--", *PROGRAM).returncode
    return _git("rev-parse", "--short=8", "HEAD").stdout.strip() + "+" * bool(changed)


@cache
def _is_current(commit: str) -> bool:
    return _git("diff", "--quiet", commit, "--", *PROGRAM).returncode == 0


def table(measured: Iterable[Result]) -> str:
    """Return a row for each run and sample."""
    rows = [
        "| run | sample | tried | good | slowest, or used | of |",
        "|---|---|---:|---:|---:|---|",
    ]
    by_sample = sorted(measured, key=lambda result: result.key)
    for (run, sample), group in groupby(by_sample, key=lambda result: result.key[:2]):
        pieces = list(group)
        tried, good = (sum(getattr(piece, name) for piece in pieces) for name in ("tried", "good"))
        times = [piece.slowest for piece in pieces if piece.slowest is not None]
        figures = [f"{piece.piece} {piece.figure}".strip() for piece in pieces if piece.figure]
        of = ", ".join(sorted({piece.commit for piece in pieces}))
        cells = (
            run, sample, f"{tried:,}", "all" if good == tried else f"{good:,}",
            f"{max(times):.1f} s" if times else "; ".join(figures), of,
        )  # fmt: skip
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


WHOLE = "all"


def sample_of(every: int) -> str:
    return WHOLE if every == 1 else f"one in {every}"


def main() -> int:
    """Write the table into RELIABILITY.md."""
    paper = PAPER.read_text(encoding="utf-8")
    PAPER.write_text(BLOCK.sub(lambda _: table(results()), paper), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
