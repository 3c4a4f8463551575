"""The client of a node: its shards come and go while it runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

import discord

from bot import shards
from bot.background import background
from bot.errors import HostError
from bot.metrics.meters import Meters
from bot.shards import IdentifyBuckets
from bot.ui.app.client import TomatoClient
from bot.ui.app.handovers import Handovers
from bot.ui.discord_errors import FAILURES
from bot.ui.i18n.readers import to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.newest_messages import NewestMessages
from bot.ui.interactions.reply import harmless, is_harmless
from data.engine.errors import DatabaseError
from data.engine.postgres_values import LockKind
from data.records.shards import ShardShare

if TYPE_CHECKING:  # it loads PostgreSQL's driver
    from data.engine.claims import Claims

log = logging.getLogger(__name__)

LOOK_AGAIN = 0.25
"""Seconds between two looks whether a bucket is free for the next identify."""
LONG_LOGIN = 15.0
"""Seconds after which the log says who keeps a shard from logging in; several may be before it."""
ANSWERED_LATELY = 300
"""How many interactions of a shard are named to the node that takes it over."""
SURE_WITHIN = 1.5
"""Seconds that a press waits for a node that isn't sure of its shards; Discord allows three."""
SURE_POLL = 0.05
"""Seconds between two looks whether it is sure again."""


class NodeClient(TomatoClient):
    """Starts without any shard; `wanted` are the only ones it may get, if the host fixed them."""

    def __init__(
        self,
        claims: Claims,
        *,
        guild_ready_timeout: float = 2.0,
        wanted: ShardShare | None = None,
        metrics: Meters | None = None,
        newest: NewestMessages | None = None,
    ) -> None:
        super().__init__(
            guild_ready_timeout=guild_ready_timeout,
            share=ShardShare((), 1),
            metrics=metrics,
            newest=newest,
            may_send=self._may_send,
        )
        self.handovers = Handovers()
        self.wanted = wanted
        self._claims = claims
        self._joining: dict[int, asyncio.Event] = {}
        """Set when a shard that was added is ready."""
        self._kept: set[int] = set()
        """The shards that were added and not dropped."""

    async def add_shard(self, shard: int) -> None:
        """Connect to a shard, and return when all its servers are known."""
        self._kept.add(shard)
        ready = self._joining[shard] = asyncio.Event()
        await self.launch_shard(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, shard)
        await ready.wait()

    async def drop_shard(self, shard: int) -> None:
        """Disconnect from a shard, and forget its servers."""
        self._kept.discard(shard)
        self._joining.pop(shard, None)
        connected = self.get_shard(shard)
        if connected is not None:
            await self._disconnect(connected)
        self._forget_lost_guilds(shard, every=True)

    def answered_lately(self, shard: int) -> list[int]:
        """Return the ids of the newest interactions of a shard that were answered here."""
        return [id for id, where in self._heard.items() if where == shard][-ANSWERED_LATELY:]

    async def launch_shards(self) -> None:
        """Connect to nothing yet; `connect` calls this."""
        self.shard_count = self.share.count
        self._connection.shard_count = self.share.count
        self._connection.shard_ids = range(self.share.count)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass on events; a shard that connects again although it was dropped is dropped again."""
        super().dispatch(event, *args, **kwargs)
        if event == "shard_connect" and args[0] not in self._kept and not self.is_closed():
            background(self.drop_shard(*args), "disconnect a shard of another node")

    async def on_shard_ready(self, shard_id: int) -> None:
        joining = self._joining.pop(shard_id, None)
        if joining is None:
            await super().on_shard_ready(shard_id)
        else:
            joining.set()

    async def on_ready(self) -> None:
        """Do nothing: the shards of a node come one by one."""

    async def _take_share(self, recommended: int) -> None:
        """Become a node, and agree with the others on the number of shards.

        Raises HostError if they split the bot differently, and DatabaseError.
        """
        count = self.wanted.count if self.wanted else recommended
        agreed = await self._claims.join(count)
        if self.wanted and agreed != count:
            raise HostError(
                f"The other processes split the bot into {agreed} shards, and TOMATO_SHARDS into"
                f" {count}. Use the same number everywhere, or stop all of them first."
            )
        if agreed != count:
            log.warning("%d shards run, and Discord recommends %d", agreed, recommended)
        self.share = ShardShare((), agreed)

    def _new_buckets(self, max_concurrency: int) -> IdentifyBuckets:
        return IdentifyBuckets(max_concurrency, time.monotonic, book=self._book)

    async def _book(self, bucket: int) -> None:
        """Wait until no other node identifies in a bucket, and keep the others out for a while."""
        tries = 0
        while not await self._claims.claim(LockKind.IDENTIFY, bucket):
            tries += 1
            if tries * LOOK_AGAIN == LONG_LOGIN:
                holders = await self._claims.holders(LockKind.IDENTIFY, bucket)
                log.warning("no shard can log in while %s holds the lock for it", holders)
            await asyncio.sleep(LOOK_AGAIN)
        background(self._free(bucket), "free an identify bucket")

    async def _free(self, bucket: int) -> None:
        await asyncio.sleep(shards.SPACING)
        with contextlib.suppress(DatabaseError):  # then it is free already
            await self._claims.release(LockKind.IDENTIFY, bucket)

    def _may_send(self) -> bool:
        """Refuse requests by a node that others may have replaced."""
        return not self._claims.session or self._claims.are_sure or is_harmless()

    async def _admits(self, interaction: discord.Interaction[Any], shard: int) -> bool:
        """Ignore presses that another node answers, or has to.

        While others may have replaced this node, as after a freeze, or have handed it the shard,
        a press waits for a moment.
        """
        if not await self.handovers.admits(interaction.id, shard):
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SURE_WITHIN):
                while not (self._claims.are_sure and shard in self.share.ids):  # noqa: ASYNC110 - a thread decides
                    await asyncio.sleep(SURE_POLL)
                return not self.handovers.is_answered(interaction.id)
        if not self._claims.are_sure or self.handovers.is_coming(shard):
            await self._ask_to_repeat(interaction)
        return False

    async def _ask_to_repeat(self, interaction: discord.Interaction[Any]) -> None:
        """Say that nothing has changed, unless another node has answered."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        sentence = to(interaction, common_texts.TOO_SLOW_TO_ASK)
        with contextlib.suppress(*FAILURES), harmless():
            await interaction.response.send_message(sentence, ephemeral=True)
