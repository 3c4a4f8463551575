"""Tournaments whose bot is stopped between two rounds and in the middle of them."""

from bot.tables.competitions.rounds import LIVE_BREAK
from bot.tables.domain.time_controls import MINUTE
from playground.testing.snapshots import ShownMessage
from playground.world.seed import add_guild
from playground.world.world import Channel
from tests.bot.tables.support import SEALS_FOR_TWELVE, ManualClock
from tests.integration.support.running_bot import TABLE, RunningBot, controls
from tests.integration.support.tournaments import Cup, cup_in, pass_minutes


async def test_two_servers_play_on_after_restarts(stopped: RunningBot, clock: ManualClock) -> None:
    """A bot that is stopped between and during rounds ends all tournaments, each thing once.

    Until the last round, the newest message lets people check in for the next one or leave.
    """
    stopped.games, stopped.time = (SEALS_FOR_TWELVE,), clock
    world = stopped.playground.world
    second = add_guild(world, "Second Garden", world.people)
    cups = (
        cup_in(stopped, world.guild.id, TABLE, "Ana", "Ben", "Chen", "Dora", "Emil"),
        cup_in(stopped, second.id, TABLE, "Ben", "Dora", "Emil"),
    )
    async with stopped.open():
        for cup in cups:
            await cup.open()
        await pass_minutes(stopped, clock, 30)
        for cup in cups:
            await cup.until("check in now")
            await cup.check_in()
        await pass_minutes(stopped, clock, 30)
        for cup in cups:
            await cup.until("Round 1 of 2")
    async with stopped.open():
        table = await cups[0].table_of(stopped.person("Ana"))
        mates = [item for item in cups[0].people if item.user.id in table.players]
        hands = [await stopped.hand(mate, cups[0].shown(table)) for mate in mates]
        await mates[0].click(hands[0], controls(hands[0])[0])
        await cups[1].play_round()
    async with stopped.open():
        await mates[1].click(hands[1], controls(hands[1])[0])
        await cups[0].play_round()
        for cup in cups:
            await cup.until("The next round starts")
        offered = [cup.posts[-1].buttons for cup in cups]
        await pass_minutes(stopped, clock, LIVE_BREAK // MINUTE)
        for cup in cups:
            await cup.until("Round 2 of 2")
        offered += [cup.posts[-1].buttons for cup in cups]
        pictures = [list(cup.posts[-1].files) for cup in cups]
    async with stopped.open():
        for cup in cups:
            await cup.play_round()
            await cup.until("Bravo")
        await stopped.settled()
        posts = [[heading(post) for post in cup.posts] for cup in cups]
        tables = [[results_in(cup, thread) for thread in cup.threads] for cup in cups]
        placed = [await standings(cup) for cup in cups]

    assert offered == [["Check in", "Leave", "Standings"]] * 2 + [["Standings"]] * 2
    assert pictures == [["standings.png"]] * 2
    assert [len(post) for post in posts] == [5, 5]
    assert [post[2:] for post in posts] == [["Round 1 of 2", "Round 2 of 2", "Bravo"]] * 2
    assert tables == [[1] * 4, [1] * 2]
    assert [[each_person.name in text for each_person in cup.people] for cup, text in placed] == [
        [True] * 5,
        [True] * 3,
    ]


def heading(shown: ShownMessage) -> str:
    """The first line of a message, without its marks."""
    return shown.text.splitlines()[0].partition(",")[0].strip("# *")


def results_in(cup: Cup, thread: Channel) -> int:
    """How many results of matches a thread shows."""
    return sum("Rematch" in see.buttons for see in cup.host.sees(thread))


async def standings(cup: Cup) -> tuple[Cup, str]:
    """What the host reads under the last message's button."""
    return cup, str((await cup.host.click(cup.posts[-1], "Standings")).message.alts)
