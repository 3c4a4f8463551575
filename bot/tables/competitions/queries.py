"""Reads tournaments, for everybody or as far as one person can see them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.competitions.errors import NoSuchTournamentError
from bot.tables.competitions.views import TournamentView
from bot.tables.matches.repository import MatchRepository
from bot.tables.visibility import Visitor, may_see_tournament
from data.records.tournaments import Tournament, TournamentRecord
from data.store import Store
from games.core.saving import load_options

PAST = 25
"""The most past tournaments in a list."""


class TournamentQueries:
    def __init__(self, store: Store, repository: MatchRepository) -> None:
        self._store = store
        self._repository = repository

    async def find(self, tournament_id: str) -> Tournament:
        """A tournament as it is stored; raises NoSuchTournamentError."""
        found = await self._store.tournaments.find(tournament_id)
        if found is None:
            raise NoSuchTournamentError
        return found

    async def show(self, tournament_id: str) -> TournamentView:
        """A tournament for its public messages; raises NoSuchTournamentError."""
        return await self._view(await self.find(tournament_id))

    async def meet(self, tournament_id: str, visitor: Visitor) -> TournamentView:
        """A tournament for somebody who asks about it.

        Raises NoSuchTournamentError if there is none or if they can't see it.
        """
        found = await self.find(tournament_id)
        if not may_see_tournament(found, visitor):
            raise NoSuchTournamentError
        return await self._view(found)

    async def open_in(self, guild_id: int, visitor: Visitor) -> Sequence[TournamentView]:
        """A server's tournaments that have not ended, as far as somebody can see them."""
        found = await self._store.tournaments.open_in(guild_id)
        return [await self._view(one) for one in found if may_see_tournament(one, visitor)]

    async def past(self, guild_id: int, visitor: Visitor) -> Sequence[TournamentView]:
        """A server's finished tournaments, the latest first, as far as somebody can see them."""
        found = await self._store.tournaments.past(guild_id, PAST)
        return [await self._view(one) for one in found if may_see_tournament(one, visitor)]

    async def record(self, guild_id: int, player_id: int) -> TournamentRecord:
        """What somebody has reached in a server's tournaments."""
        return await self._store.tournaments.record(guild_id, player_id)

    async def _view(self, found: Tournament) -> TournamentView:
        game = self._repository.game(found.game)
        people = {one.player_id for one in found.entrants} | {found.host_id}
        names = await self._store.people.names(found.guild_id, tuple(people))
        return TournamentView(found, game, load_options(game, found.options), names)
