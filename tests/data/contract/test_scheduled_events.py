"""Scheduled events: what may have one, and which rows remember that it has."""

from dataclasses import replace

from data.records.matches import Extra
from data.records.tournaments import TournamentTable
from data.store import Store
from data.stores.scheduled_events import ScheduledEventRow
from tests.data.builders import ANNE, BRAM, GUILD, lobby, playing, tournament

LATER = Extra(table_state='{"version":1,"starts_at":9000}')
ROW = ScheduledEventRow("m1", GUILD, 9000)


async def test_only_what_is_to_come_has_an_event(store: Store) -> None:
    """Lobbies for later and tournaments before their first round have events, others have none."""
    await store.lobbies.create(lobby("m1"), LATER)
    await store.lobbies.create(lobby("m2"))
    over = (await store.lobbies.create(lobby("m3"), LATER)).match
    await store.lobbies.cancel("m3", over.revision, 5000)
    await store.tournaments.create(tournament("t1"), per_host=9, per_guild=9)
    await store.lobbies.create(lobby("m4"))
    table = TournamentTable(round=1, number=1, match_id="m4", players=(ANNE, BRAM))
    await playing(store, tournament("t2"), table)

    assert await store.scheduled_events.coming() == (("m1",), ("t1",))


async def test_a_row_outlives_its_table(store: Store) -> None:
    """A row is replaced by that of the same table, and stays until it is dropped."""
    events, created = store.scheduled_events, replace(ROW, event_id=77)
    match = (await store.lobbies.create(lobby("m1"), LATER)).match
    await events.note(ROW)
    first = await events.all()
    await events.note(created)
    await store.lobbies.cancel("m1", match.revision, 5000)
    second = await events.all()
    await events.drop("m1")

    assert (first, second, await events.all()) == ((ROW,), (created,), ())
