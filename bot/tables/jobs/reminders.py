"""Reminders for players the table waits for: at a new question, after a nudge, before time is up.

The recipients and the way to reach them are decided when a row is due, from the public view and
each player's preferences. Reminders due in quiet hours or a holiday wait until these end, and are
dropped if the deadline has passed by then. Rows due together become one message.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import cast
from weakref import WeakValueDictionary

from bot.tables.domain.availability import availability_of, ways
from bot.tables.domain.seating import may_return
from bot.tables.matches import deadlines
from bot.tables.matches.context import MatchContext
from bot.tables.matches.snapshot import Snapshot
from bot.tables.ports import Reminder, Why
from data.records.matches import Deadline, PersonRecord
from games.core.values import Seat


class Reminders:
    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """At most one reminder of a match is sent at a time; the match's own lock is not held."""

    async def remind(self, row: Deadline) -> None:
        """Send the reminder of this row, together with all others that are due."""
        async with self._locks.setdefault(row.match_id, asyncio.Lock()):
            snapshot = await self._context.repository.started(row.match_id)
            standing = snapshot.rows.deadlines
            if deadlines.name_of(row) not in {deadlines.name_of(deadline) for deadline in standing}:
                return  # already sent together with another row
            reminded = await self._told(
                snapshot, _due(standing, self._context.clock.now()), standing
            )
            await self._context.store.deadlines.drop(
                *(deadlines.mask_of(deadline) for deadline in reminded)
            )

    async def taken_over(self, row: Deadline) -> None:
        """Tell a player that a bot took over, unless the seat was taken back by then."""
        player_id = row.player_id or 0
        snapshot = await self._context.repository.started(row.match_id)
        person = await self._context.store.people.find(player_id)
        availability = availability_of(person)
        free_at = availability.reachable_at(self._context.clock.now())
        if not snapshot.is_running or may_return(snapshot.match, player_id) is None:
            await self._context.drop(row)
        elif free_at > self._context.clock.now():
            await self._context.store.deadlines.postpone(row, free_at)
        else:
            # The public table already names the bot and the player.
            by_mention, by_letter = ways(person, availability, is_named=True)
            if by_mention or by_letter:
                unreached = await self._context.remind(
                    Reminder(
                        match_id=row.match_id,
                        question=f"{row.kind}-{row.seat}-{row.ticket}",
                        mention=by_mention,
                        write=by_letter,
                        due_at=None,
                        why="taken_over",
                    )
                )
                if player_id in unreached:
                    await self._context.retries.put_off([row], unreached[player_id])
                    return
            await self._context.drop(row)

    async def _told(
        self, snapshot: Snapshot, due: Sequence[Deadline], standing: Sequence[Deadline]
    ) -> Sequence[Deadline]:
        """Send the reminders that are still useful; returns the rows that are done."""
        asked = _asked(snapshot)
        done, reminded = list[Deadline](), defaultdict[tuple[str, str], list[PersonRecord]](list)
        for row in _most_pressing(due):
            if row.seat is None or asked.get(row.seat) != row.ticket:
                continue
            player_id = snapshot.position.sitters[row.seat].player_id
            assert player_id is not None, "people are asked here"
            person = snapshot.rows.person(player_id)
            free_at = availability_of(person).reachable_at(self._context.clock.now())
            if free_at <= self._context.clock.now():
                reminded[row.kind, row.question].append(person)
            elif _is_in_time(free_at, deadlines.own_due_at(standing, row.seat)):
                await self._context.store.deadlines.postpone(row, free_at)
                done.append(row)
        unreached = dict[int, str]()
        for (kind, question), persons in reminded.items():
            unreached |= await self._send(
                snapshot, kind, question, persons, deadlines.public_due_at(standing)
            )
        done += await self._put_off(snapshot, standing, unreached)
        return [row for row in due if row not in done]

    async def _put_off(
        self, snapshot: Snapshot, standing: Sequence[Deadline], unreached: Mapping[int, str]
    ) -> list[Deadline]:
        """Retry later for the players who were not reached; returns all their reminders."""
        put_off = list[Deadline]()
        for seat, ticket in _asked(snapshot).items():
            reason = unreached.get(snapshot.position.sitters[seat].player_id or 0)
            if reason is not None:
                reminders = (row for row in standing if row.kind in deadlines.REMINDERS)
                mine = [row for row in reminders if (row.seat, row.ticket) == (seat, ticket)]
                await self._context.retries.put_off(mine, reason)
                put_off += mine
        return put_off

    async def _send(
        self,
        snapshot: Snapshot,
        kind: str,
        question: str,
        persons: Iterable[PersonRecord],
        due_at: int | None,
    ) -> Mapping[int, str]:
        """Send one reminder; returns the players it did not reach, each with the reason."""
        named = _named(snapshot)
        mention, write = list[int](), list[int]()
        for person in persons:
            is_named = person.player_id in named
            by_mention, by_letter = ways(person, availability_of(person), is_named=is_named)
            mention += by_mention
            write += by_letter
        if not mention and not write:
            return {}
        return await self._context.remind(
            Reminder(
                match_id=snapshot.match.match_id,
                question=question,
                mention=tuple(mention),
                write=tuple(write),
                due_at=due_at,
                why=cast("Why", kind),
            )
        )


def _asked(snapshot: Snapshot) -> dict[Seat, str]:
    """The questions that people must answer now; none while the table is paused."""
    if not snapshot.is_running or snapshot.table_state.paused:
        return {}
    return {question.seat: question.ticket for question in snapshot.position.people_questions()}


def _due(standing: Iterable[Deadline], now: int) -> list[Deadline]:
    """The reminders to send now; a nudge also replaces the pending call."""
    due = [row for row in standing if row.kind in deadlines.REMINDERS and row.due_at <= now]
    nudged = {(row.seat, row.ticket) for row in due if row.kind == deadlines.NUDGE}
    calls = (row for row in standing if row.kind == deadlines.ASKED and row not in due)
    return [*due, *(row for row in calls if (row.seat, row.ticket) in nudged)]


def _is_in_time(free_at: int, time_is_up: int | None) -> bool:
    """Whether a reminder delayed by quiet hours is still useful; always true without a clock."""
    return time_is_up is None or free_at < time_is_up


def _most_pressing(due: Iterable[Deadline]) -> Iterable[Deadline]:
    """The last of several reminders due for one seat, for example after quiet hours."""
    latest: dict[Seat | None, Deadline] = {}
    for row in sorted(due, key=lambda deadline: deadlines.REMINDERS.index(deadline.kind)):
        latest[row.seat] = row
    return latest.values()


def _named(snapshot: Snapshot) -> frozenset[int | None]:
    """The players whom the public view names as waited for."""
    position = snapshot.position
    seats = position.view(None).awaiting.seats
    return frozenset(position.sitters[seat].player_id for seat in seats)
