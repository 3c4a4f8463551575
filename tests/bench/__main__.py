"""`python -m tests.bench [name ...] [--json FILE]`: every bench, as a table and as JSON.

Figures are ratios within one run, on whatever machine this is; no test depends on them.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path

from tests.bench.report import Row

HERE = Path(__file__).parent
NAMES = tuple(sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py")))


def main(line: list[str] | None = None) -> int:
    """Run the named benches, or all; the exit code is 1 when a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(NAMES))
    parser.add_argument("--json", type=Path, help="write all rows to this file too")
    options = parser.parse_args(line)
    rows: list[Row] = []
    for name in options.names or NAMES:
        print(f"\n{name}", flush=True)
        for row in importlib.import_module(f"tests.bench.bench_{name}").rows():
            mark = "ok" if row.ok else "MISSED"
            print(f"  {mark:6} {row.name:58} {row.value:>22}   goal {row.goal}", flush=True)
            rows.append(row)
    if options.json is not None:
        options.json.write_text(json.dumps([row._asdict() for row in rows], indent=1))
    return 0 if all(row.ok for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
