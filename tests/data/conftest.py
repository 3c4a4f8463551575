"""The stores on every engine, and a bare SQLite database."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from data.engine import postgres_locks
from data.engine.postgres import PostgresDatabase
from data.engine.postgres_migrations import migrate
from data.engine.postgres_values import PostgresLimits
from data.engine.sqlite import SqliteDatabase
from data.store import Store, open_store
from tests.data.postgres import fresh_database, server
from tests.support.new_databases import place_database

ENGINES = ("sqlite", "postgres")
SAMPLE = ("test_drafts.py", "test_premoves.py", "test_surfaces.py")
"""Every run tests these promises on PostgreSQL; the others are nightly."""


@pytest.hookimpl(tryfirst=True)  # before tests are selected by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests on PostgreSQL as slow, and most of the contract as nightly.

    The server takes seconds to start, and a new database for each test takes long too.
    """
    for item in items:
        asks = isinstance(item, pytest.Function) and "postgres_server" in item.fixturenames
        if asks or "[postgres" in item.name:
            item.add_marker(pytest.mark.slow)
            is_contract = item.path.parent == Path(__file__).parent / "contract"
            if is_contract and item.path.name not in SAMPLE:
                item.add_marker(pytest.mark.nightly)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with server() as address:
        yield address


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """Return the name of a database with our tables, from which others are copied."""
    with fresh_database(postgres_server) as address:
        with psycopg.connect(address, autocommit=True) as connection:
            migrate(connection, "the tests")
        yield str(conninfo_to_dict(address)["dbname"])


@pytest.fixture
def postgres_address(postgres_server: str, postgres_template: str) -> Iterator[str]:
    with fresh_database(postgres_server, postgres_template) as address:
        yield address


@pytest.fixture(params=ENGINES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    is_file = request.param == "sqlite"
    file = place_database(tmp_path / "tables.db") if is_file else None
    opened = await open_store(file or request.getfixturevalue("postgres_address"))
    yield opened
    await opened.close()


@pytest.fixture(autouse=True)
def locks_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no lock fall because a busy machine takes its time."""
    monkeypatch.setattr(postgres_locks, "IDLE_SECONDS", 60)


@pytest.fixture(params=ENGINES)
async def engine(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[SqliteDatabase | PostgresDatabase]:
    """Return a bare database of each engine."""
    opened: SqliteDatabase | PostgresDatabase
    if request.param == "sqlite":
        opened = await SqliteDatabase.open(place_database(tmp_path / "tables.db"))
    else:
        limits = PostgresLimits(connections=4)
        address = request.getfixturevalue("postgres_address")
        opened = await PostgresDatabase.open(address, limits=limits)
    yield opened
    await opened.close()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    opened = await SqliteDatabase.open(place_database(tmp_path / "tables.db"))
    yield opened
    await opened.close()
