"""Gateway shards: which servers are on them, and the condition that picks their rows."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class ShardShare:
    """The shards that a process runs, of how many."""

    ids: tuple[int, ...]
    count: int

    def holds(self, guild_id: int) -> bool:
        """Whether a server is on one of these shards."""
        return shard_of(guild_id, self.count) in self.ids

    def __str__(self) -> str:
        return f"{ranges(self.ids)}/{self.count}"


def shard_of(guild_id: int, count: int) -> int:
    """Return the shard of a server, by Discord's formula; direct messages come to shard 0."""
    return (guild_id >> 22) % count


def ranges(numbers: Iterable[int]) -> str:
    """Write numbers shortly: `0-3, 6`."""
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def of_shards(share: ShardShare | None) -> tuple[str, tuple[object, ...]]:
    """Return a condition on `matches.guild_id`, and its values; None picks all servers."""
    if share is None:
        return "", ()
    condition = " AND (matches.guild_id >> 22) % ? IN (SELECT value FROM json_each(?))"
    return condition, (share.count, json.dumps(share.ids))
