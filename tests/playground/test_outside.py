"""Conversations and servers without the bot: it answers those who installed it, and no more."""

from typing import Any

import pytest

from playground.world.permissions import Permission
from playground.world.world import EPHEMERAL, Channel
from tests.playground.raw_bot import RawBot

HELLO = {"content": "Hello."}
USABLE = {"name": "go", "description": "Go", "integration_types": [0, 1], "contexts": [0, 1, 2]}
OUTSIDE = ["friends", "terrace"]
MESSAGE, COMPONENT = 4, 3


async def opened(raw: RawBot, place: str, name: str = "Ana") -> tuple[Channel, Any]:
    """Let somebody use the bot's command in a place; returns what the bot is told."""
    application = raw.playground.world.application.id
    await raw.call("PUT", f"/applications/{application}/commands", [USABLE])
    person = raw.playground.person(name)
    channel = person.channel(place)
    raw.playground.interactions.open(2, person.user, channel, {"name": "go"})
    return channel, await raw.interaction()


@pytest.mark.parametrize(("place", "context"), [("friends", 2), ("terrace", 0), ("@bot", 1)])
async def test_an_interaction_says_who_installed_the_bot(
    raw: RawBot, place: str, context: int
) -> None:
    """Where the bot isn't, the person who used the command is the owner of the installation."""
    _, payload = await opened(raw, place)
    ana = raw.playground.person("Ana").user
    owners = {"0": "0"} if place == "@bot" else {"1": str(ana.id)}

    assert payload["authorizing_integration_owners"] == owners
    assert payload["context"] == context


async def test_a_control_belongs_to_whoever_used_the_command(raw: RawBot) -> None:
    """Whoever presses a message's button, its installation is that of the command's user."""
    channel, payload = await opened(raw, "friends")
    await raw.answer(payload, MESSAGE, HELLO)
    playground = raw.playground
    (message,) = playground.world.history(channel.id)
    ben = playground.person("Ben").user
    playground.interactions.open(COMPONENT, ben, channel, {"custom_id": "x"}, message=message)
    press = await raw.interaction()

    assert press["user"]["id"] == str(ben.id)
    assert press["authorizing_integration_owners"] == {"1": payload["user"]["id"]}


@pytest.mark.parametrize("place", OUTSIDE)
async def test_the_bot_reads_and_writes_nothing_outside(raw: RawBot, place: str) -> None:
    """The bot hears no message there, and can neither post nor edit but by a token."""
    channel, payload = await opened(raw, place)
    _, answer = await raw.answer(payload, MESSAGE, HELLO)
    raw.playground.person("Ben").say(channel, "Psst.")
    path = f"/channels/{channel.id}/messages"
    message = f"{path}/{answer['interaction']['response_message_id']}"
    texts = [
        await raw.call("POST", path, HELLO),
        await raw.call("GET", message),
        await raw.call("PATCH", message, HELLO),
        await raw.call("DELETE", message),
    ]

    assert [(status, text["code"]) for status, text in texts] == [(403, 50001)] * 4
    assert raw.unread_events() == []
    assert (await raw.call("PATCH", f"{raw.hook(payload)}/messages/@original", HELLO))[0] == 200


@pytest.mark.parametrize("place", OUTSIDE)
async def test_follow_ups_are_limited_outside(raw: RawBot, place: str) -> None:
    """An interaction has five follow-ups where the bot isn't, and elsewhere as many as it likes."""
    _, payload = await opened(raw, place)
    await raw.answer(payload, MESSAGE, HELLO)
    texts = [await raw.call("POST", raw.hook(payload), HELLO) for _ in range(6)]
    _, inside = await opened(raw, "table-one")
    await raw.answer(inside, MESSAGE, HELLO)
    free = [await raw.call("POST", raw.hook(inside), HELLO) for _ in range(6)]

    assert [status for status, _ in texts] == [200] * 5 + [400]
    assert texts[-1][1]["code"] == 40094
    assert [status for status, _ in free] == [200] * 6


async def test_a_server_may_hide_answers_of_external_apps(raw: RawBot) -> None:
    """Without Use External Apps every answer is hidden; where the bot is a member none is."""
    ben, world = raw.playground.person("Ben"), raw.playground.world
    hidden = []
    for place in ("terrace", "table-one"):
        channel = ben.channel(place)
        raw.playground.faults.forbid(ben.user, channel, Permission.USE_EXTERNAL_APPS)
        _, payload = await opened(raw, place, "Ben")
        await raw.answer(payload, MESSAGE, HELLO)
        await raw.call("POST", raw.hook(payload), HELLO)
        hidden.append([bool(m.flags & EPHEMERAL) for m in world.history(channel.id)])

    assert hidden == [[True, True], [False, False]]


async def test_commands_outside_need_an_installation(raw: RawBot) -> None:
    """Only people who have installed the bot are offered its commands where it isn't a member."""
    await opened(raw, "friends")
    ana, ben = raw.playground.person("Ana"), raw.playground.person("Ben")
    ben.user.installed = False

    assert [ana.commands(place) for place in OUTSIDE] == [["go"], ["go"]]
    assert [ben.commands(place) for place in (*OUTSIDE, "table-one")] == [[], [], ["go"]]
