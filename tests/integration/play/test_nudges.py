"""The Nudge button and its command: who sees it, whom it notifies, and when it is refused."""

from __future__ import annotations

from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, controls


async def test_a_nudge_notifies_the_current_player_once(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Only the current player is notified, a second nudge is refused, and an answer deletes it."""
    table = await env.table(ana, ben, cycles=1)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}
    mover, asked = await env.asked_of(hands)
    other = ben if mover is ana else ana
    own_turn = await mover.click(table, "Nudge")
    nudged = await other.click(table, "Nudge")
    await mover.until(
        lambda: any(shown.lights_up for shown in mover.sees(TABLE)), "the call of the nudge"
    )
    call = next(shown for shown in mover.sees(TABLE) if shown.lights_up)
    notified = list(call.value.notified)
    again = await other.slash(TABLE, "nudge")
    await mover.click(asked, controls(asked)[0])
    await env.settled()

    assert "nobody to nudge" in own_turn.text
    assert nudged.ephemeral
    assert "gets a reminder now" in nudged.text
    assert notified == [mover.user.id]
    assert "again in 3 minutes" in again.text
    assert call.gone


async def test_the_button_is_there_only_while_people_wait(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """The button follows My hand, except at a paused table and for one player with bots."""
    table = await env.table(ana, ben, cycles=1)
    playing = list(table.buttons)
    await ana.slash(TABLE, "pause")
    await env.settled()
    paused = list(table.buttons)
    await ana.slash(TABLE, "resume")
    await env.leave(ben, table)
    alone = list(table.buttons)

    assert playing[playing.index("My hand") + 1] == "Nudge"
    assert ["Nudge" in buttons for buttons in (playing, paused, alone)] == [True, False, False]
