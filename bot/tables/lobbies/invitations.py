"""Notifies invited people once each, outside of their quiet hours.

Invited people are listed on the public lobby, so they may be mentioned. Somebody who joins before
the notification gets none, and a lobby notifies nobody twice.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.tables.domain.availability import availability_of, ways
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import mask_of, name_of
from bot.tables.ports import Reminder
from data.records.matches import Deadline, Life, Match, MatchPeople

CALL = "invited"
"""The kind of deadline at which invited people are notified."""


def call_invited(
    context: MatchContext, match_id: str, people: MatchPeople, seated: Sequence[int]
) -> tuple[MatchPeople, tuple[Deadline, ...]]:
    """Return the rows that notify newly invited people, and the lists that mark them as notified.

    People who already sit in the lobby are not notified.
    """
    guests = tuple(guest for guest in people.invited if guest not in (*people.called, *seated))
    now = context.clock.now()
    rows = tuple(
        Deadline(
            kind=CALL,
            match_id=match_id,
            seat=None,
            player_id=player_id,
            ticket="",
            due_at=now + context.limits.asked_after,
            question=f"{CALL}-{now}",
        )
        for player_id in guests
    )
    return replace(people, called=(*people.called, *guests)), rows


class Invitations:
    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """At most one notification of a lobby at a time; the match's own lock is not held."""

    async def call(self, row: Deadline) -> None:
        """Notify the person of this row, together with all others who are due."""
        async with self._locks.setdefault(row.match_id, asyncio.Lock()):
            standing = await self._context.store.deadlines.of_match(row.match_id)
            if name_of(row) not in {name_of(deadline) for deadline in standing}:
                return  # already notified together with another
            now = self._context.clock.now()
            due = [
                deadline
                for deadline in standing
                if deadline.kind == CALL and deadline.due_at <= now
            ]
            put_off = await self._tell(row.match_id, due)
            await self._context.store.deadlines.drop(
                *(mask_of(deadline) for deadline in due if deadline not in put_off)
            )

    async def _tell(self, match_id: str, due: list[Deadline]) -> list[Deadline]:
        """Notify people who still haven't joined; returns the rows that wait for a better time."""
        match = await self._context.repository.head(match_id)
        expected = await self._expected(match) if match.life is Life.LOBBY else ()
        mention, write, put_off = list[int](), list[int](), list[Deadline]()
        for row in due:
            if row.player_id is None or row.player_id not in expected:
                continue
            person = await self._context.store.people.find(row.player_id)
            availability = availability_of(person)
            free_at = availability.reachable_at(self._context.clock.now())
            if free_at > self._context.clock.now():
                await self._context.store.deadlines.postpone(row, free_at)
                put_off.append(row)
                continue
            by_mention, by_letter = ways(person, availability, is_named=True)
            mention += by_mention
            write += by_letter
        if mention or write:
            unreached = await self._context.remind(
                Reminder(
                    match_id=match_id,
                    question=max(row.question for row in due),
                    mention=tuple(mention),
                    write=tuple(write),
                    due_at=None,
                    why="invited",
                )
            )
            for row in due:
                reason = unreached.get(row.player_id or 0)
                if reason is not None:
                    await self._context.retries.put_off([row], reason)
                    put_off.append(row)
        return put_off

    async def _expected(self, match: Match) -> tuple[int, ...]:
        """The invited people, without those who have blocked the host."""
        host, invited = match.terms.host_id, match.people.invited
        pairs = await self._context.store.exclusions.blocked_pairs((host, *invited))
        return tuple(guest for guest in invited if (guest, host) not in pairs)
