"""Past matches: step by step, from any viewpoint, with a check of the deal.

`visibility.may_see` decides which matches somebody may look back at. A running match only has a
log, filtered for the reader; a finished match is fully open.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from bot.tables import errors
from bot.tables.domain.fingerprint import fingerprint
from bot.tables.domain.views import MatchSummary, MatchView, Occupant
from bot.tables.history.match_file import export_match
from bot.tables.history.replay import BROKEN, Finding, StoredMatch, examine, state_after
from bot.tables.matches.repository import MatchRepository
from bot.tables.matches.snapshot import display_name
from bot.tables.viewing_rights import Visitor, may_see
from data.engine.errors import DamagedMatchError
from data.records import matches
from data.store import Store
from games import GAMES
from games.core.event import Event, OpeningEvent, SealedEvent, is_for
from games.core.game import AnyGame, Result
from games.core.saving import load_event, load_state
from games.core.text import Text, say
from games.core.values import Seat

Eyes: TypeAlias = Seat | Literal["watcher", "spoiler_free", "open"]
"""The viewpoint: a seat's, a spectator's, or with every hand open."""

MOST = 25
"""The most matches in a list: what Discord shows."""
ROUNDS_KEPT = 50
"""For how many matches the rounds are cached; they never change."""


class RoundStart(NamedTuple):
    """The first step of a round; `label` names it ("hand 3"), `points` stood at its start."""

    step: int
    label: Text
    points: tuple[int, ...] = ()


class TurningPoint(NamedTuple):
    """The round in which the winner took the lead for good, and how many points it brought.

    Without a round the winner led from the first one on.
    """

    winner: Seat
    round: Text | None
    gain: int = 0


class Entry(NamedTuple):
    """One step in the log; `seat` is None for the setup. Times in milliseconds since 1970."""

    step: int
    seat: Seat | None
    actor: matches.Actor
    made_at: int
    events: tuple[Text, ...]


class LogRound(NamedTuple):
    """The events of a round, oldest first; `label` names it if it is known.

    Those are left out that say only that somebody has answered in secret.
    """

    label: Text | None
    events: tuple[Text, ...]


class MatchLog(NamedTuple):
    """The events of a match by round, oldest first, as far as the visitor may read them.

    `entries` have the player and time of each step, so there are none before the match is over:
    they would reveal who has answered in secret, how often and how late.
    """

    summary: MatchSummary
    rounds: tuple[LogRound, ...]
    entries: tuple[Entry, ...] = ()

    @property
    def events(self) -> tuple[Text, ...]:
        return tuple(event for round_ in self.rounds for event in round_.events)

    @property
    def is_over(self) -> bool:
        return self.summary.life is not matches.Life.RUNNING


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One step of a finished match from one viewpoint.

    `table` is the public part of it, `hands` the contents of each open hand.
    """

    entry: Entry
    last: int
    eyes: Eyes
    table: MatchView = field(repr=False)
    hands: tuple[MatchView, ...] = field(repr=False)
    rounds: tuple[RoundStart, ...]

    @property
    def summary(self) -> MatchSummary:
        return self.table.summary


@dataclass(frozen=True, slots=True)
class MatchExport:
    """A match as a file."""

    summary: MatchSummary
    content: bytes = field(repr=False)


class Verdict(NamedTuple):
    """Whether a match agrees with its published and stored data; `step` is the first that fails."""

    summary: MatchSummary
    finding: Finding
    step: int


async def visible_match(store: Store, match_id: str, visitor: Visitor) -> matches.Match:
    """Return a match at any stage; raises NoSuchRecordError unless this visitor may see it."""
    try:
        match = await store.matches.find(match_id)
    except DamagedMatchError:
        raise errors.UnreadableMatchError(match_id) from None
    if match is None or not await may_see(store, match, visitor):
        raise errors.NoSuchRecordError
    return match


async def ended_match(store: Store, match_id: str, visitor: Visitor) -> matches.Match:
    """Return a match that is over and fully open.

    Raises NoSuchRecordError, StillPlayedError, NothingPlayedError, UnreadableMatchError.
    """
    match = await visible_match(store, match_id, visitor)
    if match.life is matches.Life.RUNNING:
        raise errors.StillPlayedError
    if not match.holders:
        raise errors.NothingPlayedError
    return match


class Archive:
    """Read-only access to past matches.

    Every method raises NoSuchRecordError for a missing record.
    """

    def __init__(self, store: Store, games: Sequence[AnyGame] = GAMES) -> None:
        self._store = store
        self._repository = MatchRepository(store, {game.info.key: game for game in games})
        self._rounds: OrderedDict[str, tuple[RoundStart, ...]] = OrderedDict()

    async def over(
        self, visitor: Visitor, *, own: bool = False, current: bool = False
    ) -> tuple[MatchSummary, ...]:
        """List the finished matches of the visitor's server that they may see, latest first.

        In direct messages these are the visitor's own matches of all servers. With `own`, only
        those are listed in which they held a seat at the end; with `current`, those played under
        the rules of today.
        """
        rows = await self._store.history.over(
            MOST,
            player_id=visitor.player_id,
            guild_id=visitor.guild_id,
            channels=() if own else visitor.viewable(),
        )
        if current:
            rows = tuple(row for row in rows if self._is_current(row))
        summaries = await self._repository.summaries(rows)
        if not own:
            return summaries
        return tuple(
            summary for summary in summaries if summary.seat_of(visitor.player_id) is not None
        )

    def _is_current(self, match: matches.Match) -> bool:
        return match.state_version == self._repository.game(match.game).info.state_version

    async def find(self, match_id: str, visitor: Visitor) -> MatchSummary:
        """The public facts of a match at any stage, if this visitor may see it."""
        return await self._repository.summary(await visible_match(self._store, match_id, visitor))

    async def log(self, match_id: str, visitor: Visitor) -> MatchLog:
        """Return the log; raises NothingPlayedError for a table that never started."""
        match = await visible_match(self._store, match_id, visitor)
        if not match.holders:
            raise errors.NothingPlayedError
        game, summary = self._repository.game(match.game), await self._repository.summary(match)
        seat, is_over = summary.seat_of(visitor.player_id), match.life not in matches.OPEN_LIVES
        steps = await self._store.history.steps(match_id)

        starts = [start async for start in self._rounds_found(match, game)]

        def readable(events: Sequence[Event]) -> tuple[Text, ...]:
            return tuple(e.text() for e in events if is_over or is_for(seat, e.logged_for()))

        rounds = [
            LogRound(label, readable([e for e in events if not isinstance(e, SealedEvent)]))
            for label, events in _by_round(game, steps, starts)
        ]
        entries = [_entry(record, readable(_events(game, record))) for record in steps]
        return MatchLog(summary, tuple(rounds), tuple(entries) if is_over else ())

    async def moment(
        self, match_id: str, step: int, eyes: Eyes, visitor: Visitor, *, turn: int = 0
    ) -> ReplayStep:
        """Return one step; a number beyond the last means the last, an unknown seat a spectator.

        With a `turn` of 1 or -1, return the next step that way that shows everybody something.

        Raises StillPlayedError, NothingPlayedError, OldRulesError, UnreadableMatchError.
        """
        match = await ended_match(self._store, match_id, visitor)
        game = self._repository.game(match.game)
        step = max(0, min(step, match.step))
        if turn:
            step = _stop(game, await self._store.history.steps(match_id), step, turn)
        state, record = await self._state(match, game, step)
        summary, rounds = await self._card_at(match, step), await self._rounds_of(match, game)
        return replay_step(summary, record, state, eyes=eyes, last=match.step, rounds=rounds)

    async def rounds(self, match_id: str, visitor: Visitor) -> tuple[RoundStart, ...]:
        """Return the first step of each round of an ended match; the same errors as `moment`."""
        match = await ended_match(self._store, match_id, visitor)
        return await self._rounds_of(match, self._repository.game(match.game))

    async def moves(self, match_id: str, seat: Seat, visitor: Visitor) -> tuple[int, ...]:
        """Return the steps of an ended match that a seat has made; the same errors as `moment`."""
        await ended_match(self._store, match_id, visitor)
        records = await self._store.history.steps(match_id)
        return tuple(record.step for record in records if record.seat == seat)

    async def turning_point(self, match_id: str, result: Result) -> TurningPoint | None:
        """Return when the winner of a finished match took the lead; see `turning_point`.

        Whoever sees the result may know it.
        """
        match = await self._store.matches.find(match_id)
        if match is None:
            raise errors.NoSuchRecordError
        return turning_point(
            await self._rounds_of(match, self._repository.game(match.game)), result
        )

    async def export(self, match_id: str, visitor: Visitor) -> MatchExport:
        """Return an ended match as a file.

        Raises StillPlayedError, NothingPlayedError, OldRulesError, UnreadableMatchError.
        """
        match = await ended_match(self._store, match_id, visitor)
        summary = await self._repository.summary(match)
        if match.state_version != summary.game.info.state_version or summary.seed is None:
            raise errors.OldRulesError
        steps = await self._store.history.steps(match_id)
        try:
            content = await asyncio.to_thread(
                export_match, summary.game, match, steps, summary.seed
            )
        except BROKEN:
            raise errors.UnreadableMatchError(match_id) from None
        return MatchExport(summary, content)

    async def verify(self, match_id: str, visitor: Visitor) -> Verdict:
        """Replay a match from its seed and compare it to the stored one.

        Raises StillPlayedError, NothingPlayedError, UnreadableMatchError.
        """
        try:
            match = await ended_match(self._store, match_id, visitor)
            summary = await self._repository.summary(match)
        except (ValueError, KeyError):
            # Without its cause, which would quote stored data.
            raise errors.UnreadableMatchError(match_id) from None
        try:
            _, state = await self._store.matches.load(match_id)
            steps = await self._store.history.steps(match_id)
        except ValueError:
            return Verdict(summary, Finding.RECORD, 0)
        finding, step = await asyncio.to_thread(
            examine, summary.game, StoredMatch(match, steps, state)
        )
        return Verdict(summary, finding, step)

    async def _state(
        self, match: matches.Match, game: AnyGame, step: int
    ) -> tuple[Any, matches.StepRecord]:
        """The state after a step, replayed from the nearest stored one, and the step."""
        history = self._store.history
        checkpoints = [
            checkpoint
            for checkpoint in await history.checkpoints(match.match_id)
            if checkpoint <= step
        ]
        begin = max(checkpoints, default=0)
        records = await history.steps(match.match_id, begin - 1)
        if len(records) <= step - begin:
            raise errors.UnreadableMatchError(match.match_id)
        wanted = records[1 : step - begin + 1]

        def replay(saved: matches.Saved) -> Any:
            return state_after(game, load_state(game, saved), wanted)

        try:
            saved = await history.state_at(match.match_id, begin)
            if saved is None:
                raise errors.UnreadableMatchError(match.match_id)
            return await asyncio.to_thread(replay, saved), records[step - begin]
        except BROKEN:
            if match.state_version == game.info.state_version:
                raise errors.UnreadableMatchError(match.match_id) from None
            raise errors.OldRulesError from None

    async def _rounds_of(self, match: matches.Match, game: AnyGame) -> tuple[RoundStart, ...]:
        """The first step of each round, from the stored states."""
        known = self._rounds.get(match.match_id)
        if known is None:
            known = tuple([round_ async for round_ in self._rounds_found(match, game)])
            self._rounds[match.match_id] = known
            while len(self._rounds) > ROUNDS_KEPT:
                self._rounds.popitem(last=False)
        return known

    async def _rounds_found(self, match: matches.Match, game: AnyGame) -> AsyncIterator[RoundStart]:
        numbers: set[int] = set()
        for step in await self._store.history.checkpoints(match.match_id):
            try:
                saved = await self._store.history.state_at(match.match_id, step)
                if saved is None:
                    continue
                state = load_state(game, saved)
                progress = game.tableau(game.view(state, None)).progress
                points = game.standing(state).points
            except BROKEN:
                continue  # of older rules or damaged: it can't be shown, its round isn't offered
            if progress is not None and progress.value not in numbers:
                numbers.add(progress.value)
                label = say("{label} {value}", label=progress.label, value=progress.value)
                yield RoundStart(step, label, points)

    async def _card_at(self, match: matches.Match, step: int) -> MatchSummary:
        """The match with the players who held the seats at that step."""
        tenures = await self._store.matches.tenures(match.match_id)
        holders: dict[Seat, matches.Tenure] = {}
        for tenure in tenures:
            if tenure.seat not in holders or tenure.from_step < step:
                holders[tenure.seat] = tenure
        people = tuple(
            holder.sitter.player_id for holder in holders.values() if holder.sitter.player_id
        )
        names = await self._store.people.names(match.guild_id, people)
        summary = await self._repository.summary(match)
        occupants = tuple(
            _occupied(occupant, holders[occupant.seat].sitter, names)
            for occupant in summary.occupants
        )
        # Before the last step somebody still had to move, however the match ended.
        life = match.life if step == match.step else matches.Life.RUNNING
        return replace(summary, occupants=occupants, life=life)


def turning_point(rounds: Sequence[RoundStart], result: Result) -> TurningPoint | None:
    """Find the last round before which a match's only winner did not lead alone.

    None for a shared victory, for a match of one round or one seat, and where points don't decide.
    """
    (winner, *_), *others = result.ranking
    scores = [*(start.points for start in rounds), result.points]
    if not others or winner in result.out or len(rounds) < 2 or not all(scores):
        return None
    rivals = [seat for seat in range(len(result.points)) if seat != winner]
    leads = [points[winner] > max(points[seat] for seat in rivals) for points in scores]
    if not leads[-1]:
        return None
    last = max((place for place, is_ahead in enumerate(leads) if not is_ahead), default=0)
    if last == 0:
        return TurningPoint(winner, None)
    return TurningPoint(winner, rounds[last].label, scores[last + 1][winner] - scores[last][winner])


def replay_step(
    summary: MatchSummary,
    record: matches.StepRecord,
    state: Any,
    *,
    eyes: Eyes,
    last: int,
    rounds: tuple[RoundStart, ...],
) -> ReplayStep:
    """Show a step from one viewpoint; an unknown seat means a spectator."""
    seats = range(len(summary.occupants))
    if isinstance(eyes, int) and eyes not in seats:
        eyes = "watcher"
    opened = seats if eyes == "open" else [eyes] if isinstance(eyes, int) else []
    events = _events(summary.game, record)
    seen = [event for event in events if is_for(_seat(eyes), event.seen_by())]
    if eyes == "open" and not seen:
        seen = events  # else the open hands show the others
    return ReplayStep(
        entry=_entry(record, tuple(event.text() for event in seen)),
        last=last,
        eyes=eyes,
        table=_match_view(summary, state, _seat(eyes)),
        hands=tuple(_match_view(summary, state, seat) for seat in opened),
        rounds=rounds,
    )


def _by_round(
    game: AnyGame, steps: Sequence[matches.StepRecord], starts: Sequence[RoundStart]
) -> Iterator[tuple[Text | None, list[Event]]]:
    """Yield the events of each round, from the one that opens it to the end of its last step."""
    labels = {start.step: start.label for start in starts}
    label, chapter = labels.pop(0, None), list[Event]()
    for record in steps:
        events = _events(game, record)
        if record.step in labels:
            opening = (n for n, event in enumerate(events) if isinstance(event, OpeningEvent))
            end = next(opening, len(events))
            yield label, chapter + events[:end]
            label, chapter, events = labels[record.step], [], events[end:]
        chapter += events
    yield label, chapter


def _stop(game: AnyGame, steps: Sequence[matches.StepRecord], step: int, turn: int) -> int:
    """The next step at which everybody sees something; the first and the last are always stops."""
    last = len(steps) - 1
    step = max(0, min(step + turn, last))
    while 0 < step < last and not any(
        event.seen_by() is None and not isinstance(event, SealedEvent)
        for event in _events(game, steps[step])
    ):
        step += turn
    return step


def _occupied(occupant: Occupant, sitter: matches.Sitter, names: Mapping[int, str]) -> Occupant:
    return replace(
        occupant,
        name=display_name(sitter, names),
        player_id=sitter.player_id,
        is_bot=sitter.bot is not None,
    )


def _seat(eyes: Eyes) -> Seat | None:
    return eyes if isinstance(eyes, int) else None


def _events(game: AnyGame, record: matches.StepRecord) -> list[Event]:
    return [load_event(game, saved) for saved in record.events]


def _entry(record: matches.StepRecord, events: tuple[Text, ...]) -> Entry:
    return Entry(record.step, record.seat, record.actor, record.made_at, events)


def _match_view(summary: MatchSummary, state: Any, seat: Seat | None) -> MatchView:
    game = summary.game
    view = game.view(state, seat)
    return MatchView(
        summary=summary,
        viewer=None if seat is None else summary.occupants[seat].player_id,
        view=view,
        tableau=game.tableau(view),
        standing=game.standing(state),
        result=game.result(state),
        fingerprint=fingerprint(summary, view),
    )
