"""Laws of what is kept of a match, and for how long."""

import pytest

from data.engine.errors import UnknownMatchError, WrongLifeError
from data.records.matches import Ending, Life
from data.store import Store
from tests.data.builders import (
    ANNE,
    CHANNEL,
    CLEO,
    GUILD,
    big_state,
    deadline,
    lobby,
    running,
    step,
    surface,
)

STOP = Ending(life=Life.STOPPED, ended_at=9000)


async def play(store: Store, rounds: int, steps_each: int, size: int, match_id: str = "m1") -> None:
    """Play this many rounds, keep a state at the end of each, and finish the match."""
    match = await running(store, match_id)
    revision = match.revision
    last = rounds * steps_each
    for number in range(1, last + 1):
        await store.matches.commit_step(
            match_id,
            revision,
            step(),
            big_state(size, number),
            moves_made=(number, 0),
            checkpoint=number % steps_each == 0,
            ending=Ending(life=Life.FINISHED, ended_at=9000) if number == last else None,
        )
        revision += 1


async def test_rounds_are_kept(store: Store) -> None:
    """Only the setup's state and checkpoints can be read again."""
    await play(store, rounds=3, steps_each=2, size=500)
    assert await store.history.checkpoints("m1") == (0, 2, 4, 6)
    assert await store.history.state_at("m1", 4) == big_state(500, 4)
    assert await store.history.state_at("m1", 3) is None


async def test_compacting_keeps_what_is_told(store: Store) -> None:
    """Compacting keeps every step, the named states and the last one, and the match still loads."""
    await play(store, rounds=3, steps_each=2, size=500)
    before = await store.matches.load("m1")
    steps = await store.history.steps("m1")
    await store.history.compact("m1", keep_steps=(2,))
    assert await store.history.checkpoints("m1") == (2, 6)
    assert await store.matches.load("m1") == before
    assert await store.history.steps("m1") == steps


async def test_compacting_twice_is_compacting_once(store: Store) -> None:
    """Compacting again changes nothing."""
    await play(store, rounds=2, steps_each=2, size=500)
    size = await store.history.compact("m1")
    assert await store.history.compact("m1") == size
    assert await store.history.checkpoints("m1") == (0, 2, 4)


async def test_a_stopped_match_keeps_its_last_state(store: Store) -> None:
    """A stopped match keeps its last state, even if no round had ended."""
    match = await running(store)
    await store.matches.commit_step("m1", match.revision, step(), b'{"n":1}', moves_made=(1, 0))
    await store.matches.stop("m1", match.revision + 1, STOP)
    await store.history.compact("m1", keep_steps=())
    _, state = await store.matches.load("m1")
    assert state == b'{"n":1}'


async def test_a_long_match_stays_small(store: Store) -> None:
    """Twelve rounds of twelve steps with states of 8 kB take at most 100 kB, and shrink."""
    await play(store, rounds=12, steps_each=12, size=8000)
    size = await store.history.compact("m1")
    assert 12 * 1000 < size <= 100_000


async def test_what_was_played_is_listed_by_server_and_player(store: Store) -> None:
    """Played matches are listed by server and player, the latest first, up to a maximum."""
    for match_id, ended_at in (("a", 100), ("b", 300), ("c", 200)):
        match = await running(store, match_id)
        ending = Ending(life=Life.STOPPED, ended_at=ended_at)
        await store.matches.stop(match_id, match.revision, ending)
    await running(store, "open")
    opened = (await store.lobbies.create(lobby("cancelled"))).match
    await store.lobbies.cancel("cancelled", opened.revision, ended_at=400)
    history = store.history

    for expected, most, asked in (
        (["b", "c", "a"], 5, {"player_id": CLEO, "guild_id": GUILD, "channels": {CHANNEL}}),
        (["b", "c"], 2, {"player_id": ANNE}),
        (["b", "c", "a"], 5, {"player_id": ANNE, "guild_id": GUILD}),
        ([], 5, {"player_id": CLEO, "guild_id": GUILD, "channels": {CHANNEL + 1}}),
        ([], 5, {"player_id": ANNE, "guild_id": GUILD + 1, "channels": {CHANNEL}}),
    ):
        assert [match.match_id for match in await history.over(most, **asked)] == expected


async def test_a_match_in_play_is_not_compacted(store: Store) -> None:
    """Only ended matches are compacted; an unknown match has an error of its own."""
    await running(store)
    with pytest.raises(WrongLifeError, match="running"):
        await store.history.compact("m1")
    with pytest.raises(UnknownMatchError):
        await store.history.compact("nowhere")


async def test_what_is_left_to_compact_is_known(store: Store) -> None:
    """Ended matches wait to be compacted, once each; open ones and cancelled lobbies don't."""
    await play(store, rounds=1, steps_each=1, size=100, match_id="over")
    await running(store, "going on")
    opened = (await store.lobbies.create(lobby("cancelled"))).match
    await store.lobbies.cancel("cancelled", opened.revision, ended_at=5)
    assert await store.history.to_compact() == ("over",)
    await store.history.compact("over")
    assert await store.history.to_compact() == ()


async def test_retention_forgets_what_ended_long_ago(store: Store) -> None:
    """Old matches are deleted with all their rows, the oldest first; open ones never are."""
    for match_id, ended_at in (("a", 100), ("b", 200), ("c", 300)):
        match = await running(store, match_id)
        await store.surfaces.add(surface(f"s-{match_id}", match_id))
        ending = Ending(life=Life.STOPPED, ended_at=ended_at)
        await store.matches.stop(match_id, match.revision, ending)
    await running(store, "open")
    assert await store.history.forget(ended_before=300, most=1) == 1
    assert await store.matches.find("a") is None
    assert await store.history.forget(ended_before=300) == 1
    assert await store.history.forget(ended_before=300) == 0
    assert await store.surfaces.find("s-b") is None
    assert await store.history.steps("b") == ()
    assert await store.matches.tenures("b") == ()
    assert [m.match_id for m in await store.matches.all_open()] == ["open"]
    assert (await store.matches.load("c"))[0].life is Life.STOPPED


async def test_steps_can_be_read_from_anywhere(store: Store) -> None:
    """`after` skips the steps that were read already."""
    await play(store, rounds=1, steps_each=3, size=100)
    assert [s.step for s in await store.history.steps("m1")] == [0, 1, 2, 3]
    assert [s.step for s in await store.history.steps("m1", after=1)] == [2, 3]


async def test_nothing_due_belongs_to_a_forgotten_match(store: Store) -> None:
    """The deadlines of a deleted match are deleted too."""
    opened = (await store.lobbies.create(lobby())).match
    await store.lobbies.cancel("m1", opened.revision, ended_at=5)
    await store.deadlines.arm(deadline(due_at=1))
    await store.history.forget(ended_before=6)
    assert await store.deadlines.due(10) == ()
