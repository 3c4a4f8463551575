"""The weekly deal: one of each game, the same for everybody, and one attempt that counts.

An attempt is a match against bots at a private table, like a practice match. All attempts at a deal
have the same secret, so cards, dice and bots are the same for everybody who does the same. Results
are written when somebody looks, from the ended matches.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.tables.competitions.errors import (
    NoSuchWeekError,
    WeeklyDealNotPlayedError,
    WeeklyDealPlayedError,
)
from bot.tables.competitions.weekly_deal_boards import BoardLine, board_lines, place_of
from bot.tables.domain import match_secrets
from bot.tables.domain.player import Player
from bot.tables.domain.seating import weekly_deal_seats, with_bots
from bot.tables.domain.table_state import TableState
from bot.tables.domain.views import MatchSummary, WeeklyDeal
from bot.tables.errors import AlreadyStartedError
from bot.tables.lobbies.expiry import fresh_expiry
from bot.tables.lobbies.start import MatchStart
from bot.tables.matches.context import MatchContext
from bot.tables.people import People
from data.engine.errors import AlreadyOpenError, DatabaseError
from data.records import matches
from data.records.weekly_deals import Attempt
from games.core.game import AnyGame, Result
from games.core.rng import seed_hash
from games.core.saving import load_state, save_options
from games.core.values import Seat

log = logging.getLogger(__name__)

LEADS, LEVEL, BEHIND = "+", "=", "-"
"""The letters of an attempt's course: how its player stood after each round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDeal:
    """One game's deal of a week, as one player knows it; `attempt` is the one that counts.

    `seed_hash` is shown from the start, `seed` once the week is closed. `is_deleted` says that the
    attempt was made, and deleted with the player's data.
    """

    game: AnyGame
    seed_hash: str | None = None
    seed: str | None = None
    attempt: Attempt | None = None
    is_deleted: bool = False

    @property
    def is_played(self) -> bool:
        """Whether the player's one attempt is over."""
        return self.attempt is not None and self.attempt.settled_at is not None


class WeekView(NamedTuple):
    """The deals of a week for one player; times in milliseconds since 1970.

    `streak` counts the weeks in a row, up to this one, in which they finished a deal.
    """

    week: int
    starts_at: int
    ends_at: int
    is_open: bool
    deals: tuple[GameDeal, ...]
    streak: int


class WeeklyDealBoard(NamedTuple):
    """Everybody's results of a deal in one server, the best first.

    `friends` are the results of people with whom the viewer has played a rated match.
    """

    game: AnyGame
    week: WeekView
    lines: tuple[BoardLine, ...]
    friends: tuple[BoardLine, ...]
    own: Attempt | None


class WeeklyDeals:
    def __init__(
        self,
        context: MatchContext,
        members: People,
        starting: MatchStart,
        games: Sequence[AnyGame],
    ) -> None:
        self._context = context
        self._games = games
        self._members = members
        self._starting = starting

    async def week(self, player_id: int, *, ago: int = 0) -> WeekView:
        """The deals of this week, or of so many weeks ago; raises NoSuchWeekError."""
        now = self._context.clock.now()
        this_week = match_secrets.week_at(now)
        week = this_week - ago
        secrets = await self._secrets(week, is_current=ago == 0)
        if ago < 0 or not secrets:
            raise NoSuchWeekError
        is_open = now < match_secrets.closes_at(week)
        await self.settle_ended()
        counted = await self._context.store.weekly_deals.counted(player_id, week)
        attempts = {attempt.game: attempt for attempt in counted}
        deleted = await self._context.store.privacy.used_attempts(player_id, week, secrets)
        weeks = await self._context.store.weekly_deals.weeks_of(player_id)
        deals = (
            replace(
                _deal(
                    game, attempts.get(game.info.key), secrets.get(game.info.key), is_open=is_open
                ),
                is_deleted=game.info.key in deleted,
            )
            for game in self._games
        )
        return WeekView(
            week=week,
            starts_at=match_secrets.starts_at(week),
            ends_at=match_secrets.starts_at(week + 1),
            is_open=is_open,
            deals=tuple(deals),
            streak=streak_of(weeks, this_week),
        )

    async def deal(
        self, player_id: int, game_key: str, *, ago: int = 0
    ) -> tuple[WeekView, GameDeal]:
        """A week and its deal of one game; raises NoSuchGameError, NoSuchWeekError.

        An unknown game is refused before the week's deals are made.
        """
        self._context.repository.game(game_key)
        shown = await self.week(player_id, ago=ago)
        return shown, next(deal for deal in shown.deals if deal.game.info.key == game_key)

    async def begin(
        self,
        player: Player,
        game_key: str,
        *,
        guild_id: int | None = None,
        channel_id: int = matches.NOWHERE,
        again: bool = False,
    ) -> MatchSummary:
        """Start or continue this week's deal; the player's first attempt counts.

        It will be on the board of the server where it is begun. `again` allows another attempt,
        which counts for nothing. Raises NoSuchGameError, DealPlayedError.
        """
        game = self._context.repository.game(game_key)
        week = match_secrets.week_at(self._context.clock.now())
        await self._secrets(week, is_current=True)
        counted = await self._context.store.weekly_deals.counted(player.id, week)
        mine = next((attempt for attempt in counted if attempt.game == game_key), None)
        match = None if mine is None else await self._open(mine.match_id)
        if match is None:
            if mine is not None and not again and await self._was_dealt(mine):
                raise WeeklyDealPlayedError
            match = await self._create(player, game, week, channel_id)
        if guild_id is not None:
            await self._context.store.weekly_deals.show_in(guild_id, match.match_id)
            await self._members.remember(player, guild_id)
        if match.life is matches.Life.LOBBY:
            try:
                return await self._starting.start(match.match_id, player)
            except AlreadyStartedError:  # by another command of the same player
                match = await self._context.repository.head(match.match_id)
        return await self._context.repository.summary(match)

    async def board(
        self, player_id: int, guild_id: int, game_key: str, *, ago: int = 0
    ) -> WeeklyDealBoard:
        """A server's results of a deal, for whoever has played it or once it is closed.

        Whoever asks is on the board from then on, unless they hide. Raises NoSuchGameError,
        NoSuchWeekError, DealNotPlayedError.
        """
        shown, own = await self.deal(player_id, game_key, ago=ago)
        if shown.is_open and not own.is_played:
            raise WeeklyDealNotPlayedError
        store = self._context.store
        if own.attempt is not None:
            await store.weekly_deals.show_in(guild_id, own.attempt.match_id)
        here = await store.weekly_deals.of_guild(shown.week, game_key, guild_id)
        friends = await store.weekly_deals.of_friends(shown.week, game_key, player_id)
        return WeeklyDealBoard(
            game=own.game,
            week=shown,
            lines=await self._lines(here, guild_id),
            friends=await self._lines(friends, matches.NOWHERE),
            own=own.attempt,
        )

    async def _lines(self, attempts: Sequence[Attempt], guild_id: int) -> tuple[BoardLine, ...]:
        """Results in their order, with the names that people have in a server or nowhere."""
        players = tuple(attempt.player_id for attempt in attempts)
        return board_lines(attempts, await self._context.store.people.names(guild_id, players))

    async def _secrets(self, week: int, *, is_current: bool) -> Mapping[str, bytes | None]:
        """The secret of each game's deal; those of this week are made when somebody first asks."""
        store = self._context.store.weekly_deals
        secrets = await store.secrets(week)
        keys = [game.info.key for game in self._games]
        missing = [key for key in keys if secrets.get(key) is None]
        if not is_current or not missing:
            return secrets
        draw = self._context.secret_source.secret
        await store.add_secrets(week, {key: match_secrets.WEEKLY + draw() for key in missing})
        return await store.secrets(week)

    async def _open(self, match_id: str) -> matches.Match | None:
        match = await self._context.store.matches.find(match_id)
        return (
            match
            if match is not None and match.life in (matches.Life.LOBBY, matches.Life.RUNNING)
            else None
        )

    async def _was_dealt(self, attempt: Attempt) -> bool:
        """Whether an attempt began, or was cut off before its match was dealt."""
        if attempt.settled_at is not None:
            return True
        match = await self._context.store.matches.find(attempt.match_id)
        return match is not None and match.started_at is not None

    async def _create(
        self, player: Player, game: AnyGame, week: int, channel_id: int
    ) -> matches.Match:
        await self._members.remember(player, matches.NOWHERE)
        now, key = self._context.clock.now(), game.info.key
        counted = await self._context.store.weekly_deals.counted(player.id, week)
        dealt = [
            attempt for attempt in counted if attempt.game == key and await self._was_dealt(attempt)
        ]
        used = await self._context.store.privacy.used_attempts(player.id, week, [key])
        deal = WeeklyDeal(week=week, counts=not dealt and not used)
        lobby = matches.NewLobby(
            match_id=self._context.secret_source.match_id(),
            channel_id=channel_id,
            game=key,
            terms=matches.Terms(
                host_id=player.id,
                options=save_options(game, game.options()),
                sitters=with_bots(
                    (matches.Sitter(player_id=player.id),), weekly_deal_seats(game) - 1
                ),
                rated=False,
            ),
            created_at=now,
        )
        attempt = Attempt(
            match_id=lobby.match_id,
            week=week,
            game=key,
            player_id=player.id,
            counts=deal.counts,
            begun_at=now,
        )
        extra = matches.Extra(
            table_state=TableState(weekly=deal).saved(),
            deadlines=(fresh_expiry(self._context, lobby.match_id),),
        )
        try:
            rows, _ = await self._context.store.weekly_deals.begin(lobby, attempt, extra)
        except AlreadyOpenError as quicker:  # another press of the same player
            return await self._context.repository.head(quicker.match_id)
        return rows.match

    async def settle_ended(self) -> None:
        """Write the results of all attempts that have ended; one that fails has none."""
        for attempt in await self._context.store.weekly_deals.ended():
            settled = replace(attempt, settled_at=self._context.clock.now())
            try:
                settled = await self._result(settled)
            except DatabaseError:
                raise  # a database error would repeat for each of them
            except Exception as error:  # noqa: BLE001 - any error of one match
                log.error("attempt %s has no result: %s", attempt.match_id, type(error).__name__)  # noqa: TRY400 - its message could quote stored data
            await self._context.store.weekly_deals.settle(settled)

    async def _result(self, attempt: Attempt) -> Attempt:
        """An attempt with the result of its match, if it was finished in time by its player."""
        match = await self._context.repository.head(attempt.match_id)
        attempt = replace(attempt, ended_at=match.ended_at)
        seat = next(
            (
                holder.seat
                for holder in match.holders
                if holder.sitter.player_id == attempt.player_id
            ),
            None,
        )
        is_late = (match.ended_at or 0) >= match_secrets.closes_at(attempt.week)
        if (
            match.life is not matches.Life.FINISHED
            or match.result is None
            or seat is None
            or is_late
        ):
            return attempt
        result = Result.model_validate(match.result)
        return replace(
            attempt,
            place=place_of(result, seat),
            places=len(match.holders),
            points=result.points[seat],
            course=await self._course(match, seat) + _stands(result.points, seat),
        )

    async def _course(self, match: matches.Match, seat: Seat) -> str:
        """How a seat stood when each later round began, from the states kept of them."""
        game, history = self._context.repository.game(match.game), self._context.store.history
        # The first state kept is the deal, the last one the result.
        steps = [
            step for step in await history.checkpoints(match.match_id) if 0 < step < match.step
        ]
        states = [await history.state_at(match.match_id, step) for step in steps]

        def stands(saved: matches.Saved) -> str:
            return _stands(game.standing(load_state(game, saved)).points, seat)

        return await asyncio.to_thread(
            lambda: "".join(stands(saved) for saved in states if saved is not None)
        )


def _deal(
    game: AnyGame, attempt: Attempt | None, secret: bytes | None, *, is_open: bool
) -> GameDeal:
    if secret is None:
        return GameDeal(game=game, attempt=attempt)
    seed = match_secrets.seed_of(secret)
    return GameDeal(
        game=game,
        attempt=attempt,
        seed_hash=seed_hash(seed),
        seed=None if is_open else seed,
    )


def streak_of(weeks: Sequence[int], this_week: int) -> int:
    """Weeks in a row, from the latest; one that ended before last week is broken."""
    if not weeks or weeks[0] < this_week - 1:
        return 0
    return next((n for n, week in enumerate(weeks) if week != weeks[0] - n), len(weeks))


def _stands(points: Sequence[int], seat: Seat) -> str:
    best = max(other for index, other in enumerate(points) if index != seat)
    return LEADS if points[seat] > best else LEVEL if points[seat] == best else BEHIND
