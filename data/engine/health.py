"""The state of the database: damage, size, version, and messages that are out of date."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from data.engine.backups import last_backup
from data.engine.database import Database, DatabaseFacts, ReadConnection
from data.records.matches import OPEN_LIVES, SurfaceKind

_PUBLIC = (SurfaceKind.TABLE, SurfaceKind.LOBBY, SurfaceKind.RESULT, SurfaceKind.SIGN)

_MISSED = (
    # For changes without a step, only the time of the last one is stored. A message that was never
    # shown may be new.
    "SELECT coalesce((SELECT min(made_at) FROM steps WHERE steps.match_id = matches.match_id"
    " AND steps.revision > shown_revision), changed_at) AS since"
    " FROM matches JOIN surfaces USING (match_id) WHERE matches.guild_id = ?"
    " AND retired = 0 AND coalesce(shown_revision, -1) < revision"
)
"""Outdated messages of a server, each with the time of the first change it doesn't show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """Sizes in bytes, times in milliseconds since 1970 (UTC)."""

    size: int
    version: int
    behind: int
    """The number of public messages of the server that have been out of date since `before`."""
    behind_since: int | None
    """The time of the oldest change that one of them doesn't show."""
    next_due_at: int | None
    """The time of the scheduler's next deadline, for all servers."""


class HealthCheck:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def examine(self, guild_id: int, before: int) -> Diagnosis:
        """Examine the messages of one server and the file.

        A message is out of date if it doesn't show a change made before `before`. Raises
        DatabaseError.
        """
        facts = await self._database.facts()
        return await self._database.read(
            lambda reading: _examined(reading, facts, guild_id, before)
        )

    async def open_matches(self) -> dict[str, int]:
        """Return how many matches are in each open stage, 0 included; raises DatabaseError."""
        rows = await self._database.rows(
            "SELECT life, count(*) AS many FROM matches WHERE ended_at IS NULL GROUP BY life"
        )
        return dict.fromkeys(map(str, OPEN_LIVES), 0) | {row["life"]: row["many"] for row in rows}

    async def size(self) -> int:
        """Return the bytes that the database takes; raises DatabaseError."""
        return (await self._database.facts()).size

    async def unsaved_since(self, path: Path) -> int | None:
        """Return when the file was last copied, or when its first match ended without a copy.

        None if there is nothing to lose; raises DatabaseError.
        """
        last = await asyncio.to_thread(last_backup, path)
        return await self.first_end() if last is None else round(last * 1000)

    async def first_end(self) -> int | None:
        """Return when the first match ended, None if none has; raises DatabaseError."""
        rows = await self._database.rows("SELECT min(ended_at) AS first FROM matches")
        first: int | None = rows[0]["first"]
        return first

    async def check_file(self) -> str | None:
        """Return the first damage in the file, None if there is none; raises DatabaseError."""
        return await self._database.first_fault()


def _examined(
    reading: ReadConnection, facts: DatabaseFacts, guild_id: int, before: int
) -> Diagnosis:
    kinds = ", ".join(f"'{kind}'" for kind in _PUBLIC)
    (behind,) = reading.rows(
        f"SELECT count(*) AS many, min(since) AS since FROM ({_MISSED}"  # noqa: S608 - our own words
        f" AND kind IN ({kinds})) AS missed WHERE since < ?",
        (guild_id, before),
    )
    return Diagnosis(
        size=facts.size,
        version=facts.version,
        behind=behind["many"],
        behind_since=behind["since"],
        next_due_at=(reading.rows("SELECT min(due_at) AS at FROM deadlines"))[0]["at"],
    )
