"""Our messages: what each one shows, and which are out of date."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import fields, replace
from typing import Any
from weakref import WeakValueDictionary

from data.engine.database import Database, DatabaseRow, Query, ReadConnection, Transaction
from data.engine.errors import DatabaseError
from data.records.columns import columns, record, to_array
from data.records.matches import OwedAnswer, Surface, SurfaceKind
from data.records.shards import ShardShare, of_shards

_NAMES = tuple(field.name for field in fields(Surface) if field.name != "owed")
_UPDATE = (
    f"UPDATE surfaces SET {', '.join(f'{name} = :{name}' for name in _NAMES)}"  # noqa: S608 - our own field names
    " WHERE surface_id = :surface_id AND retired = 0"
)
_BEHIND = (
    "SELECT surfaces.* FROM surfaces JOIN matches USING (match_id)"
    " WHERE retired = 0 AND (lacks_pictures = 1 OR coalesce(shown_revision, -1) < revision)"
)


class SurfaceStore:
    """Rows are written before their message is sent, and updated once a request has succeeded.

    Edits of one match that end at about the same time are written in one transaction, by
    `together` and `save_together`. Every read of this store writes them first.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._at_work = Counter[str]()
        """How many blocks of `together` are open, by match."""
        self._unwritten: defaultdict[str, dict[str, Surface]] = defaultdict(dict)
        """What they will write at their end, by match and surface."""
        self._locks = WeakValueDictionary[str, asyncio.Lock]()
        """Held while a match's surfaces are written, so that a read beside it waits."""
        self._asked = dict[
            str, tuple[asyncio.Task[tuple[Surface, ...]], list[Callable[[], object]]]
        ]()
        """The reads that begin in the next turn of the event loop, by match."""

    async def add(self, *surfaces: Surface) -> None:
        """Store surfaces; their messages may be sent only afterwards."""
        await self._database.transaction(
            "add surfaces", lambda transaction: add(transaction, surfaces)
        )

    async def save(self, *surfaces: Surface) -> None:
        """Save changed surfaces in one transaction; a retired one stays as it is."""
        async with AsyncExitStack() as locks:
            for match_id in sorted({surface.match_id for surface in surfaces}):
                await locks.enter_async_context(self._lock(match_id))
            for surface in surfaces:  # it was changed later than this
                self._unwritten.get(surface.match_id, {}).pop(surface.surface_id, None)
            await self._update(surfaces)

    @asynccontextmanager
    async def together(self, match_id: str) -> AsyncIterator[None]:
        """Let `save_together` wait for the last block of this match to end.

        A crash before that loses only what messages show; they are then edited once more.
        """
        self._at_work[match_id] += 1
        try:
            yield
        except BaseException:
            with suppress(DatabaseError):  # a cancellation must not become another error
                await self._end_block(match_id)
            raise
        await self._end_block(match_id)

    async def _end_block(self, match_id: str) -> None:
        self._at_work[match_id] -= 1
        if not self._at_work[match_id]:
            del self._at_work[match_id]
            await self.write(match_id)

    async def save_together(self, *surfaces: Surface) -> None:
        """Save changed surfaces of one match, which have their messages, in a shared transaction.

        Outside of a block they are saved at once.
        """
        for surface in surfaces:
            self._unwritten[surface.match_id][surface.surface_id] = surface
        for match_id in {surface.match_id for surface in surfaces}:
            if match_id not in self._at_work:
                await self.write(match_id)

    async def write(self, match_id: str | None = None) -> None:
        """Write now what waits to be saved, of one match or of all."""
        being_written = {*self._unwritten, *self._locks}
        for one in being_written if match_id is None else [match_id]:
            async with self._lock(one):
                if surfaces := self._unwritten.pop(one, None):
                    await self._update(surfaces.values())

    def _lock(self, match_id: str) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _update(self, surfaces: Iterable[Surface]) -> None:
        saved = tuple(surfaces)
        await self._database.transaction(
            "save surfaces",
            lambda transaction: transaction.run_many(_UPDATE, [_row(one) for one in saved]),
        )

    async def retire(self, *surface_ids: str) -> None:
        """Stop updating these surfaces; delete their tokens and the answers owed to them."""
        ids = [(surface_id,) for surface_id in surface_ids]

        def work(transaction: Transaction) -> None:
            transaction.run_many(
                "UPDATE surfaces SET retired = 1, token = NULL, token_until = NULL"
                " WHERE surface_id = ?",
                ids,
            )
            transaction.run_many("DELETE FROM owed_answers WHERE surface_id = ?", ids)

        await self._database.transaction("retire surfaces", work)

    async def find(self, surface_id: str) -> Surface | None:
        found = await self._select("SELECT * FROM surfaces WHERE surface_id = ?", surface_id)
        return found[0] if found else None

    async def of_message(self, message_id: int) -> Surface | None:
        """Return the surface of a message: the one in use, otherwise the last retired one."""
        found = await self._select(
            "SELECT * FROM surfaces WHERE message_id = ? ORDER BY retired, number DESC LIMIT 1",
            message_id,
        )
        return found[0] if found else None

    async def of_match(
        self, match_id: str, beside: Callable[[], object] = lambda: None
    ) -> tuple[Surface, ...]:
        """Return a match's surfaces in use, the oldest first; whoever asks at once shares a trip.

        `beside` is called in the same thread, which spares the event loop that work.
        """
        if match_id not in self._asked:
            reading = asyncio.create_task(self._of_match(match_id))
            reading.add_done_callback(_mark_as_retrieved)
            self._asked[match_id] = reading, []
        shared, works = self._asked[match_id]
        works.append(beside)
        return await asyncio.shield(shared)  # others may wait for it

    async def _of_match(self, match_id: str) -> tuple[Surface, ...]:
        _, works = self._asked.pop(match_id)

        def work(reading: ReadConnection) -> tuple[Surface, ...]:
            for beside in works:
                with suppress(Exception):  # raised again for whoever needs what it made
                    beside()
            return of_match(reading, match_id)

        await self.write(match_id)
        return await self._database.read(work)

    async def behind(
        self, match_id: str | None = None, shards: ShardShare | None = None
    ) -> tuple[Surface, ...]:
        """Return the surfaces in use that show an older revision of their match, or nothing yet.

        They are those of one match, or of all in the servers of these shards.
        """
        if match_id is None:
            where, values = of_shards(shards)
            sql = f"{_BEHIND}{where} ORDER BY surfaces.number"
            await self.write()
            # It looks at the messages of every match ever played; no press waits for that.
            return await self._database.read_apart(lambda reading: _select(reading, sql, *values))
        return await self._select(
            f"{_BEHIND} AND surfaces.match_id = ? ORDER BY surfaces.number", match_id
        )

    async def _select(self, sql: str, *values: object) -> tuple[Surface, ...]:
        await self.write()
        return await self._database.read(lambda reading: _select(reading, sql, *values))


def _mark_as_retrieved(reading: asyncio.Task[tuple[Surface, ...]]) -> None:
    """Keep asyncio from logging an error that everybody who waited for it was cancelled before."""
    if not reading.cancelled():
        reading.exception()


def add(transaction: Transaction, surfaces: tuple[Surface, ...]) -> None:
    transaction.insert("surfaces", [_row(surface) for surface in surfaces])
    transaction.insert(
        "owed_answers",
        [
            {"surface_id": surface.surface_id, **columns(owed)}
            for surface in surfaces
            for owed in surface.owed
        ],
    )


def query(match_id: str) -> Query:
    """The statement of `of_match`."""
    sql = "SELECT * FROM surfaces WHERE match_id = ? AND retired = 0 ORDER BY number"
    return sql, (match_id,)


def of_match(reading: ReadConnection, match_id: str) -> tuple[Surface, ...]:
    """Return a match's surfaces in use, the oldest first."""
    sql, values = query(match_id)
    return _select(reading, sql, *values)


def _select(reading: ReadConnection, sql: str, *values: Any) -> tuple[Surface, ...]:
    rows = reading.rows(sql, values)
    reminders = [row["surface_id"] for row in rows if row["kind"] == SurfaceKind.NOTICE]
    owed: defaultdict[str, tuple[OwedAnswer, ...]] = defaultdict(tuple)
    if reminders:
        for row in reading.rows(
            "SELECT * FROM owed_answers WHERE surface_id IN (SELECT value FROM json_each(?))"
            " ORDER BY surface_id, player_id",
            (to_array(tuple(reminders)),),
        ):
            owed[row["surface_id"]] += (record(OwedAnswer, row),)
    return tuple(_surface(row, owed[row["surface_id"]]) for row in rows)


def _row(surface: Surface) -> dict[str, object]:
    kept = replace(surface, token=None, token_until=None) if surface.retired else surface
    return columns(kept, "owed")


def _surface(row: DatabaseRow, owed: tuple[OwedAnswer, ...]) -> Surface:
    try:
        return record(Surface, row, owed=owed)
    except (ValueError, TypeError):  # damaged pictures: all are sent again
        return record(Surface, row, owed=owed, pictures=())
