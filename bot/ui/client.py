"""The Discord client: slash commands on a tree, everything else through one listener."""

from __future__ import annotations

import logging
from typing import Protocol

import discord
from discord import app_commands

from bot.ui.presses import apologise

log = logging.getLogger(__name__)


LONGEST_WAIT = 30.0
"""Seconds that a request may be put off by Discord before it is given up."""


class Listener(Protocol):
    """Whoever answers presses, menus and forms."""

    async def handle(self, interaction: discord.Interaction) -> None: ...


class Tree(app_commands.CommandTree["TomatoClient"]):
    """Commands whose failures become sentences in the one place that knows them."""

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        await apologise(interaction, error)


class TomatoClient(discord.Client):
    """Sees servers and their channels, and nothing of what people write."""

    def __init__(self, *, guild_ready_timeout: float = 2.0) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=guild_ready_timeout,
            # An edit that Discord puts off for longer is answered by a fresh message.
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        self.tree = Tree(self)
        self.listener: Listener | None = None

    async def setup_hook(self) -> None:
        """Tell Discord which commands there are; the same list changes nothing there."""
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        answered_here = (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        )
        if self.listener is not None and interaction.type in answered_here:
            await self.listener.handle(interaction)

    async def on_ready(self) -> None:
        log.info("logged in as %s, in %d servers", self.user, len(self.guilds))
