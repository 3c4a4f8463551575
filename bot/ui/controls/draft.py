"""A draft: a half-filled form, stored per seat and ticket so that it survives restarts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self
from zlib import crc32

from pydantic import NonNegativeInt, TypeAdapter, ValidationError

from bot.ui.kit.custom_ids import Path

Face = Literal["outcome", "hand", "table"]
"""What the last move brought, if that has a picture, until the player goes on; then the hand."""


def page_key(path: Path) -> str:
    """Return a key: () for the list of actions, (action) for a form, a slot's path for a slot."""
    return ".".join(map(str, path))


@dataclass(frozen=True, slots=True)
class Draft:
    """What a player has filled in so far, and the pages they are on."""

    action: int | None = None
    """The action being filled in, or None."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Values by slot name; those of a PickSome may be unfinished."""
    pages: Mapping[str, NonNegativeInt] = field(default_factory=dict)
    confirming: bool = False
    """Whether the confirmation is shown."""
    face: Face = "outcome"
    """The picture that the player looks at."""

    def page(self, path: Path) -> int | None:
        """The current page, or None."""
        return self.pages.get(page_key(path))

    def turned(self, path: Path, page: int) -> Self:
        return replace(self, pages={**self.pages, page_key(path): page})

    def unturned(self, path: Path) -> Self:
        pages = {key: page for key, page in self.pages.items() if key != page_key(path)}
        return replace(self, pages=pages)

    def mark(self) -> int:
        """A short hash of the values, so that an old Send button sends nothing else."""
        filled = json.dumps([self.action, self.values], sort_keys=True)
        return crc32(filled.encode()) & 0xFFFF

    def to_json(self) -> bytes:
        return _STORED.dump_json(self)

    @staticmethod
    def from_json(saved: bytes | None) -> "Draft":
        """Read a stored draft. Invalid data gives an empty draft, so that the match can go on."""
        try:
            return _STORED.validate_json(saved, strict=True) if saved else EMPTY
        except ValidationError:
            return EMPTY


_STORED = TypeAdapter(Draft)
EMPTY = Draft()
