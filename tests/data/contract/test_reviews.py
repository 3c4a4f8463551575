"""Laws of reviews."""

from data.records.matches import Ending, Life
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


async def test_reviews_are_missing_for_rated_results_alone(store: Store) -> None:
    """Each player at the end of a rated match lacks a review, the latest match first."""
    for number, is_rated in enumerate((True, True, False), 1):
        match = await running(store, f"m{number}", created_at=1000 + number)
        ending = Ending(life=Life.FINISHED, ended_at=9000 + number, result={}, rated=is_rated)
        await store.matches.stop(match.match_id, match.revision, ending)
    await running(store, "m4")
    await store.reviews.request("m1", ANNE)

    missing = (("m2", ANNE), ("m2", BRAM), ("m1", BRAM))
    assert await store.reviews.missing(("tomate 1",), 9) == missing
    assert await store.reviews.missing(("tomate 1",), 1) == missing[:1]
    assert await store.reviews.missing(("tomate 2", "dojo 1"), 9) == ()
    for shard in range(3):
        result = await store.reviews.missing(("tomate 1",), 9, ShardShare((shard,), 3))
        assert result == (missing if shard == shard_of(GUILD, 3) else ())


async def test_a_review_is_changed_where_it_is_kept(store: Store) -> None:
    """A player's reviews come the oldest match first; one that isn't computed isn't changed."""
    for number in (1, 2):
        match = await running(store, f"m{number}")
        ending = Ending(life=Life.FINISHED, ended_at=9000 - number, result={})
        await store.matches.stop(match.match_id, match.revision, ending)
        await store.reviews.request(match.match_id, ANNE)
        await store.reviews.save(match.match_id, ANNE, {"good": number})
    await store.reviews.request("m1", BRAM)
    for player in (ANNE, BRAM):
        await store.reviews.change("m1", player, lambda content: {**content, "stage": 1})

    expected = (("m2", "tomate", {"good": 2}), ("m1", "tomate", {"good": 1, "stage": 1}))
    assert await store.reviews.of_player(ANNE) == expected
    assert await store.reviews.of_player(BRAM) == ()
