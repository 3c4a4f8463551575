"""The newest message of each channel, as far as interactions and our own posts tell.

Discord tells us of no message of other people; but every interaction names the newest message of
its channel. discord.py drops that where it knows the channel already, so the event is read here.
"""

from typing import Any, NamedTuple

import orjson

from bot.tables.ports import Clock

TRUSTED = 60_000
"""Milliseconds after which there may be a message unknown to us, so that Discord is asked."""
_INTERACTION = '"INTERACTION_CREATE"'


class _Newest(NamedTuple):
    message_id: int
    noted_at: int


class NewestMessages:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._newest: dict[int, _Newest] = {}
        """By channel; those that were note of last stand at the end."""

    def note(self, channel_id: int, message_id: int) -> None:
        """Note that a channel has this message, which is the newest unless a newer one is known."""
        self._forget_old_ones()
        before = self._newest.pop(channel_id, None)
        newest = message_id if before is None else max(message_id, before.message_id)
        self._newest[channel_id] = _Newest(newest, self._clock.now())

    def note_event(self, event: str) -> None:
        """Note what an event of the gateway tells, if it is an interaction."""
        if _INTERACTION not in event:
            return
        payload: dict[str, Any] = orjson.loads(event)
        channel = payload["d"].get("channel") if payload.get("t") == "INTERACTION_CREATE" else None
        if channel and channel.get("last_message_id"):
            self.note(int(channel["id"]), int(channel["last_message_id"]))

    def is_newest(self, channel_id: int, message_id: int) -> bool:
        """Whether nothing stands below a message for sure."""
        self._forget_old_ones()
        known = self._newest.get(channel_id)
        return known is not None and known.message_id <= message_id

    def _forget_old_ones(self) -> None:
        old = self._clock.now() - TRUSTED
        while self._newest and self._newest[first := next(iter(self._newest))].noted_at <= old:
            del self._newest[first]
