"""Reminds the people of a table for later: shortly before it begins, and once it does.

If its host moves the start, they are told once. Whoever joins it keeps the seat, and is reminded as
they like, but not in their quiet hours.
"""

from bot.tables.domain.availability import availability_of, ways
from bot.tables.domain.seating import people
from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.time_controls import MINUTE
from bot.tables.matches.context import MatchContext
from bot.tables.ports import Reminder
from data.records.matches import PLANNED, Deadline, DeadlineMask, Life, Match

AHEAD = 15 * MINUTE
"""How long before its start a table reminds its people first."""


def start_call(match_id: str, starts_at: int | None, now: int) -> tuple[Deadline, ...]:
    """The deadline of a new lobby that is for later; none for one that is for now."""
    return () if starts_at is None else (_call(match_id, _next(starts_at, now)),)


def moved_call(
    match_id: str, before: int | None, starts_at: int | None, due_at: int
) -> tuple[tuple[DeadlineMask, ...], tuple[Deadline, ...]]:
    """The deadlines to drop and to add if the start of a lobby is moved."""
    if starts_at in (None, before):
        return (), ()
    return (DeadlineMask(match_id=match_id, kind=PLANNED),), (_call(match_id, due_at),)


def _call(match_id: str, due_at: int) -> Deadline:
    return Deadline(kind=PLANNED, match_id=match_id, seat=None, ticket="", due_at=due_at)


def _next(starts_at: int, now: int) -> int:
    """When people are reminded next of a start in the future."""
    return starts_at - AHEAD if starts_at - AHEAD > now else starts_at


class Plans:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def act(self, row: Deadline) -> None:
        """Remind the people who sit in a lobby; a repeated reminder is sent once."""
        match = await self._context.repository.head(row.match_id)
        starts_at, now = table_state_of(match).starts_at, self._context.clock.now()
        if match.life is not Life.LOBBY or starts_at is None:
            await self._context.drop(row)
            return
        is_early, is_moved = now < starts_at, now < starts_at - AHEAD
        stage = "moved" if is_moved else "soon" if is_early else "now"
        host = match.terms.host_id if is_moved else None
        mention, write = await self._reachable(match, without=host)
        unreached = await self._context.remind(
            Reminder(
                match_id=match.match_id,
                question=f"{PLANNED}-{stage}-{starts_at}",
                mention=mention,
                write=write,
                due_at=starts_at if is_early else None,
                why="moved" if is_moved else "planned",
            )
        )
        async with self._context.lock(match.match_id):
            if row not in await self._context.store.deadlines.of_match(match.match_id):
                return  # the start was moved meanwhile, and has a row of the same name
            if unreached:
                await self._context.retries.put_off([row], next(iter(unreached.values())))
            elif is_early:
                await self._context.store.deadlines.postpone(row, _next(starts_at, now))
            else:
                await self._context.drop(row)

    async def _reachable(
        self, match: Match, *, without: int | None
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who is mentioned now, and who is written to."""
        now = self._context.clock.now()
        mention, write = list[int](), list[int]()
        for player in people(match.terms.sitters):
            if player == without:
                continue
            person = await self._context.store.people.find(player)
            availability = availability_of(person)
            if availability.may_be_called(now):
                by_mention, by_letter = ways(person, availability, is_named=True)
                mention += by_mention
                write += by_letter
        return tuple(mention), tuple(write)
