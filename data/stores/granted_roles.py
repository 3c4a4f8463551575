"""Roles of servers that the bot has given to people."""

from typing import NamedTuple

from data.engine.database import Database
from data.records.matches import GuildRecord
from data.stores import leaderboard_rows
from data.stores.guilds import guild_of


class GrantedRole(NamedTuple):
    """A role that somebody has from the bot, or is to have."""

    role_id: int
    player_id: int


class GrantedRoleStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def guilds(self, setting: str) -> tuple[GuildRecord, ...]:
        """Return the servers that ever chose this setting; what they gave is taken back, too."""
        rows = await self._database.rows(
            "SELECT * FROM guilds WHERE removed_at IS NULL AND settings LIKE ? ORDER BY guild_id",
            (f'%"{setting}"%',),
        )
        return tuple(guild_of(row) for row in rows)

    async def of_guild(self, guild_id: int) -> dict[GrantedRole, bool]:
        """Return what people have or may have, each with whether they have it for sure."""
        rows = await self._database.rows(
            "SELECT * FROM granted_roles WHERE guild_id = ?", (guild_id,)
        )
        return {
            GrantedRole(row["role_id"], row["player_id"]): bool(row["is_given"]) for row in rows
        }

    async def of_player(self, player_id: int) -> tuple[tuple[int, GrantedRole], ...]:
        """Return what one person has, each with its server."""
        rows = await self._database.rows(
            "SELECT guild_id, role_id FROM granted_roles WHERE player_id = ?", (player_id,)
        )
        return tuple((row["guild_id"], GrantedRole(row["role_id"], player_id)) for row in rows)

    async def note(self, guild_id: int, granted: GrantedRole, *, is_given: bool) -> None:
        """Remember that a person has a role, or is just getting it."""
        row = {"guild_id": guild_id, **granted._asdict(), "is_given": int(is_given)}
        await self._database.transaction(
            "grant role",
            lambda transaction: transaction.insert(
                "granted_roles", [row], "guild_id", "role_id", "player_id"
            ),
        )

    async def drop(self, guild_id: int, granted: GrantedRole) -> None:
        """Remember that a person no longer has a role."""
        sql = "DELETE FROM granted_roles WHERE guild_id = ? AND role_id = ? AND player_id = ?"
        await self._database.transaction(
            "take role", lambda transaction: transaction.run(sql, (guild_id, *granted))
        )

    async def honoured(self, guild_id: int) -> tuple[int, ...]:
        """Return everybody who ever won a counted match there or earned a title in one."""
        rows = await self._database.rows(
            f"SELECT DISTINCT player_id FROM ({leaderboard_rows.HONOURS}) AS honours"  # noqa: S608 - our own words
            " WHERE player_id > 0 ORDER BY player_id",
            {"guild": guild_id},
        )
        return tuple(row["player_id"] for row in rows)

    async def latest_winners(self, guild_id: int) -> tuple[int, ...]:
        """Return who won the tournament of a server that ended last."""
        rows = await self._database.rows(
            "SELECT player_id FROM tournament_players WHERE place = 1 AND player_id > 0"
            " AND tournament_id = (SELECT tournament_id FROM tournaments WHERE guild_id = ?"
            " AND stage = 'finished' ORDER BY ended_at DESC, number DESC LIMIT 1)",
            (guild_id,),
        )
        return tuple(row["player_id"] for row in rows)
