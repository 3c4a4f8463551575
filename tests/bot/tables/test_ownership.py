"""Which process looks after which server, and does what is done once for all."""

import pytest

from bot.tables.ownership import Ownership
from data.records.shards import ShardShare

SERVER = 1 << 22
"""A server of shard 1 of 2."""


@pytest.mark.parametrize(
    ("share", "owns", "does_housekeeping"),
    [(None, True, True), ((0,), False, True), ((1,), True, False), ((0, 1), True, True)],
    ids=["all", "the first", "the second", "both"],
)
def test_the_first_shard_does_what_is_done_once(
    share: tuple[int, ...] | None, owns: bool, does_housekeeping: bool
) -> None:
    """A process looks after the servers of its shards; idle, it does nothing."""
    ownership = Ownership(None if share is None else ShardShare(share, 2))
    before = (ownership.owns(SERVER), ownership.does_housekeeping)
    ownership.is_idle = True

    assert before == (owns, does_housekeeping)
    assert not ownership.owns(SERVER)
    assert not ownership.does_housekeeping
