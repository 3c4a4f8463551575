"""Daily deals: the secrets and openings they follow from, and everybody's attempts at them."""

from collections.abc import Collection
from dataclasses import replace

from data.engine.database import Database, Transaction
from data.engine.errors import AlreadyOpenError
from data.records import matches
from data.records.columns import columns, record, to_array
from data.records.daily_deals import Attempt, OpeningMove, StoredDeal, WeekTotal
from data.records.snapshots import MatchRows
from data.stores import match_rows
from data.stores.guards import deal_subject, guards_of
from data.stores.guilds import know_guild
from data.stores.lobbies import insert_lobby
from data.stores.matches import start_opened
from data.stores.snapshots import rows_of

_KEY = "day = :day AND game = :game AND player_id = :player"
_SHOWN = (
    "FROM attempt_places JOIN attempts USING (match_id) WHERE guild_id = :guild AND counts = 1"
    " AND NOT EXISTS (SELECT 1 FROM hidden_players AS hidden WHERE hidden.guild_id = :guild"
    " AND hidden.player_id = attempts.player_id)"
)
_FINISHED = "place IS NOT NULL"
_WEEKS = (
    "SELECT monday, player_id, CAST(SUM(worth) AS BIGINT) AS total, COUNT(*) AS days FROM"  # noqa: S608 - our own words
    " (SELECT day - (day + 3) % 7 AS monday, player_id, CASE rank WHEN 1 THEN 10 WHEN 2 THEN 8"
    " ELSE CASE WHEN rank > 8 THEN 1 ELSE 9 - rank END END AS worth FROM"
    " (SELECT day, player_id, RANK() OVER (PARTITION BY day, game ORDER BY points DESC)"
    f" AS rank {_SHOWN} AND {_FINISHED} AND day BETWEEN :first AND :last) AS ranked) AS worths"
    " GROUP BY monday, player_id"
)
"""A day's winner gets 10, the next 8, 6, 5, 4, 3, 2 and 1, everybody else who finished 1."""


class DailyDealStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_day(self, day: int) -> tuple[StoredDeal, ...]:
        """Return the deals of a day: one, or several where weekly deals ended."""
        rows = await self._database.rows("SELECT * FROM deals WHERE day = ? ORDER BY game", (day,))
        return tuple(record(StoredDeal, row) for row in rows)

    async def add(self, deal: StoredDeal) -> None:
        """Store a new deal, unless there is one of this game and day."""
        await self._database.transaction(
            "add deal",
            lambda transaction: transaction.run(
                "INSERT INTO deals (day, game, secret) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (deal.day, deal.game, deal.secret),
            ),
        )

    async def open(self, day: int, game: str, opening: tuple[OpeningMove, ...]) -> None:
        """Store the opening of a deal, unless it has one."""
        row = columns(StoredDeal(day=day, game=game, secret=None, opening=opening))
        await self._database.transaction(
            "open deal",
            lambda transaction: transaction.run(
                "UPDATE deals SET opening = :opening WHERE day = :day AND game = :game"
                " AND opening IS NULL",
                {name: row[name] for name in ("opening", "day", "game")},
            ),
        )

    async def begin(
        self,
        lobby: matches.NewLobby,
        attempt: Attempt,
        deal: matches.Deal,
        opening: matches.Opening,
        extra: matches.Extra = matches.NO_EXTRA,
    ) -> tuple[MatchRows, Attempt]:
        """Start the match of an attempt; it counts if asked for, and if it is the first.

        `deal` has the state after the opening. Raises AlreadyOpenError while an attempt of this
        player at this deal is open.
        """

        def work(transaction: Transaction) -> tuple[MatchRows, Attempt]:
            key = {"day": attempt.day, "game": attempt.game, "player": attempt.player_id}
            _check_none_is_open(transaction, key)
            earlier = transaction.row(
                f"SELECT 1 FROM attempts WHERE {_KEY}",  # noqa: S608 - our own words
                key,
            )
            subject = deal_subject(attempt.day, attempt.game)
            is_first = earlier is None and not guards_of(transaction, attempt.player_id, subject)
            begun = replace(attempt, counts=attempt.counts and is_first)
            insert_lobby(transaction, lobby, extra.table_state)
            start_opened(transaction, lobby.match_id, deal, opening)
            match_rows.write_along(transaction, lobby.match_id, extra)
            transaction.insert("attempts", [columns(begun)])
            return rows_of(transaction, match_rows.load(transaction, lobby.match_id)), begun

        return await self._database.transaction("begin attempt", work)

    async def find(self, match_id: str) -> Attempt | None:
        """Return the attempt that a match is."""
        row = await self._database.row("SELECT * FROM attempts WHERE match_id = ?", (match_id,))
        return None if row is None else record(Attempt, row)

    async def counted(self, player_id: int, day: int, game: str) -> Attempt | None:
        """Return a player's counted attempt at a deal, finished or not."""
        row = await self._database.row(
            f"SELECT * FROM attempts WHERE {_KEY} AND counts = 1",  # noqa: S608 - our own words
            {"day": day, "game": game, "player": player_id},
        )
        return None if row is None else record(Attempt, row)

    async def has_begun(self, player_id: int, day: int, game: str) -> bool:
        """Tell whether a player has begun any attempt at a deal, even one that doesn't count."""
        row = await self._database.row(
            f"SELECT 1 FROM attempts WHERE {_KEY}",  # noqa: S608 - our own words
            {"day": day, "game": game, "player": player_id},
        )
        return row is not None

    async def latest(self, player_id: int, most: int) -> tuple[Attempt, ...]:
        """Return a player's counted attempts, the latest day first."""
        rows = await self._database.rows(
            "SELECT * FROM attempts WHERE player_id = ? AND counts = 1"
            " ORDER BY day DESC, game LIMIT ?",
            (player_id, most),
        )
        return tuple(record(Attempt, row) for row in rows)

    async def ended(self) -> tuple[Attempt, ...]:
        """Return the attempts whose matches have ended and that are not settled yet."""
        rows = await self._database.rows(
            "SELECT attempts.* FROM attempts JOIN matches USING (match_id)"
            " WHERE settled_at IS NULL AND matches.ended_at IS NOT NULL ORDER BY begun_at"
        )
        return tuple(record(Attempt, row) for row in rows)

    async def settle(self, attempt: Attempt) -> None:
        """Write the result of an attempt, once."""
        values = columns(attempt)
        await self._database.transaction(
            "settle attempt",
            lambda transaction: transaction.run(
                "UPDATE attempts SET settled_at = :settled_at, ended_at = :ended_at,"
                " place = :place, places = :places, points = :points, margins = :margins"
                " WHERE match_id = :match_id AND settled_at IS NULL",
                {name: values[name] for name in _SETTLED},
            ),
        )

    async def show_in(self, guild_id: int, *match_ids: str) -> None:
        """Show attempts on the boards of a server from now on."""

        def work(transaction: Transaction) -> None:
            know_guild(transaction, guild_id)
            transaction.run_many(
                "INSERT INTO attempt_places (guild_id, match_id) VALUES (?, ?)"
                " ON CONFLICT DO NOTHING",
                [(guild_id, match_id) for match_id in match_ids],
            )

        await self._database.transaction("show attempts", work)

    async def guilds_of(self, match_id: str) -> tuple[int, ...]:
        """Return the servers whose boards show an attempt."""
        rows = await self._database.rows(
            "SELECT guild_id FROM attempt_places WHERE match_id = ? ORDER BY guild_id", (match_id,)
        )
        return tuple(row["guild_id"] for row in rows)

    async def of_guild(self, day: int, game: str, guild_id: int) -> tuple[Attempt, ...]:
        """Return the counted attempts that a server shows, finished or not, in no order.

        Those of people who hide there are left out.
        """
        rows = await self._database.rows(
            f"SELECT attempts.* {_SHOWN} AND day = :day AND game = :game",
            {"guild": guild_id, "day": day, "game": game},
        )
        return tuple(record(Attempt, row) for row in rows)

    async def week_totals(self, guild_id: int, monday: int) -> tuple[WeekTotal, ...]:
        """Return what everybody's deals of a week are worth on a server's board, in no order."""
        values = {"guild": guild_id, "first": monday, "last": monday + 6}
        rows = await self._database.rows(_WEEKS, values)
        return tuple(record(WeekTotal, row) for row in rows)

    async def weeks_won(
        self, guild_id: int, player_id: int, *, before_day: int, least: int
    ) -> tuple[int, ...]:
        """Return the Mondays of earlier weeks in which a player had a server's best total.

        Ties count, and only weeks in which at least so many people finished a deal.
        """
        rows = await self._database.rows(
            f"WITH weeks AS ({_WEEKS}) SELECT monday FROM weeks AS mine"  # noqa: S608 - our own words
            " WHERE player_id = :player AND (SELECT COUNT(*) FROM weeks AS others"
            " WHERE others.monday = mine.monday) >= :least AND NOT EXISTS (SELECT 1 FROM weeks"
            " AS others WHERE others.monday = mine.monday AND others.total > mine.total)"
            " ORDER BY monday",
            {
                "guild": guild_id,
                "player": player_id,
                "first": 0,
                "last": before_day - 1,
                "least": least,
            },
        )
        return tuple(row["monday"] for row in rows)

    async def days_of(self, players: Collection[int]) -> dict[int, tuple[int, ...]]:
        """Return the days whose deals these players finished, the latest first."""
        rows = await self._database.rows(
            "SELECT DISTINCT player_id, day FROM attempts WHERE counts = 1 AND place IS NOT NULL"
            " AND player_id IN (SELECT value FROM json_each(?)) ORDER BY day DESC",
            (to_array(tuple(players)),),
        )
        days = dict[int, list[int]]((player, []) for player in players)
        for row in rows:
            days[row["player_id"]].append(row["day"])
        return {player: tuple(played) for player, played in days.items()}

    async def players_since(self, guild_id: int, day: int) -> tuple[int, ...]:
        """Return who has finished a deal from this day on and is shown in a server."""
        rows = await self._database.rows(
            f"SELECT DISTINCT player_id {_SHOWN} AND {_FINISHED} AND day >= :day",
            {"guild": guild_id, "day": day},
        )
        return tuple(row["player_id"] for row in rows)


def _check_none_is_open(transaction: Transaction, key: dict[str, object]) -> None:
    row = transaction.row(
        f"SELECT match_id FROM attempts JOIN matches USING (match_id, game)"  # noqa: S608 - our own words
        f" WHERE {_KEY} AND life IN ('lobby', 'running')",
        key,
    )
    if row is not None:
        raise AlreadyOpenError(row["match_id"])


_SETTLED = ("match_id", "settled_at", "ended_at", "place", "places", "points", "margins")
