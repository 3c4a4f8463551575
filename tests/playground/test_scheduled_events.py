"""Scheduled events, as strict as Discord: who may create and delete them, and what they need."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from playground.world.permissions import Permission
from playground.world.world import ScheduledEvent
from tests.playground.raw_bot import RawBot, refusal


def allow(raw: RawBot, permissions: Permission) -> str:
    """Let the bot do only this; returns the path of the server's events."""
    world = raw.playground.world
    own = next(role for role in world.guild.roles.values() if role.managed)
    own.permissions = int(permissions)
    return f"/guilds/{world.guild.id}/scheduled-events"


def event(hours: int = 1, **changes: object) -> dict[str, Any]:
    start = datetime.now(UTC) + timedelta(hours=hours)
    return {
        "name": "Tomate",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "table-one"},
        "scheduled_start_time": start.isoformat(),
        "scheduled_end_time": (start + timedelta(hours=1)).isoformat(),
        **changes,
    }


async def test_own_events_come_and_go(raw: RawBot) -> None:
    """With Create Events, the bot creates, moves, reads and deletes its own events, each once."""
    path = allow(raw, Permission.CREATE_EVENTS)
    status, created = await raw.call("POST", path, event(description="Join in."))
    own = f"{path}/{created['id']}"
    later = {name: event(3)[name] for name in ("scheduled_start_time", "scheduled_end_time")}
    _, moved = await raw.call("PATCH", own, later)
    past = {**later, "scheduled_end_time": later["scheduled_start_time"]}
    assert (await raw.call("PATCH", own, past))[0] == 400
    created |= later
    assert moved == created
    listed, single = await raw.call("GET", path), await raw.call("GET", own)
    deleted, again = await raw.call("DELETE", own), await raw.call("DELETE", own)

    assert (status, listed, single) == (200, (200, [created]), (200, created))
    assert (deleted[0], again[0], again[1]["code"]) == (204, 404, 10070)


@pytest.mark.parametrize(
    ("permissions", "status"), [(Permission.CREATE_EVENTS, 403), (Permission.MANAGE_EVENTS, 204)]
)
async def test_events_of_others_need_another_permission(
    raw: RawBot, permissions: Permission, status: int
) -> None:
    """Somebody else's event is deleted with Manage Events only, which creates none."""
    path, guild = allow(raw, permissions), raw.playground.world.guild
    guild.events[7] = ScheduledEvent(7, 8, "Chess", "the park", 1.0, 2.0)
    may_create = permissions is Permission.CREATE_EVENTS

    assert (await raw.call("DELETE", f"{path}/7"))[0] == status
    assert (await raw.call("POST", path, event()))[0] == (200 if may_create else 403)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"description": "x" * 1001},
        {"privacy_level": 1},
        {"entity_type": 2},
        {"entity_metadata": None},
        {"entity_metadata": {"location": "x" * 101}},
        {"channel_id": "7"},
        {"scheduled_start_time": "tomorrow"},
        {"scheduled_start_time": "2099-01-01T20:00:00"},
        {"scheduled_end_time": None},
        {"hours": -1},
    ],
    ids=str,
)
async def test_what_an_event_needs(raw: RawBot, wrong: dict[str, Any]) -> None:
    """An event needs a name, a place, a start in the future and an end after it."""
    status, answer = await raw.call("POST", allow(raw, Permission.CREATE_EVENTS), event(**wrong))

    assert (status, answer["code"]) == (400, 50035)


async def test_a_server_has_a_hundred_events(raw: RawBot) -> None:
    """One event more than a hundred is refused."""
    path, guild = allow(raw, Permission.CREATE_EVENTS), raw.playground.world.guild
    guild.events |= {id: ScheduledEvent(id, 8, "Chess", "here", 1.0, 2.0) for id in range(1, 101)}
    assert refusal(await raw.call("POST", path, event())) == (400, 30038)
