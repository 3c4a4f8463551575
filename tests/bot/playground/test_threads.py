"""Threads: started at a message, archived, and unarchived by a message."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.world.errors import HumanError
from bot.playground.world.permissions import Permission
from bot.playground.world.world import Channel
from tests.bot.playground.raw_bot import RawBot

HELLO = {"content": "Hello."}
NAME = {"name": "Tomate", "auto_archive_duration": 1440}


async def begun(raw: RawBot) -> tuple[Channel, str, Channel]:
    """Return a channel, the path of a message in it, and the thread at that message."""
    parent = raw.playground.person("Ana").channel("table-one")
    _, message = await raw.post(parent, HELLO)
    path = f"/channels/{parent.id}/messages/{message['id']}"
    status, answer = await raw.call("POST", path + "/threads", NAME)
    assert (status, answer["id"]) == (201, message["id"])
    return parent, path, raw.playground.world.channels[int(answer["id"])]


async def test_a_thread_is_a_channel_beside_its_parent(raw: RawBot) -> None:
    """A new thread is announced to the bot, shown on its message and found by name."""
    parent, path, thread = await begun(raw)
    event = await raw.event("THREAD_CREATE")
    _, message = await raw.call("GET", path)
    found = raw.playground.person("Ben").channel("Tomate")

    assert (event["id"], event["parent_id"]) == (str(thread.id), str(parent.id))
    assert message["thread"]["id"] == str(thread.id)
    assert found is thread


async def test_a_message_has_one_thread(raw: RawBot) -> None:
    """A second thread at a message is refused with Discord's code."""
    _, path, _ = await begun(raw)
    status, answer = await raw.call("POST", path + "/threads", NAME)

    assert (status, answer["code"]) == (400, 160004)


async def test_asleep_it_takes_no_edits_and_a_message_wakes_it(raw: RawBot) -> None:
    """An archived thread refuses edits until somebody writes in it."""
    _, _, thread = await begun(raw)
    _, message = await raw.post(thread, HELLO)
    path = f"/channels/{thread.id}/messages/{message['id']}"
    raw.playground.faults.archive(thread)
    refused = await raw.call("PATCH", path, {"content": "Changed."})
    raw.playground.person("Ana").say(thread, "Anybody here?")
    changed = await raw.call("PATCH", path, {"content": "Changed."})

    assert (refused[1]["code"], changed[0]) == (50083, 200)


async def test_a_locked_thread_is_closed_to_all_but_moderators(raw: RawBot) -> None:
    """People and the bot can't write in a locked thread, and the bot can't unarchive it."""
    _, _, thread = await begun(raw)
    raw.playground.faults.archive(thread, locked=True)
    answers: list[Any] = [
        (await raw.post(thread, HELLO))[1]["code"],
        (await raw.call("PATCH", f"/channels/{thread.id}", {"archived": False}))[1]["code"],
    ]
    with pytest.raises(HumanError, match="locked"):
        raw.playground.person("Ben").say(thread, "Hello?")

    assert answers == [160005, 50013]


async def test_what_a_thread_needs_is_asked_of_its_parent(raw: RawBot) -> None:
    """Writing in threads and creating them are permissions of the parent channel."""
    parent, path, thread = await begun(raw)
    world, faults = raw.playground.world, raw.playground.faults
    faults.forbid(world.bot, parent, Permission.SEND_MESSAGES)
    unhindered = (await raw.post(thread, HELLO))[0]
    faults.forbid(world.bot, parent, Permission.SEND_MESSAGES_IN_THREADS)
    refused = (await raw.post(thread, HELLO))[1]["code"]
    faults.forbid(world.bot, parent, Permission.CREATE_PUBLIC_THREADS)
    not_begun = (await raw.call("POST", path + "/threads", NAME))[1]["code"]

    assert (unhindered, refused, not_begun) == (200, 50013, 50013)


async def test_with_its_parent_a_thread_goes_too(raw: RawBot) -> None:
    """Deleting a channel deletes its threads."""
    parent, _, thread = await begun(raw)
    raw.playground.faults.delete_channel(parent)

    assert thread.id not in raw.playground.world.channels
    assert (await raw.event("THREAD_DELETE"))["id"] == str(thread.id)
