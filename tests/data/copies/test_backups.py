"""Backup and restore: complete and checked, or refused with a reason; nothing is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from data.engine import backups
from data.engine.backups import CopyError, back_up, last_backup, restore
from data.engine.errors import (
    DatabaseError,
    DatabaseForeignError,
    DatabaseInUseError,
    DatabaseNewerError,
)
from data.engine.sqlite import SqliteDatabase
from data.store import open_store
from tests.data.statements import beat, beats, open_and_close


async def filled(path: Path, at: int) -> None:
    database = await SqliteDatabase.open(path)
    await database.transaction("beat", beat(at))
    await database.close()


async def beats_of(path: Path) -> list[int]:
    database = await SqliteDatabase.open(path)
    found = await database.read(beats)
    await database.close()
    return found


@pytest.mark.slow
def test_a_copy_taken_while_a_bot_writes_is_whole(tmp_path: Path) -> None:
    """A backup contains every step that was acknowledged before it, with the matching state."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    announced = 0
    with subprocess.Popen(
        [sys.executable, "-m", "tests.data.writer", str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                announced = int(line)
                if announced == 30:
                    back_up(path, copy)
                    break
        finally:
            process.kill()  # closing its pipes would wait for it, and it never ends by itself

    async def look() -> None:
        store = await open_store(copy)
        try:
            match, state = await store.matches.load("m1")
            steps = await store.history.steps("m1")
        finally:
            await store.close()  # otherwise the test would wait for its threads
        assert match.step >= announced
        assert state == b'{"n":%d}' % match.step
        assert [step.step for step in steps] == list(range(match.step + 1))

    asyncio.run(look())


async def test_what_is_put_back_is_the_copy_and_what_was_there_is_kept(tmp_path: Path) -> None:
    """A restored database equals the backup; restoring twice keeps both replaced databases."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    await filled(path, 1)
    back_up(path, copy)
    kept = []
    for at in (2, 3):
        await filled(path, at)
        kept.append(restore(path, copy))
        assert await beats_of(path) == [1]
    assert [await beats_of(aside) for aside in kept if aside] == [[2], [3]]


async def test_the_time_of_the_last_backup_is_known(tmp_path: Path) -> None:
    """The last backup is the newest copy by the command or by a migration; a failed one is none."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    await filled(path, 1)
    before = last_backup(path)
    back_up(path, copy)
    command = last_backup(path)
    with pytest.raises(CopyError):
        back_up(path, copy)
    os.utime(path.with_name("tables.db.backed-up"), (5, 5))
    copied = path.with_name("tables.db.backup-5")
    for name, at in ((copied, 9), (path.with_name("tables.db.backup-unfinished"), 99)):
        name.touch()
        os.utime(name, (at, at))
    migration = last_backup(path)
    copied.unlink()

    assert (before, migration, last_backup(path)) == (None, 9, 5)
    assert command is not None


async def test_a_database_in_use_is_not_replaced(database: SqliteDatabase, tmp_path: Path) -> None:
    """While a bot runs, restore is refused, and the bot continues with its database."""
    copy = tmp_path / "copy.db"
    back_up(database.path, copy)
    await database.transaction("beat", beat(7))
    with pytest.raises(DatabaseInUseError):
        restore(database.path, copy)
    assert await database.read(beats) == [7]


async def test_what_a_killed_bot_left_in_its_log_is_kept_and_not_put_into_the_copy(
    tmp_path: Path,
) -> None:
    """The log that a killed bot left is set aside with its file, and isn't restored."""
    path, copy, live = tmp_path / "tables.db", tmp_path / "copy.db", tmp_path / "live.db"
    await filled(live, 1)
    back_up(live, copy)
    database = await SqliteDatabase.open(live)
    await database.transaction("beat", beat(2))
    for end in ("", "-wal"):
        shutil.copy(f"{live}{end}", f"{path}{end}")
    await database.close()
    aside = restore(path, copy)
    assert aside is not None
    assert [await beats_of(one) for one in (path, aside)] == [[1], [2]]


def test_no_bot_starts_while_a_copy_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Restoring holds the lock from the start of the copying to its end."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    asyncio.run(filled(path, 1))
    back_up(path, copy)
    set_aside = backups._set_aside

    def meanwhile(at: Path) -> Path | None:
        with pytest.raises(DatabaseInUseError):
            asyncio.run(open_and_close(at))
        return set_aside(at)

    monkeypatch.setattr(backups, "_set_aside", meanwhile)
    assert restore(path, copy) is not None


def strangers(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (a)")


def newer(path: Path) -> None:
    asyncio.run(open_and_close(path))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")


def torn(path: Path) -> None:
    asyncio.run(open_and_close(path))
    path.write_bytes(path.read_bytes()[: 3 * 4096])


def scratched(path: Path) -> None:
    """Write a copy with the right length and first page; only a full read finds the fault."""
    asyncio.run(filled(path, 1))
    pages = path.read_bytes()
    path.write_bytes(pages[: 2 * 4096] + b"\xff" * 4096 + pages[3 * 4096 :])


BAD_COPIES: dict[str, tuple[Callable[[Path], object], type[DatabaseError]]] = {
    "another program's": (strangers, DatabaseForeignError),
    "a newer program's": (newer, DatabaseNewerError),
    "torn off": (torn, DatabaseForeignError),
    "scratched": (scratched, DatabaseForeignError),
    "no database": (lambda path: path.write_text("tomato" * 999), DatabaseForeignError),
    "not there": (lambda path: path, CopyError),
}


@pytest.mark.parametrize("kind", BAD_COPIES)
def test_a_bad_copy_is_refused_and_changes_nothing(kind: str, tmp_path: Path) -> None:
    """A bad backup is refused, and the database keeps every byte."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    make, error = BAD_COPIES[kind]
    asyncio.run(filled(path, 1))
    make(copy)
    before = path.read_bytes()
    with pytest.raises(error):
        restore(path, copy)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*unfinished*"))


def test_no_file_is_overwritten_by_a_copy(tmp_path: Path) -> None:
    """An existing target, a missing database, and a copy onto itself are refused."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with pytest.raises(CopyError, match="no database"):
        back_up(path, copy)
    asyncio.run(open_and_close(path))
    copy.write_text("dear letters")
    with pytest.raises(CopyError, match="exists already"):
        back_up(path, copy)
    assert copy.read_text() == "dear letters"
    with pytest.raises(CopyError, match="the database itself"):
        restore(path, path)


def test_a_damaged_database_can_be_replaced(tmp_path: Path) -> None:
    """A damaged database is set aside as it is, and the backup takes its place."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    asyncio.run(filled(path, 1))
    back_up(path, copy)
    path.write_bytes(b"rubbish")
    aside = restore(path, copy)
    assert aside is not None
    assert aside.read_bytes() == b"rubbish"
    assert asyncio.run(beats_of(path)) == [1]


def test_the_host_copies_and_restores_by_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`backup` and `restore` work on the database of the settings, and print the paths."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    monkeypatch.setenv("TOMATO_DATABASE", str(path))
    asyncio.run(filled(path, 1))
    assert main(["backup", str(copy)]) == 0
    asyncio.run(filled(path, 2))
    assert main(["restore", str(copy)]) == 0
    assert str(tmp_path / "tables.db.before-restore") in capsys.readouterr().out
    assert asyncio.run(beats_of(path)) == [1]
    assert main(["backup", str(copy)]) == 1
    assert "exists already" in capsys.readouterr().err
