"""Servers: their settings and their deletion."""

from collections.abc import Callable

from data.engine.database import Database, DatabaseRow, Query, ReadConnection, Transaction
from data.records.columns import columns, document, record
from data.records.matches import ELSEWHERE, GuildRecord


class GuildStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, guild_id: int) -> GuildRecord:
        """Return a server's settings; the defaults if the server is unknown."""
        return await self._database.read(lambda reading: find(reading, guild_id))

    async def change(
        self, guild_id: int, change: Callable[[GuildRecord], GuildRecord]
    ) -> GuildRecord:
        """Replace a server's settings by the result of the pure function `change`."""

        def work(transaction: Transaction) -> GuildRecord:
            guild = change(find(transaction, guild_id))
            transaction.insert("guilds", [columns(guild)], "guild_id")
            return guild

        return await self._database.transaction("change guild", work)

    async def present(self) -> frozenset[int]:
        """Return the servers that the bot hasn't been removed from, as far as we know."""
        rows = await self._database.rows(
            "SELECT guild_id FROM guilds WHERE removed_at IS NULL AND guild_id > ?", (ELSEWHERE,)
        )
        return frozenset(row["guild_id"] for row in rows)

    async def purge(self, removed_before: int) -> tuple[int, ...]:
        """Delete everything about servers that the bot was removed from before this time.

        This includes their matches, names and settings, and the preferences of their people who
        are then in no other server and at no table. Returns the servers' ids.
        """
        return await self._database.transaction(
            "purge guilds", lambda transaction: _purge(transaction, removed_before)
        )


def know_guild(transaction: Transaction, guild_id: int) -> None:
    """Make sure that the server has a row, not marked as removed: whoever plays there has the
    bot.
    """
    transaction.run(
        "INSERT INTO guilds (guild_id) VALUES (?)"
        " ON CONFLICT (guild_id) DO UPDATE SET removed_at = NULL"
        " WHERE guilds.removed_at IS NOT NULL",
        (guild_id,),
    )


def find(reading: ReadConnection, guild_id: int) -> GuildRecord:
    row = reading.row("SELECT * FROM guilds WHERE guild_id = ?", (guild_id,))
    if row is None:
        return GuildRecord(guild_id=guild_id)
    return guild_of(row)


def query(match_id: str) -> Query:
    """The statement of `of_match`."""
    sql = "SELECT * FROM guilds WHERE guild_id = (SELECT guild_id FROM matches WHERE match_id = ?)"
    return sql, (match_id,)


def of_match(reading: ReadConnection, match_id: str) -> GuildRecord:
    """Return the settings of a match's server."""
    (row,) = reading.rows(*query(match_id))  # which its match refers to
    return guild_of(row)


def guild_of(row: DatabaseRow) -> GuildRecord:
    settings = document(row["settings"], f"the settings of server {row['guild_id']}") or {}
    return record(GuildRecord, row, settings=settings)


def _purge(transaction: Transaction, removed_before: int) -> tuple[int, ...]:
    people = transaction.rows(
        "SELECT DISTINCT player_id FROM members JOIN guilds USING (guild_id) WHERE removed_at < ?",
        (removed_before,),
    )
    rows = transaction.returning(
        "DELETE FROM guilds WHERE removed_at < ? RETURNING guild_id", (removed_before,)
    )
    if rows:
        transaction.run(
            "DELETE FROM exclusions WHERE kind = 'barred'"
            " AND owner_id NOT IN (SELECT guild_id FROM guilds)"
        )
        transaction.run(
            "DELETE FROM guards WHERE kind = 'barred'"
            " AND subject NOT IN (SELECT 'barred ' || guild_id FROM guilds)"
        )
        transaction.run_many(
            "DELETE FROM people WHERE player_id = :player"
            " AND NOT EXISTS (SELECT 1 FROM members WHERE player_id = :player)"
            " AND NOT EXISTS (SELECT 1 FROM tenures WHERE player_id = :player)"
            " AND NOT EXISTS (SELECT 1 FROM lobby_seats WHERE player_id = :player)",
            [{"player": person["player_id"]} for person in people],
        )
    return tuple(sorted(row["guild_id"] for row in rows))
