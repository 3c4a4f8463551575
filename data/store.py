"""All stores in one object, through which the application uses the database.

Each store is a small class with a few operations, and each operation is one transaction. The tests
in `tests/data/contract` state their promises, which are the same on every engine. No promise relies
on there being one process: a change names the revision it is based on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from data.engine.database import BeforeWrite, Committed, Database
from data.engine.errors import DatabaseFullError
from data.engine.health import HealthCheck
from data.engine.postgres_values import PostgresLimits
from data.engine.sqlite import SqliteDatabase
from data.stores.competitions.tournaments import TournamentStore
from data.stores.competitions.weekly_deals import WeeklyDealStore
from data.stores.deadlines import DeadlineStore
from data.stores.drafts import DraftStore, InteractionStore
from data.stores.guilds import GuildStore
from data.stores.history import HistoryStore, ReviewStore
from data.stores.leaderboards import LeaderboardStore
from data.stores.lobbies import LobbyStore
from data.stores.matches import MatchStore
from data.stores.people import PeopleStore
from data.stores.premoves import PremoveStore
from data.stores.privacy import PrivacyStore
from data.stores.snapshots import SnapshotStore
from data.stores.surfaces import SurfaceStore

if TYPE_CHECKING:
    from data.engine.claims import Claims


log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Store:
    guilds: GuildStore
    people: PeopleStore
    lobbies: LobbyStore
    matches: MatchStore
    history: HistoryStore
    surfaces: SurfaceStore
    snapshots: SnapshotStore
    drafts: DraftStore
    premoves: PremoveStore
    leaderboards: LeaderboardStore
    reviews: ReviewStore
    weekly_deals: WeeklyDealStore
    interactions: InteractionStore
    deadlines: DeadlineStore
    tournaments: TournamentStore
    privacy: PrivacyStore
    health: HealthCheck
    claims: Claims | None
    """What this process and others agree on; None for a file, which has one process."""
    close: Callable[[], Awaitable[None]]


async def open_store(
    where: Path | str,
    *,
    limits: PostgresLimits | None = None,
    before_write: BeforeWrite | None = None,
    committed: Committed | None = None,
    delays: Iterable[float] = (),
) -> Store:
    """Open a SQLite file, or a PostgreSQL database by its address; raises DatabaseError.

    The database is created or migrated if needed. `limits` are for PostgreSQL, `before_write` is
    for tests, `committed` for metrics; see `SqliteDatabase.open`. While the file's disk is full,
    it is tried again after each of the `delays`, in seconds.
    """
    if isinstance(where, Path):
        return _bundle(await _open_file(where, before_write, committed, iter(delays)))
    # A file needs no driver of PostgreSQL, which takes a tenth of a second to load.
    from data.engine.claims import Claims  # noqa: PLC0415 - see above
    from data.engine.postgres import PostgresDatabase  # noqa: PLC0415 - see above

    database = await PostgresDatabase.open(
        where, limits=limits, before_write=before_write, committed=committed
    )
    return _bundle(database, Claims(database))


async def _open_file(
    path: Path,
    before_write: BeforeWrite | None,
    committed: Committed | None,
    delays: Iterator[float],
) -> SqliteDatabase:
    is_reported = False
    while True:
        try:
            return await SqliteDatabase.open(path, before_write=before_write, committed=committed)
        except DatabaseFullError as error:
            delay = next(delays, None)
            if delay is None:
                raise
            if not is_reported:
                log.error("%s The bot starts by itself once there is room.", error)  # noqa: TRY400 - the host can fix it
            is_reported = True
        await asyncio.sleep(delay)


def _bundle(database: Database, claims: Claims | None = None) -> Store:
    async def close() -> None:
        if claims is not None:
            await claims.close()
        await database.close()

    surfaces = SurfaceStore(database)
    return Store(
        guilds=GuildStore(database),
        people=PeopleStore(database),
        lobbies=LobbyStore(database),
        matches=MatchStore(database),
        history=HistoryStore(database),
        surfaces=surfaces,
        snapshots=SnapshotStore(database, surfaces),
        drafts=DraftStore(database),
        premoves=PremoveStore(database),
        leaderboards=LeaderboardStore(database),
        reviews=ReviewStore(database),
        weekly_deals=WeeklyDealStore(database),
        interactions=InteractionStore(database),
        deadlines=DeadlineStore(database),
        tournaments=TournamentStore(database),
        privacy=PrivacyStore(database),
        health=HealthCheck(database),
        claims=claims,
        close=close,
    )
