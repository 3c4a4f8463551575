"""Moving everything to PostgreSQL and back."""

import asyncio
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from data.engine import moves
from data.engine.backups import CopyError
from data.engine.errors import DatabaseError, DatabaseInUseError
from data.engine.moves import TABLES, PostgresSide, move
from data.store import open_store, shared_store
from tests.data.builders import GUILD, deal
from tests.data.dump_release import fill
from tests.data.test_released import rows


def silent(_done: int, _total: int) -> None:
    """Show no progress."""


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """Return a file with rows in most tables."""
    path = tmp_path / "tables.db"
    store = await open_store(path)
    await fill(store)
    await store.close()
    return path


def counts(address: str) -> set[int]:
    """Return the numbers of rows that a PostgreSQL database's tables have."""
    with psycopg.connect(address) as connection:
        return {PostgresSide(connection).count(table) for table in TABLES}


async def test_a_move_and_back_loses_nothing(
    file: Path, postgres_address: str, tmp_path: Path
) -> None:
    """Every row of a file is the same after a move to PostgreSQL and back, and play continues."""
    shown: list[tuple[int, int]] = []
    total = await asyncio.to_thread(
        move, file, postgres_address, lambda done, of: shown.append((done, of))
    )
    await asyncio.to_thread(move, postgres_address, tmp_path / "back.db", silent)
    store = await open_store(postgres_address)
    waiting = await store.matches.find("lobby")
    assert waiting is not None
    begun = await store.matches.start("lobby", waiting.revision, deal())
    await store.close()
    before, after = rows(file), rows(tmp_path / "back.db")

    assert {*before} - {"sqlite_sequence"} == {*TABLES}
    assert {name: after[name] for name in TABLES} == {name: before[name] for name in TABLES}
    assert shown[-1] == (total, total)
    assert begun.revision == waiting.revision + 1


async def test_a_move_needs_an_empty_target(
    file: Path, postgres_address: str, tmp_path: Path
) -> None:
    """A move to a target that isn't empty, or of the same kind, is refused and changes nothing."""
    await asyncio.to_thread(move, file, postgres_address, silent)

    for source, target in (
        (file, postgres_address),
        (postgres_address, file),
        (file, tmp_path / "other.db"),
        (tmp_path / "nowhere.db", postgres_address),
    ):
        with pytest.raises(CopyError):
            await asyncio.to_thread(move, source, target, silent)
    assert not (tmp_path / "other.db").exists()


async def test_a_copy_that_differs_is_undone(
    file: Path, postgres_address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If a copied row is not what was read, the target is left empty."""
    write = PostgresSide.write

    def wrong(side: PostgresSide, table: str, columns: list[str], rows: list[object]) -> None:
        write(side, table, columns, rows[1:] if table == "surfaces" else rows)  # type: ignore[arg-type]  # any rows

    monkeypatch.setattr(moves.PostgresSide, "write", wrong)

    with pytest.raises(CopyError, match="surfaces"):
        await asyncio.to_thread(move, file, postgres_address, silent)
    assert counts(postgres_address) == {0}


async def test_nothing_is_moved_while_the_bot_runs(
    file: Path, postgres_address: str, tmp_path: Path
) -> None:
    """A file or database that a bot uses is neither read nor written by a move."""
    opened = await open_store(file)
    with pytest.raises(DatabaseInUseError):
        await asyncio.to_thread(move, file, postgres_address, silent)
    await opened.close()
    running = shared_store(postgres_address)
    assert await running.lock.take() is None
    await running.begin()

    with pytest.raises(DatabaseError, match="in use by 1 processes"):
        await asyncio.to_thread(move, file, postgres_address, silent)
    with pytest.raises(DatabaseError, match="in use by 1 processes"):
        await asyncio.to_thread(move, postgres_address, tmp_path / "new.db", silent)
    await running.close()
    with psycopg.connect(postgres_address) as connection:
        query = sql.SQL("SELECT count(*) FROM guilds WHERE guild_id = {}").format(GUILD)
        assert connection.execute(query).fetchone() == (0,)
