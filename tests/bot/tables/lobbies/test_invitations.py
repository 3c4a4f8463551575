"""Invitations are sent once, and not in quiet hours."""

from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import HOUR, SECOND
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, LocalApp
from tests.bot.tables.time_support import SOON, let_pass, next_thing, reminders
from tests.toys.plots import PLOTS


async def test_the_invited_are_called_once_each_in_their_own_way(app: LocalApp) -> None:
    """Each invited player who hasn't joined gets one invitation, as they prefer."""
    await app.tables.preferences.set_way(CHEN.id, "dm")
    eve, finn = Player(150, "Eve"), Player(151, "Finn")
    await app.tables.preferences.set_way(eve.id, "none")
    lobby = await app.opened()
    await app.tables.guests.invite(lobby.summary.id, ANA, [BEN, CHEN, DORA])
    await app.tables.guests.invite(lobby.summary.id, ANA, [eve, finn])
    await app.tables.lobbies.join(lobby.summary.id, DORA)
    await let_pass(app, SOON)
    assert reminders(app) == [("invited", (BEN.id, finn.id), (CHEN.id,))]
    await app.tables.lobbies.kick(lobby.summary.id, ANA, DORA.id)
    await app.tables.guests.invite(lobby.summary.id, ANA, [BEN, CHEN])
    await let_pass(app, SOON)
    assert len(reminders(app)) == 1


async def test_an_invitation_waits_for_the_end_of_quiet_hours(app: LocalApp) -> None:
    """An invitation waits for the end of quiet hours, and is dropped if the table is cancelled."""
    for player in (BEN, CHEN):
        await app.tables.preferences.set_quiet(player.id, "7:00", "8:30", "UTC")  # it is 8:00
    lobby, other = await app.opened(), await app.opened(DORA)
    await app.tables.guests.invite(lobby.summary.id, ANA, [BEN])
    await app.tables.guests.invite(other.summary.id, DORA, [CHEN])
    await let_pass(app, HOUR // 4)
    assert reminders(app) == []
    await app.tables.lobbies.cancel(other.summary.id, DORA)
    await let_pass(app, HOUR // 4)
    assert reminders(app) == [("invited", (BEN.id,), ())]


async def test_an_invitation_is_tried_again(app: LocalApp) -> None:
    """An invitation that can't be sent is tried again after growing pauses."""
    lobby = await app.opened()
    await app.tables.guests.invite(lobby.summary.id, ANA, [BEN, CHEN])
    app.notes.unreached = {BEN.id: "403"}
    times: list[int] = []
    while len(reminders(app)) < 3:
        await next_thing(app)
        times += [app.clock.now()] * (len(reminders(app)) > len(times))
    assert [reminder.mention for reminder in app.notes.reminded] == [
        (BEN.id, CHEN.id),
        (BEN.id,),
        (BEN.id,),
    ]
    assert [moment - times[0] for moment in times] == [0, 5 * SECOND, 20 * SECOND]


async def test_a_rematch_calls_the_others(app: LocalApp) -> None:
    """A rematch invites everyone except the player who asked for it."""
    match_id = await app.played([ANA, BEN], PLOTS, rounds=1)
    lobby = await app.tables.rematches.rematch(match_id, ANA)
    await let_pass(app, SOON)
    assert reminders(app) == [("invited", (BEN.id,), ())]
    assert (await app.tables.lobbies.show(lobby.summary.id)).expires_at == lobby.expires_at


def called(app: LocalApp) -> list[tuple[frozenset[int], bool]]:
    """Whom each reminder reached, and whether it came before the start."""
    return [
        (frozenset((*item.mention, *item.write)), item.due_at is not None)
        for item in app.notes.reminded
    ]
