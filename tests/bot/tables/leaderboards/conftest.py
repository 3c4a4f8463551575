"""Leaderboards on an empty store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.leaderboards.service import Leaderboards
from data.store import open_store
from tests.bot.tables.leaderboards.support import GUILD, NAMES, Hall
from tests.bot.tables.support import ManualClock
from tests.support.new_databases import place_database


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    store = await open_store(place_database(tmp_path / "tables.db"))
    for player, name in NAMES.items():
        await store.people.saw(GUILD, player, name)
    yield Hall(store, Leaderboards(store, ManualClock()))
    await store.close()
