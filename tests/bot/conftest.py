"""A fresh application and store for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.tables.support import LocalApp, local_app


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[LocalApp]:
    async with local_app(tmp_path / "tables.db") as opened:
        yield opened
