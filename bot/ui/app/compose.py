"""Builds all parts: the database, the application and the client, in this order."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from bot.background import background
from bot.circuit_breaker import CircuitBreaker
from bot.machine import cores, memory
from bot.machine import painters as painters_of
from bot.metrics.meters import Meters
from bot.settings import Settings
from bot.shards import parse_share
from bot.tables.application import Application
from bot.tables.bots.searches import Searches
from bot.tables.competitions.queries import TournamentQueries
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.time_controls import DAY
from bot.tables.history.archive import Archive
from bot.tables.history.reviews import Reviews
from bot.tables.jobs.system_clock import SystemClock
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.limits import Limits
from bot.tables.matches.repository import MatchRepository, by_key
from bot.tables.ownership import Ownership
from bot.tables.people import People
from bot.tables.ports import Clock
from bot.tables.server_settings import ServerSettings
from bot.ui.app.client import TomatoClient
from bot.ui.app.guild_events import GuildEvents
from bot.ui.app.standby import Standby
from bot.ui.commands import add_all
from bot.ui.commands.context import CommandContext
from bot.ui.handlers.coaching import CoachingHandler
from bot.ui.handlers.competitions.tournaments import TournamentHandler
from bot.ui.handlers.competitions.weekly_deals import WeeklyDealHandler
from bot.ui.handlers.doctor import DoctorHandler
from bot.ui.handlers.game_list import GameListHandler
from bot.ui.handlers.history import HistoryHandler, ReviewHandler
from bot.ui.handlers.leaderboards import LeaderboardHandler
from bot.ui.handlers.lobby import LobbyHandler
from bot.ui.handlers.privacy import PrivacyHandler
from bot.ui.handlers.progress.lessons import LessonHandler
from bot.ui.handlers.router import Router
from bot.ui.handlers.seats import SeatHandler
from bot.ui.handlers.server_settings import SettingsHandler
from bot.ui.handlers.table import TableHandler
from bot.ui.handlers.table_choice import TableChoice
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.catalogues import languages as all_languages
from bot.ui.i18n.icons import EMOJIS
from bot.ui.interactions.newest_messages import NewestMessages
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.avatars import Avatars
from bot.ui.pictures.paint_queue import PaintQueue
from bot.ui.pictures.painter_process import PainterProcesses, PainterSettings
from bot.ui.pictures.warmup import keep_parts, part_limits
from bot.ui.self_test import SelfTest
from bot.ui.surfaces.competitions.tournament_messages import TournamentMessages
from bot.ui.surfaces.competitions.weekly_deal_messages import WeeklyDealMessages
from bot.ui.surfaces.delivery import Delivery
from bot.ui.surfaces.edit_rate import EditRate
from bot.ui.surfaces.hand_drawing import HandPainter
from bot.ui.surfaces.hands import Hands
from bot.ui.surfaces.placement import Placement
from bot.ui.surfaces.private_copies import Copies
from bot.ui.surfaces.public_messages import PublicMessages
from bot.ui.surfaces.reminder_messages import ReminderMessages
from bot.ui.surfaces.sync import SurfaceSync
from data.engine.database import BeforeWrite
from data.engine.postgres_values import PostgresLimits
from data.store import Store, shared_store
from games import GAMES
from games.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Bot:
    """Everything that is running."""

    client: TomatoClient
    tables: Application
    surfaces: SurfaceSync
    hands: Hands
    pictures: Pictures
    guild_events: GuildEvents
    store: Store
    archive: Archive
    reviews: Reviews
    boards: Leaderboards
    ownership: Ownership
    standby: Standby
    self_test: SelfTest
    is_up: asyncio.Event = field(default_factory=asyncio.Event)  # matches resumed, deadlines run


@contextlib.asynccontextmanager
async def assembled(
    settings: Settings,
    *,
    games: Sequence[AnyGame] = GAMES,
    clock: Clock | None = None,
    secret_source: SecretSource | None = None,
    before_write: BeforeWrite | None = None,
    channel_changes: int = 5,
    guild_ready_timeout: float = 2.0,
    metrics: Meters | None = None,
) -> AsyncIterator[Bot]:
    """Build all parts and close them at the end. The database is opened once its lock is held.

    `channel_changes` is the number of messages that may be changed per channel in five seconds.
    Tests supply their own clock, source of secrets, and hook before every write.
    """
    keep_parts(settings)
    clock = clock or SystemClock()
    meters = metrics or Meters()
    start_searches = partial(Searches, breaker=CircuitBreaker())
    searches = start_searches()
    pictures = Pictures(painters := paint_queue(settings, clock, meters), Avatars())
    store, ownership = _store(settings, meters, before_write)
    standby = Standby(store, ownership)
    try:
        newest = NewestMessages(clock)
        client = _client(standby, ownership, guild_ready_timeout, metrics, newest)
        base = _base(
            client,
            store,
            clock=clock,
            pictures=pictures,
            games=games,
            metrics=meters,
            ownership=ownership,
            standby=standby,
            languages=Languages(settings.language, store.guilds),
            self_test=SelfTest(settings, painters, clock, store),
        )
        shown = _messages(base, Delivery(client, store, EditRate(clock, channel_changes), newest))
        tables = _application(base, shown.surfaces, secret_source, limits_of(settings), searches)
        bot = _bot(base, shown, tables, partial(start_searches, niceness=15))
        async with client:  # which closes it, logged in or not
            try:
                yield bot
            finally:
                EMOJIS.forget()
                await client.stop_answering()
                await bot.surfaces.close()
                await bot.reviews.close()
                await pictures.avatars.close()
                await store.close()  # so that a process that stands by needn't wait for Discord
    finally:
        searches.close()
        await store.close()
        pictures.close()  # which waits for a picture that is being painted


def _store(
    settings: Settings, meters: Meters, before_write: BeforeWrite | None
) -> tuple[Store, Ownership]:
    """Name the database, and the shards for which this process works on it."""
    limits = PostgresLimits(
        connections=settings.postgres_connections, statement_seconds=settings.postgres_timeout
    )
    share = parse_share(settings.shards) if settings.shards else None
    store = shared_store(
        settings.store_address,
        share=share,
        limits=limits,
        before_write=before_write,
        committed=meters.committed,
    )
    return store, Ownership(share, store.locks.tell if store.locks and share else None)


def paint_queue(settings: Settings, clock: Clock, metrics: Meters) -> PaintQueue:
    """The threads that paint, with processes if the settings or the machine want them."""
    count = settings.painters
    if count == "auto":
        count = painters_of(cores(), memory())
    if not count:
        return PaintQueue(1, clock, metrics.painted)
    folder, most = part_limits(settings)
    processes = PainterProcesses(PainterSettings(folder, most, settings.log_format))
    return PaintQueue(count, clock, metrics.painted, processes)


_Workers: TypeAlias = Callable[[], Searches]
"""Makes processes of low priority."""


@dataclass(frozen=True, slots=True)
class _Base:
    """The parts that both the application and the messages need."""

    client: TomatoClient
    store: Store
    clock: Clock
    pictures: Pictures
    games: Sequence[AnyGame]
    repository: MatchRepository
    people: People
    boards: Leaderboards
    metrics: Meters
    ownership: Ownership
    standby: Standby
    languages: Languages
    self_test: SelfTest


@dataclass(frozen=True, slots=True)
class _Messages:
    """Everything that keeps messages up to date."""

    publics: PublicMessages
    hands: Hands
    surfaces: SurfaceSync
    tournaments: TournamentMessages


def _base(
    client: TomatoClient,
    store: Store,
    *,
    clock: Clock,
    pictures: Pictures,
    games: Sequence[AnyGame],
    metrics: Meters,
    ownership: Ownership,
    standby: Standby,
    languages: Languages,
    self_test: SelfTest,
) -> _Base:
    return _Base(
        client,
        store,
        clock,
        pictures,
        games,
        MatchRepository(store, by_key(games)),
        People(store),
        Leaderboards(store, clock, games=games),
        metrics,
        ownership,
        standby,
        languages,
        self_test,
    )


def _client(
    standby: Standby,
    ownership: Ownership,
    guild_ready_timeout: float,
    metrics: Meters | None,
    newest: NewestMessages,
) -> TomatoClient:
    return TomatoClient(
        guild_ready_timeout=guild_ready_timeout,
        share=ownership.share,
        metrics=metrics,
        newest=newest,
        admission=standby,
        book=standby.book,
    )


def _application(
    base: _Base,
    surfaces: SurfaceSync,
    secret_source: SecretSource | None,
    limits: Limits,
    searches: Searches,
) -> Application:
    return Application(
        base.store,
        base.clock,
        surfaces,
        repository=base.repository,
        people=base.people,
        games=base.games,
        secret_source=secret_source,
        limits=limits,
        searches=searches,
        ownership=base.ownership,
    )


def _messages(base: _Base, posts: Delivery) -> _Messages:
    store, languages, placement = base.store, base.languages, Placement(base.client)
    surfaces = SurfaceSync(
        store,
        base.repository,
        base.pictures,
        repainted=base.metrics.repainted,
        ownership=base.ownership,
    )
    reminders = ReminderMessages(posts, languages, reconciler=surfaces.matches, people=base.people)
    publics = PublicMessages(
        store,
        posts,
        placement,
        languages,
        reconciler=surfaces.matches,
        leaderboards=base.boards,
        channel_lost=reminders.tell_of_lost_channel,
    )
    hands = Hands(
        posts,
        store,
        base.clock,
        HandPainter(base.client.mentions),
        placement=placement,
        pictures=base.pictures,
        languages=languages,
        reconciler=surfaces.matches,
        people=base.people,
    )
    tournaments = TournamentMessages(
        store,
        posts,
        publics,
        languages,
        queries=TournamentQueries(store, base.repository),
    )
    surfaces.register(
        publics,
        hands,
        reminders,
        tournaments=tournaments,
        deals=WeeklyDealMessages(store, posts, languages, base.games).announce,
    )
    posts.on_success(surfaces.wake)
    return _Messages(publics, hands, surfaces, tournaments)


def _bot(base: _Base, shown: _Messages, tables: Application, workers: _Workers) -> Bot:
    """Register the handlers of all interactions."""
    client, store, pictures, games = base.client, base.store, base.pictures, base.games
    hands, surfaces, publics = shown.hands, shown.surfaces, shown.publics
    copies, seats = Copies(tables, pictures), SeatHandler(tables, hands, publics)
    history = HistoryHandler(store, games, pictures, languages=base.languages, workers=workers)
    reviews, archive = Reviews(store, games, workers(), background), history.archive
    review = ReviewHandler(reviews, archive, pictures, base.languages)
    coaching = CoachingHandler(
        games, tables=tables, hands=hands, publics=publics, pictures=pictures, surfaces=surfaces
    )
    leaderboards = LeaderboardHandler(base.boards, tables, pictures, games, base.languages)
    decisions = ServerSettings(store, surfaces, all_languages())
    server_settings = SettingsHandler(decisions)
    doctor = DoctorHandler(client, store, tables, decisions, base.clock, self_test=base.self_test)
    privacy = PrivacyHandler(tables.privacy, surfaces, pictures.avatars)
    chooser, lessons = TableChoice(tables, client.tree), LessonHandler(tables, pictures)
    deals = WeeklyDealHandler(
        tables, hands, surfaces, history, pictures=pictures, languages=base.languages
    )
    game_list = GameListHandler(tables, surfaces, publics, pictures, lessons)
    lobbies = LobbyHandler(tables, copies, lessons)
    tournaments = TournamentHandler(tables, surfaces, shown.tournaments, pictures)
    parts = (seats, history, review, coaching, lessons, lobbies, game_list, leaderboards)
    others = (*parts, server_settings, doctor, privacy, deals, tournaments, chooser)
    buttons = TableHandler(tables, hands, [part.handlers for part in others])
    events = GuildEvents(store, base.clock, surfaces)
    router = Router(tables, hands, buttons, surfaces, pictures.avatars, lessons=lessons)
    client.listen(router, chooser, events)
    context = CommandContext(
        games=games,
        tables=tables,
        surfaces=surfaces,
        public_messages=publics,
        hands=hands,
        buttons=buttons,
        copies=copies,
        pictures=pictures,
        history=history,
        reviews=review,
        leaderboards=leaderboards,
        seats=seats,
        coaching=coaching,
        lessons=lessons,
        weekly_deals=deals,
        game_list=game_list,
        server_settings=server_settings,
        doctor=doctor,
        privacy=privacy,
        tournaments=tournaments,
    )
    add_all(client.tree, context)
    return Bot(
        client, tables, surfaces, hands, pictures, events, store, archive, reviews,
        base.boards, base.ownership, base.standby, base.self_test,
    )  # fmt: skip


def limits_of(settings: Settings) -> Limits:
    """The host's settings for speed and retention."""
    days = settings.keep_days
    return Limits(
        bot_delay=round(settings.bot_seat_delay * 1000),
        remember_matches=None if days is None else days * DAY,
    )
