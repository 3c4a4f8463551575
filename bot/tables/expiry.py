"""Lobbies to which nobody comes close by themselves, some time after the last change."""

from __future__ import annotations

from bot.tables.desk import Desk
from bot.tables.loading import settled
from bot.tables.table_options import EXPIRED
from data.records import Deadline, DeadlineMask, Life, Together

LOBBY = "lobby"
"""The kind of deadline at which a lobby closes."""


def fresh_expiry(desk: Desk, match_id: str) -> Deadline:
    """The row that closes a lobby unless something changes before."""
    due_at = desk.clock.now() + desk.pace.lobby_patience
    return Deadline(kind=LOBBY, match_id=match_id, seat=None, ticket="", due_at=due_at)


def expiry_of(match_id: str) -> DeadlineMask:
    return DeadlineMask(match_id=match_id, kind=LOBBY)


class Expiry:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def act(self, row: Deadline) -> None:
        """Close the lobby, unless it has changed or started meanwhile."""

        async def attempt() -> bool:
            match = await self._desk.store.matches.find(row.match_id)
            if match is None or match.life is not Life.LOBBY:
                await self._desk.drop(row)
                return False
            if row not in await self._desk.store.clock.of_match(row.match_id):
                return False  # a change has put it off
            now, memo = self._desk.clock.now(), {**match.memo, EXPIRED: True}
            await self._desk.store.lobbies.cancel(
                match.match_id, match.revision, now, Together(memo=memo)
            )
            return True

        async with self._desk.lock(row.match_id):
            is_closed = await settled(attempt)
        if is_closed:
            await self._desk.tell(row.match_id)
