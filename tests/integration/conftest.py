"""A server with the bot in it, running or not, and three of its people."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.tables.bots import searches
from bot.ui.self_test import SelfTest
from games.core.text import Text
from playground.server import Playground
from playground.testing.people import PlaygroundUser
from tests.bot.tables.support import ManualClock
from tests.integration.support.hurry import unhurried
from tests.integration.support.named_pictures import name_pictures
from tests.integration.support.running_bot import RunningBot
from tests.support.playground import opened


@pytest.fixture(autouse=True)
def pictures_are_named(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pictures only in tests marked `paints`."""
    if request.node.get_closest_marker("paints") is None:
        name_pictures(monkeypatch)


@pytest.fixture(autouse=True)
def nothing_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    unhurried(monkeypatch)


@pytest.fixture(autouse=True)
def the_machine_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the self-test find nothing, without starting processes."""

    async def examine(_: SelfTest) -> tuple[Text, ...]:
        return ()

    monkeypatch.setattr(SelfTest, "_examine", examine)


@pytest.fixture(autouse=True)
def bots_search_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "_processes", lambda workers, _: ThreadPoolExecutor(workers))


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with opened() as playground:
        yield playground


@pytest.fixture
def stopped(playground: Playground, tmp_path: Path) -> RunningBot:
    """A bot that doesn't run yet, for tests that start it themselves, or more than once."""
    return RunningBot(playground, tmp_path / "tomato-table.db")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def env(stopped: RunningBot) -> AsyncIterator[RunningBot]:
    async with stopped.open():
        yield stopped


@pytest.fixture
async def timed(stopped: RunningBot, clock: ManualClock) -> AsyncIterator[RunningBot]:
    """A running bot with a clock that only the test moves."""
    stopped.time = clock
    async with stopped.open():
        yield stopped


@pytest.fixture
def ana(playground: Playground) -> PlaygroundUser:
    return playground.person("Ana")


@pytest.fixture
def ben(playground: Playground) -> PlaygroundUser:
    return playground.person("Ben")


@pytest.fixture
def chen(playground: Playground) -> PlaygroundUser:
    return playground.person("Chen")
