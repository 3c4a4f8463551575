"""Hands as direct messages."""

from pathlib import Path

from bot.tables.domain.guild_settings import GuildSettings, with_settings
from bot.tables.domain.time_controls import HOUR
from data.records.matches import SurfaceKind
from playground.testing.people import PlaygroundUser
from tests.bot.tables.support import ManualClock, pass_time
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, RunningBot, controls, play_out
from tests.support.playground import opened


async def test_a_match_is_played_by_direct_messages(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Hands in DMs show each question until the result, and a link to the table."""
    for person in (ana, ben):
        await person.slash(TABLE, "me dm on")
    table = await env.table(ana, ben, cycles=1)
    await ana.until(lambda: bool(ana.sees("@bot")) and bool(ben.sees("@bot")), "both hands")
    hands = {person: person.latest("@bot") for person in (ana, ben)}
    begun = [*hands[ana].files]
    await play_out(env, hands, lambda: "Rematch" in env.public(ana).buttons)
    await env.settled()
    links = [c["url"] for c in hands[ana].components if c.get("url")]

    assert begun == ["hand.png"]
    assert [link.endswith(f"/{table.id}") for link in links] == [True]
    assert [len(person.sees("@bot")) for person in (ana, ben)] == [1, 1]
    assert [controls(hand) for hand in hands.values()] == [[], []]


async def test_turning_it_on_in_mid_match_brings_the_hand(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/me dm on sends the hands of running matches, and /me dm off deletes them.

    If the server forbids DMs, the answer says so.
    """
    guild_id = ana.channel(TABLE).guild_id or 0
    no_letters = GuildSettings(dms_allowed=False)
    await env.bot.store.guilds.change(guild_id, lambda guild: with_settings(guild, no_letters))
    forbidden = (await ana.slash(TABLE, "me dm on")).text
    await env.bot.store.guilds.change(guild_id, lambda guild: with_settings(guild, GuildSettings()))
    await env.table(ana, ben, cycles=1)
    await ana.slash(TABLE, "me dm on")
    count = len(ana.sees("@bot"))
    await ana.slash(TABLE, "me dm off")

    assert (count, len(ana.sees("@bot"))) == (1, 0)
    assert "direct messages from tables are turned off" in forbidden


async def test_closed_dms_cost_no_seat(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A player with closed DMs is told so and can play with My hand."""
    ana.set_dms(allow=False)
    table = await env.table(ana, ben, cycles=1)
    answer = await ana.slash(TABLE, "me dm on")
    hand = await env.hand(ana, table)

    assert "your DMs are closed" in answer.text
    assert list(hand.files) == ["hand.png"]


async def test_an_uneditable_hand_is_sent_again(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If Discord refuses the edit, the old hand is deleted and a new one is sent."""
    for person in (ana, ben):
        await person.slash(TABLE, "me dm on")
    await env.table(ana, ben, cycles=1)
    await ana.until(lambda: bool(ana.sees("@bot")) and bool(ben.sees("@bot")), "both hands")
    hands = {person: person.latest("@bot") for person in (ana, ben)}
    mover, asked = await env.asked_of(hands)
    other = ben if mover is ana else ana
    old = hands[other]
    route = "/channels/{channel_id}/messages/{message_id}"
    # discord.py tries five times for the table and five times for the hand.
    env.playground.faults.refuse(30046, "PATCH", route, times=10)
    await mover.click(asked, controls(asked)[0])
    await env.settled()
    await other.until(lambda: old.gone and len(other.sees("@bot")) == 1, "a fresh hand")

    assert list(other.latest("@bot").files) == ["hand.png"]


async def test_a_hand_lights_up_only_when_it_may(tmp_path: Path) -> None:
    """A hand lights up when its match starts, but neither in quiet hours nor for an older one."""
    clock = ManualClock()
    async with opened() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db", time=clock)
        ana, ben = env.person("Ana"), env.person("Ben")
        async with env.open():
            for person in (ana, ben):
                await person.slash(TABLE, "me dm on")
            # It is eight in the morning.
            await ben.slash(TABLE, "me reminders quiet", begin="22:00", end="9:00", zone="UTC")
            await env.table(ana, ben, cycles=1)
            await ana.until(lambda: bool(ana.sees("@bot")) and bool(ben.sees("@bot")), "hands")
            hands = {person: person.latest("@bot") for person in (ana, ben)}
            lit = [hand.lights_up for hand in hands.values()]
            await clock.until_asleep()
            pass_time(env.bot.tables, clock, 3 * HOUR)
            route = "/channels/{channel_id}/messages/{message_id}"
            env.playground.faults.refuse(30046, "PATCH", route, times=15)
            mover, asked = await env.asked_of(hands)
            await mover.click(asked, controls(asked)[0])
            await ana.until(lambda: any(hand.gone for hand in hands.values()), "a fresh hand")
            await env.settled()
            fresh = [person.latest("@bot") for person, hand in hands.items() if hand.gone]

    assert lit == [True, False]
    assert [hand.lights_up for hand in fresh] == [False] * len(fresh)


async def test_a_server_may_forbid_dms(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """In a server that forbids DMs nobody gets one, and hands stay in the channel."""
    quiet = GuildSettings(dms_allowed=False)
    await env.bot.store.guilds.change(
        env.playground.world.guild.id, lambda guild: with_settings(guild, quiet)
    )
    await ana.slash(TABLE, "me dm on")
    table = await env.table(ana, ben, cycles=1)
    hand = await env.hand(ana, table)

    assert ana.sees("@bot") == []
    assert list(hand.files) == ["hand.png"]


async def test_dms_can_be_turned_on_in_a_lobby(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/me dm on in a lobby is confirmed, and the hand is sent when the match starts."""
    lobby = await env.lobby(ana, ben)
    answer = await ana.slash(TABLE, "me dm on")
    await ana.click(lobby, "Start")
    await ana.until(lambda: bool(ana.sees("@bot")), "the hand in the DM")

    assert "you also get your hand as a direct message" in answer.text


async def test_a_failed_dm_costs_no_answer(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If Discord can't open the DM, the setting is saved and the hand follows later."""
    await env.table(ana, ben)
    env.playground.faults.answer("POST", "/users/@me/channels", status=500, times=5)
    with hurried():
        reply = await ana.slash(TABLE, "me dm on")
        await ana.until(lambda: bool(ana.sees("@bot")), "the hand in the DM")

    assert "you also get your hand as a direct message" in reply.text


async def test_an_unsent_dm_ends_with_its_seat(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If a player leaves before the hand was sent, no DM is sent, and no row is left."""
    table = await env.table(ana, ben)
    env.playground.faults.answer("POST", "/users/@me/channels", status=500, times=500)
    with hurried():
        await ana.slash(TABLE, "me dm on")
        await env.leave(ana, table)
    env.playground.faults.heal()
    match = (await env.bot.store.matches.all_open())[0]
    saved = await env.bot.store.surfaces.of_match(match.match_id)

    assert [surface.kind for surface in saved] == [SurfaceKind.TABLE]
    assert ana.sees("@bot") == []
