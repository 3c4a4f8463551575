"""Laws of migrating an old file."""

import errno
import shutil
import sqlite3
from pathlib import Path

import pytest

from data.engine import migrations
from data.engine.errors import DatabaseNewerError, MigrationError
from data.engine.migrations import MIGRATIONS
from data.engine.sqlite import SqliteDatabase

SECOND = """
-- A column; and a trigger, whose body holds statements of its own.
ALTER TABLE guilds ADD COLUMN motto TEXT NOT NULL DEFAULT 'ripe; and red';
CREATE TRIGGER once AFTER INSERT ON guilds BEGIN
    UPDATE guilds SET motto = 'new' WHERE guild_id = new.guild_id;
END;
"""
BROKEN = "CREATE TABLE half (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);"
ORPHANS = "INSERT INTO states (match_id, state) VALUES ('nowhere', x'00');"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the migrations of version 1, to which others can be added."""
    copied = tmp_path / "migrations"
    copied.mkdir()
    shutil.copy(MIGRATIONS / "0001_initial.sql", copied)
    return copied


@pytest.fixture
async def old(tmp_path: Path, folder: Path) -> Path:
    """Return a file of version 1 that knows one guild."""
    path = tmp_path / "tables.db"
    database = await SqliteDatabase.open(path, migrations=folder)
    await database.transaction(
        "guild", lambda transaction: transaction.run("INSERT INTO guilds (guild_id) VALUES (42)")
    )
    await database.close()
    return path


def ask(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def backups(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.glob("tables.db.backup*"))


async def test_an_update_keeps_the_old_file_beside_it(old: Path, folder: Path) -> None:
    """The backup is complete and of the old version; the file has the new version."""
    (folder / "0002_motto.sql").write_text(SECOND)
    database = await SqliteDatabase.open(old, migrations=folder)
    await database.transaction(
        "guild", lambda transaction: transaction.run("INSERT INTO guilds (guild_id) VALUES (43)")
    )
    await database.close()
    assert ask(old, "SELECT guild_id, motto FROM guilds") == [(42, "ripe; and red"), (43, "new")]
    assert ask(old, "PRAGMA user_version") == [(2,)]
    assert backups(old) == ["tables.db.backup-1"]
    backup = old.with_name("tables.db.backup-1")
    assert ask(backup, "SELECT guild_id, removed_at FROM guilds") == [(42, None)]
    assert ask(backup, "PRAGMA user_version") == [(1,)]


async def test_no_backup_is_overwritten(old: Path, folder: Path) -> None:
    """A second migration from the same version, as after a restore, makes a second backup, unless
    that would be the same.
    """
    (folder / "0002_motto.sql").write_text(SECOND)
    original = old.with_name("original.db")
    shutil.copy(old, original)
    for number in range(2):
        shutil.copy(original, old)
        ask(old, f"CREATE TABLE played_{number} (a)")
        for _ in range(2):
            shutil.copy(old, original)
            await (await SqliteDatabase.open(old, migrations=folder)).close()
            shutil.copy(original, old)
    assert backups(old) == ["tables.db.backup-1", "tables.db.backup-1-1"]


async def test_a_fresh_file_and_an_up_to_date_one_need_no_backup(old: Path, folder: Path) -> None:
    """A new file and an up-to-date one need no backup."""
    await (await SqliteDatabase.open(old, migrations=folder)).close()
    assert backups(old) == []


async def test_a_newer_file_is_refused(old: Path, folder: Path) -> None:
    """An older program doesn't touch a newer file, and says what to do."""
    newer = sqlite3.connect(old)
    newer.execute("PRAGMA user_version = 99")
    newer.commit()
    newer.close()
    before = ask(old, "SELECT * FROM sqlite_master")
    with pytest.raises(DatabaseNewerError, match=r"version 99, but .* up to 1\. Start the newer"):
        await SqliteDatabase.open(old, migrations=folder)
    assert ask(old, "SELECT * FROM sqlite_master") == before
    assert backups(old) == []


@pytest.mark.parametrize(
    ("script", "why"), [(BROKEN, "nowhere"), (ORPHANS, "states")], ids=["broken", "orphans"]
)
async def test_a_migration_is_done_whole_or_not(
    old: Path, folder: Path, script: str, why: str
) -> None:
    """A failed migration leaves no trace except the backup; the corrected one then succeeds."""
    (folder / "0002_wrong.sql").write_text(script)
    schema = ask(old, "SELECT sql FROM sqlite_master")
    with pytest.raises(MigrationError, match=f"0002_wrong.sql failed .*{why}"):
        await SqliteDatabase.open(old, migrations=folder)
    assert ask(old, "SELECT sql FROM sqlite_master") == schema
    assert ask(old, "SELECT count(*) FROM states") == [(0,)]
    assert ask(old, "PRAGMA user_version") == [(1,)]
    assert ask(old.with_name("tables.db.backup-1"), "PRAGMA user_version") == [(1,)]
    (folder / "0002_wrong.sql").write_text(SECOND)
    await (await SqliteDatabase.open(old, migrations=folder)).close()
    assert ask(old, "PRAGMA user_version") == [(2,)]


async def test_a_migration_that_fails_again_leaves_nothing_more(old: Path, folder: Path) -> None:
    """Tried again with the same lock, it makes no second copy and leaves nothing open."""
    (folder / "0002_wrong.sql").write_text(BROKEN)
    database = SqliteDatabase(old, migrations=folder)
    try:
        for _ in range(2):
            assert await database.take() is None
            with pytest.raises(MigrationError):
                await database.begin()
            assert len(database._connections) == 1
        (folder / "0002_wrong.sql").write_text(SECOND)
        await database.begin()
        assert await database.rows("SELECT motto FROM guilds") != []
    finally:
        await database.close()
    assert backups(old) == ["tables.db.backup-1"]


async def test_a_backup_that_fails_leaves_no_part_of_it(
    old: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk is full, the room of an unfinished copy is free again."""

    def fail(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    (folder / "0002_motto.sql").write_text(SECOND)
    monkeypatch.setattr(migrations, "_finished", fail)
    with pytest.raises(OSError, match="No space"):
        await SqliteDatabase.open(old, migrations=folder)
    assert backups(old) == []


async def test_those_before_a_failed_one_stay(old: Path, folder: Path) -> None:
    """Each migration is a transaction of its own: those before a failed one stay."""
    (folder / "0002_motto.sql").write_text(SECOND)
    (folder / "0003_wrong.sql").write_text(BROKEN)
    with pytest.raises(MigrationError, match="0003_wrong"):
        await SqliteDatabase.open(old, migrations=folder)
    assert ask(old, "PRAGMA user_version") == [(2,)]


def test_migrations_are_numbered_without_gaps() -> None:
    """Migrations are numbered 1, 2, 3 ...: the version of the file afterwards."""
    numbers = [int(file.name[:4]) for file in sorted(MIGRATIONS.glob("*.sql"))]
    assert numbers == list(range(1, len(numbers) + 1))
