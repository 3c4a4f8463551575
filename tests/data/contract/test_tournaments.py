"""Laws of tournaments."""

from dataclasses import replace

import pytest

from data.engine.errors import (
    GuildLimitError,
    HostLimitError,
    UnknownMatchError,
    VersionConflictError,
)
from data.records.matches import Ending, Life, Shown, ShownPicture, Surface, SurfaceKind
from data.records.shards import ShardShare, shard_of
from data.records.tournaments import (
    BYE,
    Entrant,
    Presence,
    Stage,
    TournamentRecord,
    TournamentTable,
)
from data.store import Store
from tests.data.builders import ANNE, BRAM, CLEO, GUILD, playing, running, surface, tournament

HERE, ELSEWHERE = ShardShare((shard_of(GUILD, 4),), 4), ShardShare((shard_of(GUILD, 4) ^ 1,), 4)


def post(number: int, **values: object) -> Surface:
    """A message of the tournament t1."""
    id, kind = f"tournament-t1-{number}", SurfaceKind.TOURNAMENT
    return surface(id, "t1", kind=kind, nonce="n", ticket=str(number), **values)


def table(number: int, *players: int, match_id: str = "m1", **values: object) -> TournamentTable:
    return TournamentTable(
        round=1,
        number=number,
        match_id=match_id,
        players=players,
        **values,  # type: ignore[arg-type]  # each test sets its fields
    )


async def test_a_tournament_is_kept_whole(store: Store) -> None:
    """What was written is read again: people in order, tables of every round, and their ranks."""
    first = table(1, BRAM, ANNE, ranks=(1, 2))
    begun = await playing(store, tournament("t1", ANNE, BRAM, CLEO), table(BYE, CLEO, match_id=""))
    played = replace(
        begun,
        entrants=(Entrant(CLEO, Presence.OUT, place=2), Entrant(ANNE), Entrant(BRAM)),
        tables=(table(BYE, CLEO, match_id="", ranks=(1,)), first),
    )
    await store.tournaments.change(played)
    later = replace(
        played,
        revision=2,
        round=2,
        tables=(*played.tables, replace(first, round=2, match_id="m2", ranks=())),
    )
    await store.tournaments.change(later)

    assert await store.tournaments.find("t1") == replace(later, revision=3)
    assert await store.tournaments.find("t2") is None


async def test_a_change_names_its_revision(store: Store) -> None:
    """Of two changes based on one revision only the first is written."""
    begun = await playing(store, tournament())
    await store.tournaments.change(replace(begun, due_at=7000))

    with pytest.raises(VersionConflictError):
        await store.tournaments.change(replace(begun, due_at=8000))
    with pytest.raises(UnknownMatchError):
        await store.tournaments.change(tournament("t2"))
    assert [row.due_at for row in await store.deadlines.due(9000)] == [7000]


async def test_open_tournaments_are_limited(store: Store) -> None:
    """The open tournaments of a host and of a server are limited; ended ones don't count."""
    await store.tournaments.create(tournament("t1"), per_host=1, per_guild=2)
    with pytest.raises(HostLimitError):
        await store.tournaments.create(tournament("t2"), per_host=1, per_guild=2)
    await store.tournaments.create(tournament("t2", host_id=BRAM), per_host=1, per_guild=2)
    with pytest.raises(GuildLimitError):
        await store.tournaments.create(tournament("t3", host_id=CLEO), per_host=1, per_guild=2)
    over = replace(tournament("t1"), stage=Stage.FINISHED, due_at=None, ended_at=9)
    await store.tournaments.change(over)
    await store.tournaments.create(tournament("t3"), per_host=1, per_guild=2)

    assert [item.tournament_id for item in await store.tournaments.open_in(GUILD)] == ["t2", "t3"]
    assert [item.tournament_id for item in await store.tournaments.past(GUILD, 5)] == ["t1"]
    assert [item.tournament_id for item in await store.tournaments.of_player(BRAM)] == ["t2", "t3"]


async def test_deletion_changes_no_tournament_that_is_over(store: Store) -> None:
    """A winner whose data is deleted stays the first, as a stand-in, and nobody else moves up."""
    begun = await playing(store, tournament("t1", ANNE, BRAM), table(1, ANNE, BRAM))
    places = (Entrant(ANNE, place=1), Entrant(BRAM, place=2))
    over = replace(begun, stage=Stage.FINISHED, due_at=None, ended_at=9, entrants=places)
    await store.tournaments.change(over)
    await store.privacy.forget(ANNE, -1)
    after = await store.tournaments.find("t1")

    assert after is not None
    assert after.entrants == (Entrant(-1, place=1), Entrant(BRAM, place=2))


async def test_deletion_gives_no_second_tournament(store: Store) -> None:
    """Whoever deletes their data while their tournament is open opens another one after its end."""
    await store.tournaments.create(tournament("t1", host_id=ANNE), per_host=1, per_guild=5)
    await store.privacy.forget(ANNE, -1)
    await store.privacy.prune_guards(day=0)
    with pytest.raises(HostLimitError):
        await store.tournaments.create(tournament("t2", host_id=ANNE), per_host=1, per_guild=5)
    begun = await store.tournaments.find("t1")
    assert begun is not None
    over = replace(begun, stage=Stage.FINISHED, due_at=None, ended_at=9)
    await store.tournaments.change(over)
    await store.tournaments.create(tournament("t2", host_id=ANNE), per_host=1, per_guild=5)
    await store.privacy.prune_guards(day=0)

    assert await store.privacy.guards(ANNE, "t1") == frozenset()


async def test_the_end_of_a_match_makes_its_tournament_due(store: Store) -> None:
    """The moment a match of the round ends, its tournament is due and has a new revision."""
    match = await running(store)
    begun = await playing(store, tournament(due_at=9000), table(1, ANNE, BRAM))
    before = await store.deadlines.due(5000)
    await store.matches.stop("m1", match.revision, Ending(life=Life.STOPPED, ended_at=4000))
    after = await store.deadlines.due(5000)
    result = await store.tournaments.find("t1")

    assert before == ()
    assert [(row.kind, row.match_id, row.due_at) for row in after] == [("tournament", "t1", 4000)]
    assert result is not None
    assert result.revision == begun.revision + 1


async def test_a_match_is_kept_until_its_round_is_over(store: Store) -> None:
    """A match that ended long ago is deleted only when the round has its result."""
    match = await running(store)
    begun = await playing(store, tournament(), table(1, ANNE, BRAM))
    await store.matches.stop("m1", match.revision, Ending(life=Life.STOPPED, ended_at=4000))
    during = await store.history.forget(ended_before=5000)
    await store.tournaments.change(replace(begun, revision=begun.revision + 1, stage=Stage.BREAK))

    assert (during, await store.history.forget(ended_before=5000)) == (0, 1)


async def test_only_the_owner_of_its_server_is_told(store: Store) -> None:
    """A tournament is due and behind only for the process that looks after its server."""
    await store.tournaments.create(tournament(), per_host=1, per_guild=1)

    assert [len(await store.deadlines.due(9000, 9, item)) for item in (HERE, ELSEWHERE)] == [1, 0]
    assert [await store.tournaments.behind(item) for item in (HERE, ELSEWHERE)] == [("t1",), ()]
    await store.tournament_messages.add(post(0, shown_revision=0))
    assert await store.tournaments.behind() == ()


async def test_rounds_wait_while_nobody_looks_after_them(store: Store) -> None:
    """A downtime puts rounds off, for all servers or one shard; the start keeps its date."""
    await store.deadlines.beat(1000)
    await playing(store, tournament("t1"))
    await store.tournaments.create(tournament("t2", host_id=BRAM), per_host=1, per_guild=9)
    await store.deadlines.wake(1500)
    (shard,) = HERE.ids
    await store.deadlines.wake_shard(1600, shard, 4)
    await store.deadlines.wake_shard(1700, shard ^ 1, 4)
    results = [await store.tournaments.find(name) for name in ("t1", "t2")]

    assert [(result.due_at, result.round_ends_at) for result in results if result] == [
        (5600, 99_600), (5000, None)
    ]  # fmt: skip


async def test_a_tournament_has_one_message_of_each_number(store: Store) -> None:
    """A message is stored before it is sent, and again with what Discord said of it."""
    await store.tournaments.create(tournament(), per_host=1, per_guild=1)
    pictures = (ShownPicture("a.png", "d", 6),)
    sent = post(0, version=1, message_id=5, pictures=pictures, shown=Shown(stage="tournament"))
    await store.tournament_messages.add(post(0), post(1))
    await store.tournament_messages.save(sent)
    await store.tournament_messages.save(post(0, version=1, message_id=6))

    assert await store.tournament_messages.of("t1") == (sent, post(1))


async def test_a_tournament_is_behind_while_one_of_its_messages_is(store: Store) -> None:
    """A tournament is up to date once all of its messages show its revision with their pictures."""
    await store.tournaments.create(tournament(), per_host=1, per_guild=1)
    behind = []
    await store.tournament_messages.add(post(0), post(1, shown_revision=0))
    for version, values in enumerate(({"lacks_pictures": True}, {"lacks_pictures": False}), 1):
        behind.append(await store.tournaments.behind())
        await store.tournament_messages.save(post(0, version=version, shown_revision=0, **values))

    assert [*behind, await store.tournaments.behind()] == [("t1",), ("t1",), ()]


async def test_places_are_summed_up_for_a_profile(store: Store) -> None:
    """Only finished tournaments of this server count, and only for those who had a table."""
    for number, place in enumerate((1, 3, 4, None)):
        others = 4 if place == 3 else 3
        first = tournament(f"t{number}", ANNE, guild_id=GUILD)
        await store.tournaments.create(first, per_host=9, per_guild=9)
        over = replace(first, stage=Stage.FINISHED, due_at=None, ended_at=9,
                       entrants=(Entrant(ANNE, place=place),
                                 *(Entrant(900 + n, place=1) for n in range(others))))  # fmt: skip
        await store.tournaments.change(over)

    assert await store.tournaments.record(GUILD, ANNE) == TournamentRecord(3, 1, 2)
    assert await store.tournaments.record(GUILD + 1, ANNE) == TournamentRecord()
