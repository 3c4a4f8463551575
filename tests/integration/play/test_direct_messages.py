"""Hands by direct message, for who prefers them."""

from __future__ import annotations

from bot.playground.testing.people import PlaygroundUser
from bot.tables.domain.guild_settings import GuildSettings, with_settings
from data.records.matches import SurfaceKind
from tests.integration.support.hurry import hurried
from tests.integration.support.running_bot import TABLE, Club, controls, play_out


async def test_the_hand_arrives_with_its_controls(
    club: Club, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """After /dm on a match brings its hand, its question and a link to the table."""
    await ana.slash(TABLE, "dm on")
    table = await club.table(ana, ben, cycles=1)
    await ana.until(lambda: bool(ana.sees("@bot")), "the hand in the DM")
    hand = ana.latest("@bot")
    link = next(c["url"] for c in hand.components if c.get("url"))

    assert list(hand.files) == ["hand.png"]
    assert link.endswith(f"/{table.id}")


async def test_a_match_is_played_by_direct_messages(
    club: Club, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Hands in DMs follow from question to question until the result."""
    for person in (ana, ben):
        await person.slash(TABLE, "dm on")
    await club.table(ana, ben, cycles=1)
    await ana.until(lambda: bool(ana.sees("@bot")) and bool(ben.sees("@bot")), "both hands")
    hands = {person: person.latest("@bot") for person in (ana, ben)}
    await play_out(club, hands, lambda: "Rematch" in club.public(ana).buttons)
    await club.settled()

    assert [len(person.sees("@bot")) for person in (ana, ben)] == [1, 1]
    assert [controls(hand) for hand in hands.values()] == [[], []]


async def test_turning_it_on_in_mid_match_brings_the_hand(
    club: Club, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/dm on delivers the hands of running matches, /dm off takes them back; where the server
    forbids letters it says so.
    """
    guild_id = ana.channel(TABLE).guild_id or 0
    no_letters = GuildSettings(dms_allowed=False)
    await club.bot.store.guilds.change(guild_id, lambda guild: with_settings(guild, no_letters))
    forbidden = (await ana.slash(TABLE, "dm on")).text
    await club.bot.store.guilds.change(
        guild_id, lambda guild: with_settings(guild, GuildSettings())
    )
    await club.table(ana, ben, cycles=1)
    await ana.slash(TABLE, "dm on")
    came = len(ana.sees("@bot"))
    await ana.slash(TABLE, "dm off")

    assert (came, len(ana.sees("@bot"))) == (1, 0)
    assert "direct messages from tables are turned off" in forbidden


async def test_closed_doors_refuse_no_seat(
    club: Club, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Who takes no DMs is told so, and plays on with My hand."""
    ana.set_dms(allow=False)
    table = await club.table(ana, ben, cycles=1)
    told = await ana.slash(TABLE, "dm on")
    hand = await club.hand(ana, table)

    assert "your DMs are closed" in told.text
    assert list(hand.files) == ["hand.png"]


async def test_an_old_hand_that_may_not_be_edited_is_delivered_anew(
    club: Club, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Discord refuses the edit: the old hand goes, and a fresh one with the question comes."""
    for person in (ana, ben):
        await person.slash(TABLE, "dm on")
    await club.table(ana, ben, cycles=1)
    await ana.until(lambda: bool(ana.sees("@bot")) and bool(ben.sees("@bot")), "both hands")
    hands = {person: person.latest("@bot") for person in (ana, ben)}
    asked = await club.asked(*hands.values())
    mover = next(person for person, hand in hands.items() if hand is asked)
    other = ben if mover is ana else ana
    old = hands[other]
    route = "/channels/{channel_id}/messages/{message_id}"
    # Five times for the table, and as often for the hand: so often discord.py tries.
    club.playground.faults.refuse(30046, "PATCH", route, times=10)
    await mover.click(asked, controls(asked)[0])
    await club.settled()
    await other.until(lambda: old.gone and len(other.sees("@bot")) == 1, "a fresh hand")

    assert list(other.latest("@bot").files) == ["hand.png"]


async def test_a_server_may_keep_its_tables_out_of_letters(
    club: Club, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Where a server allows no DMs, nobody is written to, and hands stay in the channel."""
    quiet = GuildSettings(dms_allowed=False)
    await club.bot.store.guilds.change(
        club.playground.world.guild.id, lambda guild: with_settings(guild, quiet)
    )
    await ana.slash(TABLE, "dm on")
    table = await club.table(ana, ben, cycles=1)
    hand = await club.hand(ana, table)

    assert ana.sees("@bot") == []
    assert list(hand.files) == ["hand.png"]


async def test_a_lobby_is_no_obstacle_to_letters(
    club: Club, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """/dm on before a match begins is kept and confirmed, and the hand comes with the match."""
    lobby = await club.lobby(ana, ben)
    told = await ana.slash(TABLE, "dm on")
    await ana.click(lobby, "Start")
    await ana.until(lambda: bool(ana.sees("@bot")), "the hand in the DM")

    assert "you also get your hand as a direct message" in told.text


async def test_a_letter_that_fails_costs_no_answer(
    club: Club, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Discord refuses to open the DM: the wish is kept, and the hand comes when it does."""
    await club.table(ana, ben)
    club.playground.faults.answer("POST", "/users/@me/channels", status=500, times=5)
    with hurried():
        told = await ana.slash(TABLE, "dm on")
        await ana.until(lambda: bool(ana.sees("@bot")), "the hand in the DM")

    assert "you also get your hand as a direct message" in told.text


async def test_a_letter_that_never_arrived_ends_with_its_seat(
    club: Club, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Who leaves before the hand could be sent is written to no more, and nothing is left over."""
    table = await club.table(ana, ben)
    club.playground.faults.answer("POST", "/users/@me/channels", status=500, times=500)
    with hurried():
        await ana.slash(TABLE, "dm on")
        await club.leave(ana, table)
    club.playground.faults.heal()
    match = (await club.bot.store.matches.all_open())[0]
    kept = await club.bot.store.surfaces.of_match(match.match_id)

    assert [surface.kind for surface in kept] == [SurfaceKind.TABLE]
    assert ana.sees("@bot") == []
