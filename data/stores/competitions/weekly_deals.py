"""Weekly deals: the secrets they follow from, and everybody's attempts at them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from data.engine.database import Database, Transaction
from data.engine.errors import AlreadyOpenError
from data.records import matches
from data.records.columns import columns, record
from data.records.snapshots import MatchRows
from data.records.weekly_deals import Attempt
from data.stores import match_rows
from data.stores.guards import deal_subject, guards_of
from data.stores.guilds import guild_of, know_guild
from data.stores.lobbies import insert_lobby
from data.stores.snapshots import rows_of

_KEY = "week = :week AND game = :game AND player_id = :player"
_FINISHED = "counts = 1 AND place IS NOT NULL"


class WeeklyDealStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def secrets(self, week: int) -> dict[str, bytes | None]:
        """Return the secrets of a week's deals by game; None for a lost one."""
        rows = await self._database.rows(
            "SELECT game, secret FROM challenge_deals WHERE week = ?", (week,)
        )
        return {row["game"]: row["secret"] for row in rows}

    async def add_secrets(self, week: int, secrets: Mapping[str, bytes]) -> None:
        """Store the secrets of a week's deals, except of games that have one already."""
        await self._database.transaction(
            "add secrets",
            lambda transaction: transaction.run_many(
                "INSERT INTO challenge_deals (week, game, secret) VALUES (?, ?, ?)"
                " ON CONFLICT (week, game) DO UPDATE SET secret = excluded.secret"
                " WHERE challenge_deals.secret IS NULL",
                [(week, game, secret) for game, secret in secrets.items()],
            ),
        )

    async def begin(
        self, lobby: matches.NewLobby, attempt: Attempt, extra: matches.Extra = matches.NO_EXTRA
    ) -> tuple[MatchRows, Attempt]:
        """Create the lobby of an attempt; it counts if asked for, and if none counted before.

        Raises AlreadyOpenError while an attempt of this player at this deal is open.
        """

        def work(transaction: Transaction) -> tuple[MatchRows, Attempt]:
            key = {"week": attempt.week, "game": attempt.game, "player": attempt.player_id}
            _check_none_is_open(transaction, key)
            transaction.run(
                f"DELETE FROM challenge_attempts WHERE {_KEY} AND settled_at IS NULL"  # noqa: S608 - our own words
                " AND NOT EXISTS (SELECT 1 FROM matches WHERE started_at IS NOT NULL"
                " AND matches.match_id = challenge_attempts.match_id)",
                key,
            )
            counted = transaction.row(
                f"SELECT 1 FROM challenge_attempts WHERE {_KEY} AND counts = 1",  # noqa: S608 - our own words
                key,
            )
            deal = deal_subject(attempt.week, attempt.game)
            is_first = counted is None and not guards_of(transaction, attempt.player_id, deal)
            begun = replace(attempt, counts=attempt.counts and is_first)
            insert_lobby(transaction, lobby, extra.table_state)
            match_rows.write_along(transaction, lobby.match_id, extra)
            transaction.insert("challenge_attempts", [columns(begun)])
            return rows_of(transaction, match_rows.load(transaction, lobby.match_id)), begun

        return await self._database.transaction("begin attempt", work)

    async def find(self, match_id: str) -> Attempt | None:
        """Return the attempt that a match is."""
        row = await self._database.row(
            "SELECT * FROM challenge_attempts WHERE match_id = ?", (match_id,)
        )
        return None if row is None else record(Attempt, row)

    async def counted(self, player_id: int, week: int) -> tuple[Attempt, ...]:
        """Return a player's counted attempts of a week, finished or not."""
        rows = await self._database.rows(
            "SELECT * FROM challenge_attempts WHERE player_id = ? AND week = ? AND counts = 1"
            " ORDER BY game",
            (player_id, week),
        )
        return tuple(record(Attempt, row) for row in rows)

    async def ended(self) -> tuple[Attempt, ...]:
        """Return the attempts whose matches have ended and that are not settled yet."""
        rows = await self._database.rows(
            "SELECT challenge_attempts.* FROM challenge_attempts JOIN matches USING (match_id)"
            " WHERE settled_at IS NULL AND matches.ended_at IS NOT NULL ORDER BY begun_at"
        )
        return tuple(record(Attempt, row) for row in rows)

    async def settle(self, attempt: Attempt) -> None:
        """Write the result of an attempt, once."""
        values = columns(attempt)
        await self._database.transaction(
            "settle attempt",
            lambda transaction: transaction.run(
                "UPDATE challenge_attempts SET settled_at = :settled_at, ended_at = :ended_at,"
                " place = :place, places = :places, points = :points, course = :course"
                " WHERE match_id = :match_id AND settled_at IS NULL",
                {name: values[name] for name in _SETTLED},
            ),
        )

    async def show_in(self, guild_id: int, *match_ids: str) -> None:
        """Show attempts on the boards of a server from now on."""

        def work(transaction: Transaction) -> None:
            know_guild(transaction, guild_id)
            transaction.run_many(
                "INSERT INTO challenge_places (guild_id, match_id) VALUES (?, ?)"
                " ON CONFLICT DO NOTHING",
                [(guild_id, match_id) for match_id in match_ids],
            )

        await self._database.transaction("show attempts", work)

    async def of_guild(self, week: int, game: str, guild_id: int) -> tuple[Attempt, ...]:
        """Return the finished counted attempts that a server's board shows, in no order."""
        rows = await self._database.rows(
            "SELECT challenge_attempts.* FROM challenge_places"  # noqa: S608 - our own words
            f" JOIN challenge_attempts USING (match_id) WHERE guild_id = :guild AND {_FINISHED}"
            " AND week = :week AND game = :game AND NOT EXISTS (SELECT 1 FROM hidden_players"
            " AS hidden WHERE hidden.guild_id = :guild"
            " AND hidden.player_id = challenge_attempts.player_id)",
            {"guild": guild_id, "week": week, "game": game},
        )
        return tuple(record(Attempt, row) for row in rows)

    async def won(
        self, guild_id: int, player_id: int, *, before_week: int, least: int
    ) -> frozenset[str]:
        """Return the games of which a player won a deal of an earlier week in a server.

        They are the best on its board, or tied with them, among at least so many people.
        """
        others = (
            "FROM challenge_attempts AS others WHERE others.week = mine.week"
            " AND others.game = mine.game AND others.counts = 1 AND others.place IS NOT NULL"
            " AND EXISTS (SELECT 1 FROM challenge_places AS places"
            " WHERE places.guild_id = :guild AND places.match_id = others.match_id)"
            " AND NOT EXISTS (SELECT 1 FROM hidden_players AS hidden"
            " WHERE hidden.guild_id = :guild AND hidden.player_id = others.player_id)"
        )
        rows = await self._database.rows(
            "SELECT DISTINCT mine.game FROM challenge_attempts AS mine"  # noqa: S608 - our own words
            " WHERE mine.player_id = :player AND mine.counts = 1 AND mine.place IS NOT NULL"
            " AND mine.week < :week AND EXISTS (SELECT 1 FROM challenge_places AS places"
            " WHERE places.guild_id = :guild AND places.match_id = mine.match_id)"
            f" AND (SELECT COUNT(*) {others}) >= :least"
            f" AND NOT EXISTS (SELECT 1 {others} AND (others.place < mine.place"
            " OR others.place = mine.place AND others.points > mine.points))",
            {"guild": guild_id, "player": player_id, "week": before_week, "least": least},
        )
        return frozenset(row["game"] for row in rows)

    async def of_friends(self, week: int, game: str, player_id: int) -> tuple[Attempt, ...]:
        """Return the same of a player, and of people they finished a rated match with.

        Whoever hides in the server of such a match is left out for it.
        """
        rows = await self._database.rows(
            f"SELECT * FROM challenge_attempts WHERE {_FINISHED} AND week = :week"  # noqa: S608 - our own words
            " AND game = :game AND (player_id = :player OR player_id IN"
            " (SELECT theirs.player_id FROM placings AS mine JOIN placings AS theirs"
            " USING (number) JOIN outcomes USING (number) WHERE mine.player_id = :player"
            " AND NOT EXISTS (SELECT 1 FROM hidden_players AS hidden"
            " WHERE hidden.guild_id = outcomes.guild_id"
            " AND hidden.player_id = theirs.player_id)))",
            {"week": week, "game": game, "player": player_id},
        )
        return tuple(record(Attempt, row) for row in rows)

    async def weeks_of(self, player_id: int) -> tuple[int, ...]:
        """Return the weeks in which a player finished a counted attempt, the latest first."""
        rows = await self._database.rows(
            f"SELECT DISTINCT week FROM challenge_attempts WHERE player_id = ? AND {_FINISHED}"  # noqa: S608 - our own words
            " ORDER BY week DESC",
            (player_id,),
        )
        return tuple(row["week"] for row in rows)

    async def unannounced(self, week: int, setting: str) -> tuple[matches.GuildRecord, ...]:
        """Return the servers where a week isn't announced, if they ever chose this setting."""
        rows = await self._database.rows(
            "SELECT * FROM guilds WHERE removed_at IS NULL AND settings LIKE ?"
            " AND guild_id NOT IN (SELECT guild_id FROM challenge_announcements WHERE week = ?)"
            " ORDER BY guild_id",
            (f'%"{setting}"%', week),
        )
        return tuple(guild_of(row) for row in rows)

    async def announce(self, guild_id: int, week: int) -> bool:
        """Note that a week is announced in a server; returns False if that was noted before.

        Notes of weeks before the last one are deleted, since nobody asks for them again.
        """

        def work(transaction: Transaction) -> bool:
            transaction.run(
                "DELETE FROM challenge_announcements WHERE guild_id = ? AND week < ?",
                (guild_id, week - 1),
            )
            rows = transaction.returning(
                "INSERT INTO challenge_announcements (guild_id, week) VALUES (?, ?)"
                " ON CONFLICT DO NOTHING RETURNING week",
                (guild_id, week),
            )
            return bool(rows)

        return await self._database.transaction("announce week", work)

    async def withdraw(self, guild_id: int, week: int) -> None:
        """Forget that a week is announced in a server."""
        await self._database.transaction(
            "withdraw announcement",
            lambda transaction: transaction.run(
                "DELETE FROM challenge_announcements WHERE guild_id = ? AND week = ?",
                (guild_id, week),
            ),
        )


def _check_none_is_open(transaction: Transaction, key: dict[str, object]) -> None:
    row = transaction.row(
        f"SELECT match_id FROM challenge_attempts JOIN matches USING (match_id, game)"  # noqa: S608 - our own words
        f" WHERE {_KEY} AND life IN ('lobby', 'running')",
        key,
    )
    if row is not None:
        raise AlreadyOpenError(row["match_id"])


_SETTLED = ("match_id", "settled_at", "ended_at", "place", "places", "points", "course")
