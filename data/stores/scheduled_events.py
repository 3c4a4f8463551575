"""Discord's scheduled events that the bot created, and what they can be created for."""

from dataclasses import dataclass

from data.engine.database import Database
from data.records.columns import columns, record


@dataclass(frozen=True, slots=True)
class ScheduledEventRow:
    """An event of a table or tournament, whose id is the subject.

    The row is written first: without an `event_id`, nobody knows whether Discord has the event.
    """

    subject: str
    guild_id: int
    starts_at: int
    event_id: int | None = None


class ScheduledEventStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def coming(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the lobbies that are for later, and the tournaments that haven't begun."""
        lobbies = await self._database.rows(
            "SELECT match_id FROM matches WHERE life = 'lobby' AND table_state LIKE ?"
            " ORDER BY match_id",
            ('%"starts_at"%',),
        )
        tournaments = await self._database.rows(
            "SELECT tournament_id FROM tournaments WHERE ended_at IS NULL AND round = 0"
            " ORDER BY tournament_id"
        )
        return (
            tuple(row["match_id"] for row in lobbies),
            tuple(row["tournament_id"] for row in tournaments),
        )

    async def all(self) -> tuple[ScheduledEventRow, ...]:
        rows = await self._database.rows("SELECT * FROM scheduled_events ORDER BY subject")
        return tuple(record(ScheduledEventRow, row) for row in rows)

    async def note(self, row: ScheduledEventRow) -> None:
        """Write a row, or replace the one of the same subject."""
        await self._database.transaction(
            "note event",
            lambda transaction: transaction.insert("scheduled_events", [columns(row)], "subject"),
        )

    async def drop(self, subject: str) -> None:
        await self._database.transaction(
            "drop event",
            lambda transaction: transaction.run(
                "DELETE FROM scheduled_events WHERE subject = ?", (subject,)
            ),
        )
