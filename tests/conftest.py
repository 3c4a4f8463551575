"""What all tests share: how hard hypothesis tries, updated playthroughs, what was tried.

The fixture `tried` counts what tests have tried; the run ends with its tables: see `tests/tried`.
"""

import gc
import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

from bot.tables.competitions import deal_openings
from bot.ui.i18n import readers
from data.engine import sqlite
from games.core.ai.memory import Level, Memory
from games.core.ai.search import BestMove, Budget
from games.core.game import AnyGame, View
from games.core.rng import Rng
from games.core.text import Text
from tests.games.advice import Advice
from tests.games.drafts import Drafts
from tests.support.sampling import THOROUGH, sample
from tests.tried import PROPERTY, Tallies, Tried

os.environ.setdefault("TOMATO_CACHE", "off")  # a test finds nothing that another run has drawn

# Tests start dozens of processes: let them keep what they compile, whatever the machine wants.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Tests stop programs by Ctrl-C, which a shell lets programs in the background ignore.
signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()  # until all tests are collected: nothing of them is garbage

settings.register_profile(
    "tests",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    max_examples=sample(100),
    # A fixed seed: a failure comes from the change, never from chance. Nightly runs search on.
    derandomize=not THOROUGH,
)
settings.register_profile(
    "mutants",  # A broken program is only to be noticed: the smallest example is not sought.
    settings.get_profile("tests"),
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-playthroughs",
        action="store_true",
        help="rewrite the playthroughs of all games; a reviewer reads the diff",
    )


def pytest_configure(config: pytest.Config) -> None:
    for plugin in (Tallies(), Drafts(), Advice()):
        config.pluginmanager.register(plugin)


def pytest_collection_finish() -> None:
    """Keep long-lived objects, such as modules and collected tests, out of garbage collection."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(autouse=True)
def commits_do_not_wait(request: pytest.FixtureRequest) -> Iterator[None]:
    """Commits don't wait for the disk, except in tests marked `durable`; SIGKILL loses nothing."""
    flushed = sqlite.SYNCHRONOUS
    if request.node.get_closest_marker("durable") is None:
        sqlite.SYNCHRONOUS = "OFF"
    yield
    sqlite.SYNCHRONOUS = flushed


@pytest.fixture(autouse=True)
def nothing_public_is_for_one_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that would show everybody what says *you* to one person."""

    def refuse(text: Text) -> str:
        raise AssertionError(f"everybody would read what is for one person: {text.message}")

    monkeypatch.setattr(readers, "left_out", refuse)


@pytest.fixture(autouse=True)
def openings_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots that play a daily deal's opening follow their rules of thumb."""

    def follow(game: AnyGame, view: View, memory: Memory, rng: Rng, _: Budget) -> BestMove:
        return BestMove(game.policy(view, memory, Level.NORMAL, rng))

    monkeypatch.setattr(deal_openings, "search", follow)


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Tried:
    """Count what a test has tried: `tried(table, row, column, count=1)`, reported after the run."""

    def count_row(table: str, row: str, column: str, count: int = 1) -> None:
        request.node.user_properties.append((PROPERTY, (table, row, column, count)))

    return count_row
