"""Our messages: which show what, and which have fallen behind."""

from __future__ import annotations

from dataclasses import fields

from aiosqlite import Row

from data.engine.database import Database, Transaction
from data.records.matches import Surface, SurfaceKind

_NAMES = tuple(field.name for field in fields(Surface))
_INSERT = (
    f"INSERT INTO surfaces ({', '.join(_NAMES)}) "  # noqa: S608 - our own field names
    f"VALUES ({', '.join(':' + name for name in _NAMES)})"
)
_BEHIND = (
    "SELECT surfaces.* FROM surfaces JOIN matches USING (match_id)"
    " WHERE retired = 0 AND coalesce(shown_revision, -1) < revision"
)


class SurfaceStore:
    """Rows are written before their message is sent, and changed by what has been seen to work."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, surface: Surface) -> None:
        """Write a surface down; its message may be sent afterwards, not before."""
        await self._database.transaction(
            "add surface", lambda transaction: add(transaction, (surface,))
        )

    async def sent(self, surface_id: str, channel_id: int, message_id: int) -> None:
        """Note which message it became."""
        await self._set(
            "surface sent", surface_id, "channel_id = ?, message_id = ?", channel_id, message_id
        )

    async def shown(
        self, surface_id: str, revision: int, *, ticket: str | None, fingerprint: str | None
    ) -> None:
        """Note what the message shows now: revision of the match, ticket asked, fingerprint."""
        await self._set(
            "surface shown",
            surface_id,
            "shown_revision = ?, ticket = ?, fingerprint = ?",
            revision,
            ticket,
            fingerprint,
        )

    async def hold_token(self, surface_id: str, token: str, until: int) -> None:
        """Keep the token with which an ephemeral message can be edited until then."""
        await self._set("hold token", surface_id, "token = ?, token_until = ?", token, until)

    async def retire(self, *surface_ids: str) -> None:
        """Never paint these again; a token of theirs is forgotten."""
        await self._database.transaction(
            "retire surfaces",
            lambda transaction: transaction.run_many(
                "UPDATE surfaces SET retired = 1, token = NULL, token_until = NULL"
                " WHERE surface_id = ?",
                [(surface_id,) for surface_id in surface_ids],
            ),
        )

    async def find(self, surface_id: str) -> Surface | None:
        found = await self._select("SELECT * FROM surfaces WHERE surface_id = ?", surface_id)
        return found[0] if found else None

    async def of_message(self, message_id: int) -> Surface | None:
        """Return the surface that a message is: the one in use, else the last retired one."""
        found = await self._select(
            "SELECT * FROM surfaces WHERE message_id = ? ORDER BY retired, rowid DESC LIMIT 1",
            message_id,
        )
        return found[0] if found else None

    async def of_match(self, match_id: str) -> tuple[Surface, ...]:
        """Return a match's surfaces in use, the oldest first."""
        return await self._select(
            "SELECT * FROM surfaces WHERE match_id = ? AND retired = 0 ORDER BY rowid", match_id
        )

    async def behind(self, match_id: str | None = None) -> tuple[Surface, ...]:
        """Return the surfaces in use that show less than their match has become, or nothing yet.

        Of one match, or at start-up of all.
        """
        if match_id is None:
            return await self._select(f"{_BEHIND} ORDER BY surfaces.rowid")
        return await self._select(
            f"{_BEHIND} AND surfaces.match_id = ? ORDER BY surfaces.rowid", match_id
        )

    async def _set(self, label: str, surface_id: str, columns: str, *values: object) -> None:
        sql = f"UPDATE surfaces SET {columns} WHERE surface_id = ?"  # noqa: S608 - columns are ours
        await self._database.transaction(
            label, lambda transaction: transaction.run(sql, (*values, surface_id))
        )

    async def _select(self, sql: str, *values: object) -> tuple[Surface, ...]:
        rows = await self._database.rows(sql, values)
        return tuple(_surface(row) for row in rows)


def add(transaction: Transaction, surfaces: tuple[Surface, ...]) -> None:
    transaction.run_many(
        _INSERT, [{name: getattr(surface, name) for name in _NAMES} for surface in surfaces]
    )


def _surface(row: Row) -> Surface:
    values = {name: row[name] for name in _NAMES}
    values["kind"] = SurfaceKind(values["kind"])
    values["retired"] = bool(values["retired"])
    return Surface(**values)
