"""After an outage, or once the bot may write again, every message becomes true by itself."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ui.match import surface_sync as sync
from bot.ui.program import outages
from bot.ui.sync import coalescer
from data.records.matches import Surface
from playground.testing.people import PlaygroundUser
from playground.world.permissions import Permission
from playground.world.world import Overwrite
from tests.bot.tables.support import SEALS_FOR_TWELVE, ManualClock
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.integration.support.tournaments import cup_in, pass_minutes
from tests.support.bad_discord import SILENCE, bad_discord
from tests.support.playground import opening
from tests.support.sampling import leading

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
LETTERS = "/channels/{direct_id}/messages"
OTHER = "table-two"
DAY = 86_400.0
LONG = 1_000
"""More requests than are made before the end of an outage."""


def outage(env: RunningBot, *routes: tuple[str, str], status: int = 503) -> None:
    """Let these requests fail until `heal`."""
    for method, path in routes:
        env.playground.faults.answer(method, path, status=status, times=LONG)


@pytest.mark.parametrize("status", leading([503, 0]))
async def test_the_result_of_a_match_that_ended_in_an_outage_is_posted(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, status: int
) -> None:
    """However long Discord took no message, the result follows without a press."""
    table = await env.table(ana, ben, cycles=1)
    before = table.text
    with hurried():
        outage(env, ("POST", MESSAGES), ("PATCH", MESSAGE), status=status)
        await env.finish(ana, ben)
        await env.settled()
        during = (table.text, env.public(ana).id)
        env.playground.faults.heal()
        await ana.until(lambda: "Rematch" in env.public(ana).buttons, "the result")

    assert during == (before, table.id)


async def test_a_direct_hand_that_an_outage_kept_back_is_sent(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """However long Discord took no direct message, the hand follows without a press."""
    await ana.slash(TABLE, "me dm on")
    with hurried():
        outage(env, ("POST", LETTERS))
        await env.table(ana, ben, cycles=1)
        during = ana.sees("@bot")
        env.playground.faults.heal()
        await ana.until(lambda: bool(ana.sees("@bot")), "the hand in the DM")

    assert during == []


async def test_a_tournament_calls_to_check_in_after_an_outage(
    stopped: RunningBot, clock: ManualClock
) -> None:
    """However long Discord took no message, the call to check in follows."""
    stopped.games, stopped.time = (SEALS_FOR_TWELVE,), clock
    cup = cup_in(stopped, stopped.playground.world.guild.id, TABLE, "Ana", "Ben", "Chen")
    async with stopped.open():
        await cup.open(rounds=1)
        await stopped.settled()
        with hurried():
            outage(stopped, ("POST", MESSAGES), ("PATCH", MESSAGE))
            await pass_minutes(stopped, clock, 30)
            await stopped.settled()
            during = len(cup.posts)
            stopped.playground.faults.heal()
            await cup.until("check in now")

    assert during == 1


async def test_the_first_request_that_succeeds_wakes_all_tables(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that would rest for hours after a failure is shown once another table could be."""
    monkeypatch.setattr(coalescer, "SOON", (10_000.0, 10_000.0))
    table, hands = await env.seated(ana, ben)
    before = table.text
    outage(env, ("PATCH", MESSAGE), status=0)
    await env.press(hands)
    during = table.text
    env.playground.faults.heal()
    await ana.slash(OTHER, "play", game="tomate")
    await ana.until(lambda: table.text != before, "the table to go on")

    assert during == before


async def test_a_request_that_is_never_answered_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lobby whose POST was swallowed is posted by another one."""
    monkeypatch.setattr(outages, "REQUEST_WITHIN", 1.0)
    async with bad_discord() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        ana = env.person("Ana")
        async with env.open():
            posts = f"/channels/{ana.channel(TABLE).id}/messages"
            playground.plan(posts, SILENCE)
            await ana.slash(TABLE, "play", game="tomate")
            await ana.until(lambda: any("Join" in m.buttons for m in ana.sees(TABLE)), "the lobby")

        assert playground.asked[posts] > 1


async def test_nothing_is_out_of_date_once_all_is_shown(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """Lobbies, tables, threads, hands and results that are shown leave the look nothing to do."""
    behind: list[Surface] = []

    async def look() -> None:
        await env.bot.client.answered()
        await env.settled()
        behind.extend(await env.bot.store.surfaces.behind())

    await chen.click(await chen.click(await env.lobby(chen), "More"), "Cancel")
    await ana.slash(TABLE, "me dm on")
    lobby = await env.lobby(ana, ben, cycles=1, thread=True)
    await look()
    await ana.click(lobby, "Start")
    await env.settled()
    await ben.slash(TABLE, "hand")
    await look()
    await env.finish(ana, ben)
    await look()
    await chen.slash(TABLE, "practice", game="tomate")
    await env.leave(ana, await env.table(ana, chen))
    await look()

    assert behind == []


async def test_a_change_that_nobody_told_of_is_shown(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages that are out of date for whatever reason are found and edited."""
    table, _ = await env.seated(ana, ben)
    await env.settled()
    edits: list[str] = []
    env.playground.faults.watchers.append(
        lambda method, path: edits.append(path) if method == "PATCH" else None
    )
    surfaces = env.bot.store.surfaces
    row = await surfaces.of_message(table.value.id)
    assert row is not None
    await surfaces.save(replace(row, shown_revision=0, shown=None, version=row.version + 1))
    monkeypatch.setattr(sync, "RECONCILE", 0.01)
    watching = asyncio.create_task(env.bot.surfaces.watch())
    await env.playground.until(lambda: MESSAGE in edits, "the edit")
    watching.cancel()


def without_role(env: RunningBot) -> None:
    """Take the bot's role, without which it doesn't see the channel."""
    world, place = env.playground.world, env.person("Ana").channel(TABLE)
    role = next(each_role for each_role in world.guild.roles.values() if each_role.managed)
    place.overwrites += [
        Overwrite(world.guild.id, 0, deny=int(Permission.VIEW_CHANNEL)),
        Overwrite(role.id, 0, allow=int(Permission.VIEW_CHANNEL)),
        *(Overwrite(item.id, 1, allow=int(Permission.VIEW_CHANNEL)) for item in world.people),
    ]
    world.keep(place)
    env.playground.faults.change_bot(world.guild)


def with_role(env: RunningBot) -> None:
    guild = env.playground.world.guild
    role = next(each_role for each_role in guild.roles.values() if each_role.managed)
    env.playground.faults.change_bot(guild, role)


async def test_a_permission_that_comes_back_by_a_role_shows_the_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A table that the bot couldn't see is shown once the bot has a role that lets it."""
    table, hands = await env.seated(ana, ben)
    before = table.text
    without_role(env)
    await env.press(hands)
    during = table.text
    with_role(env)
    await ana.until(lambda: table.text != before, "the table to go on")

    assert during == before


async def test_a_time_out_of_the_bot_is_named(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """During a time-out of the bot, hands, the check and /play name its end, and remember it."""
    table, _ = await env.seated(ana, ben)
    world, faults = env.playground.world, env.playground.faults
    bot = world.guild.members[world.bot.id]
    roles = [world.guild.roles[role] for role in bot.roles]
    faults.change_bot(world.guild, *roles, silent_until=world.clock.now() + DAY)
    await env.playground.until(lambda: bool(env.bot.guild_events._time_outs), "the bot to know")
    texts = [
        (await person.slash(TABLE, command, **options)).text
        for person, command, options in (
            (ana, "hand", {}), (ana, "server doctor", {}), (ben, "play", opening("tomate"))
        )
    ]  # fmt: skip
    await env.finish(ana, ben)
    await env.settled()
    during = env.public(ana).id
    faults.change_bot(world.guild, *roles)
    await ana.until(lambda: "Rematch" in env.public(ana).buttons, "the result")

    assert during == table.id
    assert ["timed out on this server until <t:" in text for text in texts] == [True] * 3
    assert env.bot.guild_events._time_outs == {}
