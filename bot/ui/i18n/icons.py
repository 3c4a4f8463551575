"""The application's own emojis: which of our icons Discord can show, and how they are named.

An application has one set of emojis, so a process has one too. Until an icon is uploaded, and
where the bot may not upload any, words stand alone.
"""

from __future__ import annotations

from dataclasses import replace

import discord

from games.core.text import Reader


class ApplicationEmojis:
    """Knows the emoji of each icon that Discord has."""

    def __init__(self) -> None:
        self._known: dict[str, discord.PartialEmoji] = {}

    def learn(self, key: str, emoji: discord.PartialEmoji) -> None:
        self._known[key] = emoji

    def forget(self) -> None:
        """Know none any more."""
        self._known.clear()

    def of(self, key: str | None) -> discord.PartialEmoji | None:
        """The emoji of an icon, for a button or an option."""
        return None if key is None else self._known.get(key)

    def mark(self, key: str) -> str:
        """What shows an icon in front of words in a text; nothing where it is not known."""
        emoji = self._known.get(key)
        return "" if emoji is None else f"{emoji} "


EMOJIS = ApplicationEmojis()


def with_icons(reader: Reader) -> Reader:
    """The same reader of a text that can show icons; labels, logs and alt texts cannot."""
    return replace(reader, icon=EMOJIS.mark)
