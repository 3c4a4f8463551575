"""Invitations: one mention or one DM each, deleted once the person joins."""

import discord

from bot.tables.domain.time_controls import HOUR
from bot.tables.lobbies.plans import AHEAD
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.permissions import Permission
from playground.world.world import Channel, Overwrite
from tests.bot.tables.support import ManualClock
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.integration.support.tournaments import pass_minutes

SOON = 5_000


def called(person: PlaygroundUser) -> list[ShownMessage]:
    """Return the channel's messages that mention this person."""
    return [shown for shown in person.sees(TABLE) if shown.lights_up]


async def test_an_invitation_reaches_exactly_the_invited(
    timed: RunningBot,
    clock: ManualClock,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    chen: PlaygroundUser,
) -> None:
    """An invitation is one mention or DM, deleted when the person joins or the lobby ends."""
    await chen.slash(TABLE, "me reminders way", way="dm")
    await timed.lobby(ana)
    for guest in (ben, chen):
        await ana.slash(TABLE, "lobby invite", who=guest.user.id)
    await clock.until_asleep()
    clock.advance(SOON)
    await ben.until(lambda: bool(called(ben)), "the call to the table")
    await chen.until(lambda: bool(chen.sees("@bot")), "the letter")
    notice, letter = called(ben)[0], chen.sees("@bot")[0]
    line, seen = notice.text, [called(ana), called(chen)]
    await ben.click(notice, "Join")
    await timed.settled()
    first = (notice.gone, letter.gone)
    await ana.slash(TABLE, "lobby cancel")
    await timed.settled()

    assert "Ana has invited you to a table." in line
    assert seen == [[], []]
    assert first == (True, False)
    assert letter.gone


async def test_a_table_for_later_calls_its_people(
    timed: RunningBot,
    clock: ManualClock,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    chen: PlaygroundUser,
) -> None:
    """Those with a seat are mentioned before the start and once at it, until the match begins."""
    refused = await ana.slash(TABLE, "play", game="tomate", start="last week")
    await ana.slash(TABLE, "play", game="tomate", start="2h")
    lobby = timed.public(ana)
    await ben.click(lobby, "Join")
    shown = lobby.text
    seats = await chen.slash(TABLE, "lobby seats")
    lines = list[str]()
    for wait in (2 * HOUR - AHEAD, AHEAD):
        await clock.until_asleep()
        clock.advance(wait)
        await ben.until(lambda: len(called(ben)) > len(lines), "the next call")
        await timed.settled()
        lines.append(called(ben)[-1].text)
    notices, seen = called(ben), called(chen)
    await timed.start_match(ana, lobby)

    assert "Enter when it starts" in refused.text
    assert "**Starts <t:" in shown
    assert "A seat is kept" in shown
    assert "<t:" in seats.text
    assert "this table starts <t:" in lines[0]
    assert "it's time to play" in lines[1]
    assert all(notice.gone for notice in notices)
    assert seen == []


async def test_a_call_to_a_start_goes_away_when_it_is_moved(
    timed: RunningBot, clock: ManualClock, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A moved start leaves no call to the old one, though nobody may be called to the new one."""
    await ana.slash(TABLE, "play", game="tomate", start="5h")
    await ben.click(timed.public(ana), "Join")
    await ana.slash(TABLE, "lobby plan", start="6h")
    await pass_minutes(timed, clock, 1)
    await ben.until(lambda: bool(called(ben)), "the call")
    await timed.settled()
    calls = called(ben)
    # It is eight in the morning.
    await ben.slash(TABLE, "me reminders quiet", begin="7:00", end="10:00", zone="UTC")
    await ana.slash(TABLE, "lobby plan", start="7h")
    await pass_minutes(timed, clock, 1)
    await ben.until(lambda: calls[0].gone, "the old call to go")
    await timed.settled()

    assert called(ben) == []


async def test_without_mentions_a_dm_is_sent(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """An invitation is sent as a DM if the bot can't post in the channel."""
    lobby = await env.lobby(ana)
    await ana.slash(TABLE, "lobby invite", who=ben.user.id)
    await env.settled()
    env.forbid(Permission.SEND_MESSAGES)
    await env.remind(ana, "invited", mention=(ben.user.id,))

    assert "Ana has invited you to a table." in ben.latest("@bot").text
    assert str(lobby.id) in str(ben.latest("@bot").components)


async def close(env: RunningBot, ben: PlaygroundUser, place: Channel, denied: Permission) -> None:
    """Deny everybody something in a channel, and wait until the bot knows."""
    world = env.playground.world
    allowed = Overwrite(world.bot.id, 1, allow=int(denied))
    place.overwrites = [Overwrite(world.guild.id, 0, deny=int(denied)), allowed]
    env.playground.faults.forbid(ben.user, place)  # it takes nothing, but tells the bot
    channel = env.bot.client.get_channel(place.id)
    assert isinstance(channel, discord.TextChannel)
    everybody = channel.guild.default_role
    await env.playground.until(
        lambda: channel.overwrites_for(everybody).pair()[1].value == denied, "the change"
    )


async def letters(
    env: RunningBot, ben: PlaygroundUser, place: Channel, denied: Permission
) -> list[str]:
    """Tell Ben of a table whose channel denies everybody this; returns all his letters."""
    await close(env, ben, place, denied)
    await env.remind(env.person("Ana"), "watched", question=denied.name, write=(ben.user.id,))
    return [shown.text for shown in ben.sees("@bot")]


async def test_who_watches_a_game_is_written_to_about_public_channels(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A new table of a watched game sends a DM, but not from a channel that some can't view."""
    answer = await ben.slash(TABLE, "me watch", game="tomate")
    await env.lobby(ana)
    place = ben.channel(TABLE)

    assert "direct message when somebody opens Tomate here" in answer.text
    assert await letters(env, ben, place, Permission.VIEW_CHANNEL) == []
    (letter,) = await letters(env, ben, place, Permission.CONNECT)
    assert "Ana has opened a table of a game you watch." in letter
