"""Tournaments: every change names the revision that it is based on.

When a match of a round ends, its tournament becomes due in the same transaction, so no crash can
make it forget a result.
"""

from collections import defaultdict
from collections.abc import Sequence

from data.engine import errors
from data.engine.database import Database, DatabaseRow, Query, ReadConnection, Transaction
from data.records import tournaments
from data.records.columns import columns, record, to_array
from data.records.matches import Deadline
from data.records.shards import ShardShare
from data.stores.guards import Guard, guards_of
from data.stores.guilds import know_guild
from games.core.game import has_medal

_PARTS = ("entrants", "tables")
"""The fields of a tournament that have tables of their own."""


class TournamentStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self, tournament: tournaments.Tournament, *, per_host: int, per_guild: int
    ) -> None:
        """Add a tournament; raises HostLimitError, GuildLimitError if too many are open."""

        def work(transaction: Transaction) -> None:
            know_guild(transaction, tournament.guild_id)
            rows = transaction.rows(
                "SELECT tournament_id, host_id FROM tournaments WHERE guild_id = ?"
                " AND ended_at IS NULL",
                (tournament.guild_id,),
            )
            host = tournament.host_id
            hosted = sum(
                row["host_id"] == host
                or Guard.HOSTS in guards_of(transaction, host, row["tournament_id"])
                for row in rows
            )
            if hosted >= per_host:
                raise errors.HostLimitError
            if len(rows) >= per_guild:
                raise errors.GuildLimitError
            transaction.insert("tournaments", [columns(tournament, *_PARTS)])
            _write_parts(transaction, tournament)

        await self._database.transaction("create tournament", work)

    async def find(self, tournament_id: str) -> tournaments.Tournament | None:
        return await self._database.read(lambda reading: _find(reading, tournament_id))

    async def change(self, after: tournaments.Tournament) -> None:
        """Write a tournament that was loaded at its revision, which grows by one.

        Earlier rounds stay as they are. Raises UnknownMatchError, VersionConflictError.
        """

        def work(transaction: Transaction) -> None:
            row = transaction.row(
                "SELECT revision FROM tournaments WHERE tournament_id = ?", (after.tournament_id,)
            )
            if row is None:
                raise errors.UnknownMatchError(after.tournament_id)
            if row["revision"] != after.revision:
                raise errors.VersionConflictError(
                    after.tournament_id, after.revision, row["revision"]
                )
            values = columns(after, *_PARTS) | {"revision": after.revision + 1}
            sets = ", ".join(f"{name} = :{name}" for name in values if name != "tournament_id")
            transaction.run(
                f"UPDATE tournaments SET {sets} WHERE tournament_id = :tournament_id",  # noqa: S608 - our own field names
                values,
            )
            _write_parts(transaction, after)

        await self._database.transaction("change tournament", work)

    async def open_in(self, guild_id: int) -> tuple[tournaments.Tournament, ...]:
        """Return a server's tournaments that have not ended, the next to start first."""
        return await self._select(
            "SELECT * FROM tournaments WHERE guild_id = ? AND ended_at IS NULL"
            " ORDER BY starts_at, number",
            guild_id,
        )

    async def past(self, guild_id: int, most: int) -> tuple[tournaments.Tournament, ...]:
        """Return a server's finished tournaments, the latest first."""
        return await self._select(
            "SELECT * FROM tournaments WHERE guild_id = ? AND ended_at IS NOT NULL"
            " AND stage = 'finished' ORDER BY ended_at DESC, number DESC LIMIT ?",
            guild_id,
            most,
        )

    async def of_player(self, player_id: int) -> tuple[tournaments.Tournament, ...]:
        """Return the open tournaments that somebody has signed up for."""
        return await self._select(
            "SELECT tournaments.* FROM tournament_players JOIN tournaments USING (tournament_id)"
            " WHERE player_id = ? AND ended_at IS NULL ORDER BY starts_at",
            player_id,
        )

    async def record(self, guild_id: int, player_id: int) -> tournaments.TournamentRecord:
        """Return what somebody has reached in a server's finished tournaments."""
        rows = await self._database.rows(
            "SELECT place, (SELECT COUNT(place) FROM tournament_players AS everybody"
            " WHERE everybody.tournament_id = tournaments.tournament_id) AS places"
            " FROM tournament_players JOIN tournaments USING (tournament_id)"
            " WHERE player_id = ? AND guild_id = ? AND stage = 'finished' AND place IS NOT NULL",
            (player_id, guild_id),
        )
        won = sum(row["place"] == 1 for row in rows)
        podiums = sum(has_medal(row["place"], row["places"]) for row in rows)
        return tournaments.TournamentRecord(len(rows), won, podiums)

    async def with_table(self, match_id: str) -> tuple[str, ...]:
        """Return the tournament that a match is a table of, if any."""
        rows = await self._database.rows(
            "SELECT tournament_id FROM tournament_tables WHERE match_id = ?", (match_id,)
        )
        return tuple(row["tournament_id"] for row in rows)

    async def behind(
        self, shards: ShardShare | None = None, guild_id: int | None = None
    ) -> tuple[str, ...]:
        """Return the tournaments whose messages are out of date.

        They are in the servers of some shards, or in one of these servers.
        """
        where, values = _of_shards(shards)
        if guild_id is not None:
            where, values = f"{where} AND guild_id = ?", (*values, guild_id)
        rows = await self._database.rows(
            f"SELECT tournament_id FROM tournaments WHERE shown_revision < revision{where}",  # noqa: S608 - our own words
            values,
        )
        return tuple(row["tournament_id"] for row in rows)

    async def _select(self, sql: str, *values: object) -> tuple[tournaments.Tournament, ...]:
        return await self._database.read(
            lambda reading: tuple(_whole(reading, row) for row in reading.rows(sql, values))
        )


def due_query(now: int, most: int, shards: ShardShare | None) -> Query:
    """The statement for the tournaments that are due, the earliest first."""
    where, values = _of_shards(shards)
    sql = f"SELECT tournament_id, due_at FROM tournaments WHERE due_at <= ?{where}"  # noqa: S608 - our own words
    return f"{sql} ORDER BY due_at LIMIT ?", (now, *values, most)


def next_steps(rows: Sequence[DatabaseRow]) -> tuple[Deadline, ...]:
    """Return the tournaments that are due as deadlines."""
    return tuple(
        Deadline(
            kind=tournaments.NEXT_STEP,
            match_id=row["tournament_id"],
            seat=None,
            ticket="",
            due_at=row["due_at"],
        )
        for row in rows
    )


def shift(transaction: Transaction, now: int, down: int, shards: ShardShare | None = None) -> None:
    """Put rounds and breaks off by a downtime, and a start that fell into it."""
    where, values = _of_shards(shards)
    transaction.run(
        "UPDATE tournaments SET due_at = due_at + ?, round_ends_at = round_ends_at + ?,"  # noqa: S608 - our own words
        " revision = revision + 1 WHERE due_at IS NOT NULL"
        f" AND stage IN ('playing', 'break'){where}",
        (down, down, *values),
    )
    if down > 0:  # check-in stays open as long as was left of it
        transaction.run(
            "UPDATE tournaments SET due_at = due_at + ?, starts_at = starts_at + ?,"  # noqa: S608 - our own words
            f" revision = revision + 1 WHERE stage = 'check_in' AND due_at <= ?{where}",
            (down, down, now, *values),
        )


def match_ended(transaction: Transaction, match_id: str, now: int) -> None:
    """Make the tournament of a match due, if it is one of a round."""
    transaction.run(
        "UPDATE tournaments SET due_at = ?, revision = revision + 1 WHERE tournament_id IN"
        " (SELECT tournament_id FROM tournament_tables WHERE match_id = ?) AND stage = 'playing'",
        (now, match_id),
    )


def _of_shards(share: ShardShare | None) -> tuple[str, tuple[object, ...]]:
    if share is None:
        return "", ()
    condition = " AND (guild_id >> 22) % ? IN (SELECT value FROM json_each(?))"
    return condition, (share.count, to_array(share.ids))


def _find(reading: ReadConnection, tournament_id: str) -> tournaments.Tournament | None:
    row = reading.row("SELECT * FROM tournaments WHERE tournament_id = ?", (tournament_id,))
    return None if row is None else _whole(reading, row)


def _whole(reading: ReadConnection, row: DatabaseRow) -> tournaments.Tournament:
    """Return the tournament of a row with its people and tables."""
    key = (row["tournament_id"],)
    entrants = reading.rows(
        "SELECT * FROM tournament_players WHERE tournament_id = ? ORDER BY position", key
    )
    tables = reading.rows(
        "SELECT * FROM tournament_tables WHERE tournament_id = ? ORDER BY round, number", key
    )
    seated: defaultdict[tuple[int, int], list[DatabaseRow]] = defaultdict(list)
    for seat in reading.rows(
        "SELECT * FROM tournament_seats WHERE tournament_id = ? ORDER BY round, number, seat", key
    ):
        seated[seat["round"], seat["number"]].append(seat)
    return record(
        tournaments.Tournament,
        row,
        entrants=tuple(record(tournaments.Entrant, row) for row in entrants),
        tables=tuple(_table(row, seated[row["round"], row["number"]]) for row in tables),
    )


def _table(row: DatabaseRow, seats: Sequence[DatabaseRow]) -> tournaments.TournamentTable:
    ranks = tuple(seat["rank"] for seat in seats)
    return record(
        tournaments.TournamentTable,
        row,
        players=tuple(seat["player_id"] for seat in seats),
        ranks=() if None in ranks else ranks,
    )


def _write_parts(transaction: Transaction, tournament: tournaments.Tournament) -> None:
    """Write the people, and the tables of the current round."""
    key = {"tournament_id": tournament.tournament_id}
    transaction.run("DELETE FROM tournament_players WHERE tournament_id = :tournament_id", key)
    transaction.insert(
        "tournament_players",
        [
            {**key, "position": index, **columns(entrant)}
            for index, entrant in enumerate(tournament.entrants)
        ],
    )
    tables = tournament.tables_of(tournament.round)
    names = [{**key, **columns(table, "players", "ranks")} for table in tables]
    transaction.insert("tournament_tables", names, "tournament_id", "round", "number")
    transaction.insert(
        "tournament_seats",
        [
            {
                **key,
                "round": table.round,
                "number": table.number,
                "seat": seat,
                "player_id": player,
                "rank": _rank(table, seat),
            }
            for table in tables
            for seat, player in enumerate(table.players)
        ],
        *("tournament_id", "round", "number", "seat"),
    )


def _rank(table: tournaments.TournamentTable, seat: int) -> int | None:
    if table.number == tournaments.BYE:
        return 1
    return table.ranks[seat] if table.ranks else None
