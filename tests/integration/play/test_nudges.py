"""The Nudge button and its command: who sees it, whom it notifies, and when it is refused."""

import pytest

from bot.tables.matches import nudges
from playground.testing.people import PlaygroundUser
from tests.integration.support.running_bot import TABLE, RunningBot, controls


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
