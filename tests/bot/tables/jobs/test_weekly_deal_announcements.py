"""Weekly deals are announced once a week, where a server has set a channel for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.tables.domain.guild_settings import GuildSettings, with_settings
from bot.tables.domain.match_secrets import starts_at, week_at
from bot.tables.jobs.weekly_deal_announcements import HOUR, MINUTE, WeeklyDealAnnouncements
from bot.tables.ownership import Ownership
from data.records.shards import ShardShare
from tests.bot.tables.support import (
    CHANNEL,
    GUILD,
    NOON,
    OTHER_CHANNEL,
    LocalApp,
    ManualClock,
    local_app,
    running,
)

WEEK = week_at(NOON)
ELSEWHERE, UNSET = GUILD + 1, GUILD + 2


async def announce_in(at: LocalApp, guild_id: int, channel_id: int | None) -> None:
    settings = GuildSettings(deals_channel=channel_id)
    await at.store.guilds.change(guild_id, lambda guild: with_settings(guild, settings))


def announcements(at: LocalApp) -> WeeklyDealAnnouncements:
    return WeeklyDealAnnouncements(at.tables.scheduler._context)


async def look(at: LocalApp, deals: WeeklyDealAnnouncements | None = None) -> None:
    """Do what the scheduler does, in a process that has just started or in one that goes on."""
    async with asyncio.TaskGroup() as group:
        (deals or announcements(at)).begin(at.clock.now(), group)


async def test_each_week_is_announced_once(tmp_path: Path) -> None:
    """After a restart nothing is posted again until the next week begins."""
    clock = ManualClock()
    async with local_app(tmp_path / "tables.db", clock=clock) as before:
        await announce_in(before, GUILD, CHANNEL)
        async with running(before):
            await before.notes.until_weekly_deals_announced(1)
    async with local_app(tmp_path / "tables.db", clock=clock, word="restarted") as after:
        await look(after)
        clock.advance(starts_at(WEEK + 1) - clock.now())
        async with running(after):
            await after.notes.until_weekly_deals_announced(1)
    assert before.notes.announced == [(GUILD, CHANNEL, WEEK)]
    assert after.notes.announced == [(GUILD, CHANNEL, WEEK + 1)]


async def test_servers_choose_where(at: LocalApp) -> None:
    """Each server gets it in its own channel, and one without a channel gets nothing."""
    await announce_in(at, GUILD, CHANNEL)
    await announce_in(at, ELSEWHERE, OTHER_CHANNEL)
    await announce_in(at, UNSET, None)
    await look(at)
    await look(at)
    assert at.notes.announced == [(GUILD, CHANNEL, WEEK), (ELSEWHERE, OTHER_CHANNEL, WEEK)]


async def test_a_failed_announcement_is_repeated(at: LocalApp) -> None:
    """While Discord is away it is tried again after growing pauses, until it was posted."""
    await announce_in(at, GUILD, CHANNEL)
    at.notes.refuses_deals = True
    deals, tries = announcements(at), list[int]()
    for pause in (MINUTE, 2 * MINUTE, 4 * MINUTE):
        await look(at, deals)
        tries.append(len(at.notes.announced))
        at.clock.advance(pause - 1)
        await look(at, deals)
        tries.append(len(at.notes.announced))
        at.clock.advance(1)
    at.notes.refuses_deals = False
    for _ in range(2):
        await look(at, deals)
        at.clock.advance(HOUR)
    assert tries == [1, 1, 2, 2, 3, 3]
    assert at.notes.announced == [(GUILD, CHANNEL, WEEK)] * 4


async def test_only_the_owner_announces(at: LocalApp) -> None:
    """A process leaves the servers of other shards alone."""
    await announce_in(at, GUILD, CHANNEL)
    at.tables.scheduler._context.ownership = Ownership(ShardShare((), 1))
    await look(at)
    assert at.notes.announced == []
