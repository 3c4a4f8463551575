"""Laws of the file: who may open it, what is refused with a reason, and what is on disk when."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from data.engine import sqlite
from data.engine.database import ReadConnection, Transaction
from data.engine.errors import (
    DatabaseForeignError,
    DatabaseInUseError,
    DatabaseLinkedError,
    DatabaseUnwritableError,
)
from data.engine.migrations import MIGRATIONS
from data.engine.sqlite import READERS, SqliteDatabase
from data.store import open_store
from tests.data.statements import BEAT, PATIENCE, beat, beats, open_and_close, pragma
from tests.data.writer import REFUSED
from tests.support.new_databases import place_database

COMMON_USER = 65534  # "nobody", by convention


@pytest.mark.durable
async def test_what_a_player_was_told_of_is_flushed(database: SqliteDatabase) -> None:
    """Acknowledged changes are on disk, foreign keys are enforced and every table is STRICT."""
    pragmas = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    results = {name: await pragma(database, name) for name in pragmas}
    assert results == pragmas
    lax = await database.rows(
        "SELECT name FROM pragma_table_list WHERE NOT strict AND name NOT LIKE 'sqlite%'"
    )
    assert lax == []


async def test_a_long_question_keeps_nobody_waiting(database: SqliteDatabase) -> None:
    """Any number of separate reads blocks neither reads nor writes, and closes its connections."""
    begun, release = threading.Semaphore(0), threading.Event()

    def long(reading: ReadConnection) -> list[int]:
        begun.release()
        release.wait(PATIENCE)
        return beats(reading)

    before = len(database._connections)
    asked = [asyncio.create_task(database.read_apart(long)) for _ in range(READERS)]
    try:
        for _ in asked:
            assert await asyncio.to_thread(begun.acquire, timeout=PATIENCE)
        async with asyncio.timeout(PATIENCE):
            await database.transaction("beat", beat(7))
            assert await database.read(beats) == [7]
    finally:
        release.set()
    assert await asyncio.gather(*asked) == [[7]] * READERS
    assert len(database._connections) == before


@pytest.mark.slow
def test_acknowledged_writes_outlive_the_process(tmp_path: Path) -> None:
    """After kill -9 in the middle of writing, every acknowledged step is in the file, complete."""
    path = tmp_path / "tables.db"
    announced = 0
    with subprocess.Popen(
        [sys.executable, "-m", "tests.data.writer", str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            announced = int(line)
            if announced == 50:
                process.kill()  # the lines it had already written are still in the pipe
    assert announced >= 50

    async def look() -> None:
        store = await open_store(path)
        match, state = await store.matches.load("m1")
        steps = await store.history.steps("m1")
        pressed = await store.interactions.recall(1000 + match.step - 1)
        await store.close()
        assert match.step in {announced, announced + 1}  # killed after the commit, before the line
        assert state == b'{"n":%d}' % match.step
        assert [step.step for step in steps] == list(range(match.step + 1))
        assert (match.moves_made, pressed) == ((match.step, 0), {})

    asyncio.run(look())


@pytest.mark.slow
async def test_a_second_process_is_sent_away(database: SqliteDatabase) -> None:
    """A second process is refused and told to stop the first, which continues undisturbed."""
    second = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "tests.data.writer", str(database.path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,  # a writer that can open the file never stops
    )
    assert second.returncode == REFUSED, second.stderr
    assert "in use" in second.stdout
    assert "Stop that one first" in second.stdout
    await database.transaction("beat", beat(5))
    assert await database.read(beats) == [5]


async def test_a_closed_file_may_be_opened_again(tmp_path: Path) -> None:
    """Closing, even twice, releases the file; while open, it can't be opened again."""
    path = tmp_path / "tables.db"
    first = await SqliteDatabase.open(path)
    with pytest.raises(DatabaseInUseError):
        await SqliteDatabase.open(path)
    await first.close()
    await first.close()
    await open_and_close(path)


async def test_a_link_is_the_file_that_it_leads_to(
    database: SqliteDatabase, tmp_path: Path
) -> None:
    """A database in use is refused under every link to it; lock and log stay with the file."""
    file_link, folder_link = tmp_path / "link.db", tmp_path / "folder"
    file_link.symlink_to(database.path)
    folder_link.symlink_to(tmp_path)
    for path in (file_link, folder_link / "tables.db"):
        with pytest.raises(DatabaseInUseError):
            await SqliteDatabase.open(path)
    await database.close()
    again = await SqliteDatabase.open(file_link)
    await again.transaction("beat", beat(1))
    names = {path.name for path in await asyncio.to_thread(lambda: [*tmp_path.iterdir()])}
    await again.close()
    assert names == {
        *("tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock"),
        *("link.db", "folder"),
    }


async def test_a_file_with_two_names_is_refused(database: SqliteDatabase, tmp_path: Path) -> None:
    """A hard link to a database is refused while a bot uses the database, and later."""
    await database.transaction("beat", beat(1))
    second = tmp_path / "second.db"
    second.hardlink_to(database.path)
    with pytest.raises(DatabaseLinkedError, match="2 names"):
        await SqliteDatabase.open(second)
    await database.close()
    with pytest.raises(DatabaseLinkedError, match="2 names"):
        await SqliteDatabase.open(second)
    second.unlink()
    await open_and_close(database.path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
async def test_files_of_earlier_versions_are_made_private(tmp_path: Path) -> None:
    """Opening a database takes every right of other users from its files, whoever made them."""
    path = tmp_path / "tables.db"
    database = await SqliteDatabase.open(path)
    await database.transaction("beat", beat(1))
    killed = tmp_path / "killed"
    shutil.copytree(tmp_path, killed)
    await database.close()
    for file in killed.iterdir():
        file.chmod(0o664)
    again = await SqliteDatabase.open(killed / "tables.db")
    assert await again.read(beats) == [1]
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in killed.iterdir()}
    await again.close()
    assert set(modes.values()) == {0o600}
    assert len(modes) == 4


async def test_what_is_deleted_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deleted value is in no page of the file, even with a SQLite built to leave it there."""
    connect = sqlite3.connect

    def lax(*values: Any, **named: Any) -> sqlite3.Connection:
        connected: sqlite3.Connection = connect(*values, **named)
        connected.execute("PRAGMA secure_delete = OFF")
        return connected

    monkeypatch.setattr(sqlite3, "connect", lax)
    database = await SqliteDatabase.open(place_database(tmp_path / "tables.db"))
    add = "INSERT INTO guilds (guild_id, settings) VALUES (1, ?)"
    await database.transaction("add", lambda work: work.run(add, ("Rumpelstiltskin",)))
    await database.transaction("delete", lambda work: work.run("DELETE FROM guilds"))
    await database.close()
    assert b"Rumpelstiltskin" not in database.path.read_bytes()


async def test_folders_are_made(tmp_path: Path) -> None:
    """Missing folders are created."""
    database = await SqliteDatabase.open(tmp_path / "new" / "deep" / "tables.db")
    assert await database.read(beats) == []
    await database.close()


async def test_an_impossible_path_is_refused(tmp_path: Path) -> None:
    """A folder in the file's place, and a file in the folder's, are explained to the host."""
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "folder.db").mkdir()
    for path in (tmp_path / "file" / "tables.db", tmp_path / "folder.db"):
        with pytest.raises(DatabaseUnwritableError, match="Check that its folder exists"):
            await SqliteDatabase.open(path)


@pytest.fixture
def common_folder() -> Iterator[Path]:
    """Return a folder of an unprivileged user; root switches to that user for the test.

    The migrations are in it too, because that user may not look into root's checkout.
    """
    if not hasattr(os, "geteuid"):
        pytest.skip("this system forbids by other means than modes")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(MIGRATIONS, folder / "migrations")
        if os.geteuid() != 0:
            yield folder
            return
        os.chown(folder, COMMON_USER, COMMON_USER)
        os.seteuid(COMMON_USER)
        try:
            yield folder
        finally:
            os.seteuid(0)


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_may_not_be_written_is_refused_at_once(common_folder: Path) -> None:
    """A read-only file or folder stops the start with one sentence."""
    migrations = common_folder / "migrations"
    path = common_folder / "tables.db"
    asyncio.run(open_and_close(path, migrations))
    path.chmod(0o400)
    with pytest.raises(DatabaseUnwritableError, match="readonly"):
        asyncio.run(open_and_close(path, migrations))
    path.chmod(0o600)
    common_folder.chmod(0o500)
    with pytest.raises(DatabaseUnwritableError, match="Permission denied"):
        asyncio.run(open_and_close(common_folder / "new.db", migrations))
    common_folder.chmod(0o700)


async def test_a_full_disk_is_told_and_survived(database: SqliteDatabase) -> None:
    """A write that doesn't fit is undone and reported; with room again, writing continues."""
    await database.transaction("beat", beat(5))
    pages = await pragma(database, "page_count")
    await pragma(database, f"max_page_count = {pages}")

    def too_much(transaction: Transaction) -> None:
        transaction.run(BEAT, (6,))
        transaction.run("INSERT INTO guilds (guild_id, settings) VALUES (1, ?)", ("x" * 100_000,))

    with pytest.raises(DatabaseUnwritableError, match="disk has room"):
        await database.transaction("too much", too_much)
    assert await database.read(beats) == [5]
    await pragma(database, "max_page_count = 1000000")
    await database.transaction("too much", too_much)
    assert await database.read(beats) == [6]


async def test_an_unwritable_database_is_logged_once(
    database: SqliteDatabase, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many writes fail, one line says so; one more says that writing works for good."""
    for _ in range(3):
        await database._writer.execute("PRAGMA query_only = ON")
        for _ in range(2):
            with pytest.raises(DatabaseUnwritableError):
                await database.transaction("beat", beat(1))
        await database._writer.execute("PRAGMA query_only = OFF")
        await database.transaction("beat", beat(1))
    (first,) = caplog.records
    assert "No restart is needed" in first.getMessage()
    monkeypatch.setattr(sqlite, "QUIET", -1.0)
    for _ in range(2):
        await database.transaction("beat", beat(1))
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]


async def test_no_stranger_is_touched(tmp_path: Path) -> None:
    """Another program's database, and files that are no database, keep every byte."""
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    (tmp_path / "letter.db").write_text("Dear diary, today I grew tomatoes. " * 50)
    for path in (tmp_path / "other.db", tmp_path / "letter.db"):
        before = path.read_bytes()
        with pytest.raises(DatabaseForeignError, match="Give the bot another path"):
            await SqliteDatabase.open(path)
        assert path.read_bytes() == before


async def test_a_file_that_another_program_locks_is_told_and_waited_for(
    database: SqliteDatabase,
) -> None:
    """A write blocked by another program's lock is undone and reported; later writes succeed."""
    await database.transaction("beat", beat(5))
    await pragma(database, "busy_timeout = 0")
    other = sqlite3.connect(database.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseInUseError, match="in use by another program"):
        await database.transaction("beat", beat(6))
    assert await database.read(beats) == [5]
    other.close()
    await database.transaction("beat", beat(7))
    assert await database.read(beats) == [7]
