"""Small transactions and queries for a bare database."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

from data.engine.database import ReadConnection, Transaction
from data.engine.migrations import MIGRATIONS, only_value
from data.engine.sqlite import SqliteDatabase

BEAT = "INSERT OR REPLACE INTO heartbeat VALUES (1, ?)"
GUILD = "INSERT INTO guilds (guild_id) VALUES (?)"
PATIENCE = 60
"""Seconds after which a blocked thread is given up."""


def beat(place: int) -> Callable[[Transaction], None]:
    return lambda transaction: transaction.run(BEAT, (place,))


def beats(reading: ReadConnection) -> list[int]:
    return [row["alive_at"] for row in reading.rows("SELECT alive_at FROM heartbeat")]


async def guilds(database: SqliteDatabase) -> list[int]:
    rows = await database.rows("SELECT guild_id FROM guilds ORDER BY guild_id")
    return [row["guild_id"] for row in rows]


def guilds_known(transaction: ReadConnection) -> int:
    (row,) = transaction.rows("SELECT count(*) AS known FROM guilds")
    return int(row["known"])


class Halting:
    """Work that adds two guilds and, between them, waits until it may continue."""

    def __init__(self) -> None:
        self.inside, self.go_on = asyncio.Event(), threading.Event()
        self._loop = asyncio.get_running_loop()

    def __call__(self, transaction: Transaction) -> None:
        transaction.run(GUILD, (1,))
        self._loop.call_soon_threadsafe(self.inside.set)
        assert self.go_on.wait(PATIENCE)
        transaction.run(GUILD, (2,))


def cancelled(task: asyncio.Task[object]) -> None:
    """Cancel a task from the database's thread, and wait until it is cancelled."""
    is_done = threading.Event()
    task.get_loop().call_soon_threadsafe(task.cancel)
    task.get_loop().call_soon_threadsafe(is_done.set)
    assert is_done.wait(PATIENCE)


async def open_and_close(path: Path, migrations: Path = MIGRATIONS) -> None:
    await (await SqliteDatabase.open(path, migrations=migrations)).close()


async def pragma(database: SqliteDatabase, name: str) -> object:
    """Ask for a setting of the writing connection, or set it with `name = value`."""
    return await database._writer.do(lambda writer: only_value(writer, f"PRAGMA {name}"))
