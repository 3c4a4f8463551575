"""What the application needs from outside: the time, and what a messenger is told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal, Protocol

Why = Literal["asked", "nudge", "half", "last", "taken_over", "invited"]
"""A question was put; another player nudges; half of the time is over; little time is left; a bot
seat plays on for them; they are invited to a lobby."""


class Clock(Protocol):
    """Time in milliseconds since 1970 (UTC)."""

    def now(self) -> int: ...

    async def sleep_until(self, due: int, wake: asyncio.Event) -> None:
        """Return when `due` has come or `wake` is set, whichever is first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """One thing to tell to some players of a table, once.

    `mention` are players whom the public view names, and who may be named in the channel; `write`
    gets it privately, and nothing in public may hint at it. `question` names what they are asked,
    the same for every reminder of it; it tells nothing. `due_at` is when the time is up, in
    milliseconds since 1970 (UTC).
    """

    match_id: str
    question: str
    mention: tuple[int, ...]
    write: tuple[int, ...]
    due_at: int | None
    why: Why
