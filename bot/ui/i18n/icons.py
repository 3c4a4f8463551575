"""The application's own emojis: which icons Discord has, and the emoji of each.

An application has one set of emojis, so a process has one too. Without an emoji, because it isn't
uploaded yet or the bot may not upload it, only words are shown.
"""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

import discord

from games.core.text import Reader

_ARE_HIDDEN = ContextVar("_ARE_HIDDEN", default=False)


class ApplicationEmojis:
    """Knows the emoji of each icon that Discord has."""

    def __init__(self) -> None:
        self._known: dict[str, discord.PartialEmoji] = {}
        self._expected = frozenset[str]()
        self.invalid = asyncio.Event()
        """Set when Discord has refused an emoji, so that all must be looked up again."""

    def expect(self, keys: Iterable[str]) -> None:
        """Set which icons are to be uploaded from now on."""
        self._expected = frozenset(keys)
        self.invalid = asyncio.Event()

    @property
    def missing(self) -> int:
        """How many icons Discord doesn't have yet, of those that are to be uploaded."""
        return len(self._expected - self._known.keys())

    def learn(self, key: str, emoji: discord.PartialEmoji) -> None:
        self._known[key] = emoji

    def invalidate(self) -> None:
        """Leave all icons out until they are looked up again: one of them was deleted."""
        self._known.clear()
        self.invalid.set()

    def forget(self) -> None:
        self._known.clear()
        self._expected = frozenset()

    def of(self, key: str | None) -> discord.PartialEmoji | None:
        """Return the emoji of an icon, for a button or an option."""
        return None if key is None or _ARE_HIDDEN.get() else self._known.get(key)

    def mark(self, key: str) -> str:
        """Return the emoji to put before words in a text; nothing if there is none."""
        emoji = self.of(key)
        return "" if emoji is None else f"{emoji} "


EMOJIS = ApplicationEmojis()


@contextmanager
def in_words_alone() -> Iterator[None]:
    """Leave all icons out inside: a screen reader would read their names aloud."""
    token = _ARE_HIDDEN.set(True)
    try:
        yield
    finally:
        _ARE_HIDDEN.reset(token)


def with_icons(reader: Reader) -> Reader:
    """Return the same reader with icons, for texts. Labels, files and alt texts can't show them."""
    return replace(reader, icon=EMOJIS.mark)
