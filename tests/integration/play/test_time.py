"""Deadlines, the reminder before they pass, and the timeout move."""

import pytest

from bot.ui.program.guild_events import GuildEvents
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.bot.tables.support import NOON, ManualClock, pass_time
from tests.integration.support.running_bot import TABLE, RunningBot

MINUTE = 60_000
NIGHT = 8 * 60 * MINUTE


def calls(person: PlaygroundUser) -> list[ShownMessage]:
    """Return the channel's messages that mention this person."""
    return [shown for shown in person.sees(TABLE) if shown.lights_up]


async def test_a_late_player_is_reminded_once_and_then_replaced(
    timed: RunningBot, clock: ManualClock, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Table and hand show the deadline, and one reminder comes before the timeout move."""
    table = await timed.table(ana, ben, clock="live_1m")
    hands = {person: await timed.hand(person, table) for person in (ana, ben)}
    late, asked = await timed.asked_of(hands)
    other = ben if late is ana else ana
    due = f"<t:{(NOON + MINUTE) // 1000}:R>"
    shown = [due in text for text in (table.text, asked.text, hands[other].text)]
    await clock.until_asleep()
    pass_time(timed.bot.tables, clock, MINUTE - MINUTE // 3)
    await late.until(lambda: bool(calls(late)), "the call near the end")
    notice, quiet = calls(late)[0], calls(other)
    line, before = notice.text, table.text
    await clock.until_asleep()
    pass_time(timed.bot.tables, clock, MINUTE // 3)
    await late.until(lambda: table.text != before, "the move made for who was absent")
    await timed.settled()
    gone = notice.gone

    assert shown == [True, True, False]
    assert "you don't have much time left" in line
    assert quiet == []
    assert gone


async def test_a_press_during_recovery_gets_the_right_deadline(
    stopped: RunningBot,
    clock: ManualClock,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A match started by a press during recovery gets its whole time."""
    stopped.time = clock
    async with stopped.open():
        lobby = await stopped.lobby(ana, ben, clock="live_1m")
    clock.advance(NIGHT)

    async def compare(*_: object, **__: object) -> None:
        await ana.click(lobby, "Start")

    monkeypatch.setattr(GuildEvents, "compare", compare)
    async with stopped.open():
        await stopped.settled()
        table = stopped.public(ana).text

    assert f"<t:{(NOON + NIGHT + MINUTE) // 1000}:R>" in table
