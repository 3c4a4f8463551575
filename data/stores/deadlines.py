"""Deadlines, and the heartbeat of the process."""

from collections.abc import Sequence

from data.engine.database import Database, DatabaseRow, Query, ReadConnection, Transaction
from data.records.columns import record
from data.records.matches import PLANNED, Deadline, DeadlineMask
from data.records.shards import ShardShare, of_shards
from data.stores.competitions import tournaments

_LAST_BEAT = (
    "SELECT max(alive_at) AS alive_at FROM (SELECT alive_at FROM heartbeat"
    " UNION ALL SELECT alive_at FROM shard_heartbeats) AS beats"
)
_LAST_BEAT_OF_SHARD = (
    # Rows of another number of shards are of an earlier time, when all servers were on others.
    "SELECT max(alive_at) AS alive_at FROM (SELECT alive_at FROM heartbeat UNION ALL SELECT"
    " alive_at FROM shard_heartbeats WHERE shard = :shard OR shards <> :count) AS beats"
)
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

    async def due(
        self, now: int, most: int = 100, shards: ShardShare | None = None, apart: Sequence[str] = ()
    ) -> tuple[Deadline, ...]:
        """Return at most `most` deadlines that are due at `now`, the earliest first.

        The next steps of tournaments are among them. As many of the kinds `apart` come in addition,
        so that these take no place from others.
        """
        where, values = of_shards(shards)
        matches = " JOIN matches USING (match_id)" if shards else ""

        rows = f"SELECT deadlines.* FROM deadlines{matches} WHERE due_at <= ?{where}"  # noqa: S608 - our own words
        kinds = f"({', '.join('?' * len(apart))})"
        parts = (f" AND kind NOT IN {kinds}", f" AND kind IN {kinds}") if apart else ("",)
        of_matches = [
            (f"{rows}{part} ORDER BY due_at LIMIT ?", (now, *values, *apart, most))
            for part in parts
        ]
        of_tournaments = tournaments.due_query(now, most, shards)

        def work(reading: ReadConnection) -> tuple[Deadline, ...]:
            reading.expect(*of_matches, of_tournaments)
            deadlines = [_deadline(row) for query in of_matches for row in reading.rows(*query)]
            deadlines += tournaments.next_steps(reading.rows(*of_tournaments))
            deadlines.sort(key=lambda deadline: deadline.due_at)
            return tuple(deadlines[: most * len(parts)])

        return await self._database.read(work)

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

    async def beat(self, now: int, shards: ShardShare | None = None) -> None:
        """Record that all servers, or those of some shards, are looked after at `now`."""
        await self._database.transaction(
            "beat", lambda transaction: _beat(transaction, now, shards)
        )

    async def wake_shard(self, now: int, shard: int, count: int) -> int:
        """Do the same as `wake` for the servers of one shard."""

        def work(transaction: Transaction) -> int:
            values = {"shard": shard, "count": count}
            down = _down(now, transaction.row(_LAST_BEAT_OF_SHARD, values))
            if down:
                transaction.run(
                    "UPDATE deadlines SET due_at = due_at + :down WHERE kind <> :planned"
                    " AND match_id IN (SELECT match_id FROM matches WHERE ended_at IS NULL"
                    " AND (guild_id >> 22) % :count = :shard)",
                    {"down": down, "planned": PLANNED, **values},
                )
                tournaments.shift(transaction, now, down, ShardShare((shard,), count))
            beat = _shard_beat(shard, count, now)
            transaction.insert("shard_heartbeats", [beat], "shard", "shards")
            return down

        return await self._database.transaction("wake shard", work)

    async def wake(self, now: int) -> int:
        """Shift all deadlines by the time the process was down, and record a heartbeat.

        Returns that time in milliseconds; 0 at the very first start. It is negative if the
        machine's clock was set back: then the deadlines become earlier too. If the process crashes
        while starting, the next call shifts only by the time since this one.
        """

        def work(transaction: Transaction) -> int:
            down = _down(now, transaction.row(_LAST_BEAT))
            if down:
                transaction.run(
                    "UPDATE deadlines SET due_at = due_at + ? WHERE kind <> ?", (down, PLANNED)
                )
                tournaments.shift(transaction, now, down)
            transaction.run("DELETE FROM shard_heartbeats")  # older, or of a clock that ran ahead
            _beat(transaction, now, None)
            return down

        return await self._database.transaction("wake", work)


def query(match_id: str) -> Query:
    """The statement of `of_match`."""
    return (
        "SELECT * FROM deadlines WHERE match_id = ? AND due_at IS NOT NULL ORDER BY due_at",
        (match_id,),
    )


def of_match(reading: ReadConnection, match_id: str) -> tuple[Deadline, ...]:
    """Return the deadlines of a match that are not paused, the earliest first."""
    rows = reading.rows(*query(match_id))
    return tuple(_deadline(row) for row in rows)


def arm(transaction: Transaction, deadlines: tuple[Deadline, ...]) -> None:
    transaction.run_many(
        "INSERT INTO deadlines"
        " (match_id, kind, seat, player_id, ticket, due_at, question, is_rest, tries)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [
            (*_key(deadline), deadline.due_at, deadline.question, deadline.is_rest, deadline.tries)
            for deadline in deadlines
        ],
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


def _beat(transaction: Transaction, now: int, shards: ShardShare | None) -> None:
    if shards is None:
        transaction.insert("heartbeat", [{"only": 1, "alive_at": now}], "only")
    else:
        rows = [_shard_beat(shard, shards.count, now) for shard in shards.ids]
        transaction.insert("shard_heartbeats", rows, "shard", "shards")


def _shard_beat(shard: int, shards: int, now: int) -> dict[str, int]:
    return {"shard": shard, "shards": shards, "alive_at": now}


def _down(now: int, last: DatabaseRow | None) -> int:
    """Return for how long nobody looked after some servers, 0 at the very first start."""
    return 0 if last is None or last["alive_at"] is None else now - last["alive_at"]


def _key(deadline: Deadline) -> tuple[str, str, int, int, str]:
    """Return the columns of the primary key."""
    seat = _TABLE_SEAT if deadline.seat is None else deadline.seat
    return deadline.match_id, deadline.kind, seat, deadline.player_id or _NOBODY, deadline.ticket


def _deadline(row: DatabaseRow) -> Deadline:
    seat = None if row["seat"] == _TABLE_SEAT else row["seat"]
    return record(Deadline, row, seat=seat, player_id=row["player_id"] or None)
