"""How the database is: whole or not, how large, of which version, and what has fallen behind."""

from __future__ import annotations

from dataclasses import dataclass

from data.engine.database import Database, DatabaseFacts, ReadConnection
from data.records.matches import SurfaceKind

_PUBLIC = (SurfaceKind.TABLE, SurfaceKind.LOBBY, SurfaceKind.RESULT)

_MISSED = (
    # Changes that make no step leave only the time of the last one. A message that was never shown
    # may be new.
    "SELECT coalesce((SELECT min(made_at) FROM steps WHERE steps.match_id = matches.match_id"
    " AND steps.revision > shown_revision), changed_at) AS since"
    " FROM matches JOIN surfaces USING (match_id) WHERE matches.guild_id = ?"
    " AND retired = 0 AND coalesce(shown_revision, -1) < revision"
)
"""The messages of a server that are behind, each with the time of the first change it misses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """Sizes in bytes, times in milliseconds since 1970 (UTC)."""

    size: int
    version: int
    behind: int
    """How many public messages of the server have been out of date since before the given time."""
    behind_since: int | None
    """When the oldest change that one of them does not show was made."""
    next_due_at: int | None
    """When the scheduler has something to do next, of all servers."""


class HealthCheck:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def examine(self, guild_id: int, before: int) -> Diagnosis:
        """Look at the messages of one server, and at what is known of the file.

        A message counts as behind if it does not show a change that was made before then. Raises
        DatabaseError.
        """
        facts = await self._database.facts()
        return await self._database.read(
            lambda reading: _examined(reading, facts, guild_id, before)
        )

    async def open_matches(self) -> dict[str, int]:
        """Return how many matches are in each open stage of life; raises DatabaseError."""
        rows = await self._database.rows(
            "SELECT life, count(*) AS many FROM matches WHERE ended_at IS NULL GROUP BY life"
        )
        return {row["life"]: row["many"] for row in rows}

    async def check_file(self) -> str | None:
        """Return what is damaged first, None if nothing is; raises DatabaseError."""
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
