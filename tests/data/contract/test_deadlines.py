"""Laws of the scheduler's rows and of the heartbeat."""

from dataclasses import replace

import pytest

from data.engine.errors import InconsistentChangeError
from data.records.matches import PLANNED, Deadline, DeadlineMask, Extra
from data.records.shards import ShardShare
from data.store import Store
from tests.data.builders import ANNE, BRAM, deadline, lobby

LATE = replace(deadline(due_at=9000, seat=1), question="12", tries=2)
EARLY = replace(deadline(due_at=1000, seat=None), kind="reminder")
MIDDLE = deadline(due_at=5000, seat=0)


@pytest.fixture
async def clock_store(store: Store) -> Store:
    await store.lobbies.create(lobby())
    return store


async def test_what_is_due_comes_in_order(clock_store: Store) -> None:
    """Due deadlines are returned the earliest first, and stay until they are dropped."""
    await clock_store.deadlines.arm(LATE, EARLY, MIDDLE)
    assert await clock_store.deadlines.due(999) == ()
    assert await clock_store.deadlines.due(1000) == (EARLY,)
    assert await clock_store.deadlines.due(9000) == (EARLY, MIDDLE, LATE)
    assert await clock_store.deadlines.due(9000, most=2) == (EARLY, MIDDLE)
    assert await clock_store.deadlines.due(9000) == (EARLY, MIDDLE, LATE)


async def test_kinds_apart_take_no_place_from_others(clock_store: Store) -> None:
    """As many deadlines of these kinds are returned in addition to the others."""
    calls = tuple(replace(EARLY, kind=kind, ticket="2") for kind in ("asked", "half"))
    await clock_store.deadlines.arm(*calls, MIDDLE, LATE)
    apart = await clock_store.deadlines.due(9000, 1, None, ("asked", "half"))
    assert [row.kind for row in apart] == ["asked", MIDDLE.kind]


async def test_the_next_deadline_is_known(clock_store: Store) -> None:
    """The time of the next deadline is known; None if there is none."""
    assert await clock_store.deadlines.next_due_at() is None
    await clock_store.deadlines.arm(LATE, EARLY)
    assert await clock_store.deadlines.next_due_at() == 1000


async def test_a_standing_deadline_is_not_restarted(clock_store: Store) -> None:
    """Arming an existing deadline again keeps its first time."""
    await clock_store.deadlines.arm(MIDDLE)
    await clock_store.deadlines.arm(replace(MIDDLE, due_at=99_999))
    assert await clock_store.deadlines.of_match("m1") == (MIDDLE,)


async def test_a_deadline_can_be_put_off(clock_store: Store) -> None:
    """One deadline gets another time; the others keep theirs."""
    await clock_store.deadlines.arm(MIDDLE, EARLY)
    await clock_store.deadlines.postpone(EARLY, 7000)
    assert await clock_store.deadlines.of_match("m1") == (MIDDLE, replace(EARLY, due_at=7000))


@pytest.mark.parametrize(
    ("mask", "left"),
    [
        (DeadlineMask(match_id="m1"), ()),
        (DeadlineMask(match_id="m1", kind="reminder"), (MIDDLE, LATE)),
        (DeadlineMask(match_id="m1", seat=0), (EARLY, LATE)),
        (DeadlineMask(match_id="m1", seat=1, ticket="t1"), (EARLY, MIDDLE)),
        (DeadlineMask(match_id="m1", seat=1, ticket="other"), (EARLY, MIDDLE, LATE)),
        (DeadlineMask(match_id="m2"), (EARLY, MIDDLE, LATE)),
    ],
    ids=["match", "kind", "seat", "question", "another question", "another match"],
)
async def test_a_mask_drops_what_it_names(
    clock_store: Store, mask: DeadlineMask, left: tuple[Deadline, ...]
) -> None:
    """A field that a mask leaves open matches everything."""
    await clock_store.deadlines.arm(EARLY, MIDDLE, LATE)
    await clock_store.deadlines.drop(mask)
    assert await clock_store.deadlines.of_match("m1") == left


async def test_an_outage_costs_nobody_time(clock_store: Store) -> None:
    """At a start, deadlines are deferred by the time since the last heartbeat, but no dates."""
    date = replace(MIDDLE, kind=PLANNED)
    await clock_store.deadlines.arm(MIDDLE, date)
    await clock_store.deadlines.beat(4000)
    await clock_store.deadlines.beat(4500)
    assert await clock_store.deadlines.wake(now=104_500) == 100_000
    assert await clock_store.deadlines.of_match("m1") == (date, replace(MIDDLE, due_at=105_000))


async def test_waking_twice_shifts_once(clock_store: Store) -> None:
    """Waking twice after one outage defers deadlines once."""
    await clock_store.deadlines.arm(MIDDLE)
    await clock_store.deadlines.beat(4500)
    await clock_store.deadlines.wake(now=104_500)
    assert await clock_store.deadlines.wake(now=104_500) == 0
    assert await clock_store.deadlines.next_due_at() == 105_000


async def test_the_first_start_has_no_outage(clock_store: Store) -> None:
    """Without a heartbeat, a start defers nothing."""
    await clock_store.deadlines.arm(MIDDLE)
    assert await clock_store.deadlines.wake(now=50_000) == 0
    assert await clock_store.deadlines.next_due_at() == 5000


async def test_a_clock_that_was_set_back_takes_the_deadlines_along(clock_store: Store) -> None:
    """If the clock was set back or forward, everybody's remaining time stays the same."""
    await clock_store.deadlines.arm(MIDDLE)
    await clock_store.deadlines.beat(4000)
    assert await clock_store.deadlines.wake(now=1000) == -3000
    assert await clock_store.deadlines.next_due_at() == 2000
    assert await clock_store.deadlines.wake(now=90_000) == 89_000
    assert await clock_store.deadlines.next_due_at() == 91_000


async def test_a_shards_clock_that_ran_ahead_counts_once(clock_store: Store) -> None:
    """A start without shards forgets their heartbeats; later starts go by its own."""
    await clock_store.deadlines.beat(9000, ShardShare((0,), 2))
    assert await clock_store.deadlines.wake(now=1000) == -8000
    assert await clock_store.deadlines.wake(now=2000) == 1000


async def test_a_deadline_needs_its_match(clock_store: Store) -> None:
    """A deadline for a missing match is refused."""
    with pytest.raises(InconsistentChangeError):
        await clock_store.deadlines.arm(MIDDLE, deadline("nowhere"))
    assert await clock_store.deadlines.next_due_at() is None


async def test_paused_deadlines_keep_the_time_they_have_left(clock_store: Store) -> None:
    """Paused deadlines are neither due nor shifted by an outage, until their match is resumed."""
    match = await clock_store.matches.find("m1")
    assert match is not None
    await clock_store.deadlines.arm(EARLY, MIDDLE)
    later = await clock_store.lobbies.change(
        "m1", match.revision, match.terms, Extra(pause_at=4000, deadlines=(LATE,)), now=4000
    )
    await clock_store.deadlines.beat(4000)
    await clock_store.deadlines.wake(now=104_000)
    assert await clock_store.deadlines.of_match("m1") == (replace(LATE, due_at=109_000),)
    assert await clock_store.deadlines.paused("m1", 200_000) == (
        replace(EARLY, due_at=200_000),
        replace(MIDDLE, due_at=201_000),
    )
    drop = Extra(drop_deadlines=(DeadlineMask(match_id="m1", seat=0),))
    await clock_store.lobbies.change("m1", later.revision, match.terms, drop, now=4000)
    assert await clock_store.deadlines.paused("m1", 0) == (replace(EARLY, due_at=0),)


async def test_deadlines_of_two_people_are_two_rows(clock_store: Store) -> None:
    """A mask that names one person leaves the deadline of another."""
    mine, theirs = replace(MIDDLE, player_id=ANNE), replace(MIDDLE, player_id=BRAM)
    await clock_store.deadlines.arm(mine, theirs)
    await clock_store.deadlines.drop(DeadlineMask(match_id="m1", player_id=ANNE))
    assert await clock_store.deadlines.of_match("m1") == (theirs,)


def on_shard(shard: int) -> int:
    """Return a server on this shard of two."""
    return (10 + shard) << 22


@pytest.fixture
async def split(store: Store) -> Store:
    """Return a store with one match on each of two shards, m0 and m1, each with a deadline."""
    for shard in (0, 1):
        await store.lobbies.create(replace(lobby(f"m{shard}"), guild_id=on_shard(shard)))
        await store.deadlines.arm(deadline(f"m{shard}", due_at=5000 + shard))
    return store


async def test_a_node_finds_the_deadlines_of_its_shards(split: Store) -> None:
    """A share limits due deadlines and open matches to those of its servers."""
    for ids, result in (((0,), ["m0"]), ((1,), ["m1"]), ((0, 1), ["m0", "m1"]), ((), [])):
        share = ShardShare(ids, 2)

        assert [item.match_id for item in await split.deadlines.due(9000, 9, share)] == result
        assert [item.match_id for item in await split.matches.all_open(share)] == result
        assert await split.surfaces.behind(shards=share) == ()


async def test_an_outage_of_one_shard_is_its_own(split: Store) -> None:
    """A shard's deadlines are deferred by the time since its own last heartbeat, but no date."""
    await split.deadlines.beat(1000, ShardShare((0, 1), 2))
    await split.deadlines.beat(3000, ShardShare((1,), 2))
    await split.deadlines.arm(replace(deadline("m0", due_at=5500), kind=PLANNED))

    assert await split.deadlines.wake_shard(4000, 0, 2) == 3000
    assert await split.deadlines.wake_shard(4000, 1, 2) == 1000
    assert [item.due_at for item in await split.deadlines.due(9999)] == [5500, 6001, 8000]


async def test_shards_of_another_number_were_looked_after_until_the_last_beat(split: Store) -> None:
    """If the number of shards changes, the last heartbeat of any process counts."""
    await split.deadlines.beat(500)
    await split.deadlines.beat(1000, ShardShare((1,), 2))
    await split.deadlines.beat(2000, ShardShare((0,), 1))

    assert await split.deadlines.wake_shard(2500, 1, 2) == 500
    assert await split.deadlines.wake(4000) == 1500
