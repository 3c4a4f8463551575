"""`/server doctor`: lists what does not work in a server, with a fix for each."""

import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from math import ceil

import discord

from bot.tables.server_settings import ServerDecisions
from bot.ui.features.services import Services
from bot.ui.features.settings.roles import role_findings
from bot.ui.i18n.icons import EMOJIS
from bot.ui.i18n.readers import reader_of, to
from bot.ui.i18n.texts import common_texts, machine_texts, server_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.interactions import bot_permissions
from bot.ui.interactions.command_registry import registry_of
from bot.ui.interactions.reply import Reply
from bot.ui.kit import discord_errors, message
from bot.ui.kit.custom_ids import Handler, OwnButton, Verb
from data.engine.errors import DatabaseError
from data.records.shards import ranges, shard_of
from games.core.text import Loose, Reader, Text, symbol

Found = discord.abc.GuildChannel | discord.Thread
Finding = Callable[[Loose], Text]
"""What is found in some channels, as a sentence about them."""

log = logging.getLogger(__name__)

IN_TIME = 5_000
"""Milliseconds of scheduler delay that still count as healthy."""
_MEGABYTE = 1_000_000


class DoctorHandler:
    """One per client."""

    def __init__(self, services: Services) -> None:
        self._client = services.client
        self._tables = services.tables
        self._settings = services.tables.server_settings
        self._registry = registry_of(services.client)
        self._self_test = services.self_test
        self._role_findings = partial(role_findings, services)

    @property
    def handlers(self) -> Mapping[Verb, Handler]:
        return {Verb.TEST_DM: self._test_dm}

    async def examine(self, interaction: discord.Interaction) -> None:
        """Run all checks and answer with the findings."""
        async with Reply(interaction) as reply:
            rules = await self._settings.rules(bot_permissions.server(interaction))
            lines = [line async for line in self._lines(interaction, rules)]
            can_write = rules.settings.dms_allowed
            await reply.show(health_message(lines, reader_of(interaction), tests_dm=can_write))

    async def _lines(
        self, interaction: discord.Interaction, rules: ServerDecisions
    ) -> AsyncIterator[Text]:
        guild_id = bot_permissions.server(interaction)
        async for line in self._database(guild_id):
            yield line
        problems = await self._self_test.problems()
        for problem in problems:
            yield server_texts.better(machine_texts.for_host(problem))
        if not problems:
            yield server_texts.good(machine_texts.WELL)
        count = self._client.shard_count or 1
        if count > 1:
            running = symbol(ranges(self._client.shard_ids or ()))
            here = shard_of(guild_id, count)
            yield server_texts.good(server_texts.shards(here, running, count))
        yield await self._commands()
        if missing := EMOJIS.missing:
            yield server_texts.better(server_texts.icons_missing(missing))
        async for line in self._dms(interaction, rules):
            yield line
        if (end := bot_permissions.time_out_end(interaction.guild)) is not None:
            yield server_texts.bad(common_texts.timed_out(end))
        async for line in self._places(interaction, rules):
            yield line

    async def _dms(
        self, interaction: discord.Interaction, rules: ServerDecisions
    ) -> AsyncIterator[Text]:
        """What is known of DMs to the person who asks; a button finds out more."""
        if not rules.settings.dms_allowed:
            yield server_texts.good(server_texts.DMS_ARE_OFF)
        elif (await self._tables.people.find(interaction.user.id)).dm_closed:
            yield server_texts.better(server_texts.DM_REFUSED)

    async def _places(
        self, interaction: discord.Interaction, rules: ServerDecisions
    ) -> AsyncIterator[Text]:
        """What is wrong in the channels for tables, in those of open tables, and in this one."""
        guild_id, here = bot_permissions.server(interaction), interaction.channel_id or 0
        allowed = rules.settings.channels
        opened = dict.fromkeys(await self._tables.servers.channels_with_tables(guild_id))
        is_open = not allowed or not {
            here,
            bot_permissions.parent_of(interaction.channel),
        }.isdisjoint(allowed)
        groups = dict[str, tuple[Finding, list[Text]]]()
        for channel_id in dict.fromkeys((*allowed, *((here,) if is_open else ()), *opened)):
            finding = self._finding(guild_id, channel_id, rules)
            _, channels = groups.setdefault(repr(finding([])), (finding, []))
            channels.append(server_texts.channel(channel_id))
        well = groups.pop(repr(_well([])), None)
        for finding, channels in (*groups.values(), *((well,) if well else ())):
            yield finding(channels)
        if not is_open and here not in opened:
            yield server_texts.good(server_texts.channel_closed(server_texts.channel(here)))
        for problem in self._role_findings(guild_id, dict(rules.settings.roles)):
            yield server_texts.bad(problem)
        if rules.settings.deals_channel is not None:
            yield self._daily_deals(guild_id, rules.settings.deals_channel)
        if interaction.guild is not None and not bot_permissions.may_plan(interaction.guild):
            planned = await self._tables.planned_events.wanted()
            if any(event.row.guild_id == guild_id for event in planned.values()):
                yield server_texts.EVENTS_OPTIONAL

    def _daily_deals(self, guild_id: int, channel_id: int) -> Text:
        """Whether the daily deals can be shown in their channel."""
        channel, where = self._found(guild_id, channel_id), server_texts.channel(channel_id)
        if channel is None:
            return server_texts.bad(server_texts.daily_deals_unseen(where))
        if missing := bot_permissions.missing_in(channel):
            return server_texts.bad(server_texts.daily_deals_lack(where, missing))
        return server_texts.good(server_texts.daily_deals_well(where))

    def _found(self, guild_id: int, channel_id: int) -> Found | None:
        """A channel or thread in discord.py's cache."""
        guild = self._client.get_guild(guild_id)
        return guild.get_channel_or_thread(channel_id) if guild is not None else None

    def _finding(self, guild_id: int, channel_id: int, rules: ServerDecisions) -> Finding:
        """Whether all is well in a channel, from discord.py's cache, or what the bot lacks."""
        channel = self._found(guild_id, channel_id)
        if channel is None:
            is_chosen = channel_id in rules.settings.channels
            lost = server_texts.channel_unseen if is_chosen else server_texts.tables_unseen
            gone = server_texts.bad(lost(server_texts.channel(channel_id)))
            return lambda _: gone
        if lacking := bot_permissions.missing_in(channel):
            return lambda where: server_texts.bad(server_texts.channel_lacks(where, lacking))
        if unpictured := bot_permissions.missing_pictures(channel):
            return lambda where: server_texts.better(server_texts.channel_wordy(where, unpictured))
        if rules.settings.threads != "never" and isinstance(channel, discord.TextChannel):
            missing = bot_permissions.missing_for_thread(channel)
            if missing:
                return lambda where: server_texts.better(
                    server_texts.channel_threadless(where, missing)
                )
        return _well

    async def _test_dm(self, interaction: discord.Interaction, _: OwnButton) -> None:
        async with Reply(interaction) as reply:
            await reply.show_lines(await self._tested_dm(interaction))

    async def _tested_dm(self, interaction: discord.Interaction) -> Text:
        """Send a DM to the person who asks; only that shows whether DMs work.

        It stays: a deleted one leaves an unread mark in an empty conversation.
        """
        player_id = interaction.user.id
        try:
            await interaction.user.send(to(interaction, server_texts.DM_TEST), silent=True)
        except discord_errors.FAILURES as error:
            if discord_errors.failure_of(error) is discord_errors.Failure.REFUSED_PERSON:
                await self._tables.people.set_dm_closed(player_id, closed=True)
                return server_texts.better(server_texts.DM_REFUSED)
            log.warning("cannot test whether DMs to a player work: %s", error)
            if discord_errors.is_refused(error):
                return server_texts.better(common_texts.DM_REFUSED)
            return server_texts.better(server_texts.DM_UNKNOWN)
        await self._tables.people.set_dm_closed(player_id, closed=False)
        return server_texts.good(server_texts.DM_ARRIVES)

    async def _commands(self) -> Text:
        """Whether Discord has our commands."""
        if self._registry.refusal is not None:
            return server_texts.better(server_texts.commands_refused(self._registry.refusal))
        try:
            changed = sorted(await self._registry.changed())
        except discord_errors.FAILURES as error:
            log.warning(
                "cannot fetch the commands from Discord: %s", discord_errors.described(error)
            )
            return server_texts.better(server_texts.COMMANDS_UNKNOWN)
        if changed:
            return server_texts.bad(server_texts.commands_differ([symbol(n) for n in changed]))
        return server_texts.good(server_texts.COMMANDS_WELL)

    async def _database(self, guild_id: int) -> AsyncIterator[Text]:
        try:
            findings = await self._tables.health.examine(guild_id)
            fault = await self._tables.health.fault()
        except DatabaseError:
            log.exception("the database cannot be examined")
            yield server_texts.bad(server_texts.DATABASE_UNREADABLE)
            return
        if fault is not None:
            log.error("the database is damaged: %s", fault)
            yield server_texts.bad(server_texts.DATABASE_BROKEN)
        else:
            size = ceil(findings.size / _MEGABYTE)
            yield server_texts.good(server_texts.database_well(findings.version, size))
        if findings.behind_since is not None:
            since = moment(findings.behind_since)
            yield server_texts.better(server_texts.behind(findings.behind, since))
        else:
            yield server_texts.good(server_texts.SHOWN)
        now = self._tables.now()
        late = now - (findings.next_due_at or now)
        if late > IN_TIME:
            yield server_texts.bad(server_texts.late(late // 1000))
        else:
            yield server_texts.good(server_texts.ON_TIME)


def _well(channels: Loose) -> Text:
    return server_texts.good(server_texts.channels_well(channels))


LIMIT = 3300
"""The most characters of all lines; the text is cut between two lines."""


def health_message(
    lines: Sequence[Text], reader: Reader, *, tests_dm: bool
) -> message.OutgoingMessage:
    """The report with the most important lines first, since not all lines may fit.

    With `tests_dm`, a button sends its reader a direct message.
    """
    items: list[message.Item] = [
        message.reading((server_texts.HEALTH, *lines), reader, LIMIT),
        message.paragraph(reader, server_texts.NEEDS_CARE),
    ]
    if tests_dm:
        test = message.button(reader, OwnButton(Verb.TEST_DM), server_texts.TEST_DM)
        items.append(discord.ui.ActionRow(test))
    return message.OutgoingMessage(tuple(items))
