"""The order in which one player's hands at one match are shown.

The answer to a press goes before every refresh, and an older load of the match never overwrites a
newer one. The lock is held only while a hand is sent, never while deciding, committing or
painting.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.tables.domain.guild_settings import read_settings
from bot.tables.matches.snapshot import Snapshot
from bot.ui.interactions.message import OutgoingMessage
from bot.ui.pictures.paint_queue import Priority
from data.records.matches import Surface


class PressedLook(NamedTuple):
    """A match loaded for a press, and its number in the order of its player's hands."""

    number: int
    snapshot: Snapshot


class HandOrder:
    def __init__(self) -> None:
        self._sending = asyncio.Lock()
        self._presses = 0
        self._no_press = asyncio.Event()
        self._looks = 0
        self._newest = 0
        """The number of the newest look that was sent."""
        self._sent: dict[str, Surface] = {}
        """Surfaces sent under this order, by id; their rows may not be written yet."""

    @contextmanager
    def pressed(self) -> Iterator[None]:
        """Hold refreshes back while a press is handled; its answer shows everything."""
        self._presses += 1
        try:
            yield
        finally:
            self._presses -= 1
            if not self._presses:
                self._no_press.set()
                self._no_press.clear()  # wakes waiting tasks

    @property
    def is_pressed(self) -> bool:
        """Whether a press is being answered."""
        return self._presses > 0

    async def presses_done(self) -> None:
        """Wait until no press is being answered."""
        while self._presses:
            await self._no_press.wait()

    def look(self) -> int:
        """Number a look at the match; call it before the match is read."""
        self._looks += 1
        return self._looks

    @asynccontextmanager
    async def answering(self, look: int) -> AsyncIterator[bool]:
        """Hold the lock while an answer is sent; yields False if a newer look was already sent."""
        async with self._sending:
            yield self._is_newest(look)

    @asynccontextmanager
    async def refreshing(self, look: int) -> AsyncIterator[bool]:
        """Hold the lock during a refresh; yields False after a newer look or during a press."""
        async with self._sending:
            yield not self._presses and self._is_newest(look)

    def note(self, surface: Surface) -> Surface:
        """Remember a surface as it was last sent."""
        self._sent[surface.surface_id] = surface
        return surface

    def sent(self, surface: Surface) -> Surface:
        """The surface as last sent under this order, or as it was read."""
        return self._sent.get(surface.surface_id, surface)

    def is_last(self, surface: Surface) -> bool:
        """Whether nothing has replaced it since."""
        return self.sent(surface) is surface

    def _is_newest(self, look: int) -> bool:
        if look < self._newest:
            return False
        self._newest = look
        return True


@dataclass(slots=True)
class HandRefresh:
    """The refresh of one player's hands at one match."""

    player_id: int
    order: HandOrder
    number: int
    """The number of this look at the match."""
    snapshot: Snapshot
    priority: Priority = Priority.NEWS
    """How long its pictures may be waited for; after that, hands are shown in words."""
    is_trusted: bool = True
    """Whether no press was being answered when it began."""
    is_new: bool = False
    """Whether the match was loaded after the look was numbered."""
    is_painted: bool = True
    """Whether every hand it has shown has its picture."""
    is_refused: bool = False
    """Whether Discord has refused a hand."""
    is_worn_out: bool = False
    """Whether a hand that takes no more edits was deleted."""
    changed: list[Surface] = field(default_factory=list)
    failed: list[Exception] = field(default_factory=list)

    def note(self, shown: OutgoingMessage) -> None:
        """Remember whether a hand was shown with its picture."""
        self.is_painted = self.is_painted and not shown.is_makeshift

    async def attempt(self, part: Awaitable[object]) -> None:
        """Do one part of it; its error is collected, so that the other parts are done too."""
        try:
            await part
        except Exception as error:  # noqa: BLE001 - raised once all parts are done
            self.failed.append(error)

    @property
    def declines_direct_hand(self) -> bool:
        """Whether the player is seated and has turned direct messages off."""
        is_seated = self.snapshot.summary.seat_of(self.player_id) is not None
        return is_seated and not self.snapshot.rows.person(self.player_id).prefers_dm

    @property
    def wants_direct_hand(self) -> bool:
        """Whether the player is seated, prefers direct messages, and can get them."""
        rows, player = self.snapshot.rows, self.snapshot.rows.person(self.player_id)
        return (
            self.snapshot.is_running
            and self.snapshot.summary.seat_of(self.player_id) is not None
            and (player.prefers_dm and not player.dm_closed)
            and read_settings(rows.guild).dms_allowed
        )
