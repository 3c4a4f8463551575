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


async def announce_in(app: LocalApp, guild_id: int, channel_id: int | None) -> None:
    settings = GuildSettings(deals_channel=channel_id)
    await app.store.guilds.change(guild_id, lambda guild: with_settings(guild, settings))


def announcements(app: LocalApp) -> WeeklyDealAnnouncements:
    return WeeklyDealAnnouncements(app.tables.scheduler._context)


async def look(app: LocalApp, deals: WeeklyDealAnnouncements | None = None) -> None:
    """Do what the scheduler does, in a process that has just started or in one that goes on."""
    async with asyncio.TaskGroup() as group:
        (deals or announcements(app)).begin(app.clock.now(), group)


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


async def test_servers_choose_where(app: LocalApp) -> None:
    """Each server gets it in its own channel, and one without a channel gets nothing."""
    await announce_in(app, GUILD, CHANNEL)
    await announce_in(app, ELSEWHERE, OTHER_CHANNEL)
    await announce_in(app, UNSET, None)
    await look(app)
    await look(app)
    assert app.notes.announced == [(GUILD, CHANNEL, WEEK), (ELSEWHERE, OTHER_CHANNEL, WEEK)]


async def test_a_failed_announcement_is_repeated(app: LocalApp) -> None:
    """While Discord is away it is tried again after growing pauses, until it was posted."""
    await announce_in(app, GUILD, CHANNEL)
    app.notes.refuses_deals = True
    deals, tries = announcements(app), list[int]()
    for pause in (MINUTE, 2 * MINUTE, 4 * MINUTE):
        await look(app, deals)
        tries.append(len(app.notes.announced))
        app.clock.advance(pause - 1)
        await look(app, deals)
        tries.append(len(app.notes.announced))
        app.clock.advance(1)
    app.notes.refuses_deals = False
    for _ in range(2):
        await look(app, deals)
        app.clock.advance(HOUR)
    assert tries == [1, 1, 2, 2, 3, 3]
    assert app.notes.announced == [(GUILD, CHANNEL, WEEK)] * 4


async def test_only_the_owner_announces(app: LocalApp) -> None:
    """A process leaves the servers of other shards alone."""
    await announce_in(app, GUILD, CHANNEL)
    app.tables.scheduler._context.ownership = Ownership(ShardShare((), 1))
    await look(app)
    assert app.notes.announced == []
