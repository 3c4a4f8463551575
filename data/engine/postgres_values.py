"""PostgreSQL's values that every bot names; only opening such a database loads the driver."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


@dataclass(frozen=True, slots=True)
class PostgresLimits:
    """The number of connections, and timeouts in seconds."""

    connections: int = 8
    connect_seconds: int = 5
    statement_seconds: int = 30

    @property
    def settings(self) -> dict[str, str]:
        """The settings of each session. Poolers refuse them as options of a connection."""
        names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
        return dict.fromkeys(names, f"{self.statement_seconds}s")


class LockKind(IntEnum):
    """The first key of an advisory lock; the second says which shard, session, number or bucket."""

    SHARD = 0x546F6D01
    SESSION = 0x546F6D02
    """Held as long as a node's connections may write."""
    WORKER = 0x546F6D03
    """Held by a node that takes shards; one that is about to stop gives it up."""
    COUNT = 0x546F6D04
    """Shared by all nodes: the number of shards that they split."""
    TAKING = 0x546F6D05
    """Held by the node that takes over an offered shard."""
    IDENTIFY = 0x546F6D06
    REVIEW = 0x546F6D07
    """Held by the node that computes a review; the number is a hash of its name."""


@dataclass(frozen=True, slots=True)
class Held:
    """The claims of all nodes at one moment."""

    shards: frozenset[int]
    """Held by any node."""
    workers: int
