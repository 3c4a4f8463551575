"""Invitations are sent once, and not in quiet hours."""

from __future__ import annotations

from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import HOUR, SECOND
from tests.bot.tables.lobbies.test_lobbies import opened
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, LocalApp
from tests.bot.tables.time_support import SOON, let_pass, next_thing
from tests.toys.plots import PLOTS

Told = tuple[str, tuple[int, ...], tuple[int, ...]]


def reminders(at: LocalApp) -> list[Told]:
    return [(one.why, one.mention, one.write) for one in at.notes.reminded]


async def test_the_invited_are_called_once_each_in_their_own_way(at: LocalApp) -> None:
    """Each invited player who hasn't joined gets one invitation, as they prefer."""
    await at.tables.preferences.set_way(CHEN.id, "dm")
    eve, finn = Player(150, "Eve"), Player(151, "Finn")
    await at.tables.preferences.set_way(eve.id, "none")
    lobby = await opened(at)
    await at.tables.guests.invite(lobby.summary.id, ANA, [BEN, CHEN, DORA])
    await at.tables.guests.invite(lobby.summary.id, ANA, [eve, finn])
    await at.tables.lobbies.join(lobby.summary.id, DORA)
    await let_pass(at, SOON)
    assert reminders(at) == [("invited", (BEN.id, finn.id), (CHEN.id,))]
    await at.tables.lobbies.kick(lobby.summary.id, ANA, DORA.id)
    await at.tables.guests.invite(lobby.summary.id, ANA, [BEN, CHEN])
    await let_pass(at, SOON)
    assert len(reminders(at)) == 1


async def test_an_invitation_waits_for_the_end_of_quiet_hours(at: LocalApp) -> None:
    """An invitation waits for the end of quiet hours, and is dropped if the table is cancelled."""
    for player in (BEN, CHEN):
        await at.tables.preferences.set_quiet(player.id, "7:00", "8:30", "UTC")  # it is 8:00
    lobby, other = await opened(at), await opened(at, DORA)
    await at.tables.guests.invite(lobby.summary.id, ANA, [BEN])
    await at.tables.guests.invite(other.summary.id, DORA, [CHEN])
    await let_pass(at, HOUR // 4)
    assert reminders(at) == []
    await at.tables.lobbies.cancel(other.summary.id, DORA)
    await let_pass(at, HOUR // 4)
    assert reminders(at) == [("invited", (BEN.id,), ())]


async def test_an_invitation_is_tried_again(at: LocalApp) -> None:
    """An invitation that can't be sent is tried again after growing pauses."""
    lobby = await opened(at)
    await at.tables.guests.invite(lobby.summary.id, ANA, [BEN, CHEN])
    at.notes.unreached = {BEN.id: "403"}
    times: list[int] = []
    while len(reminders(at)) < 3:
        await next_thing(at)
        times += [at.clock.now()] * (len(reminders(at)) > len(times))
    assert [one.mention for one in at.notes.reminded] == [(BEN.id, CHEN.id), (BEN.id,), (BEN.id,)]
    assert [moment - times[0] for moment in times] == [0, 5 * SECOND, 20 * SECOND]


async def test_a_rematch_calls_the_others(at: LocalApp) -> None:
    """A rematch invites everyone except the player who asked for it."""
    summary = await at.started([ANA, BEN], PLOTS, rounds=1)
    await at.play_out(summary.id, [ANA, BEN])
    lobby = await at.tables.rematches.rematch(summary.id, ANA)
    await let_pass(at, SOON)
    assert reminders(at) == [("invited", (BEN.id,), ())]
    assert (await at.tables.lobbies.show(lobby.summary.id)).expires_at == lobby.expires_at
