"""Players' own preferences for every table: how to be reached, and when they are away."""

from dataclasses import replace

from bot.tables.domain.availability import (
    HOLIDAY,
    QUIET,
    WAY,
    Availability,
    availability_of,
    read_holiday,
    read_quiet,
    read_way,
    stored_zone,
    zone_of,
)
from bot.tables.domain.guild_settings import read_settings
from bot.tables.domain.seating import people
from bot.tables.domain.start_time import read_start
from bot.tables.errors import TableError
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import COUNTDOWN, TIME_UP
from data.records import matches
from games.core.errors import GameError


class Preferences:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def availability(self, player_id: int) -> Availability:
        """How a player wants to be reached, and when not."""
        return availability_of(await self._context.store.people.find(player_id))

    async def start(
        self, player_id: int, guild_id: int, typed: str, zone: str | None = None
    ) -> int:
        """When something begins that a player plans, in milliseconds since 1970.

        Without a zone, that of their quiet hours counts, or else their server's. Raises
        BadStartError, BadZoneError.
        """
        if zone is None:
            quiet = (await self.availability(player_id)).quiet
            guild = await self._context.store.guilds.find(guild_id)
            there = stored_zone(read_settings(guild).timezone if quiet is None else quiet.zone)
        else:
            there = zone_of(zone)
        return read_start(typed, there, self._context.clock.now())

    async def set_way(self, player_id: int, way: str) -> Availability:
        """Set reminders to "mention", "dm" or "none"; raises BadWayError."""
        return await self._set(player_id, WAY, read_way(way))

    async def set_quiet(self, player_id: int, begin: str, end: str, zone: str) -> Availability:
        """Silence reminders from `begin` ("22:00") to `end` ("7:30") every day.

        `zone` is a name ("Europe/Madrid") or an offset ("+02:00"). Raises BadHoursError,
        BadZoneError.
        """
        return await self._set(player_id, QUIET, read_quiet(begin, end, zone))

    async def no_quiet(self, player_id: int) -> Availability:
        return await self._set(player_id, QUIET, None)

    async def set_holiday(self, player_id: int, last_day: str | None) -> Availability:
        """Pause slow clocks until the end of that day ("2027-08-31"); None ends a holiday.

        Raises BadDateError.
        """
        until = None
        if last_day is not None:
            known, now = await self.availability(player_id), self._context.clock.now()
            until = read_holiday(last_day, known.quiet, now, self._context.limits.longest_holiday)
        availability = await self._set(player_id, HOLIDAY, until)
        for match in await self._context.store.matches.of_player(player_id):
            if match.life is matches.Life.RUNNING:
                await self._put_off(match, player_id)
        self._context.wake.set()
        return availability

    async def _set(self, player_id: int, name: str, value: object) -> Availability:
        def change(person: matches.PersonRecord) -> matches.PersonRecord:
            others = {key: value for key, value in person.settings.items() if key != name}
            return replace(person, settings=others if value is None else {**others, name: value})

        return availability_of(await self._context.store.people.change(player_id, change))

    async def _put_off(self, match: matches.Match, player_id: int) -> None:
        """Give the questions that this player's holiday affects their new deadline.

        If it is secret who has answered, all players share the deadline, so it moves either way.
        Repeating this changes nothing: after a crash the player repeats it.
        """
        async with self._context.lock(match.match_id):
            try:
                snapshot = await self._context.repository.started(match.match_id)
            except (TableError, GameError):
                return  # an unreadable match has no running clock
            seat, clock = snapshot.seat_of(player_id), snapshot.table_state.time_control
            if clock.kind != "slow":
                return
            standing = await self._context.store.deadlines.of_match(match.match_id)
            for row in standing:
                if row.kind != TIME_UP or row.seat not in (seat, None):
                    continue
                sitters = snapshot.position.sitters
                concerned = people(sitters if row.seat is None else (sitters[row.seat],))
                begin = await self._context.planner.begin(clock, concerned)
                due = begin + clock.milliseconds
                if begin == self._context.clock.now():
                    due = min(due, row.due_at)
                await self._move(row, due, standing)
        await self._context.tell(match.match_id)

    async def _move(
        self, clock_row: matches.Deadline, due: int, standing: tuple[matches.Deadline, ...]
    ) -> None:
        """Move a clock and the reminders that count down to it, but not that of a new question."""
        later = due - clock_row.due_at
        await self._context.store.deadlines.postpone(clock_row, due)
        for row in standing:
            if row.kind in COUNTDOWN and clock_row.seat in (row.seat, None):
                await self._context.store.deadlines.postpone(row, row.due_at + later)
