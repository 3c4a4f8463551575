"""Ended matches are kept as long as the host has set; their results are kept for ever."""

from pathlib import Path

from bot.settings import Settings
from bot.tables.domain.time_controls import DAY
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.time_limits import Limits
from bot.ui.program.compose import limits_of
from data.records.leaderboards import ALL
from tests.bot.tables.leaderboards.support import GUILD, finish
from tests.bot.tables.support import ANA, BEN, CHEN, PEOPLE, LocalApp, local_app, running


async def tidied(app: LocalApp) -> None:
    """Let the scheduler clean up once."""
    async with running(app):
        await app.clock.until_asleep()


async def test_what_ended_long_ago_is_forgotten_and_what_it_brought_is_kept(tmp_path: Path) -> None:
    """Expired matches are deleted, their results stay on the leaderboards, open matches stay."""
    async with local_app(
        tmp_path / "a.db", limits=Limits(bot_delay=0, remember_matches=DAY)
    ) as app:
        boards = Leaderboards(app.store, app.clock)
        seen = await finish(app.store, [1], [2])
        before = await boards.page(GUILD, ALL, viewer_id=1)
        unseen = await finish(app.store, [1], [2])
        unrated = await finish(app.store, [1], [2], rated=False)
        open_one = await app.started(PEOPLE[:3])
        await tidied(app)
        after = await boards.page(GUILD, ALL, viewer_id=1)

        results = [await app.store.matches.find(item) for item in (seen, unseen, unrated)]
        assert results == [None, None, None]
        assert [line.matches for line in before.lines] == [1, 1]
        assert [line.matches for line in after.lines] == [2, 2]
        assert await app.store.matches.find(open_one.id) is not None


async def test_one_broken_match_keeps_no_other(tmp_path: Path) -> None:
    """If one match can be neither rated nor compacted, all others still are."""
    async with local_app(
        tmp_path / "a.db", limits=Limits(bot_delay=0, remember_matches=DAY)
    ) as app:
        broken = await finish(app.store, [1], [2], guild_id=GUILD - 1)
        waiting = await finish(app.store, [1], [2])
        over = await app.started([ANA, BEN, CHEN])
        await app.tables.endings.stop(over.id, ANA, moderator=True)
        app.damage(f"UPDATE matches SET table_state = '{{' WHERE match_id = '{broken}'")
        await tidied(app)

        assert await app.store.matches.find(waiting) is None
        assert await app.store.history.to_compact() == (broken,)


async def test_all_that_is_over_is_packed(app: LocalApp) -> None:
    """All ended matches are compacted in the same hour, however many there are."""
    for _ in range(101):
        await finish(app.store, [1], [2])
    await tidied(app)
    assert await app.store.history.to_compact() == ()


async def test_matches_are_kept_for_ever_unless_the_host_says_otherwise(tmp_path: Path) -> None:
    """Matches are deleted only if a retention time is set, and only those older than it."""
    async with local_app(tmp_path / "a.db") as app:
        old = await finish(app.store, [1], [2])
        await tidied(app)
        assert await app.store.matches.find(old) is not None
    whole = Limits(bot_delay=0, remember_matches=app.clock.now())
    async with local_app(tmp_path / "a.db", limits=whole) as app:
        await tidied(app)
        assert await app.store.matches.find(old) is not None


def test_the_setting_is_in_days() -> None:
    """TOMATO_KEEP_DAYS counts days; without it, matches are kept for ever."""
    assert limits_of(Settings(_env_file=None, keep_days=30)).remember_matches == 30 * DAY
    assert limits_of(Settings(_env_file=None)).remember_matches is None
