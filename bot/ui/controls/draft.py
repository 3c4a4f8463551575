"""A draft: a half-filled form, stored per seat and ticket so that it survives restarts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self
from zlib import crc32

from bot.ui.custom_ids import Path


def page_key(path: Path) -> str:
    """Return a key: () for the list of actions, (action) for a form, a slot's path for a slot."""
    return ".".join(map(str, path))


@dataclass(frozen=True, slots=True)
class Draft:
    """What a player has filled in so far, and the pages they are on."""

    action: int | None = None
    """The action being filled in, or None."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Values by slot name; those of a PickSome or an Allocate may be unfinished."""
    pages: Mapping[str, int] = field(default_factory=dict)
    confirming: bool = False
    """Whether the confirmation is shown."""
    swapped: bool = False
    """Whether a practice table shows its table instead of the hand."""

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
        facts = {
            "action": self.action,
            "values": self.values,
            "pages": self.pages,
            "confirming": self.confirming,
            "swapped": self.swapped,
        }
        return json.dumps(facts).encode()

    @classmethod
    def from_json(cls, saved: bytes | None) -> Self:
        """Read a stored draft. Invalid data gives an empty draft, so that the match can go on."""
        try:
            facts = json.loads(saved) if saved else {}
        except ValueError:
            return cls()
        if not isinstance(facts, dict):
            return cls()
        action, values, pages = facts.get("action"), facts.get("values"), facts.get("pages")
        return cls(
            action=action if type(action) is int else None,
            values=values if isinstance(values, dict) else {},
            pages=_whole_numbers(pages) if isinstance(pages, dict) else {},
            confirming=facts.get("confirming") is True,
            swapped=facts.get("swapped") is True,
        )


def _whole_numbers(pages: Mapping[str, object]) -> dict[str, int]:
    return {key: page for key, page in pages.items() if type(page) is int and page >= 0}


EMPTY = Draft()
