"""Shares of shards, and the pace at which shards log in."""

import asyncio
from itertools import pairwise

import pytest

from bot.shards import AFTER_INVALID, SPACING, IdentifyBuckets, parse_share
from data.records.shards import ShardShare, ranges


@pytest.mark.parametrize(
    ("text", "ids", "count", "shown"),
    [
        ("0/1", (0,), 1, "0/1"),
        ("0-3/8", (0, 1, 2, 3), 8, "0-3/8"),
        (" 6, 0-1 ,1-2 / 8", (0, 1, 2, 6), 8, "0-2, 6/8"),
    ],
)
def test_a_share_is_read(text: str, ids: tuple[int, ...], count: int, shown: str) -> None:
    """Numbers and ranges before the slash are shards; overlaps count once."""
    assert parse_share(text) == ShardShare(ids, count)
    assert str(parse_share(text)) == shown


@pytest.mark.parametrize(
    "text", ["", "3", "0-3", "/8", "8/8", "3-1/8", "0-8/8", "a/8", "0,/8", "-1/8"]
)
def test_a_share_that_makes_no_sense_is_refused(text: str) -> None:
    """A share that names an impossible shard is refused with a reason."""
    with pytest.raises(ValueError, match=r"0-3/8|isn't among the shards"):
        parse_share(text)


def test_shares_split_the_servers() -> None:
    """Every server belongs to exactly one of two shares that make up the whole."""
    first, other = parse_share("0-2/8"), parse_share("3-7/8")
    servers = [number << 22 | 5 for number in range(50)]

    assert {first.holds(server) + other.holds(server) for server in servers} == {1}


def test_ranges_are_short() -> None:
    """Consecutive numbers are written as a range."""
    assert ranges([5, 1, 2, 3, 9, 8]) == "1-3, 5, 8-9"


class Timer:
    """Time that passes only in sleep."""

    def __init__(self) -> None:
        self.now = 100.0

    async def sleep(self, seconds: float) -> None:
        until = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, until)


@pytest.mark.parametrize("max_concurrency", [1, 2, 16])
async def test_a_bucket_logs_in_slowly(max_concurrency: int) -> None:
    """Logins of one bucket are at least five seconds apart, and a new bucket doesn't wait."""
    timer = Timer()
    buckets = IdentifyBuckets(max_concurrency, lambda: timer.now, timer.sleep)
    logins: dict[int, list[float]] = {}
    for shard in range(16):
        before = timer.now
        await buckets.wait(shard)
        moments = logins.setdefault(shard % max_concurrency, [])
        assert moments or timer.now == before
        moments.append(timer.now)

    gaps = [later - earlier for moments in logins.values() for earlier, later in pairwise(moments)]
    assert all(gap >= SPACING for gap in gaps)
    assert timer.now == 100.0 + SPACING * (16 / max_concurrency - 1)


async def test_shards_that_ask_at_once_log_in_one_by_one() -> None:
    """Shards of one bucket that ask at once log in five seconds apart."""
    timer, moments = Timer(), list[float]()
    buckets = IdentifyBuckets(1, lambda: timer.now, timer.sleep)

    async def log_in(shard: int) -> None:
        await buckets.wait(shard)
        moments.append(timer.now)

    await asyncio.gather(*map(log_in, range(4)))

    assert moments == [100 + SPACING * number for number in range(4)]


async def test_a_login_that_waited_for_another_process_counts_from_its_end() -> None:
    """If another process holds a bucket, the pause of its next login begins after that."""
    timer, held = Timer(), [7.0, 0.0]

    async def book(_: int) -> None:
        timer.now += held.pop(0)

    buckets = IdentifyBuckets(1, lambda: timer.now, timer.sleep, book)
    await buckets.wait(0)
    before = timer.now
    await buckets.wait(1)

    assert timer.now - before == SPACING


async def test_a_shard_whose_session_was_lost_does_not_rush() -> None:
    """A shard that lost its session waits a random time before it logs in again."""
    timer = Timer()
    buckets = IdentifyBuckets(1, lambda: timer.now, timer.sleep)
    await buckets.wait(0)
    timer.now = before = 200.0
    await buckets.wait(0)

    assert AFTER_INVALID[0] <= timer.now - before <= AFTER_INVALID[1]
