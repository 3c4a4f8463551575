"""Laws of the file: who may open it, what a transaction is, what is on disk when."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from data.database import Database, Reading, Transaction
from data.errors import (
    DatabaseForeignError,
    DatabaseInUseError,
    DatabaseUnwritableError,
    InconsistentChangeError,
)
from data.store import open_store
from tests.data.writer import REFUSED

COMMON_USER = 65534  # "nobody", by custom
BEAT = "INSERT OR REPLACE INTO heartbeat VALUES (1, ?)"


def beat(at: int) -> Callable[[Transaction], int]:
    return lambda transaction: transaction.run(BEAT, (at,))


def beats(reading: Reading) -> list[int]:
    return [row["alive_at"] for row in reading.rows("SELECT alive_at FROM heartbeat")]


async def open_and_close(path: Path) -> None:
    await (await Database.open(path)).close()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "tables.db")
    yield opened
    await opened.close()


async def test_what_a_player_was_told_of_is_flushed(database: Database) -> None:
    """Write-ahead log, flushed at each commit, with foreign keys, and only STRICT tables."""
    writer = database._writer
    pragmas = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    found = {name: writer.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas}
    assert found == pragmas
    lax = writer.execute(
        "SELECT name FROM pragma_table_list WHERE NOT strict AND name NOT LIKE 'sqlite%'"
    ).fetchall()
    assert lax == []


def test_acknowledged_writes_outlive_the_process(tmp_path: Path) -> None:
    """After kill -9 in the middle of writing, every step that was announced is there, whole."""
    path = tmp_path / "tables.db"
    announced = 0
    with subprocess.Popen(
        [sys.executable, "-m", "tests.data.writer", str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            announced = int(line)
            if announced == 50:
                process.kill()  # the lines it had still written come out of the pipe
    assert announced >= 50

    async def look() -> None:
        store = await open_store(path)
        match, state = await store.matches.load("m1")
        steps = await store.history.steps("m1")
        pressed = await store.interactions.recall(1000 + match.step - 1)
        await store.close()
        assert match.step in {announced, announced + 1}  # killed between the disk and the word
        assert state == b'{"n":%d}' % match.step
        assert [step.step for step in steps] == list(range(match.step + 1))
        assert (match.moves_made, pressed) == ((match.step, 0), {})

    asyncio.run(look())


async def test_a_second_process_is_sent_away(database: Database) -> None:
    """It is told to stop the first; the first goes on undisturbed."""
    second = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "tests.data.writer", str(database.path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,  # let in, it would write for ever
    )
    assert second.returncode == REFUSED, second.stderr
    assert "in use" in second.stdout
    assert "Stop that one first" in second.stdout
    await database.transaction("beat", beat(5))
    assert await database.read(beats) == [5]


async def test_a_closed_file_may_be_opened_again(tmp_path: Path) -> None:
    """Closing, even twice, gives the file free; while it is open it is taken."""
    path = tmp_path / "tables.db"
    first = await Database.open(path)
    with pytest.raises(DatabaseInUseError):
        await Database.open(path)
    await first.close()
    await first.close()
    await open_and_close(path)


async def test_folders_are_made(tmp_path: Path) -> None:
    """A fresh machine needs no preparation."""
    database = await Database.open(tmp_path / "new" / "deep" / "tables.db")
    assert await database.read(beats) == []
    await database.close()


async def test_an_impossible_path_is_refused(tmp_path: Path) -> None:
    """A folder in the file's place, and a file in the folder's, are told to the host."""
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "folder.db").mkdir()
    for path in (tmp_path / "file" / "tables.db", tmp_path / "folder.db"):
        with pytest.raises(DatabaseUnwritableError, match="Check that its folder exists"):
            await Database.open(path)


@pytest.fixture
def common_folder() -> Iterator[Path]:
    """A folder of a user to whom something can be forbidden: root becomes another meanwhile."""
    if not hasattr(os, "geteuid"):
        pytest.skip("this system forbids by other means than modes")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if os.geteuid() != 0:
            yield folder
            return
        os.chown(folder, COMMON_USER, COMMON_USER)
        os.seteuid(COMMON_USER)
        try:
            yield folder
        finally:
            os.seteuid(0)


def test_what_may_not_be_written_is_refused_at_once(common_folder: Path) -> None:
    """A read-only file, and a folder in which nothing can be made, stop the host's start."""
    path = common_folder / "tables.db"
    asyncio.run(open_and_close(path))
    path.chmod(0o400)
    with pytest.raises(DatabaseUnwritableError, match="readonly"):
        asyncio.run(open_and_close(path))
    path.chmod(0o600)
    common_folder.chmod(0o500)
    with pytest.raises(DatabaseUnwritableError, match="unable to open"):
        asyncio.run(open_and_close(common_folder / "new.db"))
    common_folder.chmod(0o700)


async def test_a_full_disk_is_told_and_survived(database: Database) -> None:
    """What does not fit is undone and said; with room again, writing goes on."""
    await database.transaction("beat", beat(5))
    (pages,) = database._writer.execute("PRAGMA page_count").fetchone()
    database._writer.execute(f"PRAGMA max_page_count = {pages}")

    def too_much(transaction: Transaction) -> None:
        transaction.run(BEAT, (6,))
        transaction.run("INSERT INTO guilds (guild_id, settings) VALUES (1, ?)", ("x" * 100_000,))

    with pytest.raises(DatabaseUnwritableError, match="disk has room"):
        await database.transaction("too much", too_much)
    assert await database.read(beats) == [5]
    database._writer.execute("PRAGMA max_page_count = 1000000")
    await database.transaction("too much", too_much)
    assert await database.read(beats) == [6]


async def test_no_stranger_is_touched(tmp_path: Path) -> None:
    """Another program's database, and what is no database at all, stay byte for byte."""
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    (tmp_path / "letter.db").write_text("Dear diary, today I grew tomatoes. " * 50)
    for path in (tmp_path / "other.db", tmp_path / "letter.db"):
        before = path.read_bytes()
        with pytest.raises(DatabaseForeignError, match="Give the bot another path"):
            await Database.open(path)
        assert path.read_bytes() == before


async def test_a_transaction_is_undone_whole(database: Database) -> None:
    """Whatever it raises, nothing of it stays, and the next one works."""

    def fail(transaction: Transaction) -> None:
        transaction.run(BEAT, (7,))
        raise KeyError("out")

    with pytest.raises(KeyError, match="out"):
        await database.transaction("fail", fail)
    assert await database.read(beats) == []
    with pytest.raises(InconsistentChangeError, match="orphan: FOREIGN KEY"):
        await database.transaction(
            "orphan",
            lambda transaction: transaction.run(
                "INSERT INTO states (match_id, state) VALUES ('nowhere', x'00')"
            ),
        )
    await database.transaction("beat", beat(8))
    assert await database.read(beats) == [8]


async def test_nobody_reads_half_a_transaction(database: Database) -> None:
    """Readers neither wait for the writer nor see what is not committed."""
    inside, go_on = threading.Event(), threading.Event()

    def slow(transaction: Transaction) -> None:
        transaction.run(BEAT, (9,))
        inside.set()
        go_on.wait()

    writing = asyncio.create_task(database.transaction("slow", slow))
    await asyncio.to_thread(inside.wait)
    assert await database.read(beats) == []
    go_on.set()
    await writing
    assert await database.read(beats) == [9]


async def test_a_cancelled_task_tears_nothing_apart(database: Database) -> None:
    """What had begun is finished whole; what had not begun never runs."""
    inside, go_on = threading.Event(), threading.Event()

    def slow(transaction: Transaction) -> None:
        transaction.run("INSERT INTO guilds (guild_id) VALUES (1)")
        inside.set()
        go_on.wait()
        transaction.run("INSERT INTO guilds (guild_id) VALUES (2)")

    begun = asyncio.create_task(database.transaction("slow", slow))
    await asyncio.to_thread(inside.wait)
    waiting = asyncio.create_task(database.transaction("beat", beat(1)))
    await asyncio.sleep(0)  # let it join the queue
    waiting.cancel()
    begun.cancel()
    go_on.set()
    assert [
        type(outcome) for outcome in await asyncio.gather(begun, waiting, return_exceptions=True)
    ] == [asyncio.CancelledError, asyncio.CancelledError]
    await database.transaction("later", lambda _: None)
    rows = await database.read(lambda reading: reading.rows("SELECT guild_id FROM guilds"))
    assert [row["guild_id"] for row in rows] == [1, 2]
    assert await database.read(beats) == []


async def test_a_reader_cannot_write(database: Database) -> None:
    """A change on the reading side is refused."""
    with pytest.raises(DatabaseUnwritableError):
        await database.read(lambda reading: reading.rows(BEAT, (1,)))
    assert await database.read(beats) == []
