"""Roles that are given and taken back, and what Discord says to it."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables.leaderboards.roles import RoleChange
from bot.ui.sync.role_keeper import RoleKeeper
from data.stores.granted_roles import GrantedRole
from tests.support.refusals import refusal

HERE, ELSEWHERE, LEFT = 1, 2, 3
"""A server of this process, one of another process, and one that the bot has left."""
CHAMPION, ABOVE, DELETED = 10, 20, 30
ANA = 7
UNKNOWN_MEMBER, MISSING_PERMISSIONS = 10007, 50013


class Due:
    """Changes that are due until they are done, and a Discord that notes what it is asked."""

    def __init__(self, *changes: RoleChange, error: Exception | None = None) -> None:
        self.due = list(changes)
        self.requests: list[tuple[str, int, int, int]] = []
        self.error = error
        self.begun: list[tuple[GrantedRole, int]] = []
        """What was noted before so many requests."""

    async def changes(self) -> list[RoleChange]:
        return [*self.due]

    async def held(self, player_id: int) -> list[RoleChange]:
        return [change for change in self.due if change.granted.player_id == player_id]

    async def begin(self, change: RoleChange) -> None:
        self.begun.append((change.granted, len(self.requests)))

    async def done(self, change: RoleChange) -> None:
        self.due.remove(change)

    def _note(self, verb: str, guild_id: int, player_id: int, role_id: int) -> None:
        self.requests.append((verb, guild_id, player_id, role_id))
        if self.error is not None:
            raise self.error

    async def add_role(self, guild_id: int, player_id: int, role_id: int) -> None:
        self._note("give", guild_id, player_id, role_id)

    async def remove_role(self, guild_id: int, player_id: int, role_id: int) -> None:
        self._note("take", guild_id, player_id, role_id)

    def keeper(self) -> RoleKeeper:
        roles = {id: Ranked(id) for id in (CHAMPION, ABOVE)}
        own = SimpleNamespace(
            guild_permissions=discord.Permissions(manage_roles=True), top_role=Ranked(15)
        )
        guild = SimpleNamespace(get_role=roles.get, me=own, unavailable=False)
        client: Any = SimpleNamespace(http=self, get_guild={HERE: guild, ELSEWHERE: guild}.get)
        known: Any = self
        return RoleKeeper(client, known, lambda guild_id: guild_id != ELSEWHERE)


class Ranked(int):
    """A role of which only its place among the others counts."""

    managed = False

    def is_default(self) -> bool:
        return False


def change(role_id: int, *, has: bool, guild_id: int = HERE) -> RoleChange:
    return RoleChange(guild_id, GrantedRole(role_id, ANA), has=has)


@pytest.mark.parametrize("has", [True, False])
@pytest.mark.parametrize(
    ("error", "tries", "is_done"),
    [
        (None, 1, (True, True)),
        (refusal(403, MISSING_PERMISSIONS), 1, (False, True)),
        (refusal(404, UNKNOWN_MEMBER), 1, (False, True)),
        (refusal(503, 0), 2, (False, False)),
    ],
)
async def test_a_role_is_tried_until_discord_answers(
    error: Exception | None, tries: int, is_done: tuple[bool, bool], has: bool
) -> None:
    """A role is noted, then given; unlike in an outage, what Discord refuses isn't tried again."""
    due = Due(change(CHAMPION, has=has), error=error)
    keeper = due.keeper()
    for _ in range(2):
        await keeper.bring()

    verb = "give" if has else "take"
    assert due.requests == [(verb, HERE, ANA, CHAMPION)] * tries
    assert due.begun == [(GrantedRole(CHAMPION, ANA), n) for n in range(tries) if has]
    assert (not due.due) is is_done[0 if has else 1]


async def test_only_roles_within_reach_are_changed() -> None:
    """Roles of other processes, of servers left and above the bot's own wait; a deleted role is
    taken back without asking Discord.
    """
    waiting = [
        change(CHAMPION, has=True, guild_id=ELSEWHERE),
        change(CHAMPION, has=False, guild_id=LEFT),
        change(ABOVE, has=True),
        change(DELETED, has=True),
    ]
    due = Due(*waiting, change(DELETED, has=False), change(CHAMPION, has=True))
    await due.keeper().bring()

    assert due.due == waiting
    assert due.requests == [("give", HERE, ANA, CHAMPION)]


@pytest.mark.parametrize(
    ("error", "owed"),
    [(None, ()), (refusal(404, UNKNOWN_MEMBER), ()), (refusal(503, 0), (CHAMPION, ABOVE))],
)
async def test_all_of_a_persons_roles_are_taken_back(
    error: Exception | None, owed: tuple[int, ...]
) -> None:
    """All roles that a person has from the bot are taken back, or owed if Discord can't do it."""
    due = Due(change(CHAMPION, has=False), change(ABOVE, has=False), error=error)
    keeper = due.keeper()
    await keeper.owe(await keeper.take_all(ANA))
    await keeper.owe(await keeper.take_all(ANA + 1))

    assert due.requests == [("take", HERE, ANA, CHAMPION), ("take", HERE, ANA, ABOVE)]
    assert due.begun == [(GrantedRole(role, ANA), 2) for role in owed]
