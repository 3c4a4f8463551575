"""Scheduled events of a guild, of the kind that takes place outside of Discord's channels."""

from datetime import datetime
from typing import Any

from playground.limits.problems import Problems
from playground.limits.shapes import EVENT_TIMES, SCHEDULED_EVENT
from playground.rest.call import Call, Route
from playground.rest.guilds import guild_of
from playground.world.errors import refuse
from playground.world.permissions import Permission, base
from playground.world.serializers import event_shape
from playground.world.world import Guild, ScheduledEvent

MOST = 100
EXTERNAL, GUILD_ONLY = 3, 2
LONGEST_NAME, LONGEST_DESCRIPTION = 100, 1000


def listed(call: Call) -> Any:
    guild = guild_of(call)
    return [event_shape(guild, event) for event in guild.events.values()]


def get_event(call: Call) -> Any:
    return event_shape(*_named_event(call))


def create(call: Call) -> Any:
    """Store a new event; its times and its place are required, and it begins in the future."""
    guild, payload = guild_of(call), call.body.json
    if not base(guild, call.world.bot.id) & Permission.CREATE_EVENTS:
        refuse(50013)
    problems = Problems()
    location = (payload.get("entity_metadata") or {}).get("location")
    problems.length(("name",), payload.get("name"), 1, LONGEST_NAME)
    problems.length(("description",), payload.get("description"), 0, LONGEST_DESCRIPTION)
    problems.length(("entity_metadata", "location"), location, 1, LONGEST_NAME)
    problems.number(("entity_type",), payload["entity_type"], EXTERNAL, EXTERNAL)
    problems.number(("privacy_level",), payload["privacy_level"], GUILD_ONLY, GUILD_ONLY)
    if payload.get("channel_id") is not None:
        problems.add(("channel_id",), "GUILD_SCHEDULED_EVENT_CHANNEL", "Must be null.")
    starts = _moment(problems, payload, "scheduled_start_time", call.world.clock.now())
    ends = _moment(problems, payload, "scheduled_end_time", starts)
    problems.refuse()
    if len(guild.events) >= MOST:
        refuse(30038)
    event = ScheduledEvent(
        *(call.world.new_id(), call.world.bot.id, payload["name"], str(location), starts, ends),
        description=payload.get("description"),
    )
    guild.events[event.id] = event
    call.world.keep(guild)
    return event_shape(guild, event)


def edit(call: Call) -> Any:
    """Change the times of an event: one's own with Create Events, any with Manage Events."""
    guild, event = _changeable(call)
    problems = Problems()
    if event.starts <= call.world.clock.now():
        problems.add(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_BEGUN", "It has begun.")
    starts = _moment(problems, call.body.json, "scheduled_start_time", call.world.clock.now())
    ends = _moment(problems, call.body.json, "scheduled_end_time", starts)
    problems.refuse()
    event.starts, event.ends = starts, ends
    call.world.keep(guild)
    return event_shape(guild, event)


def delete(call: Call) -> None:
    """Delete an event: one's own with Create Events, any with Manage Events."""
    guild, event = _changeable(call)
    del guild.events[event.id]
    call.world.keep(guild)


def _named_event(call: Call) -> tuple[Guild, ScheduledEvent]:
    guild = guild_of(call)
    return guild, guild.events.get(call.id("event_id")) or refuse(10070)


def _changeable(call: Call) -> tuple[Guild, ScheduledEvent]:
    guild, event = _named_event(call)
    bits, bot = base(guild, call.world.bot.id), call.world.bot.id
    is_own = event.creator_id == bot and bits & Permission.CREATE_EVENTS
    if not is_own and not bits & Permission.MANAGE_EVENTS:
        refuse(50013)
    return guild, event


def _moment(problems: Problems, payload: Any, name: str, after: float) -> float:
    """Read a time with its zone, which must lie after another one."""
    try:
        moment = datetime.fromisoformat(str(payload.get(name)))
    except ValueError:
        problems.add((name,), "DATE_TIME_TYPE_PARSE", "Must be a date and time.")
        return after
    if moment.tzinfo is None or moment.timestamp() <= after:
        problems.add((name,), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Must lie in the future.")
    return moment.timestamp()


EVENTS = "/guilds/{guild_id}/scheduled-events"
ROUTES = (
    Route("GET", EVENTS, listed),
    Route("POST", EVENTS, create, body=SCHEDULED_EVENT),
    Route("GET", EVENTS + "/{event_id}", get_event),
    Route("PATCH", EVENTS + "/{event_id}", edit, body=EVENT_TIMES),
    Route("DELETE", EVENTS + "/{event_id}", delete),
)
