"""Every bundle of stores there is (a new one is one line in `BUNDLES`), and a bare database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.engine.database import Database
from data.store import Store, open_store

BUNDLES = {"sqlite": open_store}


@pytest.fixture(params=BUNDLES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    opened = await BUNDLES[request.param](tmp_path / "tables.db")
    yield opened
    await opened.close()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "tables.db")
    yield opened
    await opened.close()
