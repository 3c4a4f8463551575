"""Discord's demands on a bot's shards: valid numbers, few servers each, slow identifies."""

from dataclasses import dataclass, field
from typing import Any, Final

from playground.world.seed import GUILD, add_guild
from playground.world.world import Json, World

INVALID_SHARD: Final = 4010
SHARDING_REQUIRED: Final = 4011


@dataclass(frozen=True)
class ShardingRules:
    """How a playground treats shards; `spacing` 0 lets a bot identify as often as it likes."""

    shards: int = 1  # what GET /gateway/bot recommends
    max_concurrency: int = 1
    spacing: float = 0.0  # seconds between two identifies of one bucket; Discord's are 5
    guilds_per_shard: int = 2500
    session_starts: int = 1000  # identifies a day


@dataclass
class ShardGate:
    """Decides which shard may identify, by the rules and earlier identifies."""

    world: World
    rules: ShardingRules
    _last: dict[int, float] = field(default_factory=dict)  # bucket -> moment
    _started: int = 0

    def close_code(self, shard: Any) -> int | None:
        """Return the close code for an unacceptable shard; None if it is fine."""
        if not _is_shard(shard):
            return INVALID_SHARD
        number, count = shard
        guilds = sum(falls_on(guild.id, number, count) for guild in self.world.joined)
        return SHARDING_REQUIRED if guilds > self.rules.guilds_per_shard else None

    def takes(self, number: int) -> bool:
        """Count an identify in its bucket; False if the bucket had one too recently."""
        now = self.world.clock.now()
        bucket = number % self.rules.max_concurrency
        last = self._last.get(bucket)
        if last is not None and now - last < self.rules.spacing:
            return False
        self._last[bucket] = now
        self._started += 1
        return True

    def answer(self, url: str) -> Json:
        """The body of GET /gateway/bot."""
        limit = {
            "total": self.rules.session_starts,
            "remaining": max(self.rules.session_starts - self._started, 0),
            "reset_after": 24 * 3600 * 1000 if self._started else 0,
            "max_concurrency": self.rules.max_concurrency,
        }
        return {"url": url, "shards": self.rules.shards, "session_start_limit": limit}


def falls_on(guild_id: int | None, number: int, count: int) -> bool:
    """Whether that shard serves the guild; events without a guild go to the first."""
    return number == ((guild_id or 0) >> 22) % count


def _is_shard(shard: Any) -> bool:
    return (
        isinstance(shard, list | tuple)
        and len(shard) == 2
        and all(type(part) is int for part in shard)
        and 0 <= shard[0] < shard[1]
    )


def spread_guilds(world: World, shards: int) -> None:
    """Add servers until every shard has one; a server's shard follows from the time it is made."""
    while missing := set(range(shards)) - {
        number
        for guild in world.joined
        for number in range(shards)
        if falls_on(guild.id, number, shards)
    }:
        if any(falls_on(world.new_id(), number, shards) for number in missing):
            add_guild(world, f"{GUILD} {len(world.guilds) + 1}", world.people)
