"""Errors of the database, which the host must fix, and of a store, which the caller handles."""

import sqlite3
from pathlib import Path
from typing import Any


class DatabaseError(Exception):
    """The database itself is at fault; every message tells the host what to do."""


class DatabaseLostError(DatabaseError):
    """The connection to the database was lost. A change in progress may have been made or not."""


class DatabaseUnwritableError(DatabaseError):
    """The file cannot be created, opened or written: permissions, or a full or failing disk."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"The database {path} cannot be written ({why}). Check that its folder exists, that "
            "the bot may write there and that the disk has room, then try again."
        )


class DatabaseFullError(DatabaseUnwritableError):
    """The disk, or the user's share of it, is full: that may pass without a new start."""


class DatabaseNewerError(DatabaseError):
    """The file was written by a newer program than this one."""

    def __init__(self, path: Path | str, actual: int, known: int) -> None:
        super().__init__(
            f"The database {path} has version {actual}, but this program knows versions up to "
            f"{known}. Start the newer program again, or restore the backup that it made beside "
            "the database before its update."
        )


class DatabaseBusyError(DatabaseError):
    """Processes of an older version work on a database that has to be migrated."""

    def __init__(self, where: str, version: int, newest: int, holders: str) -> None:
        super().__init__(
            f"The database {where} has to be migrated from version {version} to {newest}, and"
            f" processes of an older version of the bot use it: {holders}. Stop them."
        )


class DatabaseInUseError(DatabaseError):
    """Another process uses the file, or kept it locked for too long."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"The database {path} is in use by another program, most likely by a second copy of "
            "this bot. Stop that one first, or give this one a database of its own."
        )


class DatabaseLinkedError(DatabaseError):
    """The file has several names (hard links)."""

    def __init__(self, path: Path, count: int) -> None:
        super().__init__(
            f"The database {path} is one file with {count} names (hard links), and changes made "
            "under one name can be lost under another. Remove the other names, or give the bot a "
            "copy made with `tomato-table backup`."
        )


class DatabaseMissingError(DatabaseError):
    """There is no database where a command looks for one."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"There is no database at {path}. Check TOMATO_DATABASE in .env.")


class DatabaseUnfinishedError(DatabaseError):
    """There is no database, but a part of a copy: a new database would hide that."""

    def __init__(self, path: Path, part: Path) -> None:
        super().__init__(
            f"There is no database at {path}, only {part}, which an interrupted copy left. Make "
            "the copy again, or delete that file to start with a new database."
        )


class DatabaseForeignError(DatabaseError):
    """The file is not a database of this bot, or it is damaged."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"The file {path} cannot be read as the bot's database ({why}). Give the bot another "
            "path, or restore the newest backup."
        )


class MigrationError(DatabaseError):
    """A migration failed; the file is as it was before it."""

    def __init__(self, path: Path | str, migration: str, why: str) -> None:
        super().__init__(
            f"The database {path} could not be brought up to date: {migration} failed ({why}). "
            "Nothing was changed. Start the previous program again and report this."
        )


class StoreError(Exception):
    """The database works, but the requested change doesn't fit its contents."""


class VersionConflictError(StoreError):
    """The match has changed since it was loaded: load it again and retry."""

    def __init__(self, match_id: str, expected: int, actual: int) -> None:
        super().__init__(f"match {match_id} is at revision {actual}, not at {expected}")
        self.match_id = match_id
        self.expected = expected
        self.found = actual


class WrongLifeError(StoreError):
    """The change is not possible in this stage of the match's life."""

    def __init__(self, match_id: str, actual: str, needed: str) -> None:
        super().__init__(f"match {match_id} is {actual}, and this needs it to be {needed}")
        self.found = actual


class AlreadyAnsweredError(StoreError):
    """The interaction was answered before: repeat `answer` and change nothing."""

    def __init__(self, interaction_id: int, answer: dict[str, Any]) -> None:
        super().__init__(f"interaction {interaction_id} was answered before")
        self.interaction_id = interaction_id
        self.answer = answer


class UnknownMatchError(StoreError):
    """There is no match with this id, or it was deleted."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"there is no match {match_id}")
        self.match_id = match_id


class DamagedMatchError(StoreError):
    """The match exists, but its stored data can't be read."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"what is stored of match {match_id} cannot be read")
        self.match_id = match_id


class HostLimitError(StoreError):
    """The player already hosts the maximum number of lobbies."""


class BarredHostError(StoreError):
    """The server has barred the player who opens a lobby."""


class ExclusionLimitError(StoreError):
    """The person or server already excludes the maximum number of players."""


class ChannelLimitError(StoreError):
    """The channel already has the maximum number of open tables."""


class GuildLimitError(StoreError):
    """The server already has the maximum number of open tournaments."""


class AlreadyOpenError(StoreError):
    """Somebody else has just opened the same lobby."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"match {match_id} is open already")
        self.match_id = match_id


class InconsistentChangeError(StoreError):
    """The change contradicts the stored data, which is a bug of the caller. Nothing was changed."""

    def __init__(self, label: str, why: str) -> None:
        super().__init__(f"{label}: {why}")


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's error code, or 0 if Python's module raised the error itself."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF  # the upper bits only give details
