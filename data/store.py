"""All stores in one object, through which the application uses the database.

Each store is a small class with a few operations, and each operation is one transaction. The tests
in `tests/data/contract` state their promises, which are the same on every engine. No promise relies
on there being one process: a change names the revision it is based on.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from data.engine.database import BeforeWrite, Committed, Database, ProcessLock
from data.engine.errors import DatabaseInUseError
from data.engine.health import HealthCheck
from data.engine.postgres_values import PostgresLimits
from data.engine.sqlite import SqliteDatabase
from data.records.shards import ShardShare
from data.stores.competitions.daily_deals import DailyDealStore
from data.stores.competitions.deal_posts import DealPostStore
from data.stores.competitions.tournament_messages import TournamentMessageStore
from data.stores.competitions.tournaments import TournamentStore
from data.stores.deadlines import DeadlineStore
from data.stores.drafts import DraftStore, InteractionStore
from data.stores.exclusions import ExclusionStore
from data.stores.feed import FeedStore
from data.stores.granted_roles import GrantedRoleStore
from data.stores.guesses import GuessStore
from data.stores.guilds import GuildStore
from data.stores.history import HistoryStore, ReviewStore
from data.stores.leaderboards import LeaderboardStore
from data.stores.lobbies import LobbyStore
from data.stores.matches import MatchStore
from data.stores.people import PeopleStore
from data.stores.premoves import PremoveStore
from data.stores.privacy import PrivacyStore
from data.stores.scheduled_events import ScheduledEventStore
from data.stores.snapshots import SnapshotStore
from data.stores.surfaces import SurfaceStore
from data.stores.watches import WatchStore

if TYPE_CHECKING:
    from data.engine.postgres_locks import PostgresLocks


log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Store:
    guilds: GuildStore
    people: PeopleStore
    exclusions: ExclusionStore
    feed: FeedStore
    watches: WatchStore
    granted_roles: GrantedRoleStore
    scheduled_events: ScheduledEventStore
    guesses: GuessStore
    lobbies: LobbyStore
    matches: MatchStore
    history: HistoryStore
    surfaces: SurfaceStore
    snapshots: SnapshotStore
    drafts: DraftStore
    premoves: PremoveStore
    leaderboards: LeaderboardStore
    reviews: ReviewStore
    daily_deals: DailyDealStore
    deal_posts: DealPostStore
    interactions: InteractionStore
    deadlines: DeadlineStore
    tournaments: TournamentStore
    tournament_messages: TournamentMessageStore
    privacy: PrivacyStore
    health: HealthCheck
    lock: ProcessLock
    """Held by the process that works on the database, or on its share of it."""
    locks: "PostgresLocks | None"
    """The locks and messages of several processes; None for a file, which has one."""
    begin: Callable[[], Awaitable[None]]
    """Opens the database, created or migrated if needed, once the lock is held."""
    close: Callable[[], Awaitable[None]]


def shared_store(
    where: Path | str,
    *,
    share: ShardShare | None = None,
    limits: PostgresLimits | None = None,
    before_write: BeforeWrite | None = None,
    committed: Committed | None = None,
) -> Store:
    """Name a SQLite file, or a PostgreSQL database, on which one process works at a time.

    With a `share`, one process for each shard works on PostgreSQL. The caller takes the store's
    lock, and then begins. `before_write` is for tests, `committed` for metrics; see
    `SqliteDatabase`.
    """
    if isinstance(where, Path):
        file = SqliteDatabase(where, before_write, committed)
        return _bundle(file, file, file.begin)
    # A file needs no driver of PostgreSQL, which takes a tenth of a second to load.
    from data.engine.postgres import PostgresDatabase  # noqa: PLC0415 - see above
    from data.engine.postgres_locks import PostgresLocks  # noqa: PLC0415 - see above

    database = PostgresDatabase(where, limits or PostgresLimits(), before_write, committed)
    locks = PostgresLocks(database, share)
    return _bundle(database, locks, locks.begin, locks)


async def open_store(
    where: Path | str,
    *,
    limits: PostgresLimits | None = None,
    before_write: BeforeWrite | None = None,
    committed: Committed | None = None,
) -> Store:
    """Open a database for a program that isn't the bot; raises DatabaseError.

    It is created or migrated if needed. On PostgreSQL no lock is taken.
    """
    store = shared_store(where, limits=limits, before_write=before_write, committed=committed)
    if isinstance(where, Path) and await store.lock.take() is not None:
        raise DatabaseInUseError(where)
    try:
        await store.begin()
    except BaseException:
        await store.close()
        raise
    return store


def _bundle(
    database: Database,
    lock: ProcessLock,
    begin: Callable[[], Awaitable[None]],
    locks: "PostgresLocks | None" = None,
) -> Store:
    async def close() -> None:
        if locks is not None:
            await locks.close()
        await database.close()

    surfaces = SurfaceStore(database)
    return Store(
        guilds=GuildStore(database),
        people=PeopleStore(database),
        exclusions=ExclusionStore(database),
        feed=FeedStore(database),
        watches=WatchStore(database),
        granted_roles=GrantedRoleStore(database),
        scheduled_events=ScheduledEventStore(database),
        guesses=GuessStore(database),
        lobbies=LobbyStore(database),
        matches=MatchStore(database),
        history=HistoryStore(database),
        surfaces=surfaces,
        snapshots=SnapshotStore(database),
        drafts=DraftStore(database),
        premoves=PremoveStore(database),
        leaderboards=LeaderboardStore(database),
        reviews=ReviewStore(database),
        daily_deals=DailyDealStore(database),
        deal_posts=DealPostStore(database),
        interactions=InteractionStore(database),
        deadlines=DeadlineStore(database),
        tournaments=TournamentStore(database),
        tournament_messages=TournamentMessageStore(database),
        privacy=PrivacyStore(database),
        health=HealthCheck(database),
        lock=lock,
        locks=locks,
        begin=begin,
        close=close,
    )
