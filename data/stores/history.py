"""The history: steps of matches, the states kept of them, and their deletion."""

import zlib
from collections.abc import Callable, Collection

from data.engine.database import Database, DatabaseRow, Query, ReadConnection, Transaction
from data.engine.errors import WrongLifeError
from data.records import matches
from data.records.columns import columns, from_json, record, to_array, to_json
from data.records.shards import ShardShare, of_shards
from data.stores import match_rows


class HistoryStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def steps(self, match_id: str, after: int = -1) -> tuple[matches.StepRecord, ...]:
        """Return the steps of a match after number `after`, in order; step 0 is the setup."""
        rows = await self._database.rows(
            "SELECT * FROM steps WHERE match_id = ? AND step > ? ORDER BY step", (match_id, after)
        )
        return tuple(record(matches.StepRecord, row) for row in rows)

    async def over(
        self,
        most: int,
        *,
        player_id: int,
        guild_id: int | None = None,
        channels: Collection[int] = (),
    ) -> tuple[matches.Match, ...]:
        """Return played matches of a player or in these channels, the latest first.

        `guild_id` limits them to that server; None means matches outside of servers.
        """
        return await self._database.read(
            lambda reading: match_rows.latest_over(
                reading, player_id, guild_id, tuple(channels), most
            )
        )

    async def checkpoints(self, match_id: str) -> tuple[int, ...]:
        """Return the numbers of the steps whose states are kept."""
        rows = await self._database.rows(
            "SELECT step FROM checkpoints WHERE match_id = ? ORDER BY step", (match_id,)
        )
        return tuple(row["step"] for row in rows)

    async def state_at(self, match_id: str, step: int) -> matches.Saved | None:
        """Return the state after a step; None if it isn't kept."""
        row = await self._database.row(
            "SELECT packed FROM checkpoints WHERE match_id = ? AND step = ?", (match_id, step)
        )
        return None if row is None else _unpacked(row)

    async def compact(self, match_id: str, keep_steps: tuple[int, ...] | None = None) -> int:
        """Reduce an ended match to its steps and, compressed, the states of `keep_steps` and the
        last.

        None keeps every checkpoint. Returns the bytes that the match still takes. Raises
        UnknownMatchError, or WrongLifeError before its end.
        """
        return await self._database.transaction(
            "compact match", lambda transaction: _compact(transaction, match_id, keep_steps)
        )

    async def to_compact(self, most: int = 100) -> tuple[str, ...]:
        """Return at most `most` ended matches whose last state isn't compressed yet."""
        rows = await self._database.rows(
            "SELECT match_id FROM states JOIN matches USING (match_id)"
            " WHERE ended_at IS NOT NULL ORDER BY ended_at LIMIT ?",
            (most,),
        )
        return tuple(row["match_id"] for row in rows)

    async def forget(self, ended_before: int, most: int = 100) -> int:
        """Delete matches that ended before this time, with all their rows.

        A match that isn't counted on a leaderboard yet is kept until it is, and one of a
        tournament until its round is over. At most `most` are deleted at once, so that nobody
        waits long for the writer. Returns their number.
        """

        def work(transaction: Transaction) -> int:
            forgotten = transaction.returning(
                "DELETE FROM matches WHERE match_id IN (SELECT match_id FROM matches AS old"
                " WHERE ended_at < ? AND NOT (life = 'finished' AND rated = 1 AND counted <> 1)"
                " AND NOT EXISTS (SELECT 1 FROM tournament_tables AS tables"
                " JOIN tournaments USING (tournament_id, round)"
                " WHERE tables.match_id = old.match_id AND stage = 'playing')"
                " ORDER BY ended_at LIMIT ?) RETURNING match_id",
                (ended_before, most),
            )
            return len(forgotten)

        return await self._database.transaction("forget matches", work)


class ReviewStore:
    """A review belongs to one player; it goes with its match or its player."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def request(self, match_id: str, player_id: int) -> None:
        """Note that a player wants a review; one that exists already stays."""

        def work(transaction: Transaction) -> None:
            transaction.run(
                "INSERT INTO reviews (match_id, player_id) SELECT match_id, ? FROM matches"
                " WHERE match_id = ? ON CONFLICT (match_id, player_id) DO NOTHING",
                (player_id, match_id),
            )

        await self._database.transaction("request review", work)

    async def find(self, match_id: str, player_id: int) -> matches.Json | None:
        """Return a computed review; None if there is none yet."""
        row = await self._database.row(
            "SELECT content FROM reviews WHERE match_id = ? AND player_id = ?",
            (match_id, player_id),
        )
        return None if row is None or row["content"] is None else from_json(row["content"])

    async def requested(self, shards: ShardShare | None = None) -> tuple[tuple[str, int], ...]:
        """Return the match and player of every review still to be computed.

        They are those of all servers, or of the servers of some shards.
        """
        where, values = of_shards(shards)
        rows = await self._database.rows(
            "SELECT match_id, player_id FROM reviews JOIN matches USING (match_id)"  # noqa: S608 - conditions of our own
            f" WHERE content IS NULL{where} ORDER BY match_id, player_id",
            values,
        )
        return tuple((row["match_id"], row["player_id"]) for row in rows)

    async def missing(
        self, current: tuple[str, ...], most: int, shards: ShardShare | None = None
    ) -> tuple[tuple[str, int], ...]:
        """Return the match and player of rated results that have no review, the latest first.

        `current` are the games with the versions of their states that can be reviewed.
        """
        where, values = of_shards(shards)
        rows = await self._database.rows(
            "SELECT DISTINCT match_id, tenures.player_id, matches.ended_at"  # noqa: S608 - conditions of our own
            " FROM matches JOIN tenures USING (match_id)"
            " WHERE life = 'finished' AND rated = 1 AND end_reason = 'over' AND player_id > 0"
            " AND game || ' ' || state_version IN (SELECT value FROM json_each(?))"
            " AND NOT EXISTS (SELECT 1 FROM reviews WHERE reviews.match_id = matches.match_id"
            f" AND reviews.player_id = tenures.player_id){where}"
            " ORDER BY matches.ended_at DESC, match_id, tenures.player_id LIMIT ?",
            (to_array(current), *values, most),
        )
        return tuple((row["match_id"], row["player_id"]) for row in rows)

    async def of_player(self, player_id: int) -> tuple[tuple[str, str, matches.Json], ...]:
        """Return the match, the game and the content of a player's reviews, the oldest first."""
        rows = await self._database.rows(
            "SELECT match_id, game, content FROM reviews JOIN matches USING (match_id)"
            " WHERE player_id = ? AND content IS NOT NULL ORDER BY ended_at, match_id",
            (player_id,),
        )
        return tuple((row["match_id"], row["game"], from_json(row["content"])) for row in rows)

    async def change(
        self, match_id: str, player_id: int, change: Callable[[matches.Json], matches.Json]
    ) -> None:
        """Replace a computed review by the result of the pure function `change`."""
        key = (match_id, player_id)

        def work(transaction: Transaction) -> None:
            row = transaction.row(
                "SELECT content FROM reviews WHERE match_id = ? AND player_id = ?", key
            )
            if row is not None and row["content"] is not None:
                content = to_json(change(from_json(row["content"])))
                transaction.run(
                    "UPDATE reviews SET content = ? WHERE match_id = ? AND player_id = ?",
                    (content, *key),
                )

        await self._database.transaction("change review", work)

    async def save(self, match_id: str, player_id: int, content: matches.Json) -> None:
        """Keep a review, unless its request was deleted in the meantime."""

        def work(transaction: Transaction) -> None:
            transaction.run(
                "UPDATE reviews SET content = ? WHERE match_id = ? AND player_id = ?",
                (to_json(content), match_id, player_id),
            )

        await self._database.transaction("save review", work)

    async def drop(self, match_id: str, player_id: int) -> None:
        """Delete a review or its request; it is fine if there is none."""
        await self._database.transaction(
            "drop review",
            lambda transaction: transaction.run(
                "DELETE FROM reviews WHERE match_id = ? AND player_id = ?", (match_id, player_id)
            ),
        )


def write_step(
    transaction: Transaction,
    match_id: str,
    number: int,
    step: matches.NewStep,
    seen: matches.SeenInteraction | None,
    *,
    revision: int,
    replaces: bool = False,
) -> None:
    interaction_id = None if seen is None else seen.interaction_id
    names = {"match_id": match_id, "step": number, "revision": revision}
    row = {**names, **columns(step), "interaction_id": interaction_id}
    transaction.insert("steps", [row], *(("match_id", "step") if replaces else ()))


def copy_steps(transaction: Transaction, copied: matches.CopiedSteps, match_id: str) -> None:
    """Give a new match the steps of another up to one of them, and the states kept of them."""
    values = (match_id, copied.match_id, copied.step)
    transaction.run(
        "INSERT INTO steps (match_id, step, seat, actor, move, events, made_at)"
        " SELECT ?, step, seat, actor, move, events, made_at FROM steps"
        " WHERE match_id = ? AND step <= ?",
        values,
    )
    transaction.run(
        "INSERT INTO checkpoints (match_id, step, packed) SELECT ?, step, packed FROM checkpoints"
        " WHERE match_id = ? AND step <= ?",
        values,
    )


def pack_state(transaction: Transaction, match_id: str, step: int, state: matches.Saved) -> None:
    """Keep a state for good."""
    row = {"match_id": match_id, "step": step, "packed": zlib.compress(state)}
    transaction.insert("checkpoints", [row], "match_id", "step")


def state_query(match_id: str) -> Query:
    """The statement by which `newest_state` begins."""
    return "SELECT state FROM states WHERE match_id = ?", (match_id,)


def newest_state(reading: ReadConnection, match_id: str) -> matches.Saved | None:
    """Return the current state of a match; None if it never started."""
    row = reading.row(*state_query(match_id))
    return row["state"] if row else unpack_last(reading, match_id)


def unpack_last(reading: ReadConnection, match_id: str) -> matches.Saved | None:
    """Return the last state kept; None if the match never started."""
    row = reading.row(
        "SELECT packed FROM checkpoints WHERE match_id = ? ORDER BY step DESC LIMIT 1", (match_id,)
    )
    return None if row is None else _unpacked(row)


def _unpacked(row: DatabaseRow) -> matches.Saved:
    """Return a kept state; raises ValueError if it is damaged."""
    try:
        return zlib.decompress(row["packed"])
    except zlib.error:
        raise ValueError("a kept state is damaged") from None


def _compact(transaction: Transaction, match_id: str, keep_steps: tuple[int, ...] | None) -> int:
    match = match_rows.load(transaction, match_id)
    if match.life in matches.OPEN_LIVES:
        raise WrongLifeError(match_id, match.life, "ended")
    row = transaction.row("SELECT state FROM states WHERE match_id = ?", (match_id,))
    if row is not None:
        pack_state(transaction, match_id, match.step, row["state"])
        transaction.run("DELETE FROM states WHERE match_id = ?", (match_id,))
    if keep_steps is not None:
        transaction.run(
            "DELETE FROM checkpoints WHERE match_id = ?"
            " AND step NOT IN (SELECT value FROM json_each(?))",
            (match_id, to_array((*keep_steps, match.step))),
        )
    return _size(transaction, match_id)


def _size(reading: ReadConnection, match_id: str) -> int:
    row = reading.row(
        "SELECT (SELECT coalesce(sum(length(packed)), 0) FROM checkpoints WHERE match_id = :match)"
        " + (SELECT coalesce(sum(coalesce(length(move), 0) + length(CAST(events AS BLOB))), 0)"
        " FROM steps WHERE match_id = :match) AS bytes",
        {"match": match_id},
    )
    return 0 if row is None else int(row["bytes"])
