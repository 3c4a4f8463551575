"""The newest message of a channel."""

import json

from bot.ui.interactions.newest_messages import TRUSTED, NewestMessages
from tests.bot.tables.support import ManualClock

CHANNEL = 7


def event(kind: str, **channel: object) -> str:
    return json.dumps({"t": kind, "d": {"channel": {"id": str(CHANNEL), **channel}}})


def test_a_message_is_the_newest_until_an_interaction_names_another() -> None:
    """A message counts as the newest once note of, until an interaction names a newer one."""
    newest = NewestMessages(ManualClock())
    unknown = newest.is_newest(CHANNEL, 10)
    newest.note(CHANNEL, 10)
    newest.note_event(event("INTERACTION_CREATE", last_message_id="9"))
    standing = newest.is_newest(CHANNEL, 10)
    newest.note_event(event("INTERACTION_CREATE", last_message_id="11"))

    assert (unknown, standing) == (False, True)
    assert not newest.is_newest(CHANNEL, 10)


def test_what_tells_of_no_message_teaches_nothing() -> None:
    """Other events, and interactions without a newest message, are ignored."""
    newest = NewestMessages(ManualClock())
    for item in (
        event("CHANNEL_UPDATE", last_message_id="10", name='"INTERACTION_CREATE"'),
        event("INTERACTION_CREATE", last_message_id=None),
        event("INTERACTION_CREATE"),
        json.dumps({"t": "INTERACTION_CREATE", "d": {}}),
    ):
        newest.note_event(item)

    assert not newest.is_newest(CHANNEL, 10)


def test_what_was_heard_is_trusted_for_a_while() -> None:
    """What is known of a channel is forgotten after a while without news of it."""
    clock = ManualClock()
    newest = NewestMessages(clock)
    newest.note(CHANNEL, 10)
    clock.advance(TRUSTED - 1)
    newest.note(CHANNEL + 1, 10)
    trusted = newest.is_newest(CHANNEL, 10)
    clock.advance(1)

    assert trusted
    assert [newest.is_newest(item, 10) for item in (CHANNEL, CHANNEL + 1)] == [False, True]
