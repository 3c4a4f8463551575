"""PostgreSQL's values that every bot names; only opening such a database loads the driver."""

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
    """Held as long as a process's connections may write."""
    COUNT = 0x546F6D04
    """Shared by all processes that split the bot: into how many shards. 0 stands for no split."""
    IDENTIFY = 0x546F6D06
    REVIEW = 0x546F6D07
    """Held by the process that computes a review; the number is a hash of its name."""
