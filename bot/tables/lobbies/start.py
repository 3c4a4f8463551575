"""Starts a lobby's match: orders the seats, draws the secret and deals."""

import logging
from collections.abc import Callable

from bot.tables.domain import match_secrets
from bot.tables.domain.audit_digest import begun
from bot.tables.domain.player import Player
from bot.tables.domain.position import Position
from bot.tables.domain.seating import people
from bot.tables.domain.table_options import RANDOM
from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.views import LobbyView, MatchSummary
from bot.tables.errors import NotAllReadyError, NotEnoughSeatsError, TableError
from bot.tables.lobbies.checks import check_is_host, waiting
from bot.tables.lobbies.expiry import abandoned
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import Turn
from bot.tables.matches.repository import settled
from data.records import matches
from games.core.game import Step
from games.core.rng import Rng, seed_hash
from games.core.saving import load_options, save_event, save_state

log = logging.getLogger(__name__)


class MatchStart:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def start(self, match_id: str, by: Player) -> MatchSummary:
        """Start the match.

        Raises NotHostError, NotEnoughSeatsError, AlreadyStartedError, BadOptionError and, if
        everybody has to press Ready, NotAllReadyError.
        """

        def check(match: matches.Match) -> None:
            check_is_host(match, by)
            if not _all_ready(match):
                raise NotAllReadyError

        return await self._start(match_id, check)

    async def if_all_ready(self, lobby: LobbyView) -> LobbyView:
        """Start the match if everybody has pressed Ready; otherwise return the lobby."""

        def check(match: matches.Match) -> None:
            if not _all_ready(match):
                raise NotAllReadyError

        return await self._if(lobby.needs_ready and lobby.all_ready, lobby, check)

    async def if_nobody_is_missing(self, lobby: LobbyView) -> LobbyView:
        """Start the match if everybody who was invited sits; otherwise return the lobby."""

        def check(match: matches.Match) -> None:
            if match.people.invited:
                raise NotAllReadyError

        return await self._if(not lobby.invited, lobby, check)

    async def _if(
        self, is_agreed: bool, lobby: LobbyView, check: Callable[[matches.Match], None]
    ) -> LobbyView:
        if is_agreed and lobby.can_start:
            try:
                return lobby._replace(summary=await self._start(lobby.summary.id, check))
            except TableError as changed:
                log.info("table %s has changed and does not start: %s", lobby.summary.id, changed)
        return lobby

    async def deal_to(self, match_id: str, sitters: tuple[matches.Sitter, ...]) -> MatchSummary:
        """Start a match for exactly these sitters, in this order, whatever happened in its lobby.

        Raises NotEnoughSeatsError, AlreadyStartedError, MatchOverError, BadOptionError.
        """
        return await self._start(match_id, lambda _: None, sitters)

    async def _start(
        self,
        match_id: str,
        check: Callable[[matches.Match], None],
        sitters: tuple[matches.Sitter, ...] | None = None,
    ) -> MatchSummary:
        async def attempt() -> matches.Match:
            match = waiting(await self._context.repository.head(match_id))
            check(match)
            return await self._deal(match, sitters)

        async with self._context.lock(match_id):
            match = await settled(attempt)
        self._context.wake.set()
        await self._context.tell(match_id)
        return await self._context.repository.summary(match)

    async def _deal(
        self, match: matches.Match, seated: tuple[matches.Sitter, ...] | None
    ) -> matches.Match:
        game = self._context.repository.game_of(match)
        secret = self._context.secret_source.secret()
        sitters = _in_order(match, secret) if seated is None else seated
        missing = game.info.seats[0] - len(sitters)
        if missing > 0:
            raise NotEnoughSeatsError(missing)
        seed = match_secrets.seed_of(secret)
        options = load_options(game, match.terms.options)
        dealt: Step[object] = game.setup(len(sitters), options, Rng(seed))
        deal = matches.Deal(
            sitters=sitters,
            state_version=game.info.state_version,
            secret=secret,
            seed_hash=seed_hash(seed),
            state=save_state(game, dealt.state),
            events=tuple(save_event(game, event) for event in dealt.events),
            started_at=self._context.clock.now(),
        )
        position = Position(
            match_id=match.match_id,
            game=game,
            state=dealt.state,
            sitters=sitters,
            moves_made=(0,) * len(sitters),
            secret=secret,
        )
        digest = begun(deal.seed_hash, match.terms.options, deal.events)
        state = table_state_of(match).changed(round=position.round(), audit_digest=digest)
        turn = Turn(position=position, table_state=state, step=0, standing=())
        rows = await self._context.planner.rows(turn)
        return await self._context.store.matches.start(
            match.match_id,
            match.revision,
            deal,
            matches.Extra(
                drop_deadlines=(matches.DeadlineMask(match_id=match.match_id),),
                deadlines=(*rows.arm, *abandoned(self._context, match)),
                table_state=state.saved(),
            ),
        )


def _all_ready(match: matches.Match) -> bool:
    """Whether everybody has pressed Ready at a table that requires it."""
    if not table_state_of(match).ready_check:
        return True
    return set(people(match.terms.sitters)) <= set(match.people.ready)


def _in_order(match: matches.Match, secret: bytes) -> tuple[matches.Sitter, ...]:
    """The sitters in turn order: as they sat down, or shuffled with the match's secret."""
    sitters = list(match.terms.sitters)
    if table_state_of(match).seat_order == RANDOM:
        match_secrets.seat_rng(secret).shuffle(sitters)
    return tuple(sitters)
