"""Backup and restore: complete and checked, or refused with a reason; nothing is lost."""

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
from data.engine import files, migrations
from data.engine.backups import CopyError, back_up, last_backup, restore
from data.engine.errors import (
    DatabaseError,
    DatabaseForeignError,
    DatabaseInUseError,
    DatabaseMissingError,
    DatabaseNewerError,
    DatabaseUnfinishedError,
)
from data.engine.sqlite import SqliteDatabase
from data.store import open_store
from tests.data.statements import beat, beats, open_and_close
from tests.support.sampling import leading


async def filled(path: Path, place: int) -> None:
    database = await SqliteDatabase.open(path)
    await database.transaction("beat", beat(place))
    await database.close()


async def beats_of(path: Path) -> list[int]:
    database = await SqliteDatabase.open(path)
    result = await database.read(beats)
    await database.close()
    return result


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
    saved = []
    for place in (2, 3):
        await filled(path, place)
        saved.append(restore(path, copy))
        assert await beats_of(path) == [1]
    assert [await beats_of(aside) for aside in saved if aside] == [[2], [3]]


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
    for name, place in ((copied, 9), (path.with_name("tables.db.backup-unfinished"), 99)):
        name.touch()
        os.utime(name, (place, place))
    link = tmp_path / "link.db"
    link.symlink_to(path)
    migration = last_backup(link)
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
    assert [await beats_of(item) for item in (path, aside)] == [[1], [2]]


def test_no_bot_starts_while_a_copy_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Restoring holds the lock from the start of the copying to its end."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    asyncio.run(filled(path, 1))
    back_up(path, copy)
    set_aside = files.set_aside

    def meanwhile(path: Path) -> Path | None:
        with pytest.raises(DatabaseInUseError):
            asyncio.run(open_and_close(path))
        return set_aside(path)

    monkeypatch.setattr(files, "set_aside", meanwhile)
    assert restore(path, copy) is not None


KILLED_RESTORE = """
import os, sys
from pathlib import Path
from data.engine.backups import restore

path, copy, calls = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
def killing(method):
    def call(*values):
        global calls
        if calls == 0:
            os._exit(9)
        calls -= 1
        return method(*values)
    return call
Path.rename, Path.replace = killing(Path.rename), killing(Path.replace)
restore(path, copy)
"""
"""A restore that is killed instead of renaming a file for the last time of so many."""
RENAMES = ("the copy", "the database", "the log", "its index", "the copy again", "nothing more")


@pytest.mark.slow
@pytest.mark.parametrize("calls", range(len(RENAMES)), ids=RENAMES)
@pytest.mark.parametrize("again", leading(["start", "restore"]))
def test_a_killed_restore_loses_nothing(tmp_path: Path, calls: int, again: str) -> None:
    """However far a restore came, what runs next finds the old database or the copy, whole.

    No complete copy is left for a later start.
    """
    path, copy, live = tmp_path / "tables.db", tmp_path / "copy.db", tmp_path / "live.db"
    asyncio.run(filled(live, 1))
    back_up(live, copy)

    async def leave_a_log() -> None:
        database = await SqliteDatabase.open(live)
        await database.transaction("beat", beat(2))
        for end in ("", "-wal", "-shm"):
            shutil.copy(f"{live}{end}", f"{path}{end}")
        await database.close()

    asyncio.run(leave_a_log())
    line = [sys.executable, "-c", KILLED_RESTORE, str(path), str(copy), str(calls)]
    killed = subprocess.run(line, check=False)
    assert killed.returncode == (9 if calls < RENAMES.index("nothing more") else 0)
    if again == "restore":
        restore(path, copy)
    is_done = calls >= RENAMES.index("the log") or again == "restore"
    assert asyncio.run(beats_of(path)) == ([1] if is_done else [2])
    assert not files.companion(path, files.RESTORED).exists()
    if is_done:
        assert asyncio.run(beats_of(tmp_path / "tables.db.before-restore")) == [2]


@pytest.mark.parametrize("part", [".restored-unfinished.unfinished", ".unfinished"])
async def test_part_of_a_copy_hides_behind_no_new_database(tmp_path: Path, part: str) -> None:
    """No database is created where only a part of a copy lies; a new copy can be made."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    await filled(tmp_path / "live.db", 1)
    back_up(tmp_path / "live.db", copy)
    (tmp_path / f"tables.db{part}").write_bytes(copy.read_bytes()[:5000])
    with pytest.raises(DatabaseUnfinishedError, match="delete that file"):
        await SqliteDatabase.open(path)
    assert not path.exists()
    (tmp_path / f"tables.db{part}").unlink()
    restore(path, copy)
    assert await beats_of(path) == [1]


async def test_a_restore_follows_links(tmp_path: Path) -> None:
    """Restoring through a link replaces the file that it leads to, and keeps the link."""
    path, link, copy = tmp_path / "tables.db", tmp_path / "link.db", tmp_path / "copy.db"
    await filled(path, 1)
    back_up(path, copy)
    await filled(path, 2)
    link.symlink_to(path)
    aside = restore(link, copy)
    assert (link.is_symlink(), aside) == (True, tmp_path / "tables.db.before-restore")
    assert await beats_of(path) == [1]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_only_the_bots_user_reads_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file of a database and every copy is private from its first moment, as new folders."""
    first: dict[str, int] = {}
    connect = sqlite3.connect

    def watched(name: Path | str, *values: object, **named: object) -> sqlite3.Connection:
        if isinstance(name, Path):
            first.setdefault(name.name, name.stat().st_mode)
        return connect(name, *values, **named)  # type: ignore[call-overload, no-any-return]  # passed on

    monkeypatch.setattr(sqlite3, "connect", watched)
    folder = tmp_path / "new" / "deep"
    path = folder / "tables.db"

    async def work() -> None:
        database = await SqliteDatabase.open(path)
        await database.transaction("beat", beat(1))
        modes = {file.name: file.stat().st_mode for file in folder.iterdir()}
        assert len(modes) == 4
        first.update(modes)
        await database._writer.do(lambda writer: migrations.back_up(writer, path, 1))
        await database.close()

    before = os.umask(0)
    try:
        asyncio.run(work())
        back_up(path, folder / "copy.db")
        restore(path, folder / "copy.db")
    finally:
        os.umask(before)
    places = [tmp_path / "new", folder, *folder.iterdir()]
    first.update({place.name: place.stat().st_mode for place in places})
    assert {name: oct(mode) for name, mode in first.items() if mode & 0o077} == {}


@pytest.mark.parametrize("target", ["/proc/copy.db", "/dev/full/copy.db", "missing/copy.db"])
def test_a_backup_to_an_impossible_place_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], target: str
) -> None:
    """A place that can't be written is named in one line, with exit code 1."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOMATO_DATABASE", "tables.db")
    asyncio.run(filled(tmp_path / "tables.db", 1))
    assert main(["backup", target]) == 1
    error = capsys.readouterr().err
    assert target in error
    assert len(error.splitlines()) == 1


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
    with pytest.raises(DatabaseMissingError):
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
