"""Deadlines, the reminder before they pass, the timeout move, and nudges."""

import pytest

from bot.tables.matches import nudges
from bot.ui.program.guild_events import GuildEvents
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.bot.tables.support import NOON, ManualClock, pass_time
from tests.integration.support.running_bot import TABLE, RunningBot, controls

MINUTE = 60_000
NIGHT = 8 * 60 * MINUTE


def calls(person: PlaygroundUser) -> list[ShownMessage]:
    """Return the channel's messages that mention this person."""
    return [shown for shown in person.sees(TABLE) if shown.lights_up]


async def test_a_late_player_is_reminded_once_and_then_replaced(
    timed: RunningBot, clock: ManualClock, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Table and hand show the deadline, and one reminder comes before the timeout move."""
    table, hands = await timed.seated(ana, ben, clock="live_1m")
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


async def test_a_nudge_notifies_the_current_player_once(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Only the current player is notified, a second nudge is refused, and an answer deletes it."""
    table, hands = await env.seated(ana, ben)
    mover, asked = await env.asked_of(hands)
    other = ben if mover is ana else ana
    own_turn = await mover.click(table, f"Nudge {mover.name}")
    nudged = await other.click(table, f"Nudge {mover.name}")
    await mover.until(
        lambda: any(shown.lights_up for shown in mover.sees(TABLE)), "the call of the nudge"
    )
    call = next(shown for shown in mover.sees(TABLE) if shown.lights_up)
    notified = list(call.value.notified)
    again = await other.slash(TABLE, "table nudge")
    await mover.click(asked, controls(asked)[0])
    await env.settled()

    assert "nobody to nudge" in own_turn.text
    assert nudged.ephemeral
    assert "gets a reminder now" in nudged.text
    assert notified == [mover.user.id]
    assert "again in 3 minutes" in again.text
    assert call.gone


async def test_the_button_is_there_only_while_people_wait(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button follows My hand half a minute after the last step, and a pause ends it.

    One player with bots has none.
    """
    with monkeypatch.context() as patch:
        patch.setattr(nudges, "OFFERED_AFTER", 30_000)
        table = await env.table(ana, ben, cycles=1)
        early = list(table.buttons)
    (summary,) = await env.bot.tables.queries.matches_of(ana.user.id)
    env.bot.surfaces.matches.look(summary.id)
    await env.settled()
    playing = list(table.buttons)
    await ana.slash(TABLE, "table pause")
    await env.settled()
    paused = list(table.buttons)
    await ana.slash(TABLE, "table resume")
    await env.leave(ben, table)
    single = list(table.buttons)

    assert playing[playing.index("My hand") + 1].startswith("Nudge ")
    assert ["Nudge" in str(buttons) for buttons in (early, paused, single)] == [False] * 3
