"""The interfaces that the application needs: a clock and a messenger."""

import asyncio
from typing import Literal, NamedTuple, Protocol

Why = Literal[
    "asked",
    "nudge",
    "half",
    "last",
    "taken_over",
    "invited",
    "watched",
    "one_more",
    "planned",
    "moved",
    "channel_gone",
]
"""New question, nudge, half-time, little time left, bot took over, invitation to a lobby, new
table of a watched game, start of a planned table, its new start, or the table's channel was
deleted.
"""


class Clock(Protocol):
    """Time in milliseconds since 1970 (UTC)."""

    def now(self) -> int: ...

    async def sleep_until(self, due: int, wake: asyncio.Event) -> None:
        """Wait until `due`, or until `wake` is set."""


class Reminder(NamedTuple):
    """A one-time notification to some players of a table.

    `mention` are players whom the public view names; they may be mentioned in the channel. `write`
    gets a private message, and nothing public may hint at it. `question` identifies what they are
    asked; it is the same for every reminder of it and reveals nothing. `due_at` is the deadline,
    in milliseconds since 1970 (UTC).
    """

    match_id: str
    question: str
    mention: tuple[int, ...]
    write: tuple[int, ...]
    due_at: int | None
    why: Why
