"""The pictures of the latest private answers, so that no edit sends one again."""

from collections import OrderedDict
from typing import Protocol, cast

import discord

from data.records.matches import ShownPicture

KEPT = 1_000
"""The number of messages remembered; an older one gets its pictures again."""


class PictureSource(Protocol):
    """A client that remembers the pictures of its answers."""

    latest_pictures: "LatestPictures"


def latest_pictures_of(client: discord.Client) -> "LatestPictures":
    """The pictures that the bot's own client remembers."""
    return cast("PictureSource", client).latest_pictures


class LatestPictures:
    """Maps the id of a message to its pictures; a restart forgets them."""

    def __init__(self) -> None:
        self._by_message: OrderedDict[int, tuple[ShownPicture, ...]] = OrderedDict()

    def of(self, message: discord.Message | None) -> tuple[ShownPicture, ...]:
        return () if message is None else self._by_message.get(message.id, ())

    def remember(self, message_id: int, pictures: tuple[ShownPicture, ...]) -> None:
        """Note what a message shows now."""
        self._by_message.pop(message_id, None)
        if pictures:
            self._by_message[message_id] = pictures
        if len(self._by_message) > KEPT:
            self._by_message.popitem(last=False)
