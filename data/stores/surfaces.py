"""Our messages: what each one shows, and which are out of date."""

from collections import defaultdict
from dataclasses import fields, replace
from typing import Any

from data.engine.database import Database, DatabaseRow, Query, ReadConnection, Transaction
from data.records.columns import columns, record, to_array
from data.records.matches import OwedAnswer, Surface, SurfaceKind
from data.records.shards import ShardShare, of_shards

_NAMES = tuple(field.name for field in fields(Surface) if field.name != "owed")
_UPDATE = (
    f"UPDATE surfaces SET {', '.join(f'{name} = :{name}' for name in _NAMES)}"  # noqa: S608 - our own field names
    " WHERE surface_id = :surface_id AND retired = 0 AND version < :version"
)
_BEHIND = (
    "SELECT surfaces.* FROM surfaces JOIN matches USING (match_id)"
    " WHERE retired = 0 AND (lacks_pictures = 1 OR coalesce(shown_revision, -1) < revision)"
)


class SurfaceStore:
    """Rows are written before their message is sent, and updated once a request has succeeded."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, *surfaces: Surface) -> None:
        """Store surfaces; their messages may be sent only afterwards."""
        await self._database.transaction(
            "add surfaces", lambda transaction: add(transaction, surfaces)
        )

    async def save(self, *surfaces: Surface) -> None:
        """Save changed surfaces in one transaction, each unless a newer version of it is stored.

        A retired one stays as it is; nobody owes it an answer any more.
        """
        retired = [(surface.surface_id,) for surface in surfaces if surface.retired]

        def work(transaction: Transaction) -> None:
            transaction.run_many(_UPDATE, [_row(surface) for surface in surfaces])
            if retired:
                transaction.run_many("DELETE FROM owed_answers WHERE surface_id = ?", retired)

        await self._database.transaction("save surfaces", work)

    async def find(self, surface_id: str) -> Surface | None:
        rows = await self._select("SELECT * FROM surfaces WHERE surface_id = ?", surface_id)
        return rows[0] if rows else None

    async def of_message(self, message_id: int) -> Surface | None:
        """Return the surface of a message: the one in use, otherwise the last retired one."""
        rows = await self._select(
            "SELECT * FROM surfaces WHERE message_id = ? ORDER BY retired, number DESC LIMIT 1",
            message_id,
        )
        return rows[0] if rows else None

    async def of_match(self, match_id: str) -> tuple[Surface, ...]:
        """Return a match's surfaces in use, the oldest first."""
        return await self._database.read(lambda reading: of_match(reading, match_id))

    async def behind(
        self, match_id: str | None = None, shards: ShardShare | None = None
    ) -> tuple[Surface, ...]:
        """Return the surfaces in use that show an older revision of their match, or nothing yet.

        They are those of one match, or of all in the servers of these shards.
        """
        if match_id is None:
            where, values = of_shards(shards)
            sql = f"{_BEHIND}{where} ORDER BY surfaces.number"
            # It looks at the messages of every match ever played; no press waits for that.
            return await self._database.read_apart(lambda reading: _select(reading, sql, *values))
        return await self._select(
            f"{_BEHIND} AND surfaces.match_id = ? ORDER BY surfaces.number", match_id
        )

    async def _select(self, sql: str, *values: object) -> tuple[Surface, ...]:
        return await self._database.read(lambda reading: _select(reading, sql, *values))


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
    stored = replace(surface, token=None, token_until=None) if surface.retired else surface
    return columns(stored, "owed")


def _surface(row: DatabaseRow, owed: tuple[OwedAnswer, ...]) -> Surface:
    try:
        return record(Surface, row, owed=owed)
    except (ValueError, TypeError):  # damaged: all of it is shown and sent again
        return record(Surface, row, owed=owed, shown=None, pictures=())
