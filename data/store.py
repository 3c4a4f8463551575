"""The bundle of all stores: the one thing that the application holds of the database.

It is made of small classes, each with a few whole operations (one operation is one transaction),
whose promises are the tests in `tests/data/contract`. Another bundle, on PostgreSQL say, is a
function that returns a Store of classes with the same operations and passes those tests. Nothing
in the promises relies on one process: changes name the revision they were thought out for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from data.engine.database import BeforeWrite, Database
from data.engine.health import Health
from data.stores.deadlines import Clock
from data.stores.drafts import Drafts, Interactions
from data.stores.guilds import Guilds
from data.stores.history import History
from data.stores.leaderboards import Boards
from data.stores.lobbies import Lobbies
from data.stores.matches import Matches
from data.stores.people import People
from data.stores.premoves import Advances
from data.stores.privacy import Traces
from data.stores.surfaces import Surfaces


@dataclass(frozen=True)
class Store:
    guilds: Guilds
    people: People
    lobbies: Lobbies
    matches: Matches
    history: History
    surfaces: Surfaces
    drafts: Drafts
    advances: Advances
    boards: Boards
    interactions: Interactions
    clock: Clock
    traces: Traces
    health: Health
    close: Callable[[], Awaitable[None]]


async def open_store(path: Path, *, before_write: BeforeWrite | None = None) -> Store:
    """Open the SQLite bundle, made and brought up to date if need be; raises DatabaseError.

    `before_write` is for tests, see `Database.open`.
    """
    database = await Database.open(path, before_write=before_write)
    return Store(
        guilds=Guilds(database),
        people=People(database),
        lobbies=Lobbies(database),
        matches=Matches(database),
        history=History(database),
        surfaces=Surfaces(database),
        drafts=Drafts(database),
        advances=Advances(database),
        boards=Boards(database),
        interactions=Interactions(database),
        clock=Clock(database),
        traces=Traces(database),
        health=Health(database),
        close=database.close,
    )
