"""An application for tests: a manual clock, a recording messenger and repeatable secrets."""

import asyncio
import itertools
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from bot.tables.application import Application
from bot.tables.bots.searches import Searches
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.player import Player
from bot.tables.domain.views import Answered, LobbyView, MatchSummary, MatchView, Question
from bot.tables.lobbies.lobbies import NewTable
from bot.tables.matches.moves import Press
from bot.tables.matches.snapshot import Snapshot
from bot.tables.ports import Reminder
from bot.tables.time_limits import Limits
from data.engine.database import BeforeWrite
from data.records.matches import Life, Match
from data.store import Store, open_store
from games import GAMES
from games.core.ai.memory import Level, Memory
from games.core.answer import random_form
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.saving import load_state
from games.tomate import TOMATE
from tests.support.new_databases import place_database
from tests.support.sampling import THOROUGH
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS, Seals
from tests.toys.seals.moves import SealsMove
from tests.toys.seals.views import SealsView

GUILD, CHANNEL, OTHER_CHANNEL = 900, 910, 911
NOON = 1_800_000_000_000
GUARD = 60.0
"""A test that waits longer than this many seconds fails instead of hanging."""


class SealsForTwelve(Seals):
    """Seals for twelve people, who all choose at once."""

    info = Seals.info.model_copy(update={"key": "seals_for_twelve", "seats": (2, 12)})


class Policed(Seals):
    """Seals with a policy of a test's own, or the usual one where that decides nothing."""

    info = Seals.info.model_copy(update={"key": "policed"})

    def __init__(self, decide: Callable[[SealsView, Level], SealsMove | None]) -> None:
        self._decide = decide

    def policy(self, view: SealsView, memory: Memory, level: Level, rng: Rng) -> SealsMove:
        return self._decide(view, level) or super().policy(view, memory, level, rng)


SEALS_FOR_TWELVE = SealsForTwelve()
POOL: tuple[AnyGame, ...] = (SEALS, SEALS_FOR_TWELVE, PLOTS, BATCHES, *GAMES)
PLAYED = POOL if THOROUGH else (SEALS, PLOTS, BATCHES, TOMATE)
"""Games that are played to the end at tables; the rules of each have laws of their own."""
SHORT: Mapping[str, Mapping[str, object]] = {
    "tomate": {"cycles": 1},
    "karate_tomate": {"trophies_to_call": 8, "stalemate_rounds": 5},
}
"""Options for short matches, by the game's key."""

ANA, BEN, CHEN, DORA = (
    Player(number, name) for number, name in enumerate(("Ana", "Ben", "Chen", "Dora"), 101)
)


@dataclass(frozen=True)
class Guest:
    """Somebody who asks about matches, with the server they ask in and the channels they view."""

    player_id: int
    guild_id: int | None = GUILD
    channels: frozenset[int] = frozenset({CHANNEL})

    def views(self, channel_id: int) -> bool:
        return channel_id in self.channels

    def viewable(self) -> frozenset[int]:
        return self.channels


PEOPLE = (ANA, BEN, CHEN, DORA, *(Player(200 + n, f"Guest {n}") for n in range(9)))


@dataclass
class ManualClock:
    """A clock that stands still until it is advanced."""

    moment: int = NOON
    _sleepers: list[int] = field(default_factory=list)
    _turned: asyncio.Event = field(default_factory=asyncio.Event)
    _dozed_off: asyncio.Event = field(default_factory=asyncio.Event)

    def now(self) -> int:
        return self.moment

    def advance(self, milliseconds: int) -> None:
        self.moment += milliseconds
        self._sleepers.clear()
        turned, self._turned = self._turned, asyncio.Event()
        turned.set()

    async def sleep_until(self, due: int, wake: asyncio.Event) -> None:
        while self.moment < due and not wake.is_set():
            self._sleepers.append(due)
            self._dozed_off.set()
            turns = {asyncio.ensure_future(self._turned.wait()), asyncio.ensure_future(wake.wait())}
            try:
                await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for turn in turns:
                    turn.cancel()

    async def until_asleep(self, due: int | None = None) -> None:
        """Return once a task sleeps since the last advance; with `due`, one sleeping until then."""
        async with asyncio.timeout(GUARD):
            while not (due in self._sleepers or (due is None and self._sleepers)):
                self._dozed_off.clear()
                await self._dozed_off.wait()


def pass_time(tables: Application, clock: ManualClock, milliseconds: int) -> None:
    """Advance the clock of a running bot as time in which its heartbeat ran."""
    clock.advance(milliseconds)
    tables.scheduler._context.heartbeat.start()


@dataclass
class Notes:
    """A messenger that records what it is told, and lets tests wait for it."""

    heard: list[str] = field(default_factory=list)
    reminded: list[Reminder] = field(default_factory=list)
    unreached: dict[int, str] = field(default_factory=dict)
    """The players whom no reminder reaches, with the reason."""
    deals: list[tuple[int, str]] = field(default_factory=list)
    """The server and the message of each deal that changed."""
    on_change: Callable[[str], None] | None = None
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def changed(self, snapshot: Snapshot) -> None:
        match_id = snapshot.match.match_id
        async with self._news:
            self.heard.append(match_id)
            self._news.notify_all()
        if self.on_change is not None:
            self.on_change(match_id)

    async def competition_changed(self, guild_id: int, tournament_id: str) -> None:
        async with self._news:
            self.heard.append(tournament_id)
            self._news.notify_all()

    def mark(self, match_id: str) -> None:
        self.heard.append(match_id)

    async def deal_changed(self, guild_id: int, post_id: str) -> None:
        async with self._news:
            self.deals.append((guild_id, post_id))
            self._news.notify_all()

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        async with self._news:
            self.reminded.append(reminder)
            self._news.notify_all()
        if self.on_change is not None:
            self.on_change(reminder.match_id)
        called = {*reminder.mention, *reminder.write}
        return {player: why for player, why in self.unreached.items() if player in called}

    async def until(self, count: int) -> None:
        """Return once this many changes were announced."""
        async with asyncio.timeout(GUARD), self._news:
            await self._news.wait_for(lambda: len(self.heard) >= count)

    async def until_reminded(self, count: int) -> None:
        """Return once this many reminders were sent."""
        async with asyncio.timeout(GUARD), self._news:
            await self._news.wait_for(lambda: len(self.reminded) >= count)

    async def until_deals_changed(self, count: int) -> None:
        """Return once this many messages about deals have changed."""
        async with asyncio.timeout(GUARD), self._news:
            await self._news.wait_for(lambda: len(self.deals) >= count)


@dataclass
class Repeating(SecretSource):
    """Draws the same ids and secrets every time."""

    word: str = "tomato"
    _ids: "itertools.count[int]" = field(default_factory=itertools.count)
    _secrets: "itertools.count[int]" = field(default_factory=itertools.count)

    def match_id(self) -> str:
        return f"match-{self.word}-{next(self._ids)}"

    def secret(self) -> bytes:
        return blake2b(f"{self.word} {next(self._secrets)}".encode(), digest_size=32).digest()

    def jitter(self, bound: int) -> int:
        return bound // 2


@dataclass
class LocalApp:
    store: Store
    tables: Application
    clock: ManualClock
    notes: Notes
    path: Path
    games: Sequence[AnyGame]
    _presses: "itertools.count[int]" = field(default_factory=lambda: itertools.count(5_000))
    guild_id: int = GUILD

    def second(self) -> "LocalApp":
        """Another process on the same store, with no shared lock, cache or wake-up."""
        limits = Limits(bot_delay=0)
        secret_source = Repeating("second")
        tables = Application(
            self.store,
            self.clock,
            self.notes,
            games=self.games,
            secret_source=secret_source,
            limits=limits,
        )
        return replace(self, tables=tables, _presses=itertools.count(9_000))

    async def until_moved(self, match_id: str) -> None:
        """Return once the match has a step, also if it was made before this call."""
        while True:
            count = len(self.notes.heard)  # read first: no move can fall in between
            if await self.store.history.steps(match_id, 0):
                return
            await self.notes.until(count + 1)

    async def opened(
        self,
        host: Player = ANA,
        game: AnyGame = SEALS,
        *,
        bots: int = 0,
        starts_at: int | None = None,
        **options: Any,
    ) -> LobbyView:
        """Open a lobby of this host."""
        opening = NewTable(
            guild_id=self.guild_id,
            channel_id=CHANNEL,
            host=host,
            game_key=game.info.key,
            options=options,
            bots=bots,
            starts_at=starts_at,
        )
        return await self.tables.lobbies.open(opening)

    async def started(
        self, players: Sequence[Player], game: AnyGame = SEALS, *, bots: int = 0, **options: object
    ) -> MatchSummary:
        """Start a match of these players, seated in this order; it is short by default."""
        agreed: dict[str, Any] = {"seat_order": "joined", **SHORT.get(game.info.key, {}), **options}
        host, *others = players
        lobby = await self.opened(host, game, **agreed)
        for player in others:
            await self.tables.lobbies.join(lobby.summary.id, player)
        for _ in range(bots):
            await self.tables.guests.add_bot(lobby.summary.id, host)
        return await self.tables.match_start.start(lobby.summary.id, host)

    async def played(self, players: Sequence[Player], game: AnyGame = SEALS, **options: Any) -> str:
        """Play a match of these players to its end; return its id."""
        summary = await self.started(players, game, **options)
        await self.play_out(summary.id, players)
        return summary.id

    async def match(self, match_id: str) -> Match:
        """Return a match, as stored."""
        match = await self.store.matches.find(match_id)
        assert match is not None, f"there is no match {match_id}"
        return match

    async def summary(self, match_id: str) -> MatchSummary:
        return await self.tables.queries.summary(match_id)

    async def view(self, match_id: str, player_id: int | None) -> MatchView:
        return await self.tables.queries.match_view(match_id, player_id)

    async def question(self, match_id: str, player_id: int) -> Question:
        """Return what a player is asked."""
        question = (await self.view(match_id, player_id)).question
        assert question is not None, f"player {player_id} is asked nothing"
        return question

    def damage(self, statement: str, *values: object) -> None:
        """Write into the database without going through the store."""
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.execute(statement, values)

    async def keep_draft(
        self,
        match_id: str,
        player_id: int,
        ticket: str,
        draft: bytes | None,
        begun: Form | None = None,
    ) -> None:
        """Keep a half-filled form as a press would."""
        snapshot = await self.tables.queries.open(match_id)
        await self.tables.queries.keep_draft(snapshot, player_id, ticket, draft, begun)

    async def press(
        self,
        match_id: str,
        player: Player,
        form: Form | None = None,
        *,
        ticket: str | None = None,
        seat: int | None = None,
        interaction_id: int | None = None,
    ) -> Answered:
        """Answer as a player would, by default with a random form for the current question."""
        match_view = await self.view(match_id, player.id)
        question = match_view.question
        if form is None:
            assert question is not None, f"{player.name} is asked nothing"
            form = random_form(question.prompt, Rng(f"{question.seat} {question.ticket}"))
        mine = match_view.summary.seat_of(player.id)
        return await self.tables.answers.answer(
            match_id,
            Press(
                interaction_id=next(self._presses) if interaction_id is None else interaction_id,
                player_id=player.id,
                seat=(-1 if mine is None else mine) if seat is None else seat,
                ticket=ticket or (question.ticket if question else "0-none"),
                form=form,
            ),
        )

    async def awaited(self, match_id: str, players: Sequence[Player]) -> tuple[Player, ...]:
        """The players among these who owe an answer."""
        owing = []
        for player in players:
            mine = await self.tables.queries.matches_of(player.id)
            summary = next((summary for summary in mine if summary.id == match_id), None)
            if summary is None or summary.life is not Life.RUNNING:
                continue
            state = await self.state(match_id)
            if summary.seat_of(player.id) in summary.game.awaited(state):
                owing.append(player)
        return tuple(owing)

    async def state(self, match_id: str) -> Any:
        """The match's whole state, as stored."""
        match, saved = await self.store.matches.load(match_id)
        game = next(game for game in self.games if game.info.key == match.game)
        return load_state(game, saved)

    async def play_out(self, match_id: str, players: Sequence[Player]) -> list[tuple[int, Form]]:
        """Play to the end; return every seat's forms in the order they were given."""
        given = []
        while owing := await self.awaited(match_id, players):
            match_view = await self.view(match_id, owing[0].id)
            assert match_view.question is not None
            question = match_view.question
            form = random_form(question.prompt, Rng(f"{question.seat} {question.ticket}"))
            await self.press(match_id, owing[0], form)
            given.append((question.seat, form))
        return given


@asynccontextmanager
async def local_app(
    path: Path,
    *,
    games: Sequence[AnyGame] = POOL,
    limits: Limits | None = None,
    before_write: BeforeWrite | None = None,
    clock: ManualClock | None = None,
    word: str = "tomato",
    searches: Searches | None = None,
) -> AsyncIterator[LocalApp]:
    """Open an application on a file; everything in memory is gone when it closes."""
    store = await open_store(place_database(path), before_write=before_write)
    clock, notes = clock or ManualClock(), Notes()
    limits = limits or Limits(bot_delay=0)
    tables = Application(
        store,
        clock,
        notes,
        games=games,
        secret_source=Repeating(word),
        limits=limits,
        searches=searches,
    )
    try:
        yield LocalApp(store, tables, clock, notes, path, games)
    finally:
        await store.close()


@asynccontextmanager
async def running(app: LocalApp) -> AsyncIterator[asyncio.Task[None]]:
    """Run the scheduler inside the block."""
    task = asyncio.create_task(app.tables.scheduler.run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait({task})


async def play_on(app: LocalApp, match_id: str, players: Sequence[Player]) -> None:
    """Let these players and the bots play to the end."""
    async with running(app):
        count = len(app.notes.heard)  # read before the check, so that no change is missed
        while (await app.tables.queries.summary(match_id)).life is Life.RUNNING:
            for player in await app.awaited(match_id, players):
                await app.press(match_id, player)
            if not await app.awaited(match_id, players):
                await app.notes.until(count + 1)
            count = len(app.notes.heard)
