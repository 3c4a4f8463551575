"""The Discord client: slash commands on a tree, everything else through one listener."""

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, Protocol

import discord
from discord import app_commands

from bot.metrics.meters import Meters
from bot.metrics.requests import request_trace
from bot.shards import Book
from bot.ui.interactions.bot_permissions import MANAGERS, check_manages
from bot.ui.interactions.command_links import CommandLinks
from bot.ui.interactions.command_options import EVERYWHERE
from bot.ui.interactions.command_registry import CommandRegistry
from bot.ui.interactions.errors import WhichTableError
from bot.ui.interactions.latest_pictures import LatestPictures
from bot.ui.interactions.newest_messages import NewestMessages
from bot.ui.interactions.payloads import AnyCommand, are_declared, are_well_formed, use_of
from bot.ui.interactions.reply import CompletionResponse
from bot.ui.interactions.router import apologise
from bot.ui.program.connection import LastingClient
from data.records.shards import ShardShare

log = logging.getLogger(__name__)


LONGEST_WAIT = 30.0
"""Seconds after which a request that Discord rate-limits is given up."""


HEARD = 1000
"""How many recent interaction ids to remember, so that a redelivered one is ignored."""


LAST_WORDS = 5.0
"""Seconds that running answers are given when the bot stops."""


class Listener(Protocol):
    """Answers presses, menus and forms, and remembers people."""

    async def met(self, interaction: discord.Interaction) -> None: ...

    async def handle(self, interaction: discord.Interaction) -> None: ...

    async def finish(self, interaction: discord.Interaction) -> None: ...


class GuildListener(Protocol):
    """Tracks which servers the bot is in."""

    async def entered(self, guild_id: int) -> None: ...

    async def left(self, guild_id: int) -> None: ...

    async def compare(self, present: frozenset[int], share: ShardShare) -> None: ...

    async def permissions_changed(self, guild_id: int | None = None) -> None: ...

    def time_out_changed(self, guild_id: int, end: datetime | None) -> None: ...

    async def place_gone(self, channel_id: int) -> None: ...

    async def thread_locked(self, thread_id: int, *, is_locked: bool) -> None: ...


class Admission(Protocol):
    """Says whether this process answers, or another one."""

    @property
    def can_be_lost(self) -> bool: ...

    @property
    def is_sure(self) -> bool: ...

    def may_send(self) -> bool: ...

    async def admits(self, interaction: discord.Interaction[Any]) -> bool: ...


class Chooser(Protocol):
    """Asks which table a command means."""

    async def ask(self, interaction: discord.Interaction, error: WhichTableError) -> None: ...


class CommandErrorsTree(app_commands.CommandTree["TomatoClient"]):
    """A command tree whose errors become messages in one place."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        # discord.py's own entry point for commands; it offers no other hook.
        if await self.client.is_news(interaction):
            if interaction.type is discord.InteractionType.autocomplete:
                # discord.py logs every refused completion as a failure, and asks for no class.
                response = CompletionResponse(interaction)
                interaction._cs_response = response  # type: ignore[attr-defined]  # noqa: SLF001 - the slot that discord.py looks into
            async with self.client.answering():
                await self.run(interaction)

    async def run(self, interaction: discord.Interaction[Any]) -> None:
        """Run a command; a press may continue it, and was already deduplicated."""
        await super()._call(interaction)
        is_command = interaction.type is discord.InteractionType.application_command
        if is_command and self.client.listener is not None and _is_as_declared(interaction):
            await self.client.listener.finish(interaction)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Remember who used a command; autocompletion doesn't count.

        Rejects payloads that Discord would never send before they are read.
        """
        is_command = interaction.type is discord.InteractionType.application_command
        if not _is_as_declared(interaction):
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
            else:
                await apologise(interaction, app_commands.AppCommandError())
            return False
        if not is_command or self.client.listener is None:
            return True
        try:
            if _is_for_managers(interaction.command):
                check_manages(interaction)
            await self.client.listener.met(interaction)
        except Exception as error:  # noqa: BLE001 - discord.py would end without a message
            await apologise(interaction, error)
            return False
        return True

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        reason: BaseException = getattr(error, "original", error)
        if isinstance(reason, WhichTableError) and self.client.chooser is not None:
            try:
                await self.client.chooser.ask(interaction, reason)
            except Exception as failed:  # noqa: BLE001 - discord.py would end without a message
                await apologise(interaction, failed)
        else:
            await apologise(interaction, error)


def _is_as_declared(interaction: discord.Interaction) -> bool:
    """Tell whether Discord would send these options of a command or completion."""
    data: Any = interaction.data or {}
    is_command = interaction.type is discord.InteractionType.application_command
    return are_well_formed(data.get("options", [])) and are_declared(
        data, interaction.command, are_complete=is_command
    )


def _is_for_managers(command: AnyCommand) -> bool:
    """Tell whether Discord hides a command from people who don't manage the server."""
    if not isinstance(command, app_commands.Command):
        return False
    root = command.root_parent or command
    return root.default_permissions == MANAGERS


class TomatoClient(LastingClient):
    """Sees servers and their channels, but no messages of people."""

    def __init__(
        self,
        *,
        guild_ready_timeout: float = 2.0,
        share: ShardShare | None = None,
        metrics: Meters | None = None,
        newest: NewestMessages | None = None,
        admission: Admission | None = None,
        book: Book | None = None,
    ) -> None:
        """Without an `admission`, this process alone answers; `book`: see `IdentifyBuckets`."""
        # Following every request takes time, and most hosts read no figures.
        may_send = admission.may_send if admission is not None and admission.can_be_lost else None
        is_followed = metrics is not None or may_send is not None
        trace = request_trace(metrics or Meters(), may_send) if is_followed else None
        # We never use voice, so hide the warning that it is not supported.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            share=share,
            book=book,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=guild_ready_timeout,
            # Without these, discord.py drops the channel's newest message from an interaction.
            enable_debug_events=newest is not None,
            # An edit that Discord delays for longer is replaced by a new message.
            max_ratelimit_timeout=LONGEST_WAIT,
            http_trace=trace,
        )
        self._metrics = metrics or Meters()
        self._newest = newest
        self.tree = CommandErrorsTree(self, **EVERYWHERE)
        self._listener: Listener | None = None
        self._chooser: Chooser | None = None
        self._guild_listener: GuildListener | None = None
        self.is_in = asyncio.Event()
        """Set once the client has logged in and every server is known."""
        self.mentions = CommandLinks()
        self.commands = CommandRegistry(self, self.tree, self.mentions)
        self.latest_pictures = LatestPictures()
        self._answering: set[asyncio.Task[object]] = set()
        self._is_stopping = False
        self._heard: dict[int, None] = {}
        """The latest interactions, which a broken connection may repeat."""
        self._admission = admission

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass on events; ignores everything once the client is closed."""
        if self.is_closed():
            return
        if event == "shard_connect":
            self._forget_lost_guilds(*args)
        elif event == "interaction":
            self._metrics.received(args[0].id, args[0].type.name)
            for kind, name in use_of(args[0]):
                self._metrics.used(kind, name)
        elif event == "socket_raw_receive" and self._newest is not None:
            self._newest.note_event(*args)
        super().dispatch(event, *args, **kwargs)

    def _forget_lost_guilds(self, shard_id: int) -> None:
        """Drop cached servers that a shard's new session no longer names.

        Discord first announces every server of a new session as unavailable. discord.py keeps the
        other servers of an auto-sharded client forever.
        """
        for guild in self.guilds:
            if guild.shard_id == shard_id and not guild.unavailable:
                self._connection._remove_guild(guild)  # noqa: SLF001 - there is no public way

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        answered_here = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type not in answered_here or not await self.is_news(interaction):
            return
        if self._listener is not None:
            async with self.answering():
                await self._listener.handle(interaction)

    def listen(self, listener: Listener, chooser: Chooser, guilds: GuildListener) -> None:
        """Register the listeners; before that, the client answers nothing."""
        self._listener, self._chooser, self._guild_listener = listener, chooser, guilds

    @property
    def listener(self) -> Listener | None:
        return self._listener

    @property
    def chooser(self) -> Chooser | None:
        return self._chooser

    async def is_news(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether an interaction is new, and for this process to answer.

        A second call for the same one returns False.
        """
        if self._is_stopping or interaction.id in self._heard:
            return False
        self._heard[interaction.id] = None
        if len(self._heard) > HEARD:
            del self._heard[next(iter(self._heard))]
        return self._admission is None or await self._admission.admits(interaction)

    @property
    def _guilds(self) -> GuildListener | None:
        """The listener for servers; None while another process works."""
        is_active = self._admission is None or self._admission.is_sure
        return self._guild_listener if is_active else None

    async def on_guild_join(self, guild: discord.Guild) -> None:
        if self._guilds is not None:
            await self._guilds.entered(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        if self._guilds is not None:
            await self._guilds.left(guild.id)

    @contextlib.asynccontextmanager
    async def answering(self) -> AsyncIterator[None]:
        """Held while an interaction is answered, so that the bot doesn't stop in between."""
        task = asyncio.current_task()
        assert task is not None  # there is always one in a coroutine
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def answered(self) -> None:
        """Wait until no received interaction is being answered."""
        while self._answering:
            await asyncio.wait(self._answering)

    async def stop_answering(self) -> None:
        """Ignore what comes from now on; take at most some seconds to answer what was received.

        A process that stands by answers the rest.
        """
        self._is_stopping = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.answered(), LAST_WORDS)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log a failure in an event; while the bot stops, its database may be closed by then.

        What such an event would have changed is compared at the next start.
        """
        if self._is_stopping:
            log.info("the bot stopped before %s was done: %r", event_method, sys.exc_info()[1])
        else:
            await super().on_error(event_method, *args, **kwargs)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        if self._guilds is not None and before.overwrites != after.overwrites:
            await self._guilds.permissions_changed(after.guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        if self._guilds is not None:
            await self._guilds.place_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        if self._guilds is not None:
            await self._guilds.place_gone(payload.thread_id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if self._guilds is not None and before.permissions != after.permissions:
            await self._guilds.permissions_changed(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        if self._guilds is not None:
            await self._guilds.permissions_changed(role.guild.id)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        if self._guilds is not None and before.locked and not after.locked:
            await self._guilds.permissions_changed(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Discord tells of a thread that it archives too, which the cache has forgotten by then."""
        if self._guilds is not None:
            is_locked = bool(payload.data.get("thread_metadata", {}).get("locked"))
            await self._guilds.thread_locked(payload.thread_id, is_locked=is_locked)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """A thread was reopened, and perhaps unlocked."""
        if self._guilds is not None:
            await self._guilds.permissions_changed(thread.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot's roles or time-out may have changed: Discord tells of no other member."""
        if self._guilds is None or after.id != after.guild.me.id:
            return
        have_roles_changed = {role.id for role in before.roles} != {
            other.id for other in after.roles
        }
        if have_roles_changed or before.timed_out_until != after.timed_out_until:
            self._guilds.time_out_changed(after.guild.id, after.timed_out_until)
            await self._guilds.permissions_changed(after.guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is known, at first or after an outage in which events were missed."""
        if self._guilds is not None:
            self._guilds.time_out_changed(guild.id, guild.me.timed_out_until)
            if self.is_in.is_set():
                await self._guilds.permissions_changed(guild.id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Every server of a shard is known; this repeats after a lost session."""
        if self.is_in.is_set() and self._guilds is not None:
            # Events were missed while there was no session: lost servers, regained permissions.
            present = frozenset(guild.id for guild in self.guilds if guild.shard_id == shard_id)
            await self._guilds.compare(present, ShardShare((shard_id,), self.share.count))
            await self._guilds.permissions_changed()
            log.info("shard %d logged in again, with %d servers", shard_id, len(present))

    async def on_ready(self) -> None:
        """Every server of every shard of this process is known."""
        self.is_in.set()
        log.info(
            "logged in as %s; servers: %d; shards: %s", self.user, len(self.guilds), self.share
        )
