"""Rate limits by bucket: a route, and the channel, server or webhook that it is about."""

import time
import zlib
from dataclasses import dataclass, field
from typing import NamedTuple

MAJOR = ("channel_id", "guild_id", "application_id", "token")
"""The names in a path that have a limit each; of webhooks, the id and the token."""
REMEMBERED = 1000
"""Buckets after which those whose window is over are forgotten."""


class Usage(NamedTuple):
    """A bucket's requests in its current window."""

    since: float
    requests: int


@dataclass
class RateLimits:
    """Counts requests, and refuses those beyond the limit of their bucket.

    Discord publishes no limits, only headers to read them from. These are too high for a bot to
    reach, so that nothing here is slow; a test sets lower ones. Libraries wait by the machine's
    clock, so that these limits do, too.
    """

    limit: int = 1000  # requests of a bucket in one window
    window: float = 1.0  # seconds
    _used: dict[str, Usage] = field(default_factory=dict)

    def headers(self, method: str, path: str, place: dict[str, str]) -> dict[str, str]:
        """Count a request; return the headers of its answer.

        A request that is refused has `Retry-After` among them.
        """
        now = time.monotonic()
        bucket = f"{zlib.crc32(f'{method} {path}'.encode()):08x}"
        key = ":".join([bucket, *(place[name] for name in MAJOR if name in place)])
        used = self._used.get(key)
        if used is None or now - used.since >= self.window:
            self._forget(now)
            used = Usage(now, 0)
        self._used[key] = used = Usage(used.since, used.requests + 1)
        wait = used.since + self.window - now
        headers = {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(max(self.limit - used.requests, 0)),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": bucket,
        }
        if used.requests > self.limit:
            headers |= {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": "user"}
        return headers

    def _forget(self, now: float) -> None:
        if len(self._used) > REMEMBERED:
            since = now - self.window
            self._used = {key: used for key, used in self._used.items() if used.since > since}
