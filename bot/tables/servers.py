"""The servers in which the bot is, and the matches of their channels."""

from dataclasses import replace

from bot.tables.ports import Clock
from data.records.matches import GuildRecord
from data.store import Store

WELCOMED = "welcomed"
"""The setting's key."""


class Servers:
    """Data of a server that the bot has left is deleted after some time."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def entered(self, guild_id: int) -> None:
        """The bot is in this server, perhaps again: cancel the deletion of its data."""

        def back(guild: GuildRecord) -> GuildRecord:
            return replace(guild, removed_at=None)

        await self._store.guilds.change(guild_id, back)

    async def welcome(self, guild_id: int) -> bool:
        """Note that a server is welcomed; returns False if it was before."""
        is_first = False

        def mark(guild: GuildRecord) -> GuildRecord:
            nonlocal is_first
            is_first = not guild.settings.get(WELCOMED)
            return replace(guild, settings={**guild.settings, WELCOMED: True})

        await self._store.guilds.change(guild_id, mark)
        return is_first

    async def left(self, guild_id: int) -> None:
        """The bot was removed from this server; the time until deletion starts."""
        now = self._clock.now()

        def gone(guild: GuildRecord) -> GuildRecord:
            return replace(guild, removed_at=guild.removed_at or now)

        await self._store.guilds.change(guild_id, gone)

    async def present(self) -> frozenset[int]:
        """The servers in which the bot is, as far as is known."""
        return frozenset(await self._store.guilds.present())

    async def channels_with_tables(self, guild_id: int) -> tuple[int, ...]:
        """The channels of a server in which tables were opened that haven't ended."""
        matches = await self._store.matches.in_guild(guild_id)
        return tuple(dict.fromkeys(match.channel_id for match in matches))

    async def matches_in(self, channel_id: int) -> frozenset[str]:
        """The matches of a channel or thread that haven't ended."""
        matches = await self._store.matches.in_channel(channel_id)
        return frozenset(match.match_id for match in matches)

    async def match_of_thread(self, thread_id: int) -> str | None:
        """The match for which a thread was opened; it has the id of the message it began at."""
        row = await self._store.surfaces.of_message(thread_id)
        return None if row is None else row.match_id
