"""A press repairs what is out of date, unless that is being done already."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.surfaces import coalescer
from bot.ui.surfaces.public_messages import PublicOutcome
from bot.ui.surfaces.sync import SurfaceSync
from data.records.matches import SurfaceKind
from data.stores.surfaces import SurfaceStore

MATCH = "m1"


class Messages:
    """Records which messages of a match are updated, each time until it is released."""

    def __init__(self) -> None:
        self.updated: list[str] = []
        self.released = asyncio.Event()
        self.faults = 0

    async def _update(self, kind: str) -> None:
        self.updated.append(kind)
        await self.released.wait()
        if self.faults:
            self.faults -= 1
            raise RuntimeError("planned by a test")

    async def show(self, _match_id: str, _snapshot: object) -> PublicOutcome:
        await self._update("table")
        return PublicOutcome(has_moved=False, is_painted=True)

    async def follow(self, _match_id: str, _snapshot: object) -> bool:
        await self._update("hand")
        return True

    async def tidy(self, _match_id: str, _snapshot: object) -> None:
        await self._update("notice")

    def needs_follow_up(self, _match_id: str) -> bool:
        return False


def pressed(*behind: SurfaceKind) -> Any:
    """A match as a press finds it, with these messages a revision behind."""
    surfaces = [
        SimpleNamespace(kind=kind, shown_revision=1, lacks_pictures=False) for kind in behind
    ]
    match = SimpleNamespace(match_id=MATCH, guild_id=1, revision=2)
    return SimpleNamespace(match=match, rows=SimpleNamespace(surfaces=surfaces))


def sync_of(messages: Any) -> SurfaceSync:
    database: Any = None  # nothing is read or saved: each press brings its match
    store: Any = SimpleNamespace(surfaces=SurfaceStore(database))
    return SurfaceSync(store, messages, messages, messages)


async def turns() -> None:
    """Let every task run as far as it can by itself."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("behind", "updated"),
    [
        ((), []),
        ((SurfaceKind.TABLE,), ["table"]),
        ((SurfaceKind.HAND, SurfaceKind.DM_HAND), ["hand"]),
        ((SurfaceKind.TABLE, SurfaceKind.HAND), ["hand", "table"]),
        ((SurfaceKind.NOTICE,), ["notice"]),
    ],
)
async def test_a_press_updates_what_is_behind(
    behind: tuple[SurfaceKind, ...], updated: list[str]
) -> None:
    """A press updates the messages that show an older revision, and no others."""
    messages = Messages()
    messages.released.set()
    sync = sync_of(messages)
    await sync.mend(MATCH, pressed(*behind))
    await sync.settled(MATCH)

    assert sorted(messages.updated) == updated


async def test_what_is_being_updated_is_not_updated_again() -> None:
    """A press while its match is being shown causes no second update."""
    messages = Messages()
    sync = sync_of(messages)
    sync.mark(MATCH)
    await turns()
    assert sorted(messages.updated) == ["hand", "notice", "table"]  # begun, and held there
    await sync.mend(MATCH, pressed(SurfaceKind.TABLE, SurfaceKind.HAND))
    messages.released.set()
    await sync.settled(MATCH)

    assert sorted(messages.updated) == ["hand", "notice", "table"]


async def test_a_press_ends_the_wait_for_a_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message whose update failed is updated again at the next press, without a delay."""
    monkeypatch.setattr(coalescer, "SOON", (10_000.0, 10_000.0))
    messages = Messages()
    messages.faults = 1
    messages.released.set()
    sync = sync_of(messages)
    await sync.mend(MATCH, pressed(SurfaceKind.TABLE))
    await turns()  # by then the failed task waits for its retry, and goes on waiting
    await sync.mend(MATCH, pressed(SurfaceKind.TABLE))
    async with asyncio.timeout(60):
        await sync.settled(MATCH)

    assert messages.updated == ["table", "table"]
