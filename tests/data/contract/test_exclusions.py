"""Laws of blocks and bars in storage: they outlive deleted people, but no deleted server."""

from dataclasses import replace

from data.store import Store
from data.stores.guards import Guard
from tests.data.builders import ANNE, BRAM, GUILD

GHOST, OTHER = -77, ANNE + 5
BOTH = {Guard.BLOCKED: ANNE, Guard.BARRED: GUILD}


async def excluded(store: Store) -> None:
    """Let Anne block Bram, and a server bar him."""
    for kind, owner_id in BOTH.items():
        await store.exclusions.add(kind, owner_id, BRAM, most=9)


async def test_an_exclusion_outlives_a_deletion(store: Store) -> None:
    """A deleted person stays excluded, in no list, until the owner lets them in."""
    await excluded(store)
    before = await store.exclusions.of_owner(Guard.BLOCKED, ANNE)
    await store.privacy.forget(BRAM, GHOST)

    assert before == (BRAM,)
    assert await store.exclusions.of_owner(Guard.BLOCKED, ANNE) == ()
    assert await store.exclusions.excluding(BRAM, BOTH) == {*BOTH}
    assert await store.exclusions.blocked_pairs((OTHER, BRAM, ANNE)) == {(ANNE, BRAM)}
    assert [await store.exclusions.remove(Guard.BLOCKED, ANNE, BRAM) for _ in range(2)] == [
        True,
        False,
    ]
    assert await store.exclusions.excluding(BRAM, BOTH) == {Guard.BARRED}


async def test_bars_go_with_their_server(store: Store) -> None:
    """A purged server leaves no bar, neither of a person nor of somebody deleted."""
    await excluded(store)
    await store.exclusions.add(Guard.BARRED, GUILD, OTHER, most=9)
    await store.privacy.forget(BRAM, GHOST)
    await store.guilds.change(GUILD, lambda guild: replace(guild, removed_at=100))
    await store.guilds.purge(removed_before=101)

    assert await store.exclusions.excluding(OTHER, BOTH) == frozenset()
    assert await store.exclusions.excluding(BRAM, BOTH) == {Guard.BLOCKED}
