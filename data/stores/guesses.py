"""Who watchers think wins a match."""

from typing import NamedTuple

from data.engine.database import Database, ReadConnection, Transaction
from data.engine.errors import UnknownMatchError, VersionConflictError
from data.records.columns import to_array
from data.stores.people import names

_POINTS = (
    " FROM guesses JOIN matches USING (match_id) WHERE guild_id = :guild AND points IS NOT NULL"
    " AND player_id NOT IN (SELECT player_id FROM hidden_players WHERE guild_id = :guild)"
)


class Guess(NamedTuple):
    """The seat that somebody thinks wins, and the points that it brings them if it does."""

    seat: int
    worth: int


class Guesser(NamedTuple):
    """Somebody's points from guesses; `name` is a display name, to be escaped."""

    name: str
    points: int


class GuessStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, match_id: str, player_id: int, revision: int, guess: Guess) -> None:
        """Write a guess about a running match; the same seat again keeps its worth.

        Raises UnknownMatchError, and VersionConflictError if it has changed since this revision.
        """

        def work(transaction: Transaction) -> None:
            row = transaction.row("SELECT revision FROM matches WHERE match_id = ?", (match_id,))
            if row is None:
                raise UnknownMatchError(match_id)
            if row["revision"] != revision:
                raise VersionConflictError(match_id, revision, row["revision"])
            transaction.run(
                "INSERT INTO guesses (match_id, player_id, seat, worth) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (match_id, player_id) DO UPDATE SET seat = excluded.seat,"
                " worth = excluded.worth WHERE guesses.seat <> excluded.seat",
                (match_id, player_id, *guess),
            )

        await self._database.transaction("guess", work)

    async def find(self, match_id: str, player_id: int) -> Guess | None:
        """Return somebody's guess about a match."""
        rows = await self._database.rows(
            "SELECT seat, worth FROM guesses WHERE match_id = ? AND player_id = ?",
            (match_id, player_id),
        )
        return next((Guess(row["seat"], row["worth"]) for row in rows), None)

    async def of_match(self, guild_id: int, match_id: str) -> tuple[Guesser, ...]:
        """Return what guesses about an ended match brought, most points first."""
        return await self._guessers(
            f"SELECT player_id, points{_POINTS} AND match_id = :match"
            " ORDER BY points DESC, player_id",
            {"guild": guild_id, "match": match_id},
        )

    async def best(self, guild_id: int, most: int) -> tuple[Guesser, ...]:
        """Return those of a server with the most points from guesses."""
        return await self._guessers(
            f"SELECT player_id, sum(points) AS points{_POINTS} GROUP BY player_id"
            " HAVING sum(points) > 0 ORDER BY points DESC, player_id LIMIT :most",
            {"guild": guild_id, "most": most},
        )

    async def _guessers(self, sql: str, values: dict[str, object]) -> tuple[Guesser, ...]:
        def work(reading: ReadConnection) -> tuple[Guesser, ...]:
            points = {row["player_id"]: int(row["points"]) for row in reading.rows(sql, values)}
            known = names(reading, int(str(values["guild"])), tuple(points))
            return tuple(Guesser(known.get(player, ""), n) for player, n in points.items())

        return await self._database.read(work)


def settle(transaction: Transaction, match_id: str, winners: tuple[int, ...]) -> None:
    """Write what each guess about a match brings, now that it has a result.

    Somebody who has held a seat since then gets nothing.
    """
    transaction.run(
        "DELETE FROM guesses WHERE match_id = :match AND player_id IN"
        " (SELECT player_id FROM tenures WHERE match_id = :match)",
        {"match": match_id},
    )
    transaction.run(
        "UPDATE guesses SET points = CASE WHEN seat IN (SELECT value FROM json_each(:winners))"
        " THEN worth ELSE 0 END WHERE match_id = :match",
        {"match": match_id, "winners": to_array(winners)},
    )
