"""What the application needs from outside: the time, and somebody who tells people."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol

from bot.tables.domain.reminder import Reminder


class Clock(Protocol):
    """Time in milliseconds since 1970 (UTC)."""

    def now(self) -> int: ...

    async def sleep_until(self, due: int, wake: asyncio.Event) -> None:
        """Return when `due` has come or `wake` is set, whichever is first."""


class Messenger(Protocol):
    """Whoever shows tables to people."""

    async def changed(self, match_id: str) -> None:
        """Hear that a match has changed; called after the commit and outside of every lock.

        Whatever it raises is logged and forgotten: what is shown can be rebuilt at any time.
        """

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Tell some players that they are waited for; called outside of every lock.

        Returns the players it did not reach, each with the reason for the log. The reminder comes
        again for them, and after a crash for everybody.
        """
