"""What a server's list of events shows of the bot: tables for later, and tournaments to come."""

import logging
from typing import NamedTuple

from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.time_controls import MINUTE
from bot.tables.errors import TableError
from bot.tables.matches.context import MatchContext
from data.records.matches import Life
from data.stores.scheduled_events import ScheduledEventRow
from games.core.errors import UnknownVersionError
from games.core.text import Text

log = logging.getLogger(__name__)


class PlannedEvent(NamedTuple):
    """What an event is about; times in milliseconds since 1970 (UTC)."""

    row: ScheduledEventRow
    channel_id: int
    game: Text
    is_tournament: bool
    ends_at: int


class PlannedEvents:
    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self.rows = context.store.scheduled_events
        """The events that Discord has, or may have."""
        self._unreadable: dict[str, str] = {}
        """Why some tables and tournaments have none, so that the log says it once."""

    async def wanted(self) -> dict[str, PlannedEvent]:
        """The events to come, by table or tournament; none of tables for invited people."""
        lobbies, tournaments = await self.rows.coming()
        events: dict[str, PlannedEvent] = {}
        unreadable: dict[str, str] = {}
        for subject in (*lobbies, *tournaments):
            try:
                event = await (self._table if subject in lobbies else self._tournament)(subject)
            except (TableError, UnknownVersionError) as error:
                unreadable[subject] = str(error)
                if self._unreadable.get(subject) != str(error):
                    log.warning("%s gets no event: %s", subject, error)
                continue
            if event is not None:
                events[subject] = event
        self._unreadable = unreadable
        return events

    async def _table(self, match_id: str) -> PlannedEvent | None:
        match = await self._context.store.matches.find(match_id)
        if match is None or match.life is not Life.LOBBY:
            return None
        state, game = table_state_of(match), self._context.repository.game_of(match)
        if state.starts_at is None or state.invite_only:
            return None
        row = ScheduledEventRow(match_id, match.guild_id, state.starts_at)
        ends_at = state.starts_at + game.info.minutes[1] * MINUTE
        return PlannedEvent(row, match.channel_id, game.info.title, False, ends_at)

    async def _tournament(self, tournament_id: str) -> PlannedEvent | None:
        cup = await self._context.store.tournaments.find(tournament_id)
        if cup is None or cup.round or not cup.is_open:
            return None
        game = self._context.repository.game(cup.game)
        row = ScheduledEventRow(tournament_id, cup.guild_id, cup.starts_at)
        ends_at = cup.starts_at + cup.rounds * game.info.minutes[1] * MINUTE
        return PlannedEvent(row, cup.channel_id, game.info.title, True, ends_at)
