"""What `/server doctor` reads: which messages are out of date, and since when."""

import pytest

from data.records.matches import Extra
from data.store import Store
from tests.data.builders import GUILD, running, step, surface


async def played(store: Store, *times: int) -> int:
    """Return a match with steps made at these times, whose message shows the setup."""
    shown = (await running(store)).revision
    await store.surfaces.add(surface("table", message_id=55, shown_revision=shown))
    for revision, time in enumerate(times, shown):
        await store.matches.commit_step(
            "m1", revision, step(made_at=time), b'{"n":1}', moves_made=(1, 0)
        )
    return shown


@pytest.mark.parametrize(
    ("before", "behind", "since"), [(5_000, 0, None), (5_001, 1, 5_000), (9_000, 1, 5_000)]
)
async def test_a_message_is_behind_since_the_first_change_that_it_misses(
    store: Store, before: int, behind: int, since: int | None
) -> None:
    """A message is behind since the first step it doesn't show; a short delay doesn't count."""
    await played(store, 5_000, 8_000)
    result = await store.health.examine(GUILD, before)

    assert (result.behind, result.behind_since) == (behind, since)


async def test_a_change_without_a_step_is_as_old_as_the_last_one(store: Store) -> None:
    """Without a step, the delay is measured from the last change."""
    shown = await played(store, 5_000)
    await store.surfaces.save(surface("table", version=1, shown_revision=shown + 1))
    await store.matches.note("m1", shown + 1, Extra(), now=8_000)
    results = [await store.health.examine(GUILD, before) for before in (8_000, 8_001)]

    assert [result.behind_since for result in results] == [None, 8_000]


async def test_a_message_that_misses_only_the_last_step_is_as_late_as_that(store: Store) -> None:
    """If the first of two steps is shown, the delay began with the second."""
    shown = await played(store, 5_000, 8_000)
    await store.surfaces.save(surface("table", version=1, shown_revision=shown + 1))
    results = [await store.health.examine(GUILD, before) for before in (8_000, 8_001)]

    assert [result.behind for result in results] == [0, 1]
