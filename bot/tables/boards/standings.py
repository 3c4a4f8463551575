"""Where everybody stands: in one season as it is kept, in all of them together as they add up.

Nothing is kept of all seasons together: nobody's rating goes on from one into the next, so all
matches are rated anew, in their order, whenever somebody looks. A thousand take a tenth of a
second, beside the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.tables.boards.rating import fold
from data.board_records import Counted, Folded, Mark, Played, Rating
from data.store import Store


class Standing(Protocol):
    """What pages and profiles ask of a server's boards; who hides is on no page."""

    async def size(self, board: str) -> int:
        """How many stand on a board."""

    async def page(self, board: str, *, after: int, most: int) -> Sequence[Rating]:
        """Those beyond the first `after`, the best first."""

    async def better(self, board: str, score: float) -> int:
        """How many have a greater score."""

    async def of_player(self, player_id: int) -> Sequence[Rating]:
        """A player's ratings, one a board, hidden or not."""

    async def played(self, board: str, player_id: int) -> Sequence[Played]:
        """A player's matches on a board, the oldest first."""


@dataclass(frozen=True, slots=True)
class InSeason:
    """One season."""

    store: Store
    guild_id: int
    season: int

    async def size(self, board: str) -> int:
        return await self.store.boards.size(self.guild_id, self.season, board)

    async def page(self, board: str, *, after: int, most: int) -> Sequence[Rating]:
        return await self.store.boards.page(
            self.guild_id, self.season, board, after=after, most=most
        )

    async def better(self, board: str, score: float) -> int:
        return await self.store.boards.better(self.guild_id, self.season, board, score)

    async def of_player(self, player_id: int) -> Sequence[Rating]:
        return await self.store.boards.of_player(self.guild_id, self.season, player_id)

    async def played(self, board: str, player_id: int) -> Sequence[Played]:
        return await self.store.boards.played(self.guild_id, self.season, board, player_id)


@dataclass(frozen=True, slots=True)
class InAll:
    """All seasons of a server together; see `in_all`."""

    matches: Sequence[Counted]
    folded: Folded
    hidden: frozenset[int]

    async def size(self, board: str) -> int:
        return len(self._visible(board))

    async def page(self, board: str, *, after: int, most: int) -> Sequence[Rating]:
        best = sorted(self._visible(board), key=lambda one: (-one.score, one.player_id))
        return best[after : after + most]

    async def better(self, board: str, score: float) -> int:
        return sum(one.score > score for one in self._visible(board))

    async def of_player(self, player_id: int) -> Sequence[Rating]:
        mine = (one for one in self.folded.ratings if one.player_id == player_id)
        return sorted(mine, key=lambda one: one.board)

    async def played(self, board: str, player_id: int) -> Sequence[Played]:
        marks = {
            mark.number: mark
            for mark in self.folded.marks
            if (mark.board, mark.player_id) == (board, player_id)
        }
        return [_played(one, marks[one.number]) for one in self.matches if one.number in marks]

    def _visible(self, board: str) -> list[Rating]:
        return [
            one
            for one in self.folded.ratings
            if one.board == board and one.player_id not in self.hidden
        ]


async def in_all(store: Store, guild_id: int) -> InAll:
    """Rate all that a server has ever played, but for what was reset."""
    matches = await store.boards.ever_counted(guild_id)
    folded = await asyncio.to_thread(fold, matches, ())
    return InAll(matches, folded, await store.boards.hidden(guild_id))


def _played(match: Counted, mark: Mark) -> Played:
    outcome = match.outcome
    return Played(
        number=match.number,
        match_id=outcome.match_id,
        game=outcome.game,
        ended_at=outcome.ended_at,
        places=outcome.places,
        placing=next(one for one in outcome.placings if one.player_id == mark.player_id),
        mark=mark,
    )
