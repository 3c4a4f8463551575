"""Deadlines, the reminder before they pass, and the timeout move."""

from pathlib import Path

import pytest

from bot.ui.program.guild_events import GuildEvents
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.bot.tables.support import NOON, ManualClock, pass_time
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.playground import opened

MINUTE = 60_000
NIGHT = 8 * 60 * MINUTE


def calls(person: PlaygroundUser) -> list[ShownMessage]:
    """Return the channel's messages that mention this person."""
    return [shown for shown in person.sees(TABLE) if shown.lights_up]


async def test_a_late_player_is_reminded_once_and_then_replaced(tmp_path: Path) -> None:
    """Table and hand show the deadline, and one reminder comes before the timeout move."""
    clock = ManualClock()
    async with opened() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db", time=clock)
        ana, ben = env.person("Ana"), env.person("Ben")
        async with env.open():
            table = await env.table(ana, ben, clock="live_1m")
            hands = {person: await env.hand(person, table) for person in (ana, ben)}
            late, asked = await env.asked_of(hands)
            other = ben if late is ana else ana
            due = f"<t:{(NOON + MINUTE) // 1000}:R>"
            shown = [due in text for text in (table.text, asked.text, hands[other].text)]
            await clock.until_asleep()
            pass_time(env.bot.tables, clock, MINUTE - MINUTE // 3)
            await late.until(lambda: bool(calls(late)), "the call near the end")
            notice, quiet = calls(late)[0], calls(other)
            line, before = notice.text, table.text
            await clock.until_asleep()
            pass_time(env.bot.tables, clock, MINUTE // 3)
            await late.until(lambda: table.text != before, "the move made for who was absent")
            await env.settled()
            gone = notice.gone

    assert shown == [True, True, False]
    assert "you don't have much time left" in line
    assert quiet == []
    assert gone


async def test_a_press_during_recovery_gets_the_right_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match started by a press during recovery gets its whole time."""
    clock = ManualClock()
    async with opened() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db", time=clock)
        ana, ben = env.person("Ana"), env.person("Ben")
        async with env.open():
            lobby = await env.lobby(ana, ben, clock="live_1m")
        clock.advance(NIGHT)

        async def compare(*_: object, **__: object) -> None:
            await ana.click(lobby, "Start")

        monkeypatch.setattr(GuildEvents, "compare", compare)
        async with env.open():
            await env.settled()
            table = env.public(ana).text

    assert f"<t:{(NOON + NIGHT + MINUTE) // 1000}:R>" in table
