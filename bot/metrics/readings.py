"""What is looked up when somebody asks, rather than counted as it happens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class ShardReading(NamedTuple):
    """One gateway connection."""

    is_up: bool
    latency: float | None
    """Seconds; None before the first heartbeat."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The state of a process at one moment."""

    shards: Mapping[int, ShardReading] = field(default_factory=dict)
    guilds: int = 0
    open_matches: Mapping[str, int] = field(default_factory=dict)
    database_size: int | None = None
    """Bytes; None while the database doesn't answer."""
    backup_age: float | None = None
    """Seconds since the last backup of a file, or since the first match that ended without one."""
    free_disk: int | None = None
    """Bytes left where the file of the database is; None for another database."""
    is_standby: bool = False
    """Whether another process works, and this one waits for its end."""
    faults: tuple[str, ...] = ()
    """Why the process can't serve everybody right now; none if it can."""


class Probe(Protocol):
    """Whoever knows the running bot."""

    async def read(self) -> Readings:
        """Look at everything; what cannot be asked is a fault among the readings."""
