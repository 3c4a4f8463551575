"""Practice tables that begin with a position of an ended match.

The new match is a copy of the old one up to that step: the same secret, the same deal and the same
steps. So it can be verified and replayed, and every seat remembers what it saw. Cards and dice come
as they came before, because what was better is only seen if nothing else changes; whoever may open
an ended match can look up its deal anyway. The player sees only what the chosen seat knew.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.position import Position
from bot.tables.domain.seating import new_bot, usual_level
from bot.tables.domain.table_state import TableState, table_state_of
from bot.tables.domain.views import MatchSummary, Origin
from bot.tables.history.archive import ended_match
from bot.tables.history.replay import BROKEN, digest_of, state_after
from bot.tables.lobbies.expiry import fresh_patience
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import Turn
from bot.tables.matches.endings import stopped
from bot.tables.matches.repository import settled
from bot.tables.people import People
from bot.tables.viewing_rights import Visitor
from data.engine.errors import AlreadyOpenError
from data.records import matches
from games.core.game import AnyGame
from games.core.saving import load_state, save_state
from games.core.values import Seat


class Positions:
    def __init__(self, context: MatchContext, members: People) -> None:
        self._context = context
        self._members = members

    async def begin(
        self, player: Player, origin: Origin, visitor: Visitor, *, channel_id: int = matches.NOWHERE
    ) -> MatchSummary:
        """Start a practice match from a position, or continue it if its player hasn't moved yet.

        It replaces an earlier one from a position. Raises NoSuchRecordError, StillPlayedError,
        NothingPlayedError, OldRulesError, NothingToDecideError, PracticeInTheWayError.
        """
        source = await self._source(origin, visitor)
        game = self._context.repository.game(source.game)
        steps = await self._context.store.history.steps(source.match_id)
        steps = steps[: origin.step + 1]
        standing = await self._standing(player, source.game, origin, _moves_made(source, steps))
        if standing is not None:
            return await self._context.repository.summary(standing)
        state = await self._state(source, game, steps)
        if not game.awaited(state):
            raise errors.NothingToDecideError
        await self._members.remember(player, matches.NOWHERE)
        try:
            match = await self._start(player, origin, source, steps, (state, channel_id))
        except AlreadyOpenError as quicker:  # another press of the same player
            match = await self._context.repository.head(quicker.match_id)
        self._context.wake.set()
        await self._context.tell(match.match_id)
        return await self._context.repository.summary(match)

    async def _source(self, origin: Origin, visitor: Visitor) -> matches.Match:
        match = await ended_match(self._context.store, origin.match_id, visitor)
        if not (0 <= origin.step <= match.step and 0 <= origin.seat < len(match.holders)):
            raise errors.NoSuchRecordError
        if match.state_version != self._context.repository.game(match.game).info.state_version:
            raise errors.OldRulesError
        return match

    async def _standing(
        self, player: Player, game_key: str, origin: Origin, moves_made: Sequence[int]
    ) -> matches.Match | None:
        """The running match from this very position; one from another position is stopped."""
        for match in await self._context.store.matches.of_player(player.id):
            if not match.is_practice or match.game != game_key:
                continue
            state = table_state_of(match)
            if state.daily is not None:
                continue
            begun = state.origin
            if begun is None:
                raise errors.PracticeInTheWayError
            if begun == origin and match.moves_made[origin.seat] == moves_made[origin.seat]:
                return match
            await self._stop(match.match_id)
        return None

    async def _stop(self, match_id: str) -> None:
        async def attempt() -> matches.Match:
            match = await self._context.repository.head(match_id)
            return (
                await stopped(self._context, match) if match.life is matches.Life.RUNNING else match
            )

        async with self._context.lock(match_id):
            await settled(attempt)
        await self._context.tell(match_id)

    async def _state(
        self, source: matches.Match, game: AnyGame, steps: Sequence[matches.StepRecord]
    ) -> Any:
        def replay(saved: matches.Saved) -> Any:
            return state_after(game, load_state(game, saved), steps[1:])

        try:
            first = await self._context.store.history.state_at(source.match_id, 0)
            if first is None:
                raise errors.UnreadableMatchError(source.match_id)
            return await asyncio.to_thread(replay, first)
        except BROKEN:
            raise errors.UnreadableMatchError(source.match_id) from None

    async def _start(
        self,
        player: Player,
        origin: Origin,
        source: matches.Match,
        steps: Sequence[matches.StepRecord],
        begins: tuple[Any, int],
    ) -> matches.Match:
        state, channel_id = begins
        game, now = self._context.repository.game(source.game), self._context.clock.now()
        sitters = _seated(source, origin.seat, player)
        position = Position(
            match_id=self._context.secret_source.match_id(),
            game=game,
            state=state,
            sitters=sitters,
            moves_made=_moves_made(source, steps),
            secret=source.secret,
        )
        table_state = TableState(
            seat_order="joined",
            origin=origin,
            round=position.round(),
            audit_digest=digest_of(source, steps),
        )
        turn = Turn(position=position, table_state=table_state, step=origin.step, standing=())
        rows = await self._context.planner.rows(turn)
        terms = matches.Terms(
            host_id=player.id, options=source.terms.options, sitters=sitters, rated=False
        )
        lobby = matches.NewLobby(
            match_id=position.match_id,
            channel_id=channel_id,
            game=source.game,
            terms=terms,
            created_at=now,
        )
        deal = matches.Deal(
            sitters=sitters,
            state_version=game.info.state_version,
            secret=source.secret,
            seed_hash=source.seed_hash or "",
            state=save_state(game, state),
            started_at=now,
        )
        return await self._context.store.matches.start_after(
            lobby,
            matches.CopiedSteps(
                match_id=source.match_id, step=origin.step, moves_made=position.moves_made
            ),
            deal,
            matches.Extra(
                table_state=table_state.saved(),
                deadlines=(*rows.arm, fresh_patience(self._context, position.match_id)),
            ),
        )


def _moves_made(source: matches.Match, steps: Sequence[matches.StepRecord]) -> tuple[int, ...]:
    """How often each seat has answered in these steps."""
    counted = Counter(record.seat for record in steps)
    return tuple(counted[seat] for seat in range(len(source.holders)))


def _seated(source: matches.Match, mine: Seat, player: Player) -> tuple[matches.Sitter, ...]:
    """The player in one seat, and bots in all others: those of the match, or in people's places."""
    held = [tenure.sitter for tenure in source.holders]
    level = usual_level(held)
    seated = list[matches.Sitter]()
    for seat, sitter in enumerate(held):
        if seat == mine:
            seated.append(matches.Sitter(player_id=player.id))
        elif sitter.bot is not None:
            seated.append(sitter)
        else:
            seated.append(new_bot((*seated, *held[seat:]), level))
    return tuple(seated)
