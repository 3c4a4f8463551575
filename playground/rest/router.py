"""Finding the route of a request."""

from playground.rest import (
    channels,
    commands,
    emojis,
    guilds,
    interactions,
    scheduled_events,
    threads,
    users,
)
from playground.rest.call import Route
from playground.world.errors import id_of

# Fixed words win over placeholders: /users/@me is not a user's id.
ROUTES = sorted(
    users.ROUTES
    + guilds.ROUTES
    + scheduled_events.ROUTES
    + commands.ROUTES
    + interactions.ROUTES
    + channels.ROUTES
    + threads.ROUTES
    + emojis.ROUTES,
    key=lambda route: route.path.count("{"),
)


def find(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route of that method and path with the values of its placeholders.

    Raises ApiError 50035 if one of them should be an id and is none.
    """
    steps = path.split("/")
    for route in ROUTES:
        if route.method == method:
            place = _fits(route.path.split("/"), steps)
            if place is not None:
                _check_ids(place)
                return route, place
    return None


def _check_ids(place: dict[str, str]) -> None:
    """Check that ids are numbers; only a webhook's message may be called "@original"."""
    for name, step in place.items():
        if name.endswith("_id") and not (name == "message_id" and step == "@original"):
            id_of(step, name)


def _fits(pattern: list[str], steps: list[str]) -> dict[str, str] | None:
    if len(pattern) != len(steps):
        return None
    place: dict[str, str] = {}
    for wanted, step in zip(pattern, steps, strict=True):
        if wanted.startswith("{"):
            name = wanted.strip("{}")
            place[name] = step
        elif wanted != step:
            return None
    return place
