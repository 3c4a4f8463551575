"""Tournaments in Discord: announced, joined, played at tables in threads, and remembered."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

from bot.playground.testing.people import PlaygroundUser
from bot.playground.testing.snapshots import ShownMessage
from bot.tables.competitions.rounds import LIVE_BREAK
from bot.tables.domain.player import Player
from tests.bot.tables.support import House, ManualClock, Notes, pass_time
from tests.integration.support.running_bot import TABLE, RunningBot, forge
from tests.playground import opened
from tests.toys.seals import SEALS

NAMES = ("Ana", "Ben", "Chen", "Dora", "Emil")
MINUTE = 60_000
PRESSES = itertools.count(5_000)


async def wait(club: RunningBot, clock: ManualClock, milliseconds: int, until: str) -> None:
    """Let time pass until the newest message of the channel says this."""
    await clock.until_asleep()
    pass_time(club.bot.tables, clock, milliseconds)
    ana = club.person("Ana")
    await ana.until(lambda: until in posts(ana)[-1].text, until)
    await club.settled()


def posts(person: PlaygroundUser) -> list[ShownMessage]:
    """The public messages of the channel, the oldest first, without those that lead to threads."""
    return [
        shown
        for shown in person.sees(TABLE)
        if not shown.ephemeral and "Standings" in shown.buttons
    ]


async def play_round(club: RunningBot, people: Sequence[PlaygroundUser]) -> list[str]:
    """Play every table of the round to the end; returns their messages in their threads.

    The moves are made without Discord, where matches have laws of their own.
    """
    bot, world = club.bot, club.playground.world
    at = House(bot.store, bot.tables, ManualClock(), Notes(), Path(), (SEALS,), PRESSES)
    (cup,) = await bot.store.tournaments.open_in(world.guild.id)
    seated = list[str]()
    for table in cup.tables_of(cup.round):
        threads = (one for one in world.channels.values() if one.thread)
        thread = next(one for one in threads if table.match_id[:4] in one.name)
        seated.append(club.public(people[0], thread).text)
        await at.play_out(table.match_id, [Player(one.user.id, one.name) for one in people])
    await club.settled()
    return seated


async def test_five_people_play_a_tournament_to_the_end(tmp_path: Path) -> None:
    """Two rounds at two tables each: everybody is called, seated and placed, and it is kept."""
    clock = ManualClock()
    async with opened() as playground:
        club = RunningBot(playground, tmp_path / "tomato-table.db", (SEALS,), time=clock)
        people = [club.person(name) for name in NAMES]
        ana, ben, *_ = people
        async with club.open():
            answer = await ana.slash(
                TABLE, "tournament open", game="seals", start="60", rounds=2, size=3
            )
            (announced,) = posts(ana)
            for person in people:
                await person.click(announced, "Join")
            await club.settled()
            signed_up = announced.text
            early = await ben.slash(TABLE, "tournament check-in")
            await wait(club, clock, 30 * MINUTE, "check in now")
            called = posts(ben)[-1]
            lights_up = called.lights_up
            for person in people:
                await person.click(called, "Check in")
            await wait(club, clock, 30 * MINUTE, "Round 1 of 2")
            begun = posts(ana)[-1].text
            tables = await play_round(club, people)
            await ana.until(lambda: "is over" in announced.text, "the break")
            await wait(club, clock, LIVE_BREAK, "Round 2 of 2")
            pictures = list(posts(ana)[-1].files)
            await play_round(club, people)
            await ana.until(lambda: "Final" in posts(ana)[-1].text, "the result")
            await club.settled()
            shown = await ben.click(posts(ben)[-1], "Standings")
            past = await ben.slash(TABLE, "tournament past")
            pictures += announced.files
            final = posts(ana)[-1].text
            profile = await ben.slash(TABLE, "profile")
            late = await forge(ben, announced, joining(announced))

    assert "tournament is open" in answer.text
    assert [name for name in NAMES if name not in signed_up] == []
    assert "isn't open yet" in early.text
    assert lights_up
    assert "[Table 2]" in begun.replace("*", "")
    assert ["Seals" in one for one in tables] == [True, True]
    assert pictures == ["standings.png"] * 2
    assert "Final standings" in final
    assert [name for name in NAMES if name not in shown.text] == []
    assert "Seals" in past.text
    assert "Tournaments: " in profile.text
    assert "is over" in late.text


async def test_only_the_host_and_moderators_run_it(
    club: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Others' commands, forged buttons and unknown tournaments are refused with a sentence."""
    await ana.slash(TABLE, "tournament open", game="tomate", options="cycles=1", start="60")
    (announced,) = posts(ana)
    lines = [
        await ben.slash(TABLE, "tournament start"),
        await ben.slash(TABLE, "tournament cancel"),
        await forge(ben, announced, joining(announced).replace("join", "cancel")),
        await ben.slash(TABLE, "tournament join", tournament="nothing"),
        await ben.slash(TABLE, "tournament leave"),
        await ben.slash(TABLE, "tournament open", game="tomate", start="1"),
        await ben.slash(TABLE, "tournament open", game="tomate", start="60", options="x=1"),
    ]
    sure = await ana.slash(TABLE, "tournament cancel")
    await ana.click(sure, "Cancel the tournament")
    await club.settled()
    said = [
        *("Only the tournament's host", "Only the tournament's host", "Only the tournament's host"),
        *("no such tournament", "not signed up", "2 minutes and 60 days", "no option called"),
    ]

    assert [part for part, line in zip(said, lines, strict=True) if part not in line.text] == []
    assert "is cancelled" in announced.text


def joining(shown: ShownMessage) -> str:
    """The id of the button *Join* that stood under a tournament before it began."""
    ids = [str(one.get("custom_id")) for one in shown.components]
    (standings,) = [one for one in ids if "tournament_standings" in one]
    return standings.replace("tournament_standings", "tournament_join")
