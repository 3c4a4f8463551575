"""A day's deal is shown once a day, where a server has set a channel for it."""

import asyncio
from pathlib import Path

from bot.tables.domain.deal_days import day_at, time_of
from bot.tables.domain.guild_settings import GuildSettings, with_settings
from bot.tables.domain.time_controls import HOUR, MINUTE
from bot.tables.jobs.daily_posts import MORNING, DailyPosts
from bot.tables.ownership import Ownership
from data.engine.errors import DatabaseError
from data.records.shards import ShardShare
from tests.bot.tables.support import (
    ANA,
    CHANNEL,
    GUILD,
    NOON,
    OTHER_CHANNEL,
    LocalApp,
    ManualClock,
    local_app,
    running,
)
from tests.toys.plots import PLOTS

TODAY = day_at(NOON, "UTC")
ELSEWHERE, UNSET = GUILD + 1, GUILD + 2


async def show_in(app: LocalApp, guild_id: int, channel_id: int | None, zone: str = "UTC") -> None:
    settings = GuildSettings(deals_channel=channel_id, timezone=zone)
    await app.store.guilds.change(guild_id, lambda guild: with_settings(guild, settings))


def posts(app: LocalApp) -> DailyPosts:
    return DailyPosts(app.tables.scheduler._context, app.tables.daily_deals)


async def look(app: LocalApp, job: DailyPosts | None = None) -> int:
    """Do what the scheduler does, in a process that has just started or in one that goes on."""
    job = job or posts(app)
    async with asyncio.TaskGroup() as group:
        job.begin(app.clock.now(), group)
    async with asyncio.TaskGroup() as group:
        return job.begin(app.clock.now(), group)


async def messages_of(app: LocalApp, guild_id: int = GUILD) -> list[tuple[int, int]]:
    """The channel and the day of each message of a server."""
    ids = [await app.store.deal_posts.of_day(guild_id, TODAY + n) for n in range(-1, 3)]
    rows = [await app.store.deal_posts.of(post) for post in ids if post]
    shown = [await app.store.deal_posts.find(post) for post in ids if post]
    return [
        (row[0].channel_id or 0, post.day) for row, post in zip(rows, shown, strict=True) if post
    ]


async def test_each_day_is_shown_once(tmp_path: Path) -> None:
    """After a restart nothing is begun again until the next morning, and then the old one ends."""
    clock = ManualClock()
    async with local_app(tmp_path / "tables.db", clock=clock, games=(PLOTS,)) as before:
        await show_in(before, GUILD, CHANNEL)
        async with running(before):
            await before.notes.until_deals_changed(1)
    path = tmp_path / "tables.db"
    async with local_app(path, clock=clock, word="restarted", games=(PLOTS,)) as after:
        await look(after)
        assert after.notes.deals == []
        clock.advance(time_of(TODAY + 1, "UTC", MORNING) - clock.now())
        async with running(after):
            await after.notes.until_deals_changed(2)
        assert await messages_of(after) == [(CHANNEL, TODAY), (CHANNEL, TODAY + 1)]


async def test_servers_choose_where_and_when(app: LocalApp) -> None:
    """Each server gets it in its own channel in its own morning; one without a channel doesn't."""
    await show_in(app, GUILD, CHANNEL)
    await show_in(app, ELSEWHERE, OTHER_CHANNEL, "-03:00")
    await show_in(app, UNSET, None)
    app.clock.advance(time_of(TODAY, "UTC", MORNING) - app.clock.now())
    await look(app)
    early = [await messages_of(app, guild_id) for guild_id in (GUILD, ELSEWHERE, UNSET)]
    app.clock.advance(3 * HOUR)
    await look(app)
    late = [await messages_of(app, guild_id) for guild_id in (GUILD, ELSEWHERE, UNSET)]
    assert early == [[(CHANNEL, TODAY)], [], []]
    assert late == [[(CHANNEL, TODAY)], [(OTHER_CHANNEL, TODAY)], []]


async def test_a_zone_that_the_machine_has_lost_is_utc(app: LocalApp) -> None:
    """A server whose stored time zone is unknown now gets its deal, and so does the next one."""
    for guild_id in (GUILD, ELSEWHERE):
        await show_in(app, guild_id, CHANNEL, "US/Gone")
    app.clock.advance(time_of(TODAY + 1, "UTC", MORNING) - app.clock.now())
    await look(app)

    for guild_id in (GUILD, ELSEWHERE):
        assert await messages_of(app, guild_id) == [(CHANNEL, TODAY + 1)]


async def test_the_next_look_is_when_a_morning_comes_or_a_day_ends(app: LocalApp) -> None:
    """It is within the hour, however soon the next morning is."""
    await show_in(app, GUILD, CHANNEL)
    nearest = []
    for moment in (time_of(TODAY, "UTC", MORNING) - 5 * MINUTE, time_of(TODAY + 1, "UTC") - MINUTE):
        app.clock.advance(moment - app.clock.now())
        nearest.append(await look(app) - moment)
    assert nearest == [5 * MINUTE, MINUTE]


async def test_whoever_plays_is_shown(app: LocalApp) -> None:
    """A beginning and an end of an attempt change the message of a server that shows it."""
    async with local_app(app.path.with_name("shown.db"), games=(PLOTS,)) as played:
        await show_in(played, GUILD, CHANNEL)
        await look(played)
        (first,) = played.notes.deals
        begun = await played.tables.daily_deals.begin(ANA, guild_id=GUILD)
        assert played.notes.deals == [first, first]
        await played.tables.seats.leave(begun.id, ANA)
        await look(played)
        assert played.notes.deals == [first, first, first]


async def test_a_failed_look_is_repeated(app: LocalApp) -> None:
    """While the database fails it is tried again after growing pauses."""

    async def fails() -> None:
        raise DatabaseError("away")

    app.tables.daily_deals.settle_ended = fails  # type: ignore[method-assign]  # the fault
    job, pauses = posts(app), list[int]()
    for _ in range(3):
        pauses.append(await look(app, job) - app.clock.now())
        app.clock.advance(pauses[-1])
    assert pauses == [MINUTE, 2 * MINUTE, 4 * MINUTE]


async def test_only_the_owner_shows(app: LocalApp) -> None:
    """A process leaves the servers of other shards alone."""
    await show_in(app, GUILD, CHANNEL)
    app.tables.scheduler._context.ownership = Ownership(ShardShare((), 1))
    await look(app)
    assert await messages_of(app) == []


async def test_a_day_whose_end_was_missed_ends_the_day_after(tmp_path: Path) -> None:
    """The message before the last is told once more, if the bot died before it was edited."""
    clock, path = ManualClock(), tmp_path / "t.db"
    async with local_app(path, clock=clock, games=(PLOTS,)) as app:
        await show_in(app, GUILD, CHANNEL)
        await look(app)
        ((_, first),) = app.notes.deals
    clock.advance(time_of(TODAY + 1, "UTC", MORNING) - clock.now())
    async with local_app(path, clock=clock, word="killed", games=(PLOTS,)) as app:
        await look(app)
    clock.advance(HOUR)
    async with local_app(path, clock=clock, word="later", games=(PLOTS,)) as app:
        await look(app)

    assert first in [post for _, post in app.notes.deals]
