"""`python -m tests.bench [name[:part] ...]`: every bench, as a table and as JSON.

Figures are ratios within one run, on whatever machine this is; no test depends on them. Each part
has a process of its own, and its rows are printed as soon as they are measured. A part whose next
row takes too long is stopped, and the others go on.
"""

import argparse
import json
import sys
from pathlib import Path

from tests.bench.report import Row, measured, parts

HERE = Path(__file__).parent
NAMES = tuple(sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py")))
LIMIT = 600
"""Seconds that one row may take."""


def main(line: list[str] | None = None) -> int:
    """Run the named benches, or all; the exit code is 1 when a goal is missed."""
    options = _parser().parse_args(line)
    rows: list[Row] = []
    for name in options.names or NAMES:
        bench, _, wanted = name.partition(":")
        for part in [wanted] if wanted else parts(bench, quick=options.quick):
            print(f"\n{bench}:{part}", flush=True)
            for row in measured(bench, part, options.limit, quick=options.quick):
                print(row, flush=True)
                rows.append(row)
    if options.json is not None:
        options.json.write_text(json.dumps([row._asdict() for row in rows], indent=1))
    return 0 if all(row.ok for row in rows) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    names = f"{', '.join(NAMES)}; one part of it after a colon, as in render:dojo"
    parser.add_argument("names", nargs="*", metavar="name", help=names)
    parser.add_argument("--quick", action="store_true", help="fewer repeats, rougher figures")
    parser.add_argument(
        "--limit", type=float, default=LIMIT, help="seconds for each row, default %(default)s"
    )
    parser.add_argument("--json", type=Path, help="write all rows to this file too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
