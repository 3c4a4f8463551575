"""Finished matches and tournaments in the order of their ends, and how far each reader has got."""

from typing import NamedTuple

from data.engine.database import Database, Transaction

_ENDED = (
    "SELECT ended_at, event, is_match FROM ("
    "SELECT ended_at, match_id AS event, 1 AS is_match FROM matches"
    " WHERE ended_at >= :since AND ended_at <= :until AND life = 'finished' AND guild_id <> 0"
    " UNION ALL SELECT ended_at, tournament_id AS event, 0 AS is_match FROM tournaments"
    " WHERE ended_at >= :since AND ended_at <= :until AND stage = 'finished') AS ended"
    " WHERE ended_at > :since OR event > :event ORDER BY ended_at, event LIMIT :most"
)


class FeedCursor(NamedTuple):
    """The last event that a destination has."""

    ended_at: int
    event: str = ""


class EndedEvent(NamedTuple):
    """The end of a match or tournament; `event` is its id."""

    ended_at: int
    event: str
    is_match: bool


class FeedStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def cursor(self, destination: str, now: int) -> FeedCursor:
        """Return how far a destination has got; a new one begins now."""

        def work(transaction: Transaction) -> FeedCursor:
            transaction.run(
                "INSERT INTO feed_cursors (destination, ended_at, event) VALUES (?, ?, '')"
                " ON CONFLICT DO NOTHING",
                (destination, now),
            )
            row = transaction.row(
                "SELECT ended_at, event FROM feed_cursors WHERE destination = ?", (destination,)
            )
            assert row is not None  # it was just written
            return FeedCursor(row["ended_at"], row["event"])

        return await self._database.transaction("feed cursor", work)

    async def advance(self, destination: str, cursor: FeedCursor) -> None:
        """Remember that a destination has all events up to this one."""
        await self._database.transaction(
            "advance feed",
            lambda transaction: transaction.run(
                "UPDATE feed_cursors SET ended_at = ?, event = ? WHERE destination = ?",
                (cursor.ended_at, cursor.event, destination),
            ),
        )

    async def after(self, cursor: FeedCursor, *, until: int, most: int) -> tuple[EndedEvent, ...]:
        """Return the events after a cursor that ended by this time, the earliest first."""
        rows = await self._database.rows(
            _ENDED, {"since": cursor.ended_at, "event": cursor.event, "until": until, "most": most}
        )
        return tuple(
            EndedEvent(row["ended_at"], row["event"], bool(row["is_match"])) for row in rows
        )
