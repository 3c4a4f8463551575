"""A server with the bot in it, and three of its people."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.tables.bots import searches
from bot.ui.self_test import SelfTest
from games.core.text import Text
from playground.testing.people import PlaygroundUser
from tests.integration.support.hurry import unhurried
from tests.integration.support.named_pictures import name_pictures
from tests.integration.support.running_bot import RunningBot, env_in


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
async def env(tmp_path: Path) -> AsyncIterator[RunningBot]:
    async with env_in(tmp_path) as env:
        yield env


@pytest.fixture
def ana(env: RunningBot) -> PlaygroundUser:
    return env.person("Ana")


@pytest.fixture
def ben(env: RunningBot) -> PlaygroundUser:
    return env.person("Ben")


@pytest.fixture
def chen(env: RunningBot) -> PlaygroundUser:
    return env.person("Chen")
