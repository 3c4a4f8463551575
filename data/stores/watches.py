"""People who want to hear when somebody opens a game on a server."""

from data.engine.database import Database, Transaction
from data.records.columns import to_array
from data.records.matches import Deadline
from data.stores import deadlines
from data.stores.guilds import know_guild


class WatchStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, guild_id: int, game: str, player_id: int, *, watches: bool) -> None:
        """Begin or stop watching a game; watching it twice changes nothing."""

        def work(transaction: Transaction) -> None:
            if watches:
                know_guild(transaction, guild_id)
                sql = (
                    "INSERT INTO watches (guild_id, game, player_id) VALUES (?, ?, ?)"
                    " ON CONFLICT DO NOTHING"
                )
            else:
                sql = "DELETE FROM watches WHERE guild_id = ? AND game = ? AND player_id = ?"
            transaction.run(sql, (guild_id, game, player_id))

        await self._database.transaction("watch", work)

    async def ready(self, guild_id: int, game: str, called_before: int) -> tuple[int, ...]:
        """Return those who watch a game, and were last called by this time."""
        rows = await self._database.rows(
            "SELECT player_id FROM watches WHERE guild_id = ? AND game = ? AND called_at <= ?"
            " ORDER BY player_id",
            (guild_id, game, called_before),
        )
        return tuple(row["player_id"] for row in rows)

    async def called(self, guild_id: int, game: str, players: tuple[int, ...], now: int) -> None:
        """Remember that these people are called now, before they are."""
        await self._database.transaction(
            "call watchers",
            lambda transaction: transaction.run(
                "UPDATE watches SET called_at = ? WHERE guild_id = ? AND game = ?"
                " AND player_id IN (SELECT value FROM json_each(?))",
                (now, guild_id, game, to_array(players)),
            ),
        )


def arm_call(transaction: Transaction, guild_id: int, game: str, call: Deadline) -> None:
    """Write a deadline if anybody watches this game."""
    row = transaction.row(
        "SELECT 1 FROM watches WHERE guild_id = ? AND game = ? LIMIT 1", (guild_id, game)
    )
    if row is not None:
        deadlines.arm(transaction, (call,))
