"""Counts of what was tried, as tables at the end of a run."""

from typing import Literal

import pytest

from tests.tried import PROPERTY, Tallies, Tried, markdown

KILLS = """
| | commit | write |
|---|---:|---:|
| end | 1 | - |
| lobby | 3 | 1,202 |
"""


def report(when: Literal["setup", "call", "teardown"], *counts: object) -> pytest.TestReport:
    properties = [("of another", 1), *((PROPERTY, count) for count in counts)]
    place = ("test_any.py", 1, "test_any")
    return pytest.TestReport("any", place, {}, "passed", None, when, user_properties=properties)


def test_counts_of_all_tests_become_one_table() -> None:
    """Each test is counted once, however many reports it has, and missing counts are dashes."""
    tallies = Tallies()
    counts = [("Kills", "lobby", "write", 601), ("Kills", "lobby", "commit", 1)]
    for test in (counts, counts, [("Kills", "end", "commit", 1), ["Kills", "lobby", "commit", 1]]):
        for when in ("setup", "call", "teardown"):
            tallies.pytest_runtest_logreport(report(when, *test))

    assert markdown(tallies.tables["Kills"]) == KILLS.split("\n")[1:-1]


def test_the_fixture_writes_into_the_report_of_its_test(
    tried: Tried, request: pytest.FixtureRequest
) -> None:
    """What a test counts is part of its report, so it also arrives from a worker process."""
    tried("Counts", "of this test", "tried")
    tried("Counts", "of this test", "tried", count=2)

    texts = [value for _, value in request.node.user_properties]
    assert texts == [("Counts", "of this test", "tried", 1), ("Counts", "of this test", "tried", 2)]
    request.node.user_properties.clear()  # nothing real was tried
