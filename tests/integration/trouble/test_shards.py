"""Several shards: every server and DM is served, and missed events are detected."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.__main__ import WRONG_SETTINGS
from bot.settings import SettingsError
from bot.ui.program import connection
from bot.ui.program.main import host_error
from playground.gateway.sharding import ShardingRules, falls_on
from playground.testing.people import PlaygroundUser
from playground.world.clock import ManualClock
from playground.world.seed import add_guild
from playground.world.world import Channel, Guild
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot, play_out, sits
from tests.support.playground import opened

SHARDS = 3
PATIENCE = 60.0


@contextlib.asynccontextmanager
async def sharded_env(folder: Path, rules: ShardingRules) -> AsyncIterator[RunningBot]:
    """Open a playground with a server on each shard, and no bot yet."""
    clock = ManualClock()
    async with opened(clock=clock, sharding=rules) as playground:
        world = playground.world
        for number in range(rules.shards - 1):
            clock.advance(0.001)  # a server's shard follows from its creation time
            add_guild(world, f"Garden {number}", world.people)
        with hurried():
            yield RunningBot(playground, folder / "tomato-table.db")


def place_in(env: RunningBot, guild: Guild) -> Channel:
    """Return the server's first channel for tables."""
    channels = env.playground.world.channels.values()
    return next(
        channel for channel in channels if (channel.guild_id, channel.name) == (guild.id, TABLE)
    )


def has_letters(person: PlaygroundUser) -> bool:
    return bool(person.sees("@bot"))


def server_on(env: RunningBot, shard: int) -> Guild:
    guilds = env.playground.world.guilds.values()
    return next(guild for guild in guilds if falls_on(guild.id, shard, SHARDS))


async def test_a_match_on_any_shard_is_played_in_dms(tmp_path: Path) -> None:
    """A match on shard 1 can be played in DMs on shard 0, and tables open on every shard."""
    async with sharded_env(tmp_path, ShardingRules(SHARDS)) as env, env.open():
        ana, ben = env.person("Ana"), env.person("Ben")
        place = place_in(env, server_on(env, 1))
        await ana.slash("@bot", "me dm on")
        await ben.slash("@bot", "me dm on")
        await ana.slash(place, "play", game="tomate", options="cycles=1")
        lobby = env.public(ana, place)
        await ben.click(lobby, "Join")
        await ben.until(lambda: sits(ben, lobby), "Ben to sit")
        await ana.click(lobby, "Start")
        await env.settled()
        hands = {}
        for person in (ana, ben):
            await person.until(partial(has_letters, person), "a hand in the DM")
            hands[person] = person.latest("@bot")
        answers = await play_out(env, hands, lambda: "Rematch" in env.public(ana, place).buttons)
        for shard in (0, 2):
            await ana.slash(place_in(env, server_on(env, shard)), "play", game="tomate")

        assert answers
        assert env.bot.client.share.ids == (0, 1, 2)
        assert {guild.shard_id for guild in env.bot.client.guilds} == {0, 1, 2}


async def test_the_doctor_names_the_shards(tmp_path: Path) -> None:
    """With several shards, /server doctor names the server's shard and those of this process."""
    async with sharded_env(tmp_path, ShardingRules(SHARDS)) as env, env.open():
        line = await env.person("Ana").slash(place_in(env, server_on(env, 2)), "server doctor")

    assert "This server is on shard 2. This process runs shards 0-2 of 3." in line.text


async def test_a_process_sees_only_its_own_servers(tmp_path: Path) -> None:
    """A process with some of the shards sees only their servers and treats no other as lost."""
    async with sharded_env(tmp_path, ShardingRules(SHARDS)) as env:
        async with env.open():
            known = await env.bot.store.guilds.present()
        env.shards = "1/3"
        async with env.open():
            seen = {guild.id for guild in env.bot.client.guilds}
            saved = await env.bot.store.guilds.present()

    assert seen == {server_on(env, 1).id}
    assert saved == known
    assert len(known) == SHARDS


async def test_one_lost_session_is_reconciled(tmp_path: Path) -> None:
    """A shard with a new session notices a server it lost; the other servers stay."""
    async with sharded_env(tmp_path, ShardingRules(SHARDS)) as env, env.open():
        faults, guilds = env.playground.faults, env.bot.store.guilds
        before = await guilds.present()
        lost = server_on(env, 1)
        async with asyncio.timeout(PATIENCE):
            faults.refuse_resume()
            faults.expel_bot(lost)
            while lost.id in await guilds.present():
                await env.playground.until(lambda: env.playground.sessions.online)
        seen = {guild.id for guild in env.bot.client.guilds}

        assert before - await guilds.present() == {lost.id}
        assert lost.id not in seen


async def test_a_bot_without_logins_left_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If there are more shards than logins left, the bot says so and starts once there are more."""
    monkeypatch.setattr(connection, "SOONEST", 0.0)
    async with sharded_env(tmp_path, ShardingRules(SHARDS, session_starts=2)) as env:
        gate = env.playground.sessions.gate
        starting = asyncio.create_task(_start_and_stop(env))
        async with asyncio.timeout(PATIENCE):
            while "2 more logins for now, and this process needs 3" not in caplog.text:  # noqa: ASYNC110 - a log has no event
                await asyncio.sleep(0)
            gate.rules = ShardingRules(SHARDS)
            assert await starting == (0, 1, 2)


async def _start_and_stop(env: RunningBot) -> tuple[int, ...]:
    async with env.open():
        return env.bot.client.share.ids


@pytest.mark.parametrize(
    ("share", "status", "line"), [("0/1", 78, "TOMATO_SHARDS"), ("", 1, "Start it again")]
)
async def test_a_share_that_is_too_small_is_named(
    tmp_path: Path, share: str, status: int, line: str
) -> None:
    """A split with too many servers per shard is a wrong setting, unless Discord chose it."""
    async with sharded_env(tmp_path, ShardingRules(SHARDS, guilds_per_shard=1)) as env:
        env.shards = share
        if not share:
            env.playground.sessions.gate.rules = ShardingRules(1, guilds_per_shard=1)
        with pytest.raises(BaseExceptionGroup) as caught:
            async with env.open():
                pass

    error = host_error(caught.value)
    assert line in str(error)
    assert isinstance(error, SettingsError) is (status == WRONG_SETTINGS)
