"""Roles on Discord for what people reach."""

from collections.abc import AsyncIterator

import pytest

from playground.server import Playground
from playground.testing.people import PlaygroundUser
from playground.world.permissions import Permission
from playground.world.world import Overwrite, Role
from tests.integration.support.running_bot import TABLE, RunningBot

TITLE = "First win: Tomate"


def add_role(playground: Playground, name: str, position: int) -> Role:
    guild = playground.world.guild
    role = Role(playground.world.new_id(), name, 0, position)
    guild.roles[role.id] = role
    playground.world.keep(guild)
    return role


def let_manage(playground: Playground) -> None:
    """Let the bot manage roles below its own."""
    guild = playground.world.guild
    own = next(role for role in guild.roles.values() if role.managed)
    own.permissions |= Permission.MANAGE_ROLES
    own.position = 5
    playground.world.keep(guild)


def has(playground: Playground, person: PlaygroundUser, role: Role) -> bool:
    return role.id in playground.world.guild.members[person.user.id].roles


@pytest.fixture
def champion(playground: Playground) -> Role:
    """A role that the bot may give."""
    let_manage(playground)
    return add_role(playground, "Champion", 1)


@pytest.fixture
async def env(champion: Role, stopped: RunningBot) -> AsyncIterator[RunningBot]:
    assert champion.position
    async with stopped.open():
        yield stopped


async def test_a_first_win_brings_a_role(
    env: RunningBot, champion: Role, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Whoever wins gets the role that the server chose, and loses it once none is chosen."""
    chosen = await ana.slash(TABLE, "server roles", reach=TITLE, role=champion.id)
    await env.result(ana, ben)
    await env.bot.roles.bring()
    winners = [person for person in (ana, ben) if has(env.playground, person, champion)]
    none = await ana.slash(TABLE, "server roles", reach=TITLE)
    await env.bot.roles.bring()

    assert f"{TITLE}: <@&{champion.id}>" in chosen.text
    assert "brings a role yet" in none.text
    assert len(winners) == 1
    assert not any(has(env.playground, person, champion) for person in (ana, ben))
    assert env.playground.refusals() == []


async def test_a_role_is_known_although_the_bot_was_killed(
    env: RunningBot, champion: Role, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A role whose giving was cut short is given, or taken back once it's no longer wanted."""
    await ana.slash(TABLE, "server roles", reach=TITLE, role=champion.id)
    await env.result(ana, ben)
    (change,) = await env.bot.tables.roles.changes()
    await env.bot.tables.roles.begin(change)
    await env.bot.roles.bring()
    given = [has(env.playground, person, champion) for person in (ana, ben)]
    await env.bot.tables.roles.begin(change)
    await ana.slash(TABLE, "server roles", reach=TITLE)
    await env.bot.roles.bring()

    assert sorted(given) == [False, True]
    assert not any(has(env.playground, person, champion) for person in (ana, ben))
    assert env.playground.refusals() == []


async def test_deleted_data_takes_the_role_along(
    env: RunningBot, champion: Role, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """Whoever has their data deleted loses the roles that the bot gave them."""
    await ana.slash(TABLE, "server roles", reach=TITLE, role=champion.id)
    await env.result(ana, ben)
    await env.bot.roles.bring()
    (winner,) = [person for person in (ana, ben) if has(env.playground, person, champion)]
    sure = await winner.slash(TABLE, "me privacy forget")
    await winner.click(sure, "Yes, delete my data")
    await env.bot.roles.bring()

    assert not has(env.playground, winner, champion)
    assert env.playground.refusals() == []


@pytest.mark.parametrize(
    ("may_manage", "position", "reason"),
    [(True, 9, "above the bot's own"), (False, 1, "Manage Roles")],
)
async def test_a_role_that_cannot_be_given_is_refused(
    stopped: RunningBot, may_manage: bool, position: int, reason: str
) -> None:
    """A role above the bot's, or one without Manage Roles, is refused with what to do."""
    if may_manage:
        let_manage(stopped.playground)
    role = add_role(stopped.playground, "Champion", position)
    async with stopped.open():
        refused = await stopped.person("Ana").slash(
            TABLE, "server roles", reach=TITLE, role=role.id
        )

    assert reason in refused.text


@pytest.mark.parametrize(
    ("permissions", "position", "is_refused"),
    [
        (Permission.MANAGE_GUILD, 4, True),
        (Permission.MANAGE_GUILD | Permission.MANAGE_ROLES, 2, True),
        (Permission.MANAGE_GUILD | Permission.MANAGE_ROLES, 4, False),
    ],
)
async def test_nobody_chooses_a_role_that_they_could_not_give(
    stopped: RunningBot,
    ben: PlaygroundUser,
    permissions: Permission,
    position: int,
    is_refused: bool,
) -> None:
    """Whoever manages a server, but couldn't give people a role, can't choose it for a title."""
    let_manage(stopped.playground)
    role = add_role(stopped.playground, "Moderator", 3)
    managers = add_role(stopped.playground, "Managers", position)
    managers.permissions = int(permissions)
    stopped.playground.world.guild.members[ben.user.id].roles.append(managers.id)
    async with stopped.open():
        answer = await ben.slash(TABLE, "server roles", reach=TITLE, role=role.id)

    assert ("you could give people yourself" in answer.text) is is_refused


async def test_permissions_of_a_channel_give_no_roles(
    stopped: RunningBot, ben: PlaygroundUser
) -> None:
    """*Manage Permissions* in a channel, the same bit as *Manage Roles*, lets nobody choose."""
    let_manage(stopped.playground)
    role = add_role(stopped.playground, "Prize", 1)
    managers = add_role(stopped.playground, "Managers", 3)
    managers.permissions = int(Permission.MANAGE_GUILD)
    world, place = stopped.playground.world, ben.channel(TABLE)
    world.guild.members[ben.user.id].roles.append(managers.id)
    place.overwrites.append(Overwrite(ben.user.id, 1, int(Permission.MANAGE_ROLES), 0))
    world.keep(place)
    async with stopped.open():
        answer = await ben.slash(TABLE, "server roles", reach=TITLE, role=role.id)

    assert "you could give people yourself" in answer.text


async def test_the_doctor_finds_roles_that_fail(stopped: RunningBot, ana: PlaygroundUser) -> None:
    """A chosen role that was deleted is named with its reason, and nothing is asked of Discord."""
    let_manage(stopped.playground)
    role = add_role(stopped.playground, "Champion", 1)
    async with stopped.open():
        await ana.slash(TABLE, "server roles", reach=TITLE, role=role.id)
    del stopped.playground.world.guild.roles[role.id]
    async with stopped.open():
        await stopped.result(ana, stopped.person("Ben"))
        await stopped.bot.roles.bring()
        report = await ana.slash(TABLE, "server doctor")

    assert "It has been deleted" in report.text
    assert stopped.playground.refusals() == []


async def test_a_role_is_taken_back_after_an_outage(
    env: RunningBot, champion: Role, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """While a server's roles aren't known, none counts as taken back."""
    await ana.slash(TABLE, "server roles", reach=TITLE, role=champion.id)
    await env.result(ana, ben)
    await env.bot.roles.bring()
    await ana.slash(TABLE, "server roles", reach=TITLE)
    guild = env.bot.client.get_guild(env.playground.world.guild.id)
    assert guild is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guild, "_roles", {})
        patch.setattr(guild, "unavailable", True)
        await env.bot.roles.bring()
    await env.bot.roles.bring()

    assert not any(has(env.playground, person, champion) for person in (ana, ben))
