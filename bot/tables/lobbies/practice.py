"""Practice tables: one person against bots, in private and without a rating.

A practice match belongs to no server, so it is in no channel's list and on no leaderboard, and its
player can continue it anywhere. It is shown only in the player's own messages.
"""

import asyncio
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.tables import errors
from bot.tables.bots.memories import Memories
from bot.tables.bots.searches import Searches, Task
from bot.tables.domain.player import Player
from bot.tables.domain.seating import with_bots
from bot.tables.domain.table_state import TableState, table_state_of
from bot.tables.domain.views import MatchSummary, Question
from bot.tables.lobbies.expiry import fresh_expiry
from bot.tables.lobbies.start import MatchStart
from bot.tables.matches.context import MatchContext
from bot.tables.people import People
from data.engine.errors import AlreadyOpenError
from data.records import matches
from games.core.ai.memory import Level
from games.core.ai.search import BestMove
from games.core.errors import NotYourTurnError
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.saving import save_options
from games.core.text import Text

PLAYOUTS = 120
"""Playouts for a hint in a game whose bots make none."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer a bot would give for the player, and its reason."""

    summary: MatchSummary
    question: Question
    form: Form = field(repr=False)
    reason: Text | None
    """Why the rules of thumb suggest it; None if they don't, or if nothing short says why."""
    rule: int
    """The number of the rule for this question."""
    is_usual: bool = True
    """Whether the bot's own rules suggest it; if not, search found it against them."""
    chance: float | None = None
    """The player's chance to win with it; None if answers weren't compared."""
    second: Form | None = field(default=None, repr=False)
    """The next best answer, and the chance with it."""
    second_chance: float | None = None
    is_estimated: bool = True
    """Whether the bot had time to compare all answers that are worth it."""


class Company(NamedTuple):
    """The bots of a practice table: how many (None: as few as the game needs) and their level.

    A short match is that of the preset *Quick*.
    """

    bots: int | None = None
    level: Level = Level.NORMAL
    is_short: bool = False


USUAL = Company()


class Practice:
    def __init__(
        self,
        context: MatchContext,
        members: People,
        starting: MatchStart,
        *,
        memories: Memories,
        searches: Searches | None = None,
    ) -> None:
        self._context = context
        self._memories = memories
        self._searches = searches
        self._members = members
        self._starting = starting

    async def begin(
        self,
        player: Player,
        game_key: str,
        *,
        channel_id: int = matches.NOWHERE,
        company: Company = USUAL,
    ) -> MatchSummary:
        """Start or continue a match against bots; `channel_id` is the player's own DM.

        Raises NoSuchGameError, LobbyFullError.
        """
        game = self._context.repository.game(game_key)
        match = await self._open_one(player, game)
        if match is None:
            try:
                match = await self._create(player, game, channel_id, company)
            except AlreadyOpenError as quicker:
                match = await self._context.repository.head(quicker.match_id)
        if match.life is matches.Life.LOBBY:
            try:
                return await self._starting.start(match.match_id, player)
            except errors.AlreadyStartedError:  # by another command of the same player
                match = await self._context.repository.head(match.match_id)
        return await self._context.repository.summary(match)

    async def suggested(self, player_id: int) -> tuple[str, Level]:
        """The game that somebody plays or played last, and how well its bots should play.

        A newcomer gets the shortest game with lessons, and easy bots.
        """
        store = self._context.store
        mine = [match for match in await store.matches.of_player(player_id) if match.is_practice]
        ended = await store.history.over(1, player_id=player_id)
        for match in (*mine, *ended):
            if match.game in self._context.repository.games:
                return match.game, Level.NORMAL if ended else Level.EASY
        games = self._context.repository.games.values()
        taught = [game for game in games if game.lessons] or list(games)
        return min(taught, key=lambda game: game.info.minutes).info.key, Level.EASY

    async def advice(self, match_id: str, player_id: int) -> Advice:
        """Return the answer a hard bot would give; a normal one if no worker process is free.

        Raises NoSuchMatchError, NoSeatError, NotYourTurnError, OnlyInPracticeError.
        """
        snapshot = await self._context.repository.started(match_id)
        seat, position = snapshot.seat_of(player_id), snapshot.position
        if seat is None:
            raise errors.NoSeatError
        if not snapshot.match.is_practice:
            raise errors.OnlyInPracticeError
        daily = snapshot.table_state.daily
        if daily is not None and daily.counts:
            raise errors.CountedAttemptError
        question = snapshot.question(seat)
        if question is None:
            raise NotYourTurnError(seat)
        game, view = position.game, position.view(seat)
        rng = Rng(f"advice {question.ticket}")
        memory = await self._memories.of(snapshot.match, game, seat)
        playouts = game.info.playouts or PLAYOUTS
        task = Task(game.info.key, view, memory, rng, playouts=playouts)
        result = await self._searched(task)
        is_estimated = result is not None
        if result is None:
            move = await asyncio.to_thread(game.policy, view, memory, Level.NORMAL, rng)
            result = BestMove(move, by_rule=True)
        second = result.runner_up
        return Advice(
            summary=await self._context.repository.summary(snapshot.match),
            question=question,
            form=result.move.model_dump(mode="json"),
            reason=game.reason(view, result.move) if result.by_rule else None,
            rule=game.rule(view),
            is_usual=result.by_rule,
            chance=result.chance,
            second=None if second is None else second.model_dump(mode="json"),
            second_chance=result.runner_up_chance,
            is_estimated=is_estimated,
        )

    async def _searched(self, task: Task) -> BestMove | None:
        """Search in a worker process; None if there is none, or none is free."""
        return None if self._searches is None else await self._searches.find(task)

    async def _open_one(self, player: Player, game: AnyGame) -> matches.Match | None:
        """The running practice match, or a lobby whose deal was interrupted by a bot restart."""
        mine = await self._context.store.matches.of_player(player.id)
        candidates = (
            candidate
            for candidate in mine
            if candidate.is_practice
            and candidate.game == game.info.key
            and table_state_of(candidate).daily is None
        )
        return next(candidates, None)

    async def _create(
        self, player: Player, game: AnyGame, channel_id: int, company: Company
    ) -> matches.Match:
        least, most = game.info.seats
        if company.bots is not None and company.bots >= most:
            raise errors.LobbyFullError(most)
        await self._members.remember(player, matches.NOWHERE)
        bots = max(1, least - 1, company.bots or 0)
        options = game.options(**game.options.presets.get("quick", {}) if company.is_short else {})
        lobby = matches.NewLobby(
            match_id=self._context.secret_source.match_id(),
            channel_id=channel_id,
            game=game.info.key,
            terms=matches.Terms(
                host_id=player.id,
                options=save_options(game, options),
                sitters=with_bots((matches.Sitter(player_id=player.id),), bots, company.level),
                rated=False,
            ),
            created_at=self._context.clock.now(),
        )
        extra = matches.Extra(
            table_state=TableState().saved(),
            deadlines=(fresh_expiry(self._context, lobby.match_id),),
        )
        return (await self._context.store.lobbies.create(lobby, extra)).match
