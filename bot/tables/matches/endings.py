"""Matches that end before their time: by a secret vote, by the host, by a moderator, by nobody.

A vote is told to nobody but who gave it, nor is how many there are: only when more than half of
the people who are seated want it the match stops, and then it does at once. The host alone may
stop a match only when it is stuck, or a host who loses would end it; a moderator may at any time.
A stopped match shows its standing and is not rated.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.tables.domain.player import Player
from bot.tables.domain.seating import host_of, people, sitters_of
from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.time_controls import HOUR
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import (
    MatchOverError,
    NoSeatError,
    NotHostError,
    NotStartedError,
    NotStuckError,
)
from bot.tables.matches.context import MatchContext
from bot.tables.matches.repository import settled
from data.records.matches import Deadline, Ending, Extra, Life, Match


class Endings:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def vote(self, match_id: str, player: Player, *, stop: bool = True) -> MatchSummary:
        """Say in secret that the match should stop, or take that back.

        It stops at once when more than half of the people who are seated want it: the card tells,
        and nothing else does. Raises NoSeatError, MatchOverError.
        """

        async def attempt() -> Match:
            match = await self._running(match_id)
            seated = people(sitters_of(match))
            if player.id not in seated:
                raise NoSeatError
            others = tuple(one for one in match.people.votes if one != player.id)
            votes = (*others, player.id) if stop else others
            voted = replace(match, people=replace(match.people, votes=votes))
            if votes_carry(voted, seated):
                return await stopped(self._context, match)
            return await self._context.store.matches.note(
                match_id,
                match.revision,
                Extra(people=voted.people),
                at=self._context.clock.now(),
            )

        async with self._context.lock(match_id):
            match = await settled(attempt)
        if match.life is not Life.RUNNING:  # a vote alone is no change that anybody may see
            await self._context.tell(match_id)
        return await self._context.repository.card(match)

    async def stop(self, match_id: str, by: Player, *, moderator: bool = False) -> MatchSummary:
        """Stop a match without a winner: the host one that is stuck, a moderator any.

        Raises NotHostError, NotStuckError, MatchOverError.
        """

        async def attempt() -> Match:
            match = await self._running(match_id)
            if not moderator:
                await self._check_host(match, by)
            return await stopped(self._context, match)

        return await self._settle(match_id, attempt)

    async def give_up(self, row: Deadline) -> None:
        """Stop a match that everybody has stayed away from, unless somebody came back."""

        async def attempt() -> Match | None:
            match = await self._context.repository.head(row.match_id)
            if match.life is not Life.RUNNING or people(sitters_of(match)):
                return None
            return await stopped(self._context, match)

        async with self._context.lock(row.match_id):
            ended = await settled(attempt)
        await self._context.drop(row)
        if ended is not None:
            await self._context.tell(row.match_id)

    async def _running(self, match_id: str) -> Match:
        """A running match, without its state: one that cannot be read can be stopped."""
        match = await self._context.repository.head(match_id)
        if match.life is Life.LOBBY:
            raise NotStartedError
        if match.life is not Life.RUNNING:
            raise MatchOverError
        return match

    async def _settle(self, match_id: str, attempt: Callable[[], Awaitable[Match]]) -> MatchSummary:
        async with self._context.lock(match_id):
            match = await settled(attempt)
        await self._context.tell(match_id)
        return await self._context.repository.card(match)

    async def _check_host(self, match: Match, by: Player) -> None:
        """Raise NotHostError, or NotStuckError while others may still want to play."""
        if host_of(match) != by.id:
            raise NotHostError
        if people(sitters_of(match)) in ((by.id,), ()):
            return
        state = table_state_of(match)
        patience = max(self._context.limits.stuck_after, state.time_control.milliseconds)
        steps = await self._context.store.history.steps(match.match_id, match.step - 1)
        since = max(steps[-1].made_at, state.resumed_at)
        if state.paused or self._context.clock.now() < since + patience:
            raise NotStuckError(patience // HOUR)


def votes_carry(match: Match, seated: Sequence[int]) -> bool:
    """Whether more than half of those who are seated want the match to stop."""
    return 2 * len(set(match.people.votes).intersection(seated)) > len(seated)


async def stopped(context: MatchContext, match: Match) -> Match:
    """End a match without a winner; it is not rated."""
    ending = stopped_at(context.clock.now())
    return await context.store.matches.stop(match.match_id, match.revision, ending)


def stopped_at(now: int) -> Ending:
    return Ending(life=Life.STOPPED, ended_at=now, rated=False)
