"""Threads: started at a message, archived, and unarchived by a message."""

from typing import Any

import pytest

from playground.gateway.intents import PRIVILEGED
from playground.server import Playground
from playground.world.errors import HumanError
from playground.world.permissions import Permission
from playground.world.world import GUILD_VOICE, Channel, Overwrite
from tests.playground.raw_bot import RawBot, refusal

HELLO = {"content": "Hello."}
GO = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
MISSING_MEMBER = {"message": "Unknown Member", "code": 10007}
NAME = {"name": "Tomate", "auto_archive_duration": 1440}


def give(playground: Playground, channel: Channel, *permissions: Permission) -> None:
    """Give the bot these permissions in a channel."""
    bot = playground.world.bot.id
    channel.overwrites = [Overwrite(bot, 1, allow=sum(permissions))]


async def begun(raw: RawBot) -> tuple[Channel, str, Channel]:
    """Return a channel, the path of a message in it, and the thread at that message."""
    parent = raw.here
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
    result = raw.playground.person("Ben").channel("Tomate")

    assert (event["id"], event["parent_id"]) == (str(thread.id), str(parent.id))
    assert message["thread"]["id"] == str(thread.id)
    assert result is thread


async def test_a_message_has_one_thread(raw: RawBot) -> None:
    """A second thread at a message is refused with Discord's code."""
    _, path, _ = await begun(raw)
    assert refusal(await raw.call("POST", path + "/threads", NAME)) == (400, 160004)


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


async def test_a_locked_thread_takes_no_presses(raw: RawBot) -> None:
    """Nobody uses a button of a locked thread, and the bot edits nothing there.

    A bot that manages threads still edits and posts.
    """
    parent, _, thread = await begun(raw)
    playground = raw.playground
    _, message = await raw.post(thread, HELLO | {"components": [GO]})
    path = f"/channels/{thread.id}/messages/{message['id']}"
    owner, ben = (playground.person(name) for name in ("Ana", "Ben"))
    playground.faults.lock(thread)
    for person in (owner, ben):
        with pytest.raises(HumanError, match="locked"):
            await person.click(person.latest(thread), "Go")
    with pytest.raises(HumanError, match="locked"):
        await ben.slash(thread, "go")
    refused = (await raw.call("PATCH", path, HELLO))[1]["code"]
    give(playground, parent, Permission.MANAGE_THREADS)
    allowed = [(await raw.call("PATCH", path, HELLO))[0], (await raw.post(thread, HELLO))[0]]

    assert (refused, allowed) == (160005, [200, 200])


async def test_members_of_a_thread(raw: RawBot) -> None:
    """The bot adds, finds, lists and removes members of a thread, and joins and leaves it."""
    parent, _, thread = await begun(raw)
    playground = raw.playground
    ben, bot = playground.person("Ben").user.id, playground.world.bot.id
    path = f"/channels/{thread.id}/thread-members"
    assert await raw.call("GET", f"{path}/{ben}") == (404, MISSING_MEMBER)
    assert (await raw.call("GET", path))[1]["code"] == 50001
    playground.world.application.privileged_intents = PRIVILEGED
    assert await raw.call("PUT", f"{path}/{ben}") == (204, None)
    assert (await raw.call("GET", f"{path}/{ben}"))[1]["user_id"] == str(ben)
    result = (await raw.call("GET", path + "?with_member=true"))[1]
    assert [int(member["user_id"]) for member in result] == [bot, ben]
    assert result[1]["member"]["user"]["username"] == "ben"
    assert (await raw.call("DELETE", f"{path}/{ben}"))[1]["code"] == 50013
    give(playground, parent, Permission.MANAGE_THREADS)
    assert await raw.call("DELETE", f"{path}/{ben}") == (204, None)
    assert await raw.call("DELETE", f"{path}/@me") == (204, None)
    event = await raw.event("THREAD_MEMBERS_UPDATE")
    assert (event["removed_member_ids"], event["member_count"]) == ([str(bot)], 0)
    assert await raw.call("PUT", f"{path}/@me") == (204, None)
    assert "member" in (await raw.call("GET", f"/channels/{thread.id}"))[1]
    playground.faults.archive(thread)
    assert (await raw.call("PUT", f"{path}/{ben}"))[1]["code"] == 50083


async def test_writing_and_mentions_add_to_a_thread(raw: RawBot) -> None:
    """Whoever writes in a thread, or is mentioned there, becomes a member."""
    _, _, thread = await begun(raw)
    ana, ben = raw.playground.person("Ana"), raw.playground.person("Ben")
    ana.say(thread, f"{ben.mention}, look.")

    assert thread.thread
    assert {ana.user.id, ben.user.id} <= thread.thread.members.keys()


async def test_a_private_thread_is_for_its_members(raw: RawBot) -> None:
    """Only members and moderators see a private thread; the bot adds people to its own."""
    playground = raw.playground
    parent = playground.person("Ana").channel("table-one")
    ben, chen = playground.person("Ben"), playground.person("Chen")
    path = f"/channels/{parent.id}/threads"
    status, answer = await raw.call("POST", path, {"name": "Secret", "type": 12})
    thread = playground.world.channels[int(answer["id"])]
    assert (status, answer["type"], answer["thread_metadata"]["invitable"]) == (201, 12, True)
    with pytest.raises(HumanError, match="sees no channel"):
        ben.channel("Secret")
    await raw.call("PUT", f"/channels/{thread.id}/thread-members/{ben.user.id}")
    await raw.post(thread, HELLO)
    assert ben.latest("Secret").text == "Hello."
    with pytest.raises(HumanError, match="sees no channel"):
        chen.channel("Secret")
    assert playground.person("Ana").channel("Secret") is thread  # as the server's owner
    await raw.call("DELETE", f"/channels/{thread.id}/thread-members/{ben.user.id}")
    with pytest.raises(HumanError, match="sees no channel"):
        ben.channel("Secret")

    playground.faults.forbid(playground.world.bot, parent, Permission.CREATE_PRIVATE_THREADS)
    assert (await raw.call("POST", path, {"name": "More"}))[1]["code"] == 50013


async def test_a_private_thread_without_the_bot(raw: RawBot) -> None:
    """A bot hears nothing of a private thread and may do nothing there until it is mentioned."""
    playground = raw.playground
    ana, bot = playground.person("Ana"), playground.world.bot.id
    parent = ana.channel("table-one")
    thread = playground.faults.open_thread(ana.user, parent, "Secret")
    ana.say(thread, "Hello?")
    assert raw.unread_events() == []
    assert (await raw.post(thread, HELLO))[1]["code"] == 50001
    ana.say(thread, f"<@{bot}>, come in.")
    assert (await raw.event("THREAD_CREATE"))["id"] == str(thread.id)
    assert (await raw.post(thread, HELLO))[0] == 200


async def test_a_voice_channel_needs_connect(raw: RawBot) -> None:
    """The chat of a voice channel is closed to those who may not connect, and has no threads."""
    playground = raw.playground
    world, ben = playground.world, playground.person("Ben")
    voice = playground.faults.open_channel(world.guild, "Voice", GUILD_VOICE)
    status, message = await raw.post(voice, HELLO)
    shape = (await raw.call("GET", f"/channels/{voice.id}"))[1]
    path = f"/channels/{voice.id}/messages/{message['id']}/threads"
    assert (status, shape["type"], shape["user_limit"]) == (200, 2, 0)
    assert (await raw.call("POST", path, NAME))[1]["code"] == 50003
    assert ben.latest("Voice").text == "Hello."
    for user in (world.bot, ben.user):
        playground.faults.forbid(user, voice, Permission.CONNECT)
    assert (await raw.post(voice, HELLO))[1]["code"] == 50001
    with pytest.raises(HumanError, match="sees no channel"):
        ben.channel("Voice")
