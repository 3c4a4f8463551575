"""Tournaments in Discord: announced, joined, played at tables in threads, and remembered."""

from collections.abc import AsyncIterator

import pytest

from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.bot.tables.support import SEALS_FOR_TWELVE, ManualClock
from tests.integration.support.running_bot import TABLE, RunningBot, forge
from tests.integration.support.tournaments import cup_in, pass_minutes
from tests.integration.trouble.test_overload import overload

NAMES = ("Ana", "Ben", "Chen", "Dora", "Emil")
OFFERED = [
    *(["Join", "More"], ["Join", "More"], ["Check in", "More"]),
    ["Play Seals", "Clip", "Standings"],
]
"""The buttons below a tournament: before and during check-in, and at the end."""


@pytest.fixture
async def timed(stopped: RunningBot, clock: ManualClock) -> AsyncIterator[RunningBot]:
    """A bot with a short game, and a clock that only the test moves."""
    stopped.games, stopped.time = (SEALS_FOR_TWELVE,), clock
    async with stopped.open():
        yield stopped


async def test_five_people_play_a_tournament_to_the_end(
    timed: RunningBot, clock: ManualClock, ben: PlaygroundUser
) -> None:
    """Everybody is called, seated at two tables and placed, and the server remembers it.

    Quiet hours keep the calls from their person alone.
    The result doesn't wait for a busy painter; its picture follows.
    """
    cup = cup_in(timed, timed.playground.world.guild.id, TABLE, *NAMES)
    # It is eight o'clock.
    await cup.people[3].slash(TABLE, "me reminders quiet", begin="7:00", end="10:00", zone="UTC")
    announced = await cup.open(rounds=1)
    await timed.settled()
    signed_up = str(announced.alts)
    offered = [announced.buttons]
    early = await ben.slash(TABLE, "tournament check-in")
    await pass_minutes(timed, clock, 30)
    await cup.until("check in now")
    called = cup.posts[-1].value.notified
    offered += [announced.buttons, cup.posts[-1].buttons]
    await ben.click(announced, "Join")
    await cup.check_in()
    await pass_minutes(timed, clock, 30)
    await cup.until("Round 1 of 1")
    begun = cup.posts[-1].text
    async with overload(timed):
        tables = await cup.play_round()
        await cup.until("Bravo")
        in_words = list(cup.posts[-1].files)
    await timed.settled()
    offered.append(cup.posts[-1].buttons)
    shown = await ben.click(cup.posts[-1], "Standings")
    past = await ben.slash(TABLE, "tournament past")
    listed = past.text + announced.text
    (ended,) = await timed.bot.store.tournaments.past(cup.place.guild_id or 0, 9)
    await ben.select(past, "Open a tournament…", ended.tournament_id)
    ends = [list(item.files) for item in (announced, cup.posts[-1], past.message)]
    profile = await ben.slash(TABLE, "profile")
    late = await forge(ben, announced, joining(announced))

    assert [name for name in NAMES if name not in signed_up] == []
    assert "of 64 joined" in signed_up
    assert offered == OFFERED
    assert "isn't open yet" in early.text
    assert called == [person.user.id for person in cup.people if person.name != "Dora"]
    assert "[Table 2]" in begun.replace("*", "")
    assert ["Seals" in table for table in tables] == [True, True]
    assert in_words == []
    assert ends == [[], ["result.png"], ["standings.png"]]
    assert cup.posts[-1].value.notified
    assert [name for name in NAMES if name not in str(shown.message.alts)] == []
    assert [word for word in ("Seals", "[Result ↓]") if word not in listed] == []
    assert "Tournaments: " in profile.text
    assert "is over" in late.text


async def test_a_tournament_without_results_has_no_winner(
    timed: RunningBot, clock: ManualClock
) -> None:
    """If everybody leaves every table, the standings and the past say that nobody won."""
    cup = cup_in(timed, timed.playground.world.guild.id, TABLE, "Ana", "Ben")
    await cup.open(rounds=1)
    await pass_minutes(timed, clock, 30)
    await cup.until("check in now")
    await cup.check_in()
    await pass_minutes(timed, clock, 30)
    await cup.until("Round 1 of 1")
    (thread,) = cup.threads
    for person in cup.people:
        await person.click(await person.slash(thread, "table leave"), "Yes, leave")
    await cup.until("Nobody won")
    standings = await cup.host.click(cup.posts[-1], "Standings")
    past = await cup.host.slash(TABLE, "tournament past")

    assert "Nobody won." in cup.posts[-1].text
    assert "Nobody won." in standings.text
    assert "✅" not in standings.text
    assert "2 people · nobody won" in past.text


async def test_a_cancelled_tournament_says_so(env: RunningBot, ana: PlaygroundUser) -> None:
    """After a confirmation, the announcement says that the tournament is cancelled."""
    await ana.slash(TABLE, "tournament open", game="tomate", options="cycles=1", start="60")
    announced = env.public(ana)
    await ana.click(await ana.slash(TABLE, "tournament cancel"), "Cancel the tournament")
    await env.settled()

    assert "is cancelled" in announced.text


def joining(shown: ShownMessage) -> str:
    """The id of the button *Join* that stood under a tournament before it began."""
    ids = [str(component.get("custom_id")) for component in shown.components]
    (standings,) = [name for name in ids if "tournament_standings" in name]
    return standings.replace("tournament_standings", "tournament_join")
