"""Laws of reviews."""

from __future__ import annotations

from data.records.shards import ShardShare, shard_of
from data.store import Store
from tests.data.builders import ANNE, BRAM, GUILD, running


async def test_a_review_is_asked_for_then_kept(store: Store) -> None:
    """A request waits until its review is saved; asking again changes nothing."""
    await running(store)
    await store.reviews.request("m1", BRAM)
    await store.reviews.request("m1", ANNE)
    await store.reviews.save("m1", ANNE, {"good": 3})
    await store.reviews.request("m1", ANNE)

    waiting = (("m1", BRAM),)
    assert await store.reviews.requested() == waiting
    for shard in range(3):
        result = await store.reviews.requested(ShardShare((shard,), 3))
        assert result == (waiting if shard == shard_of(GUILD, 3) else ())
    assert await store.reviews.find("m1", ANNE) == {"good": 3}
    assert await store.reviews.find("m1", BRAM) is None


async def test_a_deleted_request_is_not_computed_back(store: Store) -> None:
    """A review saved without its request, or for no match, isn't kept."""
    await running(store)
    await store.reviews.request("m1", ANNE)
    await store.reviews.drop("m1", ANNE)
    await store.reviews.save("m1", ANNE, {"good": 3})
    await store.reviews.request("m9", ANNE)

    assert await store.reviews.find("m1", ANNE) is None
    assert await store.reviews.requested() == ()
