"""The crash drill of storage: whichever write fails, a retry completes the work."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from data.engine.errors import AlreadyAnsweredError
from data.records.matches import DeadlineMask, Ending, Extra, Life, Match
from data.store import Store, open_store
from tests.data.builders import BOT, GUILD, deadline, deal, lobby, pressed, seen, step, surface
from tests.data.contract.test_leaderboards import add_up, outcome
from tests.data.test_released import rows
from tests.support.sampling import thinned

Act: TypeAlias = Callable[[Store], Awaitable[object]]


class PulledPlugError(Exception):
    """The process crashes."""


async def _match(store: Store) -> Match:
    match = await store.matches.find("m1")
    assert match is not None
    return match


async def start(store: Store) -> None:
    match = await _match(store)
    extra = Extra(seen=seen(2), deadlines=(deadline(ticket="t0"),))
    await store.matches.start("m1", match.revision, deal(), extra)


async def move(store: Store) -> None:
    match = await _match(store)
    extra = Extra(
        seen=seen(3),
        drop_deadlines=(DeadlineMask(match_id="m1", seat=0),),
        deadlines=(deadline(seat=1),),
        surfaces=(surface("hand"),),
        table_state='{"moved":true}',
    )
    await store.matches.commit_step(
        "m1", match.revision, step(), b'{"n":1}', moves_made=(1, 0), extra=extra
    )


async def fill(store: Store) -> None:
    """Start a form, which a host does only while the question is open."""
    if (await _match(store)).step == 0:
        await store.drafts.save("m1", 0, "t0", {"card": 7})


async def hand_over(store: Store) -> None:
    match = await _match(store)
    await store.matches.hand_over(
        "m1", match.revision, seat=1, sitter=BOT, reason="left", now=4000, extra=pressed(4)
    )


async def finish(store: Store) -> None:
    match = await _match(store)
    ending = Ending(life=Life.FINISHED, ended_at=9000, result={"ranking": [[0], [1]]})
    await store.matches.commit_step(
        "m1",
        match.revision,
        step(seat=1),
        b'{"n":2}',
        moves_made=(1, 1),
        ending=ending,
        extra=pressed(5),
    )


PLAY: tuple[Act, ...] = (
    lambda store: store.lobbies.create(lobby(), pressed(1)),
    start,
    fill,
    move,
    hand_over,
    finish,
    lambda store: store.leaderboards.count(GUILD, outcome("m1"), add_up),
    lambda store: store.history.compact("m1", keep_steps=()),
)


async def play(path: Path, before_write: Callable[[str], None]) -> None:
    """Do every action like a restarted host: answered interactions are not repeated."""
    store = await open_store(path, before_write=before_write)
    try:
        for act in PLAY:
            try:
                await act(store)
            except AlreadyAnsweredError:
                continue
    finally:
        await store.close()


@pytest.fixture
async def undisturbed(tmp_path: Path) -> tuple[list[str], object]:
    """Return every write of the whole run in order, and the contents of the file afterwards."""
    writes: list[str] = []
    await play(tmp_path / "undisturbed.db", writes.append)
    return writes, rows(tmp_path / "undisturbed.db")


async def test_every_write_and_commit_is_a_place_to_crash(
    undisturbed: tuple[list[str], object],
) -> None:
    """The hook is called before every write by the operation's name, and before each commit."""
    writes, _ = undisturbed
    commits = [label for label in writes if label.endswith(", commit")]
    assert commits == [
        f"{operation}, commit"
        for operation in (
            "create lobby",
            "start match",
            "save draft",
            "commit step",
            "hand over",
            "commit step",
            "count match",
            "compact match",
        )
    ]
    assert writes[0] == "create lobby, write 1"
    assert len(writes) > 5 * len(commits)


@pytest.mark.slow
async def test_a_crash_at_any_write_is_as_if_it_had_not_been(
    tmp_path: Path, undisturbed: tuple[list[str], object]
) -> None:
    """If any write fails and the host restarts, the file ends up the same."""
    writes, wanted = undisturbed
    for k in thinned(range(len(writes))):
        path = tmp_path / f"crash-{k}.db"
        counted: list[str] = []

        def fail(label: str, k: int = k, counted: list[str] = counted) -> None:
            if len(counted) == k:
                raise PulledPlugError(label)
            counted.append(label)

        with pytest.raises(PulledPlugError, match=writes[k]):
            await play(path, fail)
        await play(path, lambda _: None)
        assert rows(path) == wanted, writes[k]
