"""A server with the bot in it, and three of its people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.testing.people import PlaygroundUser
from tests.integration.support.named_pictures import name_pictures
from tests.integration.support.running_bot import RunningBot, club_in


@pytest.fixture(autouse=True)
def pictures_are_named(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pictures only in tests marked `paints`."""
    if request.node.get_closest_marker("paints") is None:
        name_pictures(monkeypatch)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[RunningBot]:
    async with club_in(tmp_path) as club:
        yield club


@pytest.fixture
def ana(club: RunningBot) -> PlaygroundUser:
    return club.person("Ana")


@pytest.fixture
def ben(club: RunningBot) -> PlaygroundUser:
    return club.person("Ben")


@pytest.fixture
def chen(club: RunningBot) -> PlaygroundUser:
    return club.person("Chen")
