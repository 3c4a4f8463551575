"""Who has a role for what they reached on a server."""

from collections.abc import Callable

import pytest

from bot.tables.leaderboards.ratings import SETTLED
from bot.tables.leaderboards.roles import BEST, Roles
from bot.tables.server_settings import ServerSettings
from games import GAMES
from games.dojo import DOJO
from tests.bot.tables.leaderboards.support import ANA, BEN, CHEN, DORA, GUILD, Hall, finish
from tests.bot.tables.leaderboards.test_titles import PERFECT

ROLE, OTHER_ROLE = 900, 901


@pytest.fixture
def roles(hall: Hall) -> Roles:
    return Roles(hall.store, hall.boards, GAMES)


async def choose(hall: Hall, reach: str, role: int | None) -> None:
    nobody: Callable[..., None] = lambda *_: None  # noqa: E731 - nothing is shown here
    settings = ServerSettings(hall.store, nobody, ())  # type: ignore[arg-type]  # as above
    await settings.give_role(GUILD, reach, role)


async def bring(roles: Roles) -> list[tuple[int, int, bool]]:
    """Carry out what is due; returns each role and player, and whether it was given."""
    changes = await roles.changes()
    for change in changes:
        await roles.done(change)
    return [(*change.granted, change.has) for change in changes]


async def test_a_title_brings_its_role_once(hall: Hall, roles: Roles) -> None:
    """Whoever has a title gets its role, earlier holders too, and nobody gets it twice."""
    await finish(hall.store, [ANA], [BEN], game=DOJO, events=[PERFECT])
    await choose(hall, "dojo first win", ROLE)
    first = await bring(roles)
    await finish(hall.store, [BEN], [ANA], game=DOJO)

    assert first == [(ROLE, ANA, True)]
    assert await bring(roles) == [(ROLE, BEN, True)]
    assert await bring(roles) == []


async def test_a_role_is_taken_back(hall: Hall, roles: Roles) -> None:
    """Whoever hides loses a role, and everybody does if it is no longer chosen."""
    await choose(hall, "dojo first win", ROLE)
    await finish(hall.store, [ANA], [BEN], game=DOJO)
    await finish(hall.store, [BEN], [ANA], game=DOJO)
    await bring(roles)
    await hall.boards.hide(GUILD, ANA, hidden=True)
    hidden = await bring(roles)
    await choose(hall, "dojo first win", None)

    assert hidden == [(ROLE, ANA, False)]
    assert await bring(roles) == [(ROLE, BEN, False)]


async def test_the_best_of_a_season_lose_their_role_with_it(hall: Hall, roles: Roles) -> None:
    """Three settled players have the role of the season's best until the next season begins."""
    await choose(hall, BEST, OTHER_ROLE)
    for number in range(SETTLED):
        before = await bring(roles) if number < SETTLED - 1 else []
        assert before == []
        await finish(hall.store, [ANA], [BEN], [CHEN], [DORA])
    best = await bring(roles)
    await hall.boards.new_season(GUILD, None)

    assert best == [(OTHER_ROLE, player, True) for player in (ANA, BEN, CHEN)]
    assert await bring(roles) == [(OTHER_ROLE, player, False) for player in (ANA, BEN, CHEN)]
