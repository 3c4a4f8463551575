"""Reviews: what a player's decisions in a finished match cost, and who was ahead when.

A review is computed once, in a process of low priority, and kept with the match. Requests are
stored first, so a restart continues with them. If several processes know of a request, one computes
while the others wait. Each decision is judged from what its seat knew.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.tables import errors
from bot.tables.domain.views import MatchSummary
from bot.tables.history.archive import ended_match
from bot.tables.history.replay import BROKEN, again
from bot.tables.matches.repository import MatchRepository, by_key
from bot.tables.matches.snapshot import DAMAGED
from bot.tables.viewing_rights import Visitor
from data.engine.errors import DatabaseError
from data.engine.postgres_values import LockKind
from data.records import matches
from data.records.shards import ShardShare
from data.store import Store
from games import game as game_of
from games.core.ai.memory import NO_MEMORY, Memory, remember
from games.core.ai.review import Judgement, forecast, judge
from games.core.game import AnyGame, View
from games.core.prompt import Form, Move
from games.core.rng import Rng
from games.core.saving import load_event, load_move, load_state
from games.core.text import say
from games.core.values import Frozen, Seat

Given = TypeVar("Given")
Found = TypeVar("Found")

log = logging.getLogger(__name__)

PLAYOUTS = 48
"""Playouts to find the best answer to one question."""
FORECASTS = 16
"""Playouts for a point of the curve."""
POINTS = 24
"""The most points of the curve."""
WORST = 3
"""How many costly decisions a review shows."""
PORTION = 12
"""How many reviews are computed in an hour without anybody asking for them."""
HOUR = 3600.0
SOON = 20.0
"""Seconds that somebody waits until another answer to a question is judged."""
WON_MORE = say("In simulated games from here, this won more often.")
PATIENCE = 300.0
"""Seconds after which a decision is left out."""


class CostlyDecision(Frozen):
    """A decision that gave away a chance to win."""

    step: int
    """The step before it: the table as the player saw it."""
    made: Form
    best: Form
    made_chance: float
    best_chance: float
    stage: int = 0
    """How often in a row it was decided well again; see `Training`."""
    due_at: int = 0
    """When to decide it again, in milliseconds since 1970."""

    @property
    def cost(self) -> float:
        return self.best_chance - self.made_chance


class CurvePoint(Frozen):
    """Each seat's chance to win after a step, as a spectator could judge it."""

    step: int
    chances: tuple[float, ...]


class Review(Frozen):
    """What a player did well and badly."""

    seat: Seat
    decisions: int
    """Decisions in which there was a choice."""
    good: int
    """The answers as good as the best one."""
    mistakes: tuple[CostlyDecision, ...]
    """The costliest decisions, the worst first."""
    curve: tuple[CurvePoint, ...]


class ReviewState(NamedTuple):
    """A review, or how far it is: `done` of `of` parts."""

    summary: MatchSummary
    review: Review | None
    done: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision to judge in a worker process: only what its seat knew."""

    game_key: str
    step: int
    view: View = field(repr=False)
    memory: Memory = field(repr=False)
    made: Move = field(repr=False)


@dataclass(frozen=True, slots=True)
class Moment:
    """A public view from which to forecast the end, in a worker process."""

    game_key: str
    step: int
    view: View = field(repr=False)


def judged(task: Decision) -> Judgement | None:
    """Judge one decision; runs in a worker process."""
    game, rng = game_of(task.game_key), Rng(f"review {task.step}")
    return judge(game, task.view, task.memory, task.made, rng=rng, playouts=PLAYOUTS)


def forecasted(task: Moment) -> tuple[float, ...]:
    """Forecast the end of a match; runs in a worker process."""
    return forecast(game_of(task.game_key), task.view, Rng(f"curve {task.step}"), FORECASTS)


Start = Callable[[Coroutine[Any, Any, None], str], asyncio.Task[None]]
"""Starts a task in the background, under a name."""


class Workers(Protocol):
    """Processes of low priority, at least one of them free for reviews."""

    @property
    def are_down(self) -> bool: ...

    async def run(
        self, work: Callable[[Given], Found], task: Given, patience: float
    ) -> Found | None: ...

    def close(self) -> None: ...


class Reviews:
    def __init__(
        self, store: Store, games: Sequence[AnyGame], workers: Workers, start: Start
    ) -> None:
        self._store = store
        self._repository = MatchRepository(store, by_key(games))
        self._workers = workers
        self._start = start
        self._one_at_a_time = asyncio.Lock()
        self._asking = asyncio.Lock()
        """Held while the one process works, which would refuse anything else."""
        self._running: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._followers: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._progress: dict[tuple[str, int], tuple[int, int]] = {}
        self._filling: asyncio.Task[None] | None = None
        self._failed: set[tuple[str, int]] = set()
        """Reviews that nobody asked for and that can't be computed."""

    async def show(self, match_id: str, visitor: Visitor) -> ReviewState:
        """Return the visitor's review of a match; start computing it if there is none yet.

        Raises NoSuchRecordError, StillPlayedError, NothingPlayedError, NotYourMatchError,
        OldRulesError, NoWorkersError.
        """
        match = await ended_match(self._store, match_id, visitor)
        if not await self._tenures(match_id, visitor.player_id):
            raise errors.NotYourMatchError
        if match.state_version != self._repository.game(match.game).info.state_version:
            raise errors.OldRulesError
        summary = await self._repository.summary(match)
        saved = await self._store.reviews.find(match_id, visitor.player_id)
        if saved is not None:
            return ReviewState(summary, Review.model_validate(saved))
        if self._workers.are_down:
            raise errors.NoWorkersError
        await self._store.reviews.request(match_id, visitor.player_id)
        self._begin(match_id, visitor.player_id)
        done, of = self._progress.get((match_id, visitor.player_id), (0, 0))
        return ReviewState(summary, None, done, of)

    async def progress(self, match_id: str, visitor: Visitor, patience: float) -> ReviewState:
        """Wait until the visitor's review is ready, at most for some seconds, and return it.

        Raises NoWorkersError if it has been given up, and the errors of `show`.
        """
        task = self._running.get(name := (match_id, visitor.player_id))
        if task is not None:
            await asyncio.wait([task], timeout=patience)
            if task.done() and await self._store.reviews.find(*name) is None:
                raise errors.NoWorkersError
        return await self.show(match_id, visitor)

    def follow(self, match_id: str, player_id: int, work: Coroutine[Any, Any, None]) -> None:
        """Start what shows somebody the progress of a review, instead of what did so before."""
        name = (match_id, player_id)
        if (older := self._followers.pop(name, None)) is not None:
            older.cancel()
        task = self._followers[name] = self._start(work, "follow a review")

        def forget(_: asyncio.Task[None]) -> None:
            if self._followers.get(name) is task:
                del self._followers[name]

        task.add_done_callback(forget)

    async def resume(self, shards: ShardShare | None = None) -> None:
        """Continue with the reviews that were asked for before a restart.

        Where several processes run, each continues those of the servers on its shards.
        """
        for match_id, player_id in await self._store.reviews.requested(shards):
            self._begin(match_id, player_id)
        if self._filling is None or self._filling.done():
            self._filling = self._start(self._fill_hourly(shards), "fill reviews")

    async def _fill_hourly(self, shards: ShardShare | None) -> None:
        while True:
            await asyncio.sleep(HOUR)
            try:
                await self.fill(shards)
            except DatabaseError as error:
                log.warning("no reviews in advance this hour: %s", error)

    async def fill(self, shards: ShardShare | None = None) -> None:
        """Compute some reviews of rated matches that nobody has asked for, the latest first.

        They run one after another, so that whoever asks waits for one of them at most.
        """
        games = (game.info for game in self._repository.games.values())
        current = tuple(f"{info.key} {info.state_version}" for info in games)
        most = PORTION + len(self._failed)
        missing = await self._store.reviews.missing(current, most, shards)
        for match_id, player_id in missing:
            if self._workers.are_down or (match_id, player_id) in self._failed:
                continue
            await self._store.reviews.request(match_id, player_id)
            await self._compute(match_id, player_id)
            if await self._store.reviews.find(match_id, player_id) is None:
                self._failed.add((match_id, player_id))

    async def is_good(self, match_id: str, player_id: int, step: int, made: Move) -> bool:
        """Judge another answer to the question after a step.

        Raises NoWorkersError if that takes too long, UnreadableMatchError.
        """
        tenures = await self._tenures(match_id, player_id)
        match = await self._store.matches.find(match_id)
        first = await self._store.history.state_at(match_id, 0)
        if match is None or first is None or not tenures:
            raise errors.UnreadableMatchError(match_id)
        game, steps = self._repository.game(match.game), await self._store.history.steps(match_id)
        decisions, _ = await asyncio.to_thread(
            _played_again, game, first, steps, tenures[-1].seat, {step + 1}
        )
        task = replace(decisions[0], made=made)
        try:
            async with asyncio.timeout(SOON), self._asking:
                judgement = await self._workers.run(judged, task, SOON)
        except TimeoutError:
            judgement = None
        if judgement is None:
            raise errors.NoWorkersError  # an answer that nobody has judged isn't wrong
        return judgement.cost <= 0

    async def halt(self) -> None:
        """Stop computing; the requests stay."""
        tasks = [*self._followers.values(), *self._running.values()]
        tasks += [] if self._filling is None else [self._filling]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Stop computing, and end the worker processes."""
        await self.halt()
        self._workers.close()

    async def settled(self) -> None:
        """Wait until nothing is being computed."""
        await asyncio.gather(*self._running.values())

    def _begin(self, match_id: str, player_id: int) -> None:
        name = (match_id, player_id)
        if name not in self._running:
            task = self._start(self._compute(match_id, player_id), "review")
            self._running[name] = task
            task.add_done_callback(lambda _: self._ended(name))

    def _ended(self, name: tuple[str, int]) -> None:
        self._running.pop(name, None)
        self._progress.pop(name, None)

    async def _compute(self, match_id: str, player_id: int) -> None:
        async with self._claimed(match_id, player_id), self._one_at_a_time:
            if await self._store.reviews.find(match_id, player_id) is not None:
                return  # another process was quicker
            try:
                review = await self._review(match_id, player_id)
            except errors.NoWorkersError:
                return  # the workers have logged why; the next request tries again
            except (errors.TableError, *BROKEN, *DAMAGED) as error:
                log.error("match %s cannot be reviewed: %s", match_id, type(error).__name__)  # noqa: TRY400 - its message could quote stored data
                await self._store.reviews.drop(match_id, player_id)
                return
            await self._store.reviews.save(match_id, player_id, review.model_dump(mode="json"))

    def _claimed(self, match_id: str, player_id: int) -> AbstractAsyncContextManager[None]:
        """Wait until no other process computes this review, and keep the others waiting."""
        locks = self._store.locks
        return locks.held(LockKind.REVIEW, f"{match_id} {player_id}") if locks else nullcontext()

    async def _review(self, match_id: str, player_id: int) -> Review:
        match = await self._store.matches.find(match_id)
        tenures = await self._tenures(match_id, player_id)
        if match is None or not tenures:
            raise errors.UnreadableMatchError(match_id)
        game, seat = self._repository.game(match.game), tenures[-1].seat
        steps = await self._store.history.steps(match_id)
        first = await self._store.history.state_at(match_id, 0)
        if first is None:
            raise errors.UnreadableMatchError(match_id)
        wanted = {
            record.step for record in steps if record.seat == seat and _is_of(record, tenures, seat)
        }
        decisions, moments = await asyncio.to_thread(
            _played_again, game, first, steps, seat, wanted
        )
        name, of = (match_id, player_id), len(decisions) + len(moments)
        judgements: list[tuple[Decision, Judgement]] = []
        curve: list[CurvePoint] = []
        for done, decision in enumerate(decisions):
            self._progress[name] = done, of
            judgement = await self._worked(judged, decision)
            if judgement is not None:
                judgements.append((decision, judgement))
        for done, moment in enumerate(moments, len(decisions)):
            self._progress[name] = done, of
            chances = await self._worked(forecasted, moment)
            if chances is not None:
                curve.append(CurvePoint(step=moment.step, chances=chances))
        if not curve:
            raise errors.NoWorkersError  # nothing worked: that would be a false review for ever
        return _summed_up(seat, judgements, (*curve, _end(match)))

    async def _worked(self, work: Callable[[Given], Found], task: Given) -> Found | None:
        """Return what a worker process finds, None if it fails; raises NoWorkersError."""
        async with self._asking:
            result = await self._workers.run(work, task, PATIENCE)
        if result is None and self._workers.are_down:
            raise errors.NoWorkersError
        return result

    async def _tenures(self, match_id: str, player_id: int) -> tuple[matches.Tenure, ...]:
        """The times at which a player held a seat of a match."""
        held = await self._store.matches.tenures(match_id)
        return tuple(tenure for tenure in held if tenure.sitter.player_id == player_id)


def _is_of(record: matches.StepRecord, tenures: Sequence[matches.Tenure], seat: Seat) -> bool:
    """Whether a player made this step themselves."""
    return record.actor is matches.Actor.PLAYER and any(
        tenure.seat == seat
        and tenure.from_step < record.step
        and (tenure.ended_at is None or record.made_at <= tenure.ended_at)
        for tenure in tenures
    )


def _played_again(
    game: AnyGame,
    first: matches.Saved,
    steps: Sequence[matches.StepRecord],
    seat: Seat,
    wanted: set[int],
) -> tuple[list[Decision], list[Moment]]:
    """Replay a match, and collect a player's decisions and the points of the curve."""
    state: Any = load_state(game, first)
    memory = _remembered(game, NO_MEMORY, seat, steps[0])
    every = max(1, len(steps) // POINTS)
    decisions, moments = list[Decision](), list[Moment]()
    for record in steps[1:]:
        before = record.step - 1
        if before % every == 0:
            moments.append(Moment(game.info.key, before, game.view(state, None)))
        if record.step in wanted and record.move is not None:
            view, move = game.view(state, seat), load_move(game, record.move)
            prompt = game.prompt(view)
            action = None if prompt is None else prompt.action(move.kind)
            if action is not None and not action.take_back:
                decisions.append(Decision(game.info.key, before, view, memory, move))
        memory = _remembered(game, memory, seat, record)
        state = again(game, state, record).state
    return decisions, moments


def _remembered(game: AnyGame, memory: Memory, seat: Seat, record: matches.StepRecord) -> Memory:
    move = None if record.move is None else load_move(game, record.move)
    events = [load_event(game, saved) for saved in record.events]
    return remember(memory, seat, record.seat, move, events)


def _summed_up(
    seat: Seat, judgements: Sequence[tuple[Decision, Judgement]], curve: tuple[CurvePoint, ...]
) -> Review:
    mistakes = [
        CostlyDecision(
            step=decision.step,
            made=decision.made.model_dump(mode="json"),
            best=judgement.best.model_dump(mode="json"),
            made_chance=judgement.made_chance,
            best_chance=judgement.best_chance,
        )
        for decision, judgement in judgements
        if judgement.cost > 0
    ]
    mistakes.sort(key=lambda mistake: -mistake.cost)
    return Review(
        seat=seat,
        decisions=len(judgements),
        good=len(judgements) - len(mistakes),
        mistakes=tuple(mistakes[:WORST]),
        curve=curve,
    )


def _end(match: matches.Match) -> CurvePoint:
    """The last point: who has won; a stopped match has no winner."""
    seats = len(match.holders)
    ranking = (match.result or {}).get("ranking") or [list(range(seats))]
    return CurvePoint(step=match.step, chances=won_shares(ranking, seats))


def won_shares(ranking: Sequence[Sequence[Seat]], seats: int) -> tuple[float, ...]:
    """Each seat's share of the victory."""
    first = ranking[0]
    return tuple(1 / len(first) if seat in first else 0.0 for seat in range(seats))
