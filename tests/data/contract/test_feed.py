"""Laws of the order in which other programs get results."""

from data.records.matches import NOWHERE, Ending, Life
from data.store import Store
from data.stores.feed import FeedCursor
from tests.data.builders import running, step


async def ended(store: Store, match_id: str, ended_at: int, **values: object) -> None:
    match = await running(store, match_id, **values)
    ending = Ending(life=Life.FINISHED, ended_at=ended_at, result={"ranking": [[0], [1]]})
    await store.matches.commit_step(
        match_id, match.revision, step(), b"{}", moves_made=(1, 0), ending=ending
    )


async def test_results_come_in_the_order_of_their_ends(store: Store) -> None:
    """Matches that end at one moment are told apart, and practice is left out."""
    begin = await store.feed.cursor("file", 5000)
    for match_id, ended_at in (("b", 6000), ("a", 6000), ("old", 4000), ("late", 9000)):
        await ended(store, match_id, ended_at)
    await ended(store, "practice", 6000, guild_id=NOWHERE, channel_id=NOWHERE)
    first, *others = await store.feed.after(begin, until=8000, most=9)
    await store.feed.advance("file", FeedCursor(first.ended_at, first.event))
    cursor = await store.feed.cursor("file", 7000)

    assert begin == (5000, "")
    assert [event.event for event in (first, *others)] == ["a", "b"]
    assert cursor == (6000, "a")
    assert [event.event for event in await store.feed.after(cursor, until=8000, most=9)] == ["b"]
    assert await store.feed.cursor("webhook", 7000) == (7000, "")
