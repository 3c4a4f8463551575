"""Hands as direct messages."""

from bot.tables.domain.guild_settings import GuildSettings, with_settings
from bot.tables.domain.time_controls import HOUR
from data.records.matches import SurfaceKind
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.bot.tables.support import ManualClock, pass_time
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, Hands, RunningBot, controls, play_out


async def in_messages(env: RunningBot, *people: PlaygroundUser) -> tuple[ShownMessage, Hands]:
    """Start a match of people who get direct messages; return its table and their hands there."""
    for person in people:
        await person.slash(TABLE, "me dm on")
    table = await env.table(*people, cycles=1)
    await env.playground.until(lambda: all(item.sees("@bot") for item in people), "all hands")
    return table, {person: person.latest("@bot") for person in people}


async def test_a_match_is_played_by_direct_messages(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Hands in DMs show each question until the result, and a link to the table."""
    table, hands = await in_messages(env, ana, ben)
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
    """/me dm on sends the hands of running matches, and /me dm off deletes them."""
    await env.table(ana, ben, cycles=1)
    await ana.slash(TABLE, "me dm on")
    count = len(ana.sees("@bot"))
    await ana.slash(TABLE, "me dm off")

    assert (count, len(ana.sees("@bot"))) == (1, 0)


async def test_a_hand_that_cannot_be_edited_is_sent_again_in_silence(
    timed: RunningBot, clock: ManualClock, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """If Discord refuses the edit, a new hand replaces the old one; only a start lights up.

    In quiet hours not even that does.
    """
    # It is eight in the morning.
    await ben.slash(TABLE, "me reminders quiet", begin="22:00", end="9:00", zone="UTC")
    _, hands = await in_messages(timed, ana, ben)
    lit = [hand.lights_up for hand in hands.values()]
    await clock.until_asleep()
    pass_time(timed.bot.tables, clock, 3 * HOUR)
    route = "/channels/{channel_id}/messages/{message_id}"
    # discord.py tries five times for the table and five times for each hand.
    timed.playground.faults.refuse(30046, "PATCH", route, times=15)
    mover = await timed.press(hands)
    other = ben if mover is ana else ana
    await other.until(lambda: hands[other].gone, "a fresh hand")
    (fresh,) = other.sees("@bot")

    assert lit == [True, False]
    assert list(fresh.files) == ["hand.png"]
    assert not fresh.lights_up


async def test_a_server_may_forbid_dms(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """In a server that forbids DMs nobody gets one, as is said, and hands stay in the channel."""
    quiet = GuildSettings(dms_allowed=False)
    await env.bot.store.guilds.change(
        env.playground.world.guild.id, lambda guild: with_settings(guild, quiet)
    )
    answer = await ana.slash(TABLE, "me dm on")
    table = await env.table(ana, ben, cycles=1)
    hand = await env.hand(ana, table)

    assert "direct messages from tables are turned off" in answer.text
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
