"""Roles on Discord for what people reach."""

from pathlib import Path

import pytest

from playground.server import Playground
from playground.testing.people import PlaygroundUser
from playground.world.permissions import Permission
from playground.world.world import Role
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.playground import opened

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


async def test_a_first_win_brings_a_role(tmp_path: Path) -> None:
    """Whoever wins gets the role that the server chose, and loses it once none is chosen."""
    async with opened() as playground:
        let_manage(playground)
        role = add_role(playground, "Champion", 1)
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        ana, ben = env.person("Ana"), env.person("Ben")
        async with env.open():
            chosen = await ana.slash(TABLE, "server roles", reach=TITLE, role=role.id)
            await env.result(ana, ben)
            await env.bot.roles.bring()
            winners = [person for person in (ana, ben) if has(playground, person, role)]
            none = await ana.slash(TABLE, "server roles", reach=TITLE)
            await env.bot.roles.bring()

            assert f"{TITLE}: <@&{role.id}>" in chosen.text
            assert "brings a role yet" in none.text
        assert len(winners) == 1
        assert not any(has(playground, person, role) for person in (ana, ben))
        assert playground.refusals() == []


async def test_a_role_is_known_although_the_bot_was_killed(tmp_path: Path) -> None:
    """A role whose giving was cut short is given, or taken back once it's no longer wanted."""
    async with opened() as playground:
        let_manage(playground)
        role = add_role(playground, "Champion", 1)
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        ana, ben = env.person("Ana"), env.person("Ben")
        async with env.open():
            await ana.slash(TABLE, "server roles", reach=TITLE, role=role.id)
            await env.result(ana, ben)
            (change,) = await env.bot.tables.roles.changes()
            await env.bot.tables.roles.begin(change)
            await env.bot.roles.bring()
            given = [has(playground, person, role) for person in (ana, ben)]
            await env.bot.tables.roles.begin(change)
            await ana.slash(TABLE, "server roles", reach=TITLE)
            await env.bot.roles.bring()

        assert sorted(given) == [False, True]
        assert not any(has(playground, person, role) for person in (ana, ben))
        assert playground.refusals() == []


async def test_deleted_data_takes_the_role_along(tmp_path: Path) -> None:
    """Whoever has their data deleted loses the roles that the bot gave them."""
    async with opened() as playground:
        let_manage(playground)
        role = add_role(playground, "Champion", 1)
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        ana, ben = env.person("Ana"), env.person("Ben")
        async with env.open():
            await ana.slash(TABLE, "server roles", reach=TITLE, role=role.id)
            await env.result(ana, ben)
            await env.bot.roles.bring()
            (winner,) = [person for person in (ana, ben) if has(playground, person, role)]
            sure = await winner.slash(TABLE, "me privacy forget")
            await winner.click(sure, "Yes, delete my data")
            await env.bot.roles.bring()

            assert not has(playground, winner, role)
            assert playground.refusals() == []


@pytest.mark.parametrize(
    ("may_manage", "position", "reason"),
    [(True, 9, "above the bot's own"), (False, 1, "Manage Roles")],
)
async def test_a_role_that_cannot_be_given_is_refused(
    tmp_path: Path, may_manage: bool, position: int, reason: str
) -> None:
    """A role above the bot's, or one without Manage Roles, is refused with what to do."""
    async with opened() as playground:
        if may_manage:
            let_manage(playground)
        role = add_role(playground, "Champion", position)
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        async with env.open():
            refused = await env.person("Ana").slash(
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
    tmp_path: Path, permissions: Permission, position: int, is_refused: bool
) -> None:
    """Whoever manages a server, but couldn't give people a role, can't choose it for a title."""
    async with opened() as playground:
        let_manage(playground)
        role = add_role(playground, "Moderator", 3)
        managers = add_role(playground, "Managers", position)
        managers.permissions = int(permissions)
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        ben = env.person("Ben")
        playground.world.guild.members[ben.user.id].roles.append(managers.id)
        async with env.open():
            answer = await ben.slash(TABLE, "server roles", reach=TITLE, role=role.id)

    assert ("you could give people yourself" in answer.text) is is_refused


async def test_the_doctor_finds_roles_that_fail(tmp_path: Path) -> None:
    """A chosen role that was deleted is named with its reason, and nothing is asked of Discord."""
    async with opened() as playground:
        let_manage(playground)
        role = add_role(playground, "Champion", 1)
        env = RunningBot(playground, tmp_path / "tomato-table.db")
        ana = env.person("Ana")
        async with env.open():
            await ana.slash(TABLE, "server roles", reach=TITLE, role=role.id)
        del playground.world.guild.roles[role.id]
        async with env.open():
            await env.result(ana, env.person("Ben"))
            await env.bot.roles.bring()
            report = await ana.slash(TABLE, "server doctor")

    assert "It has been deleted" in report.text
    assert playground.refusals() == []
