"""Which servers' matches this process looks after: those of its shards, while it holds its lock.

The owner of a match runs its deadlines and bot seats, and edits its messages. Every process may
answer for every match; it then tells the owner what has changed.
"""

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
    def __init__(
        self, share: ShardShare | None = None, tell: Callable[[str], Awaitable[None]] | None = None
    ) -> None:
        """`tell` sends the processes of the other shards a message."""
        self.share = share
        """The shards of this process; None for all."""
        self._tell = tell
        self.is_idle = False
        """Whether this process owns nothing at the moment, because it doesn't hold its lock."""
        self.is_cut_off: Callable[[], bool] = lambda: False
        """Whether nobody can reach this process, because it has no connection to Discord."""

    @property
    def does_housekeeping(self) -> bool:
        """Whether this process does what is done once for all servers."""
        return not self.is_idle and (self.share is None or 0 in self.share.ids)

    def owns(self, guild_id: int) -> bool:
        return not self.is_idle and (self.share is None or self.share.holds(guild_id))

    async def tell_owner(self, guild_id: int, match_id: str, verb: str = CHANGED) -> None:
        """Tell the process that owns a match that it has changed, or a tournament.

        The message may get lost: owners also look for messages that are out of date.
        """
        if self._tell is None:
            return  # the next owner looks at everything when it begins
        try:
            await self._tell(f"{verb} {guild_id} {match_id}")
        except DatabaseError as error:
            log.warning("cannot tell the owner of %s about a change: %s", match_id, error)
