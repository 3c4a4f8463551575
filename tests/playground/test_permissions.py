"""Roles and overwrites decide what the bot and people may do."""

from typing import Any

import pytest

from playground.world.errors import HumanError
from playground.world.permissions import Permission, allowed
from playground.world.world import Overwrite, Role
from tests.playground.raw_bot import RawBot, refusal

HELLO = {"content": "Hello."}


@pytest.mark.parametrize(
    ("forbidden", "body", "files", "code"),
    [
        (Permission.VIEW_CHANNEL, HELLO, None, 50001),
        (Permission.SEND_MESSAGES, HELLO, None, 50013),
        (Permission.ATTACH_FILES, HELLO, {"a.png": b"x"}, 50013),
        (Permission.EMBED_LINKS, {"embeds": [{"title": "T"}]}, None, 50013),
    ],
)
async def test_what_the_bot_may_not_do(
    raw: RawBot, forbidden: Permission, body: Any, files: dict[str, bytes] | None, code: int
) -> None:
    """A missing permission is refused with its code until it is granted again."""
    world = raw.playground.world
    channel = raw.here
    raw.playground.faults.forbid(world.bot, channel, forbidden)
    assert refusal(await raw.post(channel, body, files)) == (403, code)
    raw.playground.faults.forbid(world.bot, channel)
    assert (await raw.post(channel, body, files))[0] == 200


async def test_answers_to_interactions_need_no_permission(raw: RawBot) -> None:
    """The bot can answer an interaction where it can't write, and is told its permissions."""
    ana = raw.playground.person("Ana")
    channel = ana.channel("table-one")
    raw.playground.faults.forbid(raw.playground.world.bot, channel, Permission.SEND_MESSAGES)
    interaction = raw.playground.interactions.open(2, ana.user, channel, {"name": "go"})
    payload = await raw.interaction()
    assert not int(payload["app_permissions"]) & Permission.SEND_MESSAGES
    assert int(payload["member"]["permissions"]) & Permission.SEND_MESSAGES
    assert (await raw.answer(payload, 4, HELLO))[0] == 200
    assert interaction.response_id is not None


async def test_an_unseen_channel_is_not_there(raw: RawBot) -> None:
    """People who can't view a channel neither see it nor hear of its messages."""
    playground = raw.playground
    ana, ben = playground.person("Ana"), playground.person("Ben")
    channel = ben.channel("table-one")
    playground.faults.forbid(ben.user, channel, Permission.VIEW_CHANNEL)
    ana.say("table-one", "Psst.")
    assert [event for event, _ in ben.heard if event == "message"] == []
    with pytest.raises(HumanError):
        ben.sees("table-one")


async def test_commands_for_administrators(raw: RawBot) -> None:
    """A command that requires a permission is offered only to members who have it."""
    path = f"/applications/{raw.playground.world.application.id}/commands"
    settings = {"name": "settings", "description": "d", "default_member_permissions": 32}
    here = {"name": "here", "description": "d", "contexts": [0]}
    await raw.call("PUT", path, [settings, here])
    ana, ben = raw.playground.person("Ana"), raw.playground.person("Ben")
    assert ana.commands("table-one") == ["here", "settings"]  # she owns the guild
    assert ben.commands("table-one") == ["here"]
    assert ana.commands("@bot") == ["settings"]


async def test_deleting_others_messages_needs_a_permission(raw: RawBot) -> None:
    """The bot can delete and edit only its own messages."""
    ana = raw.playground.person("Ana")
    text = ana.say("table-one", "Mine.").value
    path = f"/channels/{text.channel_id}/messages/{text.id}"
    assert refusal(await raw.call("DELETE", path)) == (403, 50013)
    assert refusal(await raw.call("PATCH", path, HELLO)) == (403, 50005)


async def test_overwrites_follow_discords_order(raw: RawBot) -> None:
    """A member's overwrite overrides the roles', and theirs everybody's."""
    world = raw.playground.world
    channel = raw.playground.person("Ana").channel("lounge")
    role = next(role for role in world.guild.roles.values() if role.managed)
    send = Permission.SEND_MESSAGES
    outcomes = []
    for overwrites in (
        [Overwrite(world.guild.id, 0, deny=send)],
        [Overwrite(world.guild.id, 0, deny=send), Overwrite(role.id, 0, allow=send)],
        [
            Overwrite(world.guild.id, 0, deny=send),
            Overwrite(role.id, 0, allow=send),
            Overwrite(world.bot.id, 1, deny=send),
        ],
    ):
        channel.overwrites = overwrites
        outcomes.append(bool(allowed(world, world.bot.id, channel) & send))
    assert outcomes == [False, True, False]


async def test_expelled_and_invited_again(raw: RawBot) -> None:
    """A removed bot can do nothing on the server until it is invited again."""
    playground, world = raw.playground, raw.playground.world
    channel = playground.person("Ana").channel("table-one")
    playground.faults.expel_bot(world.guild)
    assert (await raw.event("GUILD_DELETE"))["id"] == str(world.guild.id)
    assert (await raw.post(channel, HELLO))[1]["code"] == 50001
    assert playground.person("Ana").commands("table-one") == []
    playground.faults.invite_bot(world.guild)
    assert "unavailable" not in await raw.event("GUILD_CREATE")
    assert (await raw.post(channel, HELLO))[0] == 200


@pytest.mark.parametrize(
    ("permission", "position", "managed", "status"),
    [
        (Permission.MANAGE_ROLES, 1, False, 204),
        (Permission.MANAGE_ROLES, 2, False, 403),
        (Permission.MANAGE_ROLES, 1, True, 403),
        (Permission(0), 1, False, 403),
    ],
)
async def test_roles_below_its_own_are_the_bots_to_give(
    raw: RawBot, permission: Permission, position: int, managed: bool, status: int
) -> None:
    """A bot with Manage Roles gives and takes roles below its own, except those of apps."""
    world, ben = raw.playground.world, raw.playground.person("Ben").user
    own = next(role for role in world.guild.roles.values() if role.managed)
    own.position, own.permissions = 2, int(permission)
    role = Role(world.new_id(), "Champion", 0, position, managed)
    world.guild.roles[role.id] = role
    path = f"/guilds/{world.guild.id}/members/{ben.id}/roles/{role.id}"
    given = (await raw.call("PUT", path))[0], role.id in world.guild.members[ben.id].roles
    taken = (await raw.call("DELETE", path))[0]

    assert given == (status, status == 204)
    assert taken == status
    assert role.id not in world.guild.members[ben.id].roles
