"""What the suite tried, as tables at its end, such as kills x points, summed over all tests.

A test asks for the fixture `tried` and counts what it has tried:

    def test_...(tried: Tried) -> None:
        tried("Faults", "POST a message", "404")
        tried("Forgeries", "buttons", "tried", count=470)

Each name of a table becomes one table of Markdown after the last test, rows and columns sorted;
a cell is the sum of its counts. Counts survive the way from a worker of pytest-xdist to the one
process that tells them, as properties of the test's report.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Protocol

import pytest

PROPERTY = "tried"
"""The name of the counts among a report's properties."""

Cell = tuple[str, str]
"""A row and a column."""


class Tried(Protocol):
    """Counts one thing that was tried, or `count` of its kind."""

    def __call__(self, table: str, row: str, column: str, count: int = 1) -> None: ...


@dataclass(eq=False)  # pytest keeps its plugins in sets
class Tallies:
    """The counts of all tests, by the table's name and its cell; a plugin of pytest."""

    tables: dict[str, Counter[Cell]] = field(default_factory=lambda: defaultdict(Counter))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what one test has tried, once it has ended."""
        if report.when == "teardown":
            for name, value in report.user_properties:
                if name == PROPERTY and isinstance(value, (list, tuple)):
                    table, row, column, count = value
                    self.tables[table][row, column] += count

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print each table under its name."""
        for name in sorted(self.tables):
            terminalreporter.section(f"tried: {name}")
            terminalreporter.write("\n".join(markdown(self.tables[name])) + "\n")


def markdown(counts: Counter[Cell]) -> list[str]:
    """Return a Markdown table; what was never tried is a dash."""
    rows = sorted({row for row, _ in counts})
    columns = sorted({column for _, column in counts})
    lines = [f"| | {' | '.join(columns)} |", "|---|" + "---:|" * len(columns)]
    for row in rows:
        cells = (f"{counts[row, item]:,}" if (row, item) in counts else "-" for item in columns)
        lines.append(f"| {row} | {' | '.join(cells)} |")
    return lines
