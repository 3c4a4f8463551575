"""Laws of what `/doctor` reads: which messages have been out of date for long."""

from __future__ import annotations

import pytest

from data.records.matches import Extra
from data.store import Store
from tests.data.builders import GUILD, running, step, surface


async def played(store: Store, *times: int) -> int:
    """A match with steps made at these times, and its table shown as it was dealt."""
    shown = (await running(store)).revision
    await store.surfaces.add(surface("table", message_id=55, shown_revision=shown))
    for revision, at in enumerate(times, shown):
        await store.matches.commit_step(
            "m1", revision, step(made_at=at), b'{"n":1}', moves_made=(1, 0)
        )
    return shown


@pytest.mark.parametrize(
    ("before", "behind", "since"), [(5_000, 0, None), (5_001, 1, 5_000), (9_000, 1, 5_000)]
)
async def test_a_message_is_behind_since_the_first_change_that_it_misses(
    store: Store, before: int, behind: int, since: int | None
) -> None:
    """What was played after it does not make the lag look young; a young lag is none."""
    await played(store, 5_000, 8_000)
    found = await store.health.examine(GUILD, before)

    assert (found.behind, found.behind_since) == (behind, since)


async def test_a_change_without_a_step_is_as_old_as_the_last_one(store: Store) -> None:
    """A pause that was just made does not make the lag look old."""
    shown = await played(store, 5_000)
    await store.surfaces.save(surface("table", message_id=55, shown_revision=shown + 1))
    await store.matches.note("m1", shown + 1, Extra(), at=8_000)
    found = [await store.health.examine(GUILD, before) for before in (8_000, 8_001)]

    assert [one.behind_since for one in found] == [None, 8_000]


async def test_a_message_that_misses_only_the_last_step_is_as_late_as_that(store: Store) -> None:
    """Of two steps the first is shown: the lag began with the second."""
    shown = await played(store, 5_000, 8_000)
    await store.surfaces.save(surface("table", message_id=55, shown_revision=shown + 1))
    found = [await store.health.examine(GUILD, before) for before in (8_000, 8_001)]

    assert [one.behind for one in found] == [0, 1]
