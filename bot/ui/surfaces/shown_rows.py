"""The surfaces of one match while its messages are refreshed, and what tells two states apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from data.records.matches import Surface, SurfaceKind
from data.store import Store


@dataclass(frozen=True, slots=True)
class ShownState:
    """What tells one showing of a public message from the next."""

    fingerprint: str
    asked: str | None = None
    """Whom a running match waits for."""
    is_makeshift: bool = False
    """Whether its pictures are still to come."""

    def in_words(self) -> ShownState:
        """The same while it lacks its pictures."""
        return replace(self, is_makeshift=True)

    def is_shown_by(self, surface: Surface) -> bool:
        shown = (surface.fingerprint, surface.lacks_pictures)
        return shown == (self.fingerprint, self.is_makeshift)

    def on(self, surface: Surface, revision: int) -> Surface:
        """The surface once it shows this state, which the match had at that revision."""
        return replace(
            surface,
            shown_revision=revision,
            ticket=self.asked,
            fingerprint=self.fingerprint,
            lacks_pictures=self.is_makeshift,
        )


class ShownRows:
    """Collects changes to surfaces, and writes them together."""

    def __init__(self, store: Store, surfaces: Iterable[Surface]) -> None:
        self._store = store
        self._rows = {surface.surface_id: surface for surface in surfaces}
        self._noted: set[str] = set()
        self.undeleted: Exception | None = None
        """What kept a message that is no longer needed from being deleted."""

    def of(self, *kinds: SurfaceKind) -> list[Surface]:
        """The active surfaces of some kinds, oldest first."""
        return [one for one in self._rows.values() if one.kind in kinds and not one.retired]

    def lacking(self, *kinds: SurfaceKind) -> list[Surface]:
        """The newest surface of each kind, if its message still lacks its pictures."""
        newest = {one.kind: one for one in self.of(*kinds)}
        return [surface for surface in newest.values() if surface.lacks_pictures]

    @property
    def table(self) -> Surface | None:
        """The newest surface of the table that has a message."""
        return newest_table(self._rows.values())

    def note(self, surface: Surface) -> Surface:
        """Remember a changed surface until `save` writes it."""
        self._rows[surface.surface_id] = surface
        self._noted.add(surface.surface_id)
        return surface

    def forget(self, surface: Surface) -> None:
        """Drop a retired surface."""
        self._rows.pop(surface.surface_id, None)
        self._noted.discard(surface.surface_id)

    async def add(self, surface: Surface) -> Surface:
        """Insert a surface before its message is sent."""
        await self._store.surfaces.add(surface)
        self._rows[surface.surface_id] = surface
        return surface

    async def save(self, *, together: bool = False) -> None:
        """Write all remembered changes: now, or `together` with those of the match's hands."""
        noted = [self._rows[surface_id] for surface_id in sorted(self._noted)]
        self._noted.clear()
        if noted and together:
            await self._store.surfaces.save_together(*noted)
        elif noted:
            await self._store.surfaces.save(*noted)

    def replace(self, surfaces: Iterable[Surface]) -> None:
        """Continue with surfaces that were read later; call `save` first."""
        self._rows = {surface.surface_id: surface for surface in surfaces}


def newest_table(surfaces: Iterable[Surface]) -> Surface | None:
    """The newest table surface with a message, from a match's surfaces in order."""
    tables = [one for one in surfaces if one.kind is SurfaceKind.TABLE and not one.retired]
    return next((one for one in reversed(tables) if one.message_id is not None), None)
