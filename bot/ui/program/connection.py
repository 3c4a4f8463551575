"""The connection to Discord: logs in, chooses the shards, and keeps them connected.

All of it waits while Discord is out of reach.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import chain, repeat
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from bot.background import background
from bot.errors import HostError
from bot.settings import SettingsError
from bot.shards import Book, IdentifyBuckets, whole
from bot.ui.program import outages
from data.records.shards import ShardShare

log = logging.getLogger(__name__)

MORE_SHARDS = 4011
"""The code with which the gateway refuses a shard of too many servers."""
SOONEST = 1.0
"""Seconds before Discord is asked again how many logins are left, at least."""
OPENS_WITHIN = 60.0
"""Seconds that a shard may take to connect and to log in."""
GOODBYE = 1.0
"""Seconds that Discord is given to close a connection in order."""
RESUMES = 2
"""How often a lost session is resumed before a new one begins."""
LONGEST = 5
"""The power of two of the most seconds that discord.py itself waits."""

OpenSocket = Callable[[int, DiscordWebSocket | None], Awaitable[DiscordWebSocket]]
"""Connects to a shard; resumes the session of the given connection."""


class LastingShard(Shard):
    """discord.py's shard, which reconnects in a task of its own.

    discord.py reconnects in the task that serves all shards and ignores its cancellation. It waits
    up to 17 minutes, and a gateway that hangs up before its greeting ends the bot.
    """

    def __init__(
        self,
        socket: DiscordWebSocket,
        client: discord.AutoShardedClient,
        queue_put: Callable[[EventItem], None],
        open_socket: OpenSocket,
    ) -> None:
        super().__init__(socket, client, queue_put)
        self._backoff._max = LONGEST  # noqa: SLF001 - there is no public way
        self._open_socket = open_socket

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Connect again after a lost connection or session."""
        self._dispatch("disconnect")
        self._dispatch("shard_disconnect", self.id)
        self._connect_again(resumes=exc.resume)

    async def reconnect(self) -> None:
        """Connect again with a new session."""
        self._connect_again(resumes=False)

    def _connect_again(self, *, resumes: bool) -> None:
        self._cancel_task()
        self._task = self._client.loop.create_task(self._until_connected(resumes))

    async def _until_connected(self, resumes: bool) -> None:
        resumed = chain(repeat(resumes, RESUMES), repeat(False))
        lost = self.ws
        try:
            self.ws = await outages.until_discord_answers(
                lambda: self._open_socket(self.id, lost if next(resumed) else None)
            )
        except Exception as error:  # noqa: BLE001 - raised where the client runs
            self._queue_put(EventItem(EventType.terminate, self, error))
        else:
            self.launch()


class LastingClient(discord.AutoShardedClient):
    """Runs the given share of the bot's shards, or else all that Discord recommends."""

    def __init__(
        self, *, share: ShardShare | None, book: Book | None = None, **options: Any
    ) -> None:
        super().__init__(**options)
        self.share = share or whole(1)
        """The shards of this process; final once the client has logged in."""
        self._fixed = share is not None
        self._book = book
        self._buckets = IdentifyBuckets(1, time.monotonic)
        self._opening = asyncio.Lock()

    @property
    def is_cut_off(self) -> bool:
        """Whether no shard has a connection."""
        return all(shard.is_closed() for shard in self.shards.values())

    async def login(self, token: str) -> None:
        """Log in and choose the shards; waits while Discord is out of reach or allows no login."""
        await outages.until_discord_answers(partial(self._log_in, token))
        await self._choose_shards()

    async def _log_in(self, token: str) -> None:
        try:
            async with outages.answer_expected():
                await super().login(token)
            outages.limit_requests(self.http)
        except Exception:
            # The next try opens a session of its own.
            await self.http.close()
            self.http.connector = discord.utils.MISSING
            raise

    async def _choose_shards(self) -> None:
        recommended, limits = await self._until_logins_are_left()
        if not self._fixed:
            self.share = whole(recommended)
        if self.share.count < recommended:
            log.warning(
                "TOMATO_SHARDS splits the bot into %d shards; Discord recommends %d",
                self.share.count,
                recommended,
            )
        self.shard_count = self.share.count
        self.shard_ids = list(self.share.ids)
        self._buckets = IdentifyBuckets(limits.max_concurrency, time.monotonic, book=self._book)
        log.info("running shards %s", self.share)

    async def _until_logins_are_left(self) -> tuple[int, discord.SessionStartLimits]:
        """Return the recommended number of shards, once Discord lets all of ours log in."""
        while True:
            recommended, limits = await outages.until_discord_answers(self._recommended)
            needed = max(1, len(self.share.ids)) if self._fixed else recommended
            if limits.remaining >= needed:
                return recommended, limits
            seconds = max(SOONEST, limits.reset_after / 1000)
            log.warning(
                "Discord allows %d more logins for now, and this process needs %d. Waiting %d"
                " minutes. Look above for what made the bot log in so often.",
                limits.remaining,
                needed,
                seconds // 60 + 1,
            )
            await asyncio.sleep(seconds)

    async def _recommended(self) -> tuple[int, discord.SessionStartLimits]:
        async with outages.answer_expected():
            recommended, _, limits = await self.http.get_bot_gateway()
            return recommended, discord.SessionStartLimits(**limits)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until cancelled; raises HostError if Discord refuses that for good."""
        try:
            await super().connect(reconnect=reconnect)
        except discord.PrivilegedIntentsRequired as error:
            raise SettingsError(outages.REFUSALS[4014]) from error
        except discord.ConnectionClosed as error:
            if error.code == MORE_SHARDS and not self._fixed:
                raise HostError("The bot needs more shards than before. Start it again.") from error
            raise SettingsError(outages.REFUSALS[error.code]) from error

    async def launch_shard(
        self,
        gateway: yarl.URL,  # noqa: ARG002 - discord.py's signature
        shard_id: int,
        *,
        initial: bool = False,  # noqa: ARG002 - discord.py's signature
    ) -> None:
        """Connect to a shard; waits while the gateway is out.

        discord.py's own method calls itself after every failure, until Python stops it.
        """
        socket = await outages.until_discord_answers(partial(self._open_socket, shard_id))
        queue, shards = (vars(self)[f"_AutoShardedClient__{name}"] for name in ("queue", "shards"))
        shards[shard_id] = shard = LastingShard(socket, self, queue.put_nowait, self._open_socket)
        shard.launch()

    async def _open_socket(
        self, shard_id: int, lost: DiscordWebSocket | None = None
    ) -> DiscordWebSocket:
        """Open a shard's connection, one at a time; resumes the session of a lost one."""
        async with self._opening, asyncio.timeout(OPENS_WITHIN):
            if lost is None:
                return await DiscordWebSocket.from_client(self, shard_id=shard_id)
            return await DiscordWebSocket.from_client(
                self,
                shard_id=shard_id,
                resume=True,
                gateway=lost.gateway,
                session=lost.session_id,
                sequence=lost.sequence,
            )

    async def close(self) -> None:
        """Close all connections; those that don't answer are dropped."""
        await self._disconnect(*self.shards.values())
        await super().close()

    async def _disconnect(self, *shards: discord.ShardInfo) -> None:
        """Disconnect shards; after a moment without Discord's answer, the connections are cut."""
        closing = [background(shard.disconnect(), "disconnect a shard") for shard in shards]
        if closing:
            _, late = await asyncio.wait(closing, timeout=GOODBYE)
            for task in late:
                task.cancel()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002 - discord.py's signature
        """Wait until Discord lets this shard log in."""
        await self._buckets.wait(shard_id or 0)
