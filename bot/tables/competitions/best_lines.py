"""The best line found for a weekly deal: a whole match, shown step by step like others' attempts.

Search plays the person's seat several times, with far more playouts than a bot's, and knows only
what a player would. The best of these matches is kept, once for each deal, as a match file. It is
computed in a process of low priority when somebody who has played the deal first looks at it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from bot.tables.competitions.errors import WeeklyDealNotPlayedError
from bot.tables.competitions.weekly_deal_boards import place_of
from bot.tables.domain import match_secrets
from bot.tables.domain.seating import weekly_deal_seats
from bot.tables.errors import NoSuchRecordError, NoWorkersError
from bot.tables.history.archive import Eyes, ReplayStep
from bot.tables.history.match_file import FileSeat, ImportedMatch, import_match, match_file
from bot.tables.history.opened_files import LINE, file_step
from bot.tables.history.replay import BROKEN
from bot.tables.history.reviews import Start, Workers
from bot.tables.matches.repository import by_key
from bot.tables.rights import has_played
from data.engine.postgres_values import LockKind
from data.records.matches import Actor, Life, StepRecord
from data.records.weekly_deals import BestLine
from data.store import Store
from games import game as game_of
from games.core.ai.memory import NO_MEMORY, Level, Memory, remember
from games.core.ai.search import Budget, search
from games.core.game import AnyGame, Result, Step, View, apply
from games.core.prompt import Move
from games.core.rng import Rng
from games.core.saving import save_event, save_move
from games.core.values import Seat

log = logging.getLogger(__name__)

PLAYOUTS = 960
"""Playouts for each decision; bots make at most a quarter of them."""
TRIES = 8
"""How often the match is played. The first time follows the rules of thumb."""
PATIENCE = 300.0
"""Seconds after which a decision, and with it the line, is given up."""
KEPT = 20
"""How many lines are kept in memory for those who look at them."""


@dataclass(frozen=True, slots=True)
class LineMatch:
    """A match in which `seat` is played by search, as far as it is played."""

    game_key: str
    number: int
    """Which try it is; 0 follows the rules of thumb."""
    seat: Seat
    secret: bytes = field(repr=False)
    state: Any = field(repr=False)
    memories: tuple[Memory, ...] = field(repr=False)
    steps: tuple[StepRecord, ...] = field(repr=False)
    result: Result | None = None


def played_on(match: LineMatch) -> LineMatch:
    """Play on to the end of the next decision of the seat; runs in a worker process."""
    game = game_of(match.game_key)
    while match.result is None:
        # The bots don't wait for the person, who may think longer.
        asked = sorted(game.awaited(match.state), key=lambda seat: (seat == match.seat, seat))
        move = _decided(game, match, asked[0])
        match = _after(game, match, asked[0], move, apply(game, match.state, asked[0], move))
        if asked[0] == match.seat and match.number:
            break
    return match


def _decided(game: AnyGame, match: LineMatch, seat: Seat) -> Move:
    view, memory = game.view(match.state, seat), match.memories[seat]
    if seat != match.seat:
        made = sum(step.seat == seat for step in match.steps)
        rng = match_secrets.policy_rng(match.secret, seat, made)
        return _ruled(game, view, memory, Level.NORMAL, rng)
    rng = Rng(f"line {match.number} {len(match.steps)}")
    if not match.number:
        return _ruled(game, view, memory, Level.HARD, rng)
    best: Move = search(game, view, memory, rng, Budget(PLAYOUTS)).move
    return best


def _ruled(game: AnyGame, view: View, memory: Memory, level: Level, rng: Rng) -> Move:
    move: Move = game.policy(view, memory, level, rng)
    return move


def _after(
    game: AnyGame, match: LineMatch, seat: Seat | None, move: Move | None, step: Step[Any]
) -> LineMatch:
    """The match with one step more."""
    record = StepRecord(
        match_id="",
        step=len(match.steps),
        seat=seat,
        actor=Actor.SETUP if move is None else Actor.BOT,
        move=None if move is None else save_move(game, move),
        events=tuple(save_event(game, event) for event in step.events),
        made_at=0,
    )
    memories = tuple(
        remember(memory, viewer, seat, move, step.events)
        for viewer, memory in enumerate(match.memories)
    )
    return replace(
        match,
        state=step.state,
        memories=memories,
        steps=(*match.steps, record),
        result=game.result(step.state),
    )


def dealt(game: AnyGame, secret: bytes, number: int) -> LineMatch:
    """A week's deal as everybody meets it."""
    seats = list(range(weekly_deal_seats(game)))
    match_secrets.seat_rng(secret).shuffle(seats)
    step = game.setup(len(seats), game.options(), Rng(match_secrets.seed_of(secret)))
    match = LineMatch(
        game_key=game.info.key,
        number=number,
        seat=seats.index(0),
        secret=secret,
        state=step.state,
        memories=(NO_MEMORY,) * len(seats),
        steps=(),
    )
    return _after(game, match, None, None, step)


class BestLines:
    def __init__(
        self, store: Store, games: Sequence[AnyGame], workers: Workers, start: Start
    ) -> None:
        self._store = store
        self._games = by_key(games)
        self._workers = workers
        self._start = start
        self._one_at_a_time = asyncio.Lock()
        self._running: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._opened: OrderedDict[str, ImportedMatch] = OrderedDict()

    async def find(self, player_id: int, week: int, game_key: str) -> BestLine | None:
        """Return the line of a deal that the player has played; begin to look for it if missing.

        Raises WeeklyDealNotPlayedError, NoWorkersError.
        """
        await self._check(player_id, week, game_key)
        line = await self._store.weekly_deals.line(week, game_key)
        if line is None and self._workers.are_down:
            raise NoWorkersError
        if line is None and (week, game_key) not in self._running:
            task = self._start(self._compute(week, game_key), "best line")
            self._running[week, game_key] = task
            task.add_done_callback(lambda _: self._running.pop((week, game_key), None))
        return line

    async def moment(self, player_id: int, name: str, step: int, eyes: Eyes) -> ReplayStep:
        """Return one step of a line; raises NoSuchRecordError, WeeklyDealNotPlayedError."""
        week, game_key = _deal_of(name)
        await self._check(player_id, week, game_key)
        opened = self._opened.get(name)
        if opened is None:
            line = await self._store.weekly_deals.line(week, game_key)
            if line is None:
                raise NoSuchRecordError
            opened = await asyncio.to_thread(import_match, line.content, self._games)
            self._opened[name] = opened
        self._opened.move_to_end(name)
        while len(self._opened) > KEPT:
            self._opened.popitem(last=False)
        return await asyncio.to_thread(file_step, opened, step, eyes, name)

    async def close(self) -> None:
        """Stop computing; whoever looks next begins again."""
        tasks = tuple(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()

    async def settled(self) -> None:
        """Wait until nothing is being computed."""
        await asyncio.gather(*self._running.values())

    async def _check(self, player_id: int, week: int, game_key: str) -> None:
        if not await has_played(self._store, player_id, week, game_key):
            raise WeeklyDealNotPlayedError

    async def _compute(self, week: int, game_key: str) -> None:
        async with self._claimed(week, game_key), self._one_at_a_time:
            chain = await self._store.weekly_deals.chain(week)
            if chain is None or await self._store.weekly_deals.line(week, game_key) is not None:
                return  # another process was quicker
            key = match_secrets.key_of(chain, week)
            secret = match_secrets.secret_of(key, week, game_key)
            try:
                best = await self._best(self._games[game_key], secret)
            except BROKEN as error:
                log.error("no line of %s can be found: %s", game_key, type(error).__name__)  # noqa: TRY400 - its message could name hidden cards
                return
            finally:
                self._workers.close()  # lines are rare, and a process takes memory
            if best is not None:
                line = await asyncio.to_thread(line_of, best, week)
                await self._store.weekly_deals.add_line(line)

    def _claimed(self, week: int, game_key: str) -> AbstractAsyncContextManager[None]:
        """Wait until no other process computes this line, and keep the others waiting."""
        locks = self._store.locks
        return locks.held(LockKind.REVIEW, line_name(week, game_key)) if locks else nullcontext()

    async def _best(self, game: AnyGame, secret: bytes) -> LineMatch | None:
        """The best of some matches; None if a process dies or takes too long."""
        best: LineMatch | None = None
        for number in range(TRIES):
            match = await asyncio.to_thread(dealt, game, secret, number)
            while match.result is None:
                later = await self._workers.run(played_on, match, PATIENCE)
                if later is None:
                    return None
                match = later
            if best is None or _worth(match) > _worth(best):
                best = match
        return best


def line_name(week: int, game_key: str) -> str:
    """The name of a line in custom ids, where matches have their ids."""
    return f"{LINE}{week}-{game_key}"


def _deal_of(name: str) -> tuple[int, str]:
    week, _, game_key = name.removeprefix(LINE).partition("-")
    if not (week.isascii() and week.isdigit() and len(week) < 8):
        raise NoSuchRecordError
    return int(week), game_key


def _worth(match: LineMatch) -> tuple[int, int]:
    assert match.result is not None, "only a match that is played to its end is compared"
    return -place_of(match.result, match.seat), match.result.points[match.seat]


def line_of(match: LineMatch, week: int) -> BestLine:
    """The match as it is stored."""
    game, result = game_of(match.game_key), match.result
    assert result is not None, "the match is over"
    seats = range(len(match.memories))
    content = match_file(
        game,
        game.options(),
        tuple(FileSeat(bot=Level.HARD if seat == match.seat else Level.NORMAL) for seat in seats),
        match.steps,
        seed=match_secrets.seed_of(match.secret),
        life=Life.FINISHED,
        result=result,
    )
    return BestLine(
        week=week,
        game=match.game_key,
        place=place_of(result, match.seat),
        places=len(seats),
        points=result.points[match.seat],
        seat=match.seat,
        content=content,
    )
