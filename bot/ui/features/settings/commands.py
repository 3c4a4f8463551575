"""`/server settings` and `/server doctor`, for server managers; server owners may allow others."""

from typing import Any

import discord
from discord import app_commands

from bot.ui.features.services import Services
from bot.ui.features.settings.doctor import DoctorHandler
from bot.ui.features.settings.handlers import SettingsHandler
from bot.ui.features.settings.messages import HOSTED, spoken
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.readers import plain_reader_of
from bot.ui.i18n.texts import server_texts
from bot.ui.interactions.command_options import Choices, as_choices, complete_clock
from bot.ui.interactions.reply import Reply
from games.core.text import speak

TableChannel = discord.TextChannel | discord.VoiceChannel | discord.ForumChannel
DealsChannel = discord.TextChannel | discord.VoiceChannel
CHANNEL = "The channel"


def add_commands(
    services: Services, handler: SettingsHandler, doctor_handler: DoctorHandler
) -> None:
    group = app_commands.Group(
        name="settings", description="Manage this server's settings for its tables"
    )
    _add_changes(group, handler)
    _add_channels(group, handler)
    services.groups.server.add_command(group)

    @services.groups.server.command(
        name="doctor", description="Find out what doesn't work here and how to fix it"
    )
    async def doctor(interaction: discord.Interaction) -> None:
        await doctor_handler.examine(interaction)


def _add_changes(group: app_commands.Group, handler: SettingsHandler) -> None:
    @group.command(name="show", description="See the settings, with a menu to change each of them")
    async def show(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await handler.show(reply)

    @group.command(
        name="change", description="Change settings by typing; those you leave out stay the same"
    )
    @app_commands.rename(dms="messages", boards="leaderboard")
    @app_commands.describe(
        threads="A thread for each table",
        clock="Default clock for new tables",
        language="Table language",
        dms="Let tables send people direct messages",
        boards="Whether this server shows leaderboards",
        tables="Maximum number of open tables in a channel",
    )
    @app_commands.choices(
        threads=[
            app_commands.Choice(name=worded(title), value=key)
            for key, title in server_texts.THREAD_CHOICES.items()
        ]
    )
    async def change(
        interaction: discord.Interaction,
        *,
        threads: str | None = None,
        clock: str | None = None,
        language: str | None = None,
        dms: bool | None = None,
        boards: bool | None = None,
        tables: app_commands.Range[int, 1, 100] | None = None,
    ) -> None:
        named = {
            "threads": threads,
            "default_clock": clock,
            "dms_allowed": dms,
            "leaderboard": boards,
            "tables_per_channel": tables,
        }
        decided: dict[str, Any] = {
            name: value for name, value in named.items() if value is not None
        }
        if language is not None:
            decided["language"] = None if language == HOSTED else language
        await handler.change(interaction, **decided)

    change.autocomplete("clock")(complete_clock)
    change.autocomplete("language")(_languages)


def _add_channels(group: app_commands.Group, handler: SettingsHandler) -> None:
    @group.command(name="allow", description="Allow tables in a channel")
    @app_commands.describe(channel=CHANNEL)
    async def allow(interaction: discord.Interaction, channel: TableChannel) -> None:
        await handler.allow(interaction, channel.id, to=True)

    @group.command(name="disallow", description="Don't allow new tables in a channel")
    @app_commands.describe(channel=CHANNEL)
    async def disallow(interaction: discord.Interaction, channel: TableChannel) -> None:
        await handler.allow(interaction, channel.id, to=False)

    @group.command(name="everywhere", description="Allow tables in every channel")
    async def everywhere(interaction: discord.Interaction) -> None:
        await handler.change(interaction, channels=())

    @group.command(
        name="deals", description="Show each day's deal in a channel; leave it out to stop"
    )
    @app_commands.describe(
        channel=CHANNEL, timezone="When a day begins: a time zone such as Europe/Berlin or +02:00"
    )
    async def deals(
        interaction: discord.Interaction,
        channel: DealsChannel | None = None,
        timezone: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        zone = {} if timezone is None else {"timezone": timezone}
        await handler.change(interaction, deals_channel=channel.id if channel else None, **zone)


async def _languages(interaction: discord.Interaction[Any], typed: str) -> Choices:
    """Offer the languages, each by its own name."""
    to_person = plain_reader_of(interaction)
    return as_choices(((speak(title, to_person), key) for key, title in spoken()), typed)
