"""Tells people directly when somebody opens a game that they watch on a server.

A minute after a table opens, those are told who aren't seated, away or in quiet hours, and weren't
told of this game in the last hours. Once in a lobby's life they are told that one more player is
needed, however lately they heard. A crash may cost a message, but sends none twice.
"""

from bot.tables.domain.availability import availability_of
from bot.tables.domain.seating import people
from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.time_controls import HOUR, MINUTE
from bot.tables.matches.context import MatchContext
from bot.tables.ports import Reminder
from data.records.matches import Deadline, Life, Match
from data.stores.guards import Guard

WATCHED = "watched"
"""The kind of deadline at which people who watch a game are told."""
ONE_MORE = "one_more"
"""The kind of deadline at which they are told that a lobby needs only one more."""
LIMIT = 4 * HOUR
"""The least time between two messages about one game to one person."""


def watchers_call(match_id: str, now: int) -> Deadline:
    """The deadline of a new lobby: by then, a table of friends may have filled up."""
    return Deadline(kind=WATCHED, match_id=match_id, seat=None, ticket="", due_at=now + MINUTE)


def one_more_call(match_id: str, now: int) -> Deadline:
    """The deadline of a lobby that somebody's joining has left one short."""
    return Deadline(kind=ONE_MORE, match_id=match_id, seat=None, ticket="", due_at=now + MINUTE)


class Watches:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def set(self, guild_id: int, game: str, player_id: int, *, watches: bool) -> None:
        """Begin or stop telling a person about new tables of a game on a server."""
        await self._context.store.watches.set(guild_id, game, player_id, watches=watches)

    async def act(self, row: Deadline) -> None:
        """Tell everybody who watches the game of a lobby that still has a seat."""
        match = await self._context.repository.head(row.match_id)
        now = self._context.clock.now()
        if row.kind == ONE_MORE:
            players = await self._ready(match, now) if self._is_one_short(match) else ()
        else:
            players = await self._ready(match, now - LIMIT)
        await self._context.store.watches.called(match.guild_id, match.game, players, now)
        await self._context.drop(row)
        if players:
            await self._context.remind(
                Reminder(
                    match_id=match.match_id,
                    question=row.kind,
                    mention=(),
                    write=players,
                    due_at=None,
                    why="one_more" if row.kind == ONE_MORE else "watched",
                )
            )

    def _is_one_short(self, match: Match) -> bool:
        least = self._context.repository.game_of(match).info.seats[0]
        return len(match.terms.sitters) == least - 1

    async def _ready(self, match: Match, called_before: int) -> tuple[int, ...]:
        """Those who may be told of a lobby now, and were last told by that time."""
        seats = self._context.repository.game_of(match).info.seats[1]
        is_closed = match.life is not Life.LOBBY or table_state_of(match).invite_only
        if is_closed or len(match.terms.sitters) >= seats:
            return ()
        store, now = self._context.store, self._context.clock.now()
        watching = await store.watches.ready(match.guild_id, match.game, called_before)
        host, seated = match.terms.host_id, people(match.terms.sitters)
        known = (*seated, *match.people.kicked, *match.people.invited)
        pairs = await store.exclusions.blocked_pairs((host, *watching))
        ready = list[int]()
        for player in watching:
            if player in known or (player, host) in pairs or (host, player) in pairs:
                continue
            if await store.exclusions.excluding(player, {Guard.BARRED: match.guild_id}):
                continue
            availability = availability_of(await store.people.find(player))
            if availability.may_be_called(now):
                ready.append(player)
        return tuple(ready)
