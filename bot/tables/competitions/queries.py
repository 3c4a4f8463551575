"""Reads tournaments, for everybody or as far as one person can see them."""

from collections.abc import Sequence

from bot.tables.competitions.errors import NoSuchTournamentError
from bot.tables.competitions.views import TournamentView
from bot.tables.domain.guild_settings import read_settings
from bot.tables.matches.repository import MatchRepository
from bot.tables.viewing_rights import Visitor, may_see_tournament
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
        tournament = await self._store.tournaments.find(tournament_id)
        if tournament is None:
            raise NoSuchTournamentError
        return tournament

    async def show(self, tournament_id: str) -> TournamentView:
        """A tournament for its public messages; raises NoSuchTournamentError."""
        return await self._view(await self.find(tournament_id))

    async def meet(self, tournament_id: str, visitor: Visitor) -> TournamentView:
        """A tournament for somebody who asks about it.

        Raises NoSuchTournamentError if there is none or if they can't see it.
        """
        tournament = await self.find(tournament_id)
        if not may_see_tournament(tournament, visitor):
            raise NoSuchTournamentError
        return await self._view(tournament)

    async def open_in(self, guild_id: int, visitor: Visitor) -> Sequence[TournamentView]:
        """A server's tournaments that have not ended, as far as somebody can see them."""
        tournaments = await self._store.tournaments.open_in(guild_id)
        return [
            await self._view(tournament)
            for tournament in tournaments
            if may_see_tournament(tournament, visitor) and tournament.game in self._repository.games
        ]

    async def past(self, guild_id: int, visitor: Visitor) -> Sequence[TournamentView]:
        """A server's finished tournaments, the latest first, as far as somebody can see them."""
        tournaments = await self._store.tournaments.past(guild_id, PAST)
        return [
            await self._view(tournament)
            for tournament in tournaments
            if may_see_tournament(tournament, visitor) and tournament.game in self._repository.games
        ]

    async def record(self, guild_id: int, player_id: int) -> TournamentRecord:
        """What somebody has reached in a server's tournaments."""
        return await self._store.tournaments.record(guild_id, player_id)

    async def _view(self, tournament: Tournament) -> TournamentView:
        game = self._repository.game(tournament.game)
        people = {entrant.player_id for entrant in tournament.entrants} | {tournament.host_id}
        names = await self._store.people.names(tournament.guild_id, tuple(people))
        zone = read_settings(await self._store.guilds.find(tournament.guild_id)).timezone
        options = load_options(game, tournament.options)
        return TournamentView(tournament, game, options, names, zone)
