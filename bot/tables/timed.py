"""The part of the application's door that is about time, absence and the end of a match."""

from __future__ import annotations

from functools import partial

from bot.tables.domain.absence import TAKEN_OVER
from bot.tables.domain.availability import Availability
from bot.tables.domain.player import Player
from bot.tables.domain.views import MatchSummary
from bot.tables.matches.nudges import NUDGE_LIMIT, Nudges
from bot.tables.jobs.reminders import Reminders
from bot.tables.matches.answers import Answers
from bot.tables.matches.context import Act, MatchContext
from bot.tables.matches.deadlines import NOBODY, REMINDERS, TIME_UP
from bot.tables.matches.endings import Endings
from bot.tables.matches.pauses import PAUSE_OVER, Pauses
from bot.tables.matches.reminder_retries import GivenUp
from bot.tables.matches.seats import Seats
from bot.tables.matches.timeouts import Timeouts
from bot.tables.people import People
from bot.tables.preferences import Preferences
from games.core.values import Seat


class TimedTables:
    """What may be asked of a running match beside answers; `Tables` is one."""

    def __init__(self, context: MatchContext, members: People) -> None:
        self._seats = Seats(context, members)
        self._pauses = Pauses(context)
        self._endings = Endings(context)
        self._nudges = Nudges(context)
        self._preferences = Preferences(context)
        self._retries = context.retries

    async def leave(self, match_id: str, player: Player) -> MatchSummary:
        """Leave a running match to a bot seat; without any person left the match is stopped.

        Raises NoSuchMatchError, NoSeatError, NotStartedError, MatchOverError.
        """
        return await self._seats.leave(match_id, player)

    async def take_back(self, match_id: str, player: Player) -> MatchSummary:
        """Take the seat again that a bot plays on for this player.

        Raises AlreadySeatedError, NothingToTakeBackError, SeatHeldError, MatchOverError.
        """
        return await self._seats.take_back(match_id, player)

    async def take_seat(
        self, match_id: str, player: Player, seat: Seat | None = None
    ) -> MatchSummary:
        """Sit down for good where a bot plays on for somebody; by default at the first such seat.

        For whom that seat was left it is `take_back`. Raises AlreadySeatedError, NoOpenSeatError,
        HasSeenAnotherHandError, MatchOverError.
        """
        return await self._seats.take_seat(match_id, player, seat)

    async def pause(self, match_id: str, by: Player, *, moderator: bool = False) -> MatchSummary:
        """Let the time stop, bots wait and answers be refused; for the host, or a moderator.

        Raises NotHostError, AlreadyPausedError, MatchOverError.
        """
        return await self._pauses.pause(match_id, by, moderator=moderator)

    async def resume(self, match_id: str, by: Player, *, moderator: bool = False) -> MatchSummary:
        """Let a table go on where it stood; raises NotHostError, NotPausedError, NobodyHereError,
        MatchOverError.
        """
        return await self._pauses.resume(match_id, by, moderator=moderator)

    async def nudge(self, match_id: str, by: Player) -> None:
        """Remind everybody else that the table waits for; for those who hold a seat.

        Raises NoSeatError, NotStartedError, MatchOverError, PausedError, NobodyToNudgeError,
        NudgedAlreadyError.
        """
        await self._nudges.nudge(match_id, by)

    async def vote_to_stop(
        self, match_id: str, player: Player, *, stop: bool = True
    ) -> MatchSummary:
        """Say in secret that the match should stop, or take that back.

        It stops at once when more than half of the people who are seated want it: the card tells,
        and nothing else does. Raises NoSeatError, MatchOverError.
        """
        return await self._endings.vote(match_id, player, stop=stop)

    async def stop(self, match_id: str, by: Player, *, moderator: bool = False) -> MatchSummary:
        """Stop a match without a winner: the host one that is stuck, a moderator any.

        Raises NotHostError, NotStuckError, MatchOverError.
        """
        return await self._endings.stop(match_id, by, moderator=moderator)

    async def availability(self, player_id: int) -> Availability:
        """How a player wants to be reached, and when not."""
        return await self._preferences.availability(player_id)

    async def set_reminders(self, player_id: int, way: str) -> Availability:
        """Be reminded by "mention", by "dm" or by "none"; raises BadWayError."""
        return await self._preferences.set_way(player_id, way)

    async def quiet_hours(self, player_id: int, begin: str, end: str, zone: str) -> Availability:
        """Be reminded of nothing from `begin` ("22:00") to `end` ("7:30") of every day there.

        `zone` is a name ("Europe/Madrid") or an offset ("+02:00"). Raises BadHoursError,
        BadZoneError.
        """
        return await self._preferences.set_quiet(player_id, begin, end, zone)

    async def no_quiet_hours(self, player_id: int) -> Availability:
        return await self._preferences.no_quiet(player_id)

    async def holiday(self, player_id: int, last_day: str | None) -> Availability:
        """Let slow clocks wait until the end of that day ("2027-08-31"); None ends a holiday.

        Raises BadDateError.
        """
        return await self._preferences.set_holiday(player_id, last_day)

    def given_up_reminders(self, guild_id: int) -> GivenUp | None:
        """Return how many reminders of a server reached nobody since the start; None if none."""
        return self._retries.given_up(guild_id)

    def _timed_rows(self, context: MatchContext, answers: Answers) -> dict[str, Act]:
        """What is done at the deadlines of each kind that time and absence know."""
        reminding = Reminders(context)
        acts: dict[str, Act] = {
            TIME_UP: Timeouts(context, answers).run_out,
            TAKEN_OVER: reminding.taken_over,
            PAUSE_OVER: self._pauses.end,
            NOBODY: self._endings.give_up,
            NUDGE_LIMIT: context.drop,
            **dict.fromkeys(REMINDERS, reminding.remind),
        }
        return {kind: partial(context.attempt, act) for kind, act in acts.items()}
