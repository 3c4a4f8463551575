"""Whatever is forged ends in a sentence for the forger alone, and changes nothing."""

from __future__ import annotations

import random

import pytest

from bot.playground.people import Person
from bot.playground.seed import add_guild
from bot.playground.world import Member
from tests.bot.ui.wire.club import TABLE, Club
from tests.bot.ui.wire.forging import JUNK, Forgery, den, forgeries, places, tried
from tests.bot.ui.wire.witness import logged

COUNT = 140


async def test_every_button_of_ours_can_be_forged_in_vain(club: Club) -> None:
    """All verbs, pressed by somebody who sits nowhere, at matches of every stage and at none."""
    at = await den(club)

    assert [problem for one in places(at) for problem in await tried(at, one)] == []


async def test_forgeries_of_every_kind_change_nothing(club: Club) -> None:
    """Ids, tickets, values, types, sizes, forms and commands, drawn by chance, are all refused."""
    at = await den(club)
    drawn = forgeries(at, random.Random(7), COUNT)

    assert [problem for one in drawn for problem in await tried(at, one)] == []


async def test_rights_end_where_a_server_ends(club: Club) -> None:
    """Who runs another server can neither read, join, stop nor rest a table of this one."""
    at = await den(club)
    guild = add_guild(club.playground.world, "Elsewhere", [at.forger.user])
    guild.members[at.rival.user.id] = Member(at.rival.user.id, 0)
    club.playground.world.keep(guild)
    channels = club.playground.world.channels.values()
    away = next(one for one in channels if one.guild_id == guild.id)
    gone = "This table is gone"
    await at.send(Forgery("read", 3, _pressed("tb:read:nothing:0")), away)
    before = at.snapshot()
    verbs = ("join", "read", "pause", "resume", "stop_surely", "take_seat", "more", "rematch")
    told = [
        (await at.send(Forgery(verb, 3, _pressed(f"tb:{verb}:{match}:0")), away)).text
        for verb in verbs
        for match in at.matches.values()
    ]

    assert [text for text in told if gone not in text] == []
    assert at.snapshot() == before


def _pressed(custom_id: str) -> dict[str, object]:
    return {"custom_id": custom_id, "component_type": 2, "id": 1}


@pytest.mark.parametrize("seated", [True, False])
async def test_whatever_is_typed_is_completed_or_not(
    club: Club, ana: Person, ben: Person, chen: Person, seated: bool
) -> None:
    """No beginning of an option breaks its completion, for who plays and for who does not."""
    await club.table(ana, ben, cycles=1)
    person = ana if seated else chen
    with logged() as lines:
        for line, option in completed(club):
            for typed in JUNK:
                choices = await person.complete(TABLE, line, option, **{option: typed})
                assert len(choices) <= 25

    assert [line for line in lines if not line.startswith("INFO")] == []


def completed(club: Club) -> list[tuple[str, str]]:
    """Every command with an option that is completed, and that option."""
    found: list[tuple[str, str]] = []
    todo = [
        (command.name, command.body)
        for command in club.playground.world.commands.values()
        if command.body.get("default_member_permissions") is None
    ]
    while todo:
        line, body = todo.pop()
        for option in body.get("options") or ():
            if option["type"] <= 2:
                todo.append((f"{line} {option['name']}", option))
            elif option.get("autocomplete"):
                found.append((line, option["name"]))
    return found
