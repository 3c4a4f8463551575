"""Tables for later and tournaments among a server's scheduled events."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from playground.server import Playground
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.permissions import Permission
from playground.world.world import Overwrite, ScheduledEvent
from tests.integration.support.running_bot import TABLE, RunningBot


def let_plan(playground: Playground) -> None:
    """Let the bot create events."""
    own = next(role for role in playground.world.guild.roles.values() if role.managed)
    own.permissions |= Permission.CREATE_EVENTS


@pytest.fixture
async def env(stopped: RunningBot) -> AsyncIterator[RunningBot]:
    let_plan(stopped.playground)
    async with stopped.open():
        yield stopped


def events(env: RunningBot) -> list[ScheduledEvent]:
    return list(env.playground.world.guild.events.values())


async def planned(env: RunningBot, ana: PlaygroundUser) -> ShownMessage:
    """Open a table for later, and let the bot look for events; returns the lobby."""
    await ana.slash(TABLE, "play", game="tomate", start="2h")
    await env.settled()
    await env.bot.events.bring()
    return env.public(ana)


async def test_what_is_to_come_is_an_event_until_it_begins_or_is_off(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A table for later and a tournament have one event each, which goes with them."""
    await ben.slash(TABLE, "tournament open", game="tomate", start="3h")
    lobby = await planned(env, ana)
    await env.bot.events.bring()
    cup, table = sorted(events(env), key=lambda event: event.ends, reverse=True)
    await ben.click(lobby, "Join")
    await env.settled()
    await env.start_match(ana, lobby)
    await ben.click(await ben.slash(TABLE, "tournament cancel"), "Cancel the tournament")
    await env.bot.events.bring()

    assert table.name.startswith("Tomate · ")
    assert cup.name.startswith("Tomate: tournament · ")
    assert table.location.endswith(f"/{ana.channel(TABLE).id}")
    assert round(cup.starts - table.starts) in range(3590, 3611)
    assert events(env) == []
    assert await env.bot.store.scheduled_events.all() == ()
    assert env.playground.refusals() == []


async def test_an_event_that_somebody_deletes_stays_away(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """The table of an event that was deleted by hand can be played or cancelled as before."""
    await planned(env, ana)
    env.playground.world.guild.events.clear()
    await env.bot.events.bring()
    await ana.slash(TABLE, "lobby plan", start="5h")
    await env.bot.events.bring()
    after = events(env)
    cancelled = await ana.slash(TABLE, "lobby cancel")
    await env.bot.events.bring()

    assert after == []
    assert "Done" in cancelled.text
    assert await env.bot.store.scheduled_events.all() == ()


async def test_an_event_is_created_once_although_the_bot_was_killed(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """A bot killed between an event and its note finds the event again, for better or worse."""
    rows = env.bot.store.scheduled_events
    await planned(env, ana)
    (row,) = await rows.all()
    await rows.note(replace(row, event_id=None))
    await env.bot.events.bring()
    again = await rows.all()
    await rows.note(replace(row, event_id=None))
    await ana.slash(TABLE, "lobby cancel")
    await env.bot.events.bring()

    assert again == (row,)
    assert events(env) == []


@pytest.mark.parametrize("is_known", [True, False], ids=["known", "after a kill"])
async def test_an_event_moves_with_its_table(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, is_known: bool
) -> None:
    """A moved start changes the lobby and the same event, also one whose creation was cut short."""
    rows, lobby = env.bot.store.scheduled_events, await planned(env, ana)
    (before,) = events(env)
    (row,) = await rows.all()
    if not is_known:
        await rows.note(replace(row, event_id=None))
    early = (before.id, before.starts, before.ends)
    refused = await ben.slash(TABLE, "lobby plan", start="5h")
    moved = await ana.slash(TABLE, "lobby plan", start="5h")
    await env.settled()
    await env.bot.events.bring()
    await env.bot.events.bring()
    (after,) = events(env)

    assert "Only the host" in refused.text
    assert "Done" in moved.text
    assert f"<t:{int(after.starts)}:F>" in lobby.text
    assert after.id == early[0]
    assert round((after.starts - early[1]) / 60) == 180
    assert round(after.ends - after.starts) == round(early[2] - early[1])
    assert [item.event_id for item in await rows.all()] == [row.event_id]
    assert env.playground.refusals() == []


async def test_a_table_moved_after_its_event_has_begun_gets_another(
    env: RunningBot, ana: PlaygroundUser
) -> None:
    """Discord moves no event that has begun; it ends that by itself, and a new one is created."""
    rows = env.bot.store.scheduled_events
    await planned(env, ana)
    (row,) = await rows.all()
    (first,) = events(env)
    first.starts = env.playground.world.clock.now() - 1
    await rows.note(replace(row, starts_at=env.bot.tables.now()))
    await env.bot.events.bring()
    await ana.slash(TABLE, "lobby plan", start="5h")
    await env.bot.events.bring()
    await env.bot.events.bring()
    (fresh,) = [event for event in events(env) if event is not first]

    assert round(fresh.starts - env.bot.tables.now() / 1000) in range(17_900, 18_011)
    assert [item.event_id for item in await rows.all()] == [fresh.id]
    assert env.playground.refusals() == []


@pytest.mark.parametrize("is_hidden", [True, False], ids=["a hidden channel", "no permission"])
async def test_what_may_have_no_event_has_none(
    stopped: RunningBot, ana: PlaygroundUser, is_hidden: bool
) -> None:
    """Without Create Events, which the doctor then suggests, or a public channel, none is asked."""
    if is_hidden:
        let_plan(stopped.playground)
    async with stopped.open():
        world = stopped.playground.world
        place, view = ana.channel(TABLE), int(Permission.VIEW_CHANNEL)
        if is_hidden:
            place.overwrites = [Overwrite(world.guild.id, 0, deny=view)]
            place.overwrites += [
                Overwrite(who, 1, allow=view) for who in (world.bot.id, ana.user.id)
            ]
            stopped.playground.faults.forbid(
                stopped.person("Ben").user, place
            )  # it only tells the bot
        before = (await ana.slash(TABLE, "server doctor")).text
        await planned(stopped, ana)
        after = (await ana.slash(TABLE, "server doctor")).text

        assert events(stopped) == []
        assert "Create Events" not in before
        assert ("-# Optional: with Create Events" in after) is not is_hidden
        assert stopped.playground.refusals() == []
