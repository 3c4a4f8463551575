"""The deal of the day: one game a day, the same for everybody, and one attempt that counts.

An attempt is a match against bots at a private table, like a practice match. All attempts at a deal
have the same secret and begin with the same position, so cards, dice and bots are the same for
everybody who does the same. Results are written when somebody looks, from the ended matches.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.background import background
from bot.tables.competitions import deal_openings
from bot.tables.competitions.daily_boards import (
    BoardLine,
    WeekLine,
    board_lines,
    gains_of,
    margins_of,
    week_lines,
)
from bot.tables.competitions.errors import DealOverError, DealPlayedError, NoSuchDealError
from bot.tables.domain import audit_digest, deal_days, match_secrets
from bot.tables.domain.guild_settings import read_settings
from bot.tables.domain.player import Player
from bot.tables.domain.position import Position
from bot.tables.domain.seating import with_bots
from bot.tables.domain.table_state import TableState
from bot.tables.domain.views import DailyDeal, MatchSummary
from bot.tables.lobbies.expiry import fresh_patience
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import Turn
from bot.tables.people import People
from data.engine.errors import AlreadyOpenError, DatabaseError
from data.records import matches
from data.records.daily_deals import Attempt, OpeningMove, StoredDeal
from games.core.game import AnyGame, Result
from games.core.rng import seed_hash
from games.core.saving import load_event, load_state, save_options, save_state

log = logging.getLogger(__name__)

PlayOpening = Callable[[deal_openings.OpeningTask], Awaitable[tuple[OpeningMove, ...] | None]]
UTC = "UTC"
"""The time zone outside of servers."""
BEST = 3
"""How many of yesterday's best are shown."""
PAST = 14
"""How many earlier deals are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealView:
    """A day's deal as one person sees it in a server; times in milliseconds since 1970.

    `is_open` says that the day isn't over in this server. `seed_hash` is shown from the start,
    `seed` once the deal is closed everywhere. Before one's own attempt is over, `lines` have no
    ranks, places and points. `is_deleted` says that the attempt was made, and deleted with its
    player's data; `is_rehearsed` that only attempts were made which don't count. `week` are the
    days of the deal's week whose deals were finished.
    """

    day: int
    game: AnyGame
    starts_at: int
    ends_at: int
    is_open: bool
    seed_hash: str | None
    seed: str | None
    own: Attempt | None
    is_deleted: bool
    is_rehearsed: bool
    lines: tuple[BoardLine, ...]
    streak: int
    week: frozenset[int]

    @property
    def is_played(self) -> bool:
        """Whether the person's one attempt is over."""
        return self.own is not None and self.own.settled_at is not None

    @property
    def is_spent(self) -> bool:
        """Whether the person can't begin an attempt that counts any more."""
        return self.is_deleted or self.is_rehearsed or not self.is_open

    @property
    def shows_results(self) -> bool:
        return self.is_played or not self.is_open


class WeekView(NamedTuple):
    """What everybody's deals of a week are worth together in a server."""

    monday: int
    is_open: bool
    lines: tuple[WeekLine, ...]


class PostView(NamedTuple):
    """A day's deal as a server's public message shows it; it tells no results while it is open."""

    deal: DealView
    streaks: tuple[BoardLine, ...]
    """The longest ones, with their players."""
    best: tuple[BoardLine, ...] = ()
    """The best of the day before, until somebody has begun this day's deal."""


class DailyDeals:
    def __init__(
        self,
        context: MatchContext,
        members: People,
        games: Sequence[AnyGame],
        play_opening: PlayOpening,
    ) -> None:
        """`play_opening` lets hard bots play a match in a process; None if none is free.

        Drafts are left out: their rules still change, and so would everybody's deal.
        """
        self._context = context
        self._games = [game for game in games if game.info.stage == "full"]
        self._members = members
        self._play_opening = play_opening
        self._making = asyncio.Lock()

    async def zone(self, guild_id: int | None) -> str:
        """The time zone in which a server's days begin."""
        if guild_id is None:
            return UTC
        return read_settings(await self._context.store.guilds.find(guild_id)).timezone

    async def today(self, guild_id: int | None) -> int:
        """The day that it is in a server."""
        return deal_days.day_at(self._context.clock.now(), await self.zone(guild_id))

    async def view(
        self,
        player_id: int,
        guild_id: int | None,
        *,
        day: int | None = None,
        game_key: str | None = None,
    ) -> DealView:
        """The deal of a day, today's without one; raises NoSuchDealError."""
        zone = await self.zone(guild_id)
        today = deal_days.day_at(self._context.clock.now(), zone)
        deal = await self._deal(today if day is None else day, today, game_key)
        if deal.opening is None and deal.day >= today:
            self._context.deals_wanted = True
            self._context.wake.set()
        await self.settle_ended()
        store = self._context.store
        own = await store.daily_deals.counted(player_id, deal.day, deal.game)
        if own is not None and guild_id is not None:
            await store.daily_deals.show_in(guild_id, own.match_id)
        shown = await self._view(deal, guild_id, zone, own)
        has_begun = own is None and await store.daily_deals.has_begun(
            player_id, deal.day, deal.game
        )
        days = (await store.daily_deals.days_of([player_id]))[player_id]
        monday = deal_days.monday_of(deal.day)
        return replace(
            shown,
            is_deleted=await store.privacy.has_used(player_id, deal.day, deal.game),
            is_rehearsed=has_begun,
            streak=deal_days.streak_of(days, today),
            week=frozenset(day for day in days if monday <= day < monday + deal_days.WEEK),
        )

    async def post(self, guild_id: int, day: int) -> PostView:
        """A day's deal for everybody in a server; raises NoSuchDealError."""
        zone = await self.zone(guild_id)
        today = deal_days.day_at(self._context.clock.now(), zone)
        shown = await self._view(await self._deal(day, today), guild_id, zone, None)
        players = await self._context.store.daily_deals.players_since(guild_id, day - 2)
        lasting = await self._streaks(players, day)
        names = await self._context.store.people.names(guild_id, tuple(lasting))
        longest = sorted(lasting, key=lambda player: (-lasting[player], player))
        nothing = Attempt(
            match_id="", day=day, game=shown.game.info.key, player_id=0, counts=True, begun_at=0
        )
        streaks = (
            BoardLine(
                player_id=player,
                name=names.get(player, ""),
                attempt=nothing,
                streak=lasting[player],
            )
            for player in longest
            if lasting[player] > 1
        )
        best = () if shown.lines else await self._best(guild_id, day - 1)
        return PostView(shown, tuple(streaks), best)

    async def _best(self, guild_id: int, day: int) -> tuple[BoardLine, ...]:
        """Who gained the most in a server on a day."""
        attempts = [
            attempt
            for deal in (await self._context.store.daily_deals.of_day(day))[:1]
            for attempt in await self._here(deal, guild_id)
        ]
        names = await self._context.store.people.names(
            guild_id, tuple(attempt.player_id for attempt in attempts)
        )
        return tuple(line for line in board_lines(attempts, names, {}) if line.rank)[:BEST]

    async def week(self, guild_id: int, *, day: int | None = None) -> WeekView:
        """The board of a week's deals in a server, this week's without a day."""
        today = await self.today(guild_id)
        monday = deal_days.monday_of(today if day is None else day)
        await self.settle_ended()
        totals = await self._context.store.daily_deals.week_totals(guild_id, monday)
        players = tuple(total.player_id for total in totals)
        names = await self._context.store.people.names(guild_id, players)
        is_open = today < monday + deal_days.WEEK
        return WeekView(monday, is_open, week_lines(totals, names))

    async def shown_in(self, match_id: str) -> tuple[int, ...]:
        """The servers whose boards show an attempt."""
        return await self._context.store.daily_deals.guilds_of(match_id)

    async def past(self, player_id: int) -> tuple[Attempt, ...]:
        """A person's counted attempts, the latest first."""
        await self.settle_ended()
        return await self._context.store.daily_deals.latest(player_id, PAST)

    async def is_ready(
        self, guild_id: int | None, day: int, game_key: str, *, within: float
    ) -> bool:
        """Let bots play up to a deal's position; False if that takes more than these seconds.

        Raises NoSuchDealError.
        """
        deal = await self._deal(day, await self.today(guild_id), game_key)
        if deal.opening is not None or deal.secret is None:
            return True
        opening = background(self._opened(deal), "open a daily deal")
        done, _ = await asyncio.wait({opening}, timeout=within)
        return bool(done)

    async def begin(
        self,
        player: Player,
        *,
        guild_id: int | None = None,
        channel_id: int = matches.NOWHERE,
        day: int | None = None,
        game_key: str | None = None,
        again: bool = False,
    ) -> MatchSummary:
        """Start or continue an attempt; a player's first one on the deal's day counts.

        It will be on the board of the server where it is begun. `again` allows another attempt,
        or one at an earlier deal, which counts for nothing. Raises NoSuchDealError,
        DealPlayedError, DealOverError.
        """
        today = await self.today(guild_id)
        deal = await self._deal(today if day is None else day, today, game_key)
        store = self._context.store
        own = await store.daily_deals.counted(player.id, deal.day, deal.game)
        match = None if own is None else await self._running(own.match_id)
        if match is None:
            # Where its day was over, it may have been played without counting.
            has_begun = await store.daily_deals.has_begun(player.id, deal.day, deal.game)
            if has_begun and not again:
                raise DealPlayedError
            if deal.day != today and not again:
                raise DealOverError
            used = await store.privacy.has_used(player.id, deal.day, deal.game)
            counts = not has_begun and deal.day == today and not used
            match = await self._start(player, await self._opened(deal), channel_id, counts=counts)
        if guild_id is not None:
            await store.daily_deals.show_in(guild_id, match.match_id)
            await self._members.remember(player, guild_id)
        self._context.wake.set()
        await self._context.tell(match.match_id)
        await self._tell_posts(match.match_id)
        return await self._context.repository.summary(match)

    async def prepare(self) -> None:
        """Let bots play the openings of the deals that are open or begin within a day."""
        today = deal_days.day_at(self._context.clock.now(), UTC)
        for day in (today, today + 1):
            await self._opened(await self._deal(day, day))
        self._context.deals_wanted = False

    async def settle_ended(self) -> None:
        """Write the results of all attempts that have ended; one that fails has none."""
        for attempt in await self._context.store.daily_deals.ended():
            settled = replace(attempt, settled_at=self._context.clock.now())
            try:
                settled = await self._result(settled)
            except DatabaseError:
                raise  # a database error would repeat for each of them
            except Exception as error:  # noqa: BLE001 - any error of one match
                log.error("attempt %s has no result: %s", attempt.match_id, type(error).__name__)  # noqa: TRY400 - its message could quote stored data
            await self._context.store.daily_deals.settle(settled)
            await self._tell_posts(attempt.match_id)

    async def _tell_posts(self, match_id: str) -> None:
        """Show an attempt in the messages of the servers that show it."""
        attempt = await self._context.store.daily_deals.find(match_id)
        if attempt is None or not attempt.counts:
            return
        for guild_id in await self._context.store.daily_deals.guilds_of(match_id):
            post = await self._context.store.deal_posts.of_day(guild_id, attempt.day)
            if post is not None:
                await self._context.tell_deal(guild_id, post)

    async def _deal(self, day: int, today: int, game_key: str | None = None) -> StoredDeal:
        """The stored deal of a day; one of today or tomorrow is made when somebody first asks.

        Of the weekly deals of an earlier time, several ended on one day. Raises NoSuchDealError.
        """
        store = self._context.store.daily_deals
        stored = await store.of_day(day)
        if not stored and today <= day <= today + 1:
            game = self._games[day % len(self._games)]
            secret = match_secrets.SHARED + self._context.secret_source.secret()
            await store.add(StoredDeal(day=day, game=game.info.key, secret=secret))
            stored = await store.of_day(day)
        usual = self._games[day % len(self._games)].info.key
        known = {game.info.key for game in self._games}
        wanted = [deal for deal in stored if deal.game in known and game_key in (None, deal.game)]
        if not wanted:
            raise NoSuchDealError
        return min(wanted, key=lambda deal: deal.game != usual)

    async def _opened(self, deal: StoredDeal) -> StoredDeal:
        """A deal with its opening, which hard bots play in a process if there is one."""
        if deal.opening is not None:
            return deal
        if deal.secret is None:
            raise NoSuchDealError
        async with self._making:
            known = await self._context.store.daily_deals.of_day(deal.day)
            stored = next(row for row in known if row.game == deal.game)
            if stored.opening is not None:
                return stored
            task = deal_openings.OpeningTask(deal.game, deal.secret)
            opening = await self._play_opening(task)
            if opening is None:
                game = self._context.repository.game(deal.game)
                opening = await asyncio.to_thread(deal_openings.opening_of, game, deal.secret)
            await self._context.store.daily_deals.open(deal.day, deal.game, opening)
            return replace(stored, opening=opening)

    async def _view(
        self, deal: StoredDeal, guild_id: int | None, zone: str, own: Attempt | None
    ) -> DealView:
        now, store = self._context.clock.now(), self._context.store
        seed = None if deal.secret is None else match_secrets.seed_of(deal.secret)
        ends_at = deal_days.time_of(deal.day + 1, zone)
        shown = DealView(
            day=deal.day,
            game=self._context.repository.game(deal.game),
            starts_at=deal_days.time_of(deal.day, zone),
            ends_at=ends_at,
            is_open=now < ends_at,
            seed_hash=None if seed is None else seed_hash(seed),
            seed=seed if now >= deal_days.closes_at(deal.day) else None,
            own=None if own is None else await self._with_margins(own),
            is_deleted=False,
            is_rehearsed=False,
            lines=(),
            streak=0,
            week=frozenset(),
        )
        here = () if guild_id is None else await self._here(deal, guild_id)
        attempts = [await self._with_margins(attempt) for attempt in here]
        players = tuple(attempt.player_id for attempt in attempts)
        names = {} if guild_id is None else await store.people.names(guild_id, players)
        lines = board_lines(attempts, names, await self._streaks(players, deal.day))
        if not shown.shows_results:
            lines = tuple(map(_without_result, sorted(lines, key=_end)))
        return replace(shown, lines=lines)

    async def _here(self, deal: StoredDeal, guild_id: int) -> tuple[Attempt, ...]:
        return await self._context.store.daily_deals.of_guild(deal.day, deal.game, guild_id)

    async def _streaks(self, players: Sequence[int], day: int) -> dict[int, int]:
        days = await self._context.store.daily_deals.days_of(players)
        return {player: deal_days.streak_of(days[player], day) for player in players}

    async def _running(self, match_id: str) -> matches.Match | None:
        match = await self._context.store.matches.find(match_id)
        return match if match is not None and match.life is matches.Life.RUNNING else None

    async def _start(
        self, player: Player, deal: StoredDeal, channel_id: int, *, counts: bool
    ) -> matches.Match:
        """Start an attempt at its first position."""
        assert deal.secret is not None  # see `_opened`
        assert deal.opening is not None
        await self._members.remember(player, matches.NOWHERE)
        now, game = self._context.clock.now(), self._context.repository.game(deal.game)
        begun = await asyncio.to_thread(deal_openings.opened, game, deal.secret, deal.opening, now)
        bots = deal_openings.seats_of(game) - 1
        sitters = with_bots((matches.Sitter(player_id=player.id),), bots)
        match_id = self._context.secret_source.match_id()
        options = save_options(game, game.options())
        sealed = seed_hash(match_secrets.seed_of(deal.secret))
        position = Position(
            match_id=match_id, game=game, state=begun.state, sitters=sitters,
            moves_made=begun.opening.moves_made, secret=deal.secret,
        )  # fmt: skip
        state = TableState(
            seat_order="joined",
            daily=DailyDeal(day=deal.day, counts=counts),
            round=position.round(),
            audit_digest=_digest(begun.opening, sealed, options),
        )
        turn = Turn(position=position, table_state=state, step=begun.opening.step, standing=())
        arm = (await self._context.planner.rows(turn)).arm
        lobby = matches.NewLobby(
            match_id=match_id,
            channel_id=channel_id,
            game=deal.game,
            terms=matches.Terms(host_id=player.id, options=options, sitters=sitters, rated=False),
            created_at=now,
        )
        dealt = matches.Deal(
            sitters=sitters,
            state_version=game.info.state_version,
            secret=deal.secret,
            seed_hash=sealed,
            state=save_state(game, begun.state),
            started_at=now,
        )
        attempt = Attempt(
            match_id=match_id,
            day=deal.day,
            game=deal.game,
            player_id=player.id,
            counts=counts,
            begun_at=now,
        )
        arm = (*arm, fresh_patience(self._context, match_id))
        extra = matches.Extra(table_state=state.saved(), deadlines=arm)
        store = self._context.store.daily_deals
        try:
            started, _ = await store.begin(lobby, attempt, dealt, begun.opening, extra)
        except AlreadyOpenError as quicker:  # another press of the same player
            return await self._context.repository.head(quicker.match_id)
        return started.match

    async def _result(self, attempt: Attempt) -> Attempt:
        """An attempt with the result of its match, if it was finished in time by its player."""
        match = await self._context.repository.head(attempt.match_id)
        attempt = replace(attempt, ended_at=match.ended_at)
        seat = _seat_of(match, attempt.player_id)
        is_late = (match.ended_at or 0) >= deal_days.closes_at(attempt.day)
        if (
            match.life is not matches.Life.FINISHED
            or match.result is None
            or seat is None
            or is_late
        ):
            return attempt
        begins = await self._begins(attempt)
        final = Result.model_validate(match.result).points
        points = [*await self._standings(match, begins), final]
        gained = [after - before for before, after in zip(points[0], final, strict=True)]
        return replace(
            attempt,
            place=1 + sum(gain > gained[seat] for gain in gained),
            places=len(gained),
            points=gained[seat],
            margins=margins_of(await self._gains(match, begins, points), seat),
        )

    async def _with_margins(self, attempt: Attempt) -> Attempt:
        """An attempt with the margins of its rounds so far, or none if it can't be read."""
        try:
            return await self._with_margins_so_far(attempt)
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 - any error of one match
            log.warning("attempt %s has no margins: %s", attempt.match_id, type(error).__name__)
            return attempt

    async def _with_margins_so_far(self, attempt: Attempt) -> Attempt:
        match = None if attempt.settled_at else await self._running(attempt.match_id)
        seat = None if match is None else _seat_of(match, attempt.player_id)
        if match is None or seat is None:
            return attempt
        begins = await self._begins(attempt)
        gains = await self._gains(match, begins, await self._standings(match, begins))
        return replace(attempt, margins=margins_of(gains, seat))

    async def _gains(
        self, match: matches.Match, begins: int, points: Sequence[Sequence[int]]
    ) -> list[list[int]]:
        """What each round brought everybody, or each part of it where a round has some."""
        game = self._context.repository.game(match.game)
        if game.info.round_parts == 1:
            return gains_of(points)
        steps = await self._context.store.history.steps(match.match_id, begins)
        events = (load_event(game, saved) for step in steps for saved in step.events)
        seats = range(len(match.holders))
        return [[part.get(seat, 0) for seat in seats] for part in game.parts(events)]

    async def _begins(self, attempt: Attempt) -> int:
        """The number of the last step of the opening of an attempt."""
        stored = await self._context.store.daily_deals.of_day(attempt.day)
        opening = next((deal.opening for deal in stored if deal.game == attempt.game), None)
        return len(opening or ())

    async def _standings(self, match: matches.Match, begins: int) -> list[Sequence[int]]:
        """Everybody's points when a deal began, at step `begins`, and after each round since."""
        game, history = self._context.repository.game(match.game), self._context.store.history
        is_over = match.ended_at is not None
        steps = [
            step
            for step in await history.checkpoints(match.match_id)
            # The last state kept of a finished match is its result.
            if begins <= step and not (is_over and step == match.step)
        ]
        states = [await history.state_at(match.match_id, step) for step in steps]

        def read() -> list[Sequence[int]]:
            saved = [state for state in states if state is not None]
            return [game.standing(load_state(game, state)).points for state in saved]

        return await asyncio.to_thread(read)


def _digest(opening: matches.Opening, sealed: str, options: matches.Saved) -> str:
    setup, *later = opening.steps
    digest = audit_digest.begun(sealed, options, setup.events)
    for step in later:
        digest = audit_digest.grown(digest, step)
    return digest


def _seat_of(match: matches.Match, player_id: int) -> int | None:
    return next(
        (holder.seat for holder in match.holders if holder.sitter.player_id == player_id), None
    )


def _end(line: BoardLine) -> tuple[bool, int]:
    return line.attempt.ended_at is None, line.attempt.ended_at or line.attempt.begun_at


def _without_result(line: BoardLine) -> BoardLine:
    """A line for somebody who hasn't played: of its rounds, only which were won."""
    signs = tuple((margin > 0) - (margin < 0) for margin in line.attempt.margins)
    bare = replace(line.attempt, place=None, places=None, points=None, margins=signs)
    return replace(line, rank=None, attempt=bare)
