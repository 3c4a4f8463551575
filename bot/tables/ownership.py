"""Which servers' matches this process looks after: all, unless it is one of several nodes.

The owner of a match runs its deadlines and bot seats, and repaints its messages. Every node may
answer for every match; it then tells the owner what has changed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from data.engine.errors import DatabaseError
from data.records.shards import ShardShare

log = logging.getLogger(__name__)

CHANGED = "changed"
"""Begins a message to the owner of a match, followed by its server and its id."""
COMPETITION_CHANGED = "competition"
"""The same about a tournament."""


class Ownership:
    def __init__(self, tell: Callable[[str], Awaitable[None]] | None = None) -> None:
        """`tell` sends the other nodes a message; without it, this process owns everything."""
        self._tell = tell
        self.share = None if tell is None else ShardShare((), 1)
        """The shards of the owned servers; None for all servers."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is owned."""
        return self.share is not None and not self.share.ids

    @property
    def does_housekeeping(self) -> bool:
        """Whether this process does what is done once for all servers."""
        return self.share is None or 0 in self.share.ids

    def owns(self, guild_id: int) -> bool:
        return self.share is None or self.share.holds(guild_id)

    async def tell_owner(self, guild_id: int, match_id: str, verb: str = CHANGED) -> None:
        """Tell the node that owns a match that it has changed, or a tournament.

        The message may get lost: owners also look for messages that are out of date.
        """
        assert self._tell is not None  # somebody else owns it
        try:
            await self._tell(f"{verb} {guild_id} {match_id}")
        except DatabaseError as error:
            log.warning("cannot tell the owner of %s about a change: %s", match_id, error)
