"""Deadlines, and the heartbeat of the process."""

from __future__ import annotations

from data.engine.database import Database, DatabaseRow, ReadConnection, Transaction
from data.records.columns import upsert
from data.records.matches import Deadline, DeadlineMask

_BEAT = upsert("heartbeat", ('"only"',), "alive_at")
_TABLE_SEAT, _NOBODY = -1, 0
"""Stand for no seat and no player, because a primary key takes no NULL."""


class DeadlineStore:
    """The scheduler's rows. A deadline stays until it is dropped, even when it is due."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def arm(self, *deadlines: Deadline) -> None:
        """Add deadlines; one that exists already keeps its time."""
        await self._database.transaction(
            "arm deadlines", lambda transaction: arm(transaction, deadlines)
        )

    async def drop(self, *masks: DeadlineMask) -> None:
        """Delete the selected deadlines; it is fine if there are none."""
        await self._database.transaction(
            "drop deadlines", lambda transaction: drop(transaction, masks)
        )

    async def postpone(self, deadline: Deadline, due_at: int, *, tries: int | None = None) -> None:
        """Change the time of a deadline, and its count of tries unless that is None."""
        await self._database.transaction(
            "postpone deadline",
            lambda transaction: transaction.run(
                "UPDATE deadlines SET due_at = ?, tries = coalesce(?, tries)"
                " WHERE match_id = ? AND kind = ? AND seat = ? AND player_id = ? AND ticket = ?"
                " AND due_at IS NOT NULL",
                (due_at, tries, *_key(deadline)),
            ),
        )

    async def due(self, now: int, most: int = 100) -> tuple[Deadline, ...]:
        """Return at most `most` deadlines that are due at `now`, the earliest first."""
        rows = await self._database.rows(
            "SELECT * FROM deadlines WHERE due_at <= ? ORDER BY due_at LIMIT ?", (now, most)
        )
        return tuple(_deadline(row) for row in rows)

    async def next_due_at(self) -> int | None:
        """Return when the next deadline is due; None if there is none."""
        row = await self._database.row("SELECT min(due_at) AS due_at FROM deadlines")
        return None if row is None else row["due_at"]

    async def of_match(self, match_id: str) -> tuple[Deadline, ...]:
        """Return the deadlines of a match that are not paused, the earliest first."""
        return await self._database.read(lambda reading: of_match(reading, match_id))

    async def paused(self, match_id: str, resumed_at: int) -> tuple[Deadline, ...]:
        """Return the paused deadlines of a match, with their times if it were resumed then."""
        rows = await self._database.rows(
            "SELECT match_id, kind, seat, player_id, ticket, question, is_rest, tries,"
            " ? + remaining AS due_at FROM deadlines WHERE match_id = ? AND remaining IS NOT NULL"
            " ORDER BY remaining",
            (resumed_at, match_id),
        )
        return tuple(_deadline(row) for row in rows)

    async def beat(self, now: int) -> None:
        """Record that the process is alive at `now`."""
        await self._database.transaction("beat", lambda transaction: _beat(transaction, now))

    async def wake(self, now: int) -> int:
        """Shift all deadlines by the time the process was down, and record a heartbeat.

        Returns that time in milliseconds; 0 at the very first start. It is negative if the
        machine's clock was set back: then the deadlines become earlier too. If the process crashes
        while starting, the next call shifts only by the time since this one.
        """

        def work(transaction: Transaction) -> int:
            row = transaction.row("SELECT alive_at FROM heartbeat")
            down = now - row["alive_at"] if row else 0
            if down:
                transaction.run("UPDATE deadlines SET due_at = due_at + ?", (down,))
            _beat(transaction, now)
            return down

        return await self._database.transaction("wake", work)


def of_match(reading: ReadConnection, match_id: str) -> tuple[Deadline, ...]:
    """Return the deadlines of a match that are not paused, the earliest first."""
    rows = reading.rows(
        "SELECT * FROM deadlines WHERE match_id = ? AND due_at IS NOT NULL ORDER BY due_at",
        (match_id,),
    )
    return tuple(_deadline(row) for row in rows)


def arm(transaction: Transaction, deadlines: tuple[Deadline, ...]) -> None:
    transaction.run_many(
        "INSERT INTO deadlines"
        " (match_id, kind, seat, player_id, ticket, due_at, question, is_rest, tries)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [(*_key(one), one.due_at, one.question, one.is_rest, one.tries) for one in deadlines],
    )


def drop(transaction: Transaction, masks: tuple[DeadlineMask, ...]) -> None:
    transaction.run_many(
        "DELETE FROM deadlines WHERE match_id = ? AND kind = coalesce(?, kind)"
        " AND seat = coalesce(?, seat) AND player_id = coalesce(?, player_id)"
        " AND ticket = coalesce(?, ticket)",
        [(mask.match_id, mask.kind, mask.seat, mask.player_id, mask.ticket) for mask in masks],
    )


def pause(transaction: Transaction, match_id: str, now: int) -> None:
    """Store for each deadline of a match the time left instead of the time when it is due."""
    transaction.run(
        "UPDATE deadlines SET remaining = CASE WHEN due_at > :now THEN due_at - :now ELSE 0 END,"
        " due_at = NULL WHERE match_id = :match AND due_at IS NOT NULL",
        {"now": now, "match": match_id},
    )


def _beat(transaction: Transaction, now: int) -> None:
    transaction.run(_BEAT, (1, now))


def _key(deadline: Deadline) -> tuple[str, str, int, int, str]:
    """Return the columns of the primary key."""
    seat = _TABLE_SEAT if deadline.seat is None else deadline.seat
    return deadline.match_id, deadline.kind, seat, deadline.player_id or _NOBODY, deadline.ticket


def _deadline(row: DatabaseRow) -> Deadline:
    return Deadline(
        kind=row["kind"],
        match_id=row["match_id"],
        seat=None if row["seat"] == _TABLE_SEAT else row["seat"],
        player_id=row["player_id"] or None,
        ticket=row["ticket"],
        due_at=row["due_at"],
        question=row["question"],
        is_rest=bool(row["is_rest"]),
        tries=row["tries"],
    )
