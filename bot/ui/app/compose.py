"""Starting and stopping: the database, the application and the client, in this order."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from bot.background import background
from bot.metrics.meters import Metrics
from bot.settings import Settings
from bot.shards import ShardShare, parse_share
from bot.tables.application import Application
from bot.tables.bots.searches import Searches
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.time_controls import DAY
from bot.tables.history.archive import Archive
from bot.tables.jobs.system_clock import SystemClock
from bot.tables.leaderboards.service import Leaderboards
from bot.tables.limits import Limits
from bot.tables.ports import Clock
from bot.ui.app.client import TomatoClient
from bot.ui.app.emojis import upload_emojis
from bot.ui.app.guild_events import GuildEvents
from bot.ui.commands import add_all
from bot.ui.commands.context import CommandContext
from bot.ui.handlers.coaching import CoachingHandler
from bot.ui.handlers.game_list import GameListHandler
from bot.ui.handlers.history import HistoryHandler
from bot.ui.handlers.leaderboards import LeaderboardHandler
from bot.ui.handlers.router import Router
from bot.ui.handlers.seats import SeatHandler
from bot.ui.handlers.server import ServerHandlers
from bot.ui.handlers.table import TableHandler
from bot.ui.handlers.table_choice import TableChoice
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.icons import EMOJIS
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.avatars import Avatars
from bot.ui.pictures.paint_queue import PaintQueue
from bot.ui.pictures.warmup import keep_parts
from bot.ui.surfaces.delivery import Delivery
from bot.ui.surfaces.edit_rate import EditRate
from bot.ui.surfaces.hands import Hands
from bot.ui.surfaces.placement import Placement
from bot.ui.surfaces.private_copies import Copies
from bot.ui.surfaces.public_messages import PublicMessages
from bot.ui.surfaces.reminder_messages import ReminderMessages
from bot.ui.surfaces.sync import SurfaceSync
from data.engine.database import BeforeWrite
from data.store import Store, open_store
from games import GAMES
from games.core.game import AnyGame

SWITCH = 0.0005
"""Seconds after which a painter lets the event loop have its turn; Python's own is ten times it."""


@dataclass(frozen=True, slots=True)
class Bot:
    """Everything that is running."""

    client: TomatoClient
    tables: Application
    surfaces: SurfaceSync
    hands: Hands
    pictures: Pictures
    doors: GuildEvents
    store: Store
    archive: Archive
    boards: Leaderboards
    is_up: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once every match is taken up where it stood, and time passes."""


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
    metrics: Metrics | None = None,
) -> AsyncIterator[Bot]:
    """Put the parts together and take them apart again; raises DatabaseError.

    `channel_changes` is how many messages may be changed in one channel in five seconds. Tests
    bring a clock and a minter of their own, and what is to happen before every write.
    """
    keep_parts(settings)
    clock = clock or SystemClock()
    metrics = metrics or Metrics()
    searches = Searches()
    pictures = Pictures(PaintQueue(settings.painters, clock, metrics.painted), Avatars())
    store = await open_store(
        settings.database, before_write=before_write, committed=metrics.committed
    )
    try:
        client = TomatoClient(
            guild_ready_timeout=guild_ready_timeout, share=share_of(settings), metrics=metrics
        )
        posts = Delivery(client, store, EditRate(clock, channel_changes))
        languages = Languages(store, settings.language)
        bot = _joined(
            client,
            store,
            posts,
            languages,
            pictures,
            clock=clock,
            application=partial(
                Application,
                store,
                clock,
                games=games,
                secret_source=secret_source,
                limits=limits_of(settings),
                searches=searches,
            ),
            games=games,
            metrics=metrics,
        )
        async with client:  # which closes it, logged in or not
            try:
                yield bot
            finally:
                EMOJIS.forget()
                await client.answered()
                await bot.surfaces.close()
                await pictures.avatars.close()
    finally:
        searches.close()
        pictures.close()
        await store.close()


def _joined(
    client: TomatoClient,
    store: Store,
    posts: Delivery,
    languages: Languages,
    pictures: Pictures,
    *,
    application: Callable[[SurfaceSync], Application],
    clock: Clock,
    games: Sequence[AnyGame],
    metrics: Metrics,
) -> Bot:
    """Let all parts know of each other."""
    publics = PublicMessages(store, posts, Placement(client), pictures, languages)
    hands = Hands(posts, store, clock, pictures, publics, languages=languages)
    notices = ReminderMessages(client, store, posts, publics, languages)
    surfaces = SurfaceSync(store, publics, hands, notices, metrics.repainted)
    tables = application(surfaces)
    publics.tables = hands.tables = notices.tables = tables
    copies = Copies(tables, pictures)
    buttons = TableHandler(tables, hands, copies)
    buttons.also((seats := SeatHandler(tables, hands)).handlers)
    past = HistoryHandler(archive := Archive(store, games), pictures)
    learning = CoachingHandler(
        games, tables=tables, hands=hands, publics=publics, pictures=pictures, surfaces=surfaces
    )
    game_list = GameListHandler(games, tables, surfaces, publics, pictures)
    publics.boards = boards = Leaderboards(store, clock, games=games)
    buttons.also((board_desk := LeaderboardHandler(boards, tables, pictures, games)).handlers)
    office = ServerHandlers.of(
        client, store, tables, surfaces, clock=clock, avatars=pictures.avatars
    )
    client.chooser = chooser = TableChoice(tables, client.tree)
    for part in (past, learning, game_list, office, chooser):
        buttons.also(part.handlers)
    client.doorkeeper = doors = GuildEvents(store, clock, surfaces)
    client.listener = Router(tables, hands, buttons, surfaces, pictures.avatars)
    add_all(
        client.tree,
        CommandContext(
            games=games,
            tables=tables,
            surfaces=surfaces,
            publics=publics,
            hands=hands,
            buttons=buttons,
            copies=copies,
            pictures=pictures,
            past=past,
            boards=board_desk,
            seats=seats,
            learning=learning,
            game_list=game_list,
            office=office,
        ),
    )
    return Bot(client, tables, surfaces, hands, pictures, doors, store, archive, boards)


def limits_of(settings: Settings) -> Limits:
    """How fast things go and how long they are kept, as the host has set it."""
    days = settings.keep_days
    return Limits(
        bot_delay=round(settings.bot_seat_delay * 1000),
        remember_matches=None if days is None else days * DAY,
    )


def share_of(settings: Settings) -> ShardShare | None:
    """Return the shards that the host fixed for this process; None leaves it to Discord."""
    return parse_share(settings.shards) if settings.shards else None


async def serve(bot: Bot, token: str, icons: Sequence[str] = ()) -> None:
    """Log in, resume every match, and go on until cancelled; pictures are painted when needed.

    `icons` are the keys of those that become the application's emojis, in the background.
    """
    sys.setswitchinterval(SWITCH)
    async with asyncio.TaskGroup() as group:
        await bot.client.login(token)
        await bot.tables.recovery.wake()
        connection = group.create_task(bot.client.connect(), name="gateway")
        await _ready(bot.client, connection)
        await bot.doors.compare(
            frozenset(guild.id for guild in bot.client.guilds), bot.client.share
        )
        await bot.tables.recovery.recover()
        await bot.surfaces.catch_up()
        group.create_task(bot.tables.scheduler.run(), name="scheduler")
        bot.is_up.set()
        group.create_task(upload_emojis(bot.client, icons), name="emojis")


async def _ready(client: TomatoClient, connection: asyncio.Task[None]) -> None:
    """Wait until every server is known; raises what ended the connection before that."""
    ready = background(client.is_in.wait(), "wait for all servers")
    try:
        await asyncio.wait({ready, connection}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ready.cancel()
    if connection.done():
        await connection
