"""Builds all parts: the database, the application and the client, in this order."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from bot.circuit_breaker import CircuitBreaker
from bot.machine import cores, memory
from bot.machine import painters as painters_of
from bot.metrics.meters import Meters
from bot.settings import Settings
from bot.shards import parse_share
from bot.tables.application import Application
from bot.tables.bots.searches import Searches
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.time_controls import DAY
from bot.tables.jobs.system_clock import SystemClock
from bot.tables.matches.repository import MatchRepository, by_key
from bot.tables.ownership import Ownership
from bot.tables.ports import Clock
from bot.tables.time_limits import Limits
from bot.ui.features import (
    coaching,
    daily,
    exclusions,
    history,
    leaderboards,
    lessons,
    lobby,
    me,
    play,
    tournaments,
)
from bot.ui.features import settings as server_settings
from bot.ui.features.services import Services
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.catalogues import languages as all_languages
from bot.ui.i18n.icons import EMOJIS
from bot.ui.interactions.command_options import command_groups
from bot.ui.interactions.newest_messages import NewestMessages
from bot.ui.interactions.router import Router
from bot.ui.interactions.table_choice import TableChoice
from bot.ui.match.hand_drawing import HandPainter
from bot.ui.match.hands import Hands
from bot.ui.match.public_messages import PublicMessages
from bot.ui.match.reminder_messages import ReminderMessages
from bot.ui.match.surface_sync import SurfaceSync
from bot.ui.match.table_finder import TableFinder
from bot.ui.match.welcome import Welcome
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.avatars import Avatars
from bot.ui.pictures.paint_queue import PaintQueue
from bot.ui.pictures.painter_process import PainterProcesses, PainterSettings
from bot.ui.pictures.warmup import keep_parts, part_limits
from bot.ui.program.client import TomatoClient
from bot.ui.program.event_keeper import EventKeeper
from bot.ui.program.guild_events import GuildEvents
from bot.ui.program.standby import Standby
from bot.ui.self_test import SelfTest
from bot.ui.sync.delivery import Delivery
from bot.ui.sync.edit_rate import EditRate
from bot.ui.sync.placement import Placement
from bot.ui.sync.role_keeper import RoleKeeper
from data.engine.database import BeforeWrite
from data.engine.postgres_values import PostgresLimits
from data.store import Store, shared_store
from games import GAMES
from games.core.game import AnyGame

FEATURES = (
    *(lobby, play, tournaments, history, leaderboards, coaching, lessons, daily),
    *(me, exclusions, server_settings),
)
"""Each registers its commands and buttons."""


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
    ownership: Ownership
    standby: Standby
    self_test: SelfTest
    roles: RoleKeeper
    events: EventKeeper
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
    games = [game for game in games if settings.drafts or game.info.stage == "full"]
    clock, meters = clock or SystemClock(), metrics or Meters()
    searches = (start_searches := partial(Searches, breaker=CircuitBreaker()))()
    pictures = Pictures(painters := paint_queue(settings, clock, meters), Avatars())
    store, ownership = _store(settings, meters, before_write)
    standby = Standby(store, ownership)
    try:
        newest = NewestMessages(clock)
        client = TomatoClient(
            guild_ready_timeout=guild_ready_timeout, share=ownership.share, metrics=metrics,
            newest=newest, admission=standby, book=standby.book,
        )  # fmt: skip
        ownership.is_cut_off = lambda: client.is_cut_off
        tables, surfaces = _application(
            settings, store, clock, games=games, pictures=pictures, secret_source=secret_source,
            searches=searches, ownership=ownership, meters=meters,
            workers=partial(start_searches, niceness=15),
        )  # fmt: skip
        services = _services(
            client, tables, surfaces, store=store, pictures=pictures,
            posts=Delivery(client, store, EditRate(clock, channel_changes), newest),
            languages=Languages(settings.language, store.guilds),
            self_test=SelfTest(settings, painters, clock, store),
        )  # fmt: skip
        bot = _bot(client, services, store=store, ownership=ownership, standby=standby)
        async with client:  # which closes it, logged in or not
            try:
                yield bot
            finally:
                EMOJIS.forget()
                await client.stop_answering()
                await surfaces.close()
                await tables.reviews.close()
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


def _application(
    settings: Settings,
    store: Store,
    clock: Clock,
    *,
    games: Sequence[AnyGame],
    pictures: Pictures,
    secret_source: SecretSource | None,
    searches: Searches,
    workers: Callable[[], Searches],
    ownership: Ownership,
    meters: Meters,
) -> tuple[Application, SurfaceSync]:
    """Build the application, and what shows its changes."""
    repository = MatchRepository(store, by_key(games))
    surfaces = SurfaceSync(
        store, repository, pictures, repainted=meters.repainted, ownership=ownership
    )
    application = Application(
        store,
        clock,
        surfaces,
        games=games,
        repository=repository,
        secret_source=secret_source,
        limits=limits_of(settings),
        searches=searches,
        ownership=ownership,
        workers=workers,
        languages=all_languages(),
    )
    return application, surfaces


def _services(
    client: TomatoClient,
    tables: Application,
    surfaces: SurfaceSync,
    *,
    store: Store,
    posts: Delivery,
    pictures: Pictures,
    languages: Languages,
    self_test: SelfTest,
) -> Services:
    """Build what keeps the messages of matches up to date, and what features are made of."""
    placement, reconciler = Placement(client), surfaces.matches
    reminders = ReminderMessages(
        posts, placement, languages, reconciler=reconciler, people=tables.people
    )
    publics = PublicMessages(
        store,
        posts,
        placement,
        languages,
        reconciler=reconciler,
        leaderboards=tables.leaderboards,
        archive=tables.archive,
        guesses=tables.guesses,
        now=tables.now,
        channel_lost=reminders.tell_of_lost_channel,
    )
    hands = Hands(
        posts,
        store,
        HandPainter(client.mentions),
        placement=placement,
        pictures=pictures,
        languages=languages,
        reconciler=reconciler,
        tables=tables,
    )
    surfaces.register(publics, hands, reminders)
    posts.on_success(surfaces.wake)
    finder = TableFinder(tables, surfaces, publics)
    return Services(
        client=client,
        tree=client.tree,
        groups=command_groups(client.tree),
        router=Router(tables, pictures.avatars.met, surfaces.mend, publics.lend, finder.any_table),
        games=tables.games,
        tables=tables,
        finder=finder,
        surfaces=surfaces,
        publics=publics,
        hands=hands,
        posts=posts,
        pictures=pictures,
        languages=languages,
        roles=RoleKeeper(client, tables.roles, surfaces.owns),
        self_test=self_test,
        welcome=Welcome(client, tables, pictures, posts, languages),
    )


def _bot(
    client: TomatoClient,
    services: Services,
    *,
    store: Store,
    ownership: Ownership,
    standby: Standby,
) -> Bot:
    """Let the features answer what people do."""
    for feature in FEATURES:
        feature.register(services)
    tables, surfaces, router = services.tables, services.surfaces, services.router
    events = GuildEvents(tables.servers, surfaces, services.welcome.post)
    client.listen(router, TableChoice(tables, router, client.tree), events)
    return Bot(
        client, tables, surfaces, services.hands, services.pictures, events, store, ownership,
        standby, services.self_test, services.roles,
        EventKeeper(
            client, tables.planned_events, services.languages, owns=ownership.owns, now=tables.now
        ),
    )  # fmt: skip


def limits_of(settings: Settings) -> Limits:
    """The host's settings for speed and retention."""
    days = settings.keep_days
    return Limits(
        bot_delay=round(settings.bot_seat_delay * 1000),
        remember_matches=None if days is None else days * DAY,
    )
