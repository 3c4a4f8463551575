"""A player's stored data: exported or deleted on that player's request."""

import logging
from secrets import randbelow

from bot.tables.domain.player import Player
from bot.tables.errors import OVERTAKEN, AlreadyStartedError, TableError
from bot.tables.lobbies.lobbies import Lobbies
from bot.tables.matches.seats import Seats
from data.records.matches import Life, Match
from data.records.tournaments import Tournament
from data.store import Store
from games.core import exact_json
from games.core.errors import GameError

log = logging.getLogger(__name__)

STAND_INS = 2**62
"""The range of random ids for deleted players."""


class Privacy:
    def __init__(self, store: Store, lobbies: Lobbies, seats: Seats) -> None:
        self._store = store
        self._lobbies = lobbies
        self._seats = seats

    async def export(self, player_id: int) -> bytes:
        """All stored data of a player, as indented JSON; times in milliseconds since 1970."""
        stored = await self._store.privacy.of(player_id)
        return exact_json.dumps(stored, indent=2)

    async def leave_all(self, player: Player) -> tuple[str, ...]:
        """Leave every lobby, and every match to a bot; returns the matches."""
        mine = await self._store.matches.of_player(player.id)
        for match in mine:
            try:
                await self._leave(match, player)
            except OVERTAKEN as error:
                log.debug("match %s needs no leaving: %s", match.match_id, error)
            except (TableError, GameError) as error:
                log.warning("match %s is deleted, but leaving it failed: %s", match.match_id, error)
        return tuple(match.match_id for match in mine)

    async def _leave(self, match: Match, player: Player) -> None:
        if match.life is Life.LOBBY:
            try:
                await self._lobbies.stand_up(match.match_id, player)
            except AlreadyStartedError:  # the match started at this moment
                await self._seats.leave(match.match_id, player)
        else:
            await self._seats.leave(match.match_id, player)

    async def tournaments_of(self, player_id: int) -> tuple[Tournament, ...]:
        """The open tournaments whose messages name a player."""
        return await self._store.tournaments.of_player(player_id)

    async def forget(self, player_id: int) -> tuple[str, ...]:
        """Delete a player who has left every table; others' records keep a stand-in.

        Returns the open matches that listed the player, as invited for example.
        """
        return await self._store.privacy.forget(player_id, -1 - randbelow(STAND_INS))
