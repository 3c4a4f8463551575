"""Application commands, global and per guild."""

from typing import Any

from playground.interactions.localized import command_list
from playground.limits.commands import check_commands
from playground.limits.shapes import CHANGED_COMMAND, COMMAND
from playground.rest.call import Call, Route
from playground.world.errors import refuse
from playground.world.serializers import command_shape
from playground.world.world import Command, Json


def _scope(call: Call) -> int | None:
    """Return the guild whose commands are meant; None for the global ones."""
    if call.id("application_id") != call.world.application.id:
        refuse(50001)
    if "guild_id" not in call.place:
        return None
    guild = call.world.guilds.get(call.id("guild_id"))
    return refuse(50001) if guild is None else guild.id


def _known(call: Call) -> list[Command]:
    scope = _scope(call)
    return [command for command in call.world.commands.values() if command.guild_id == scope]


def _tell(call: Call) -> None:
    for tab in list(call.posts.audience.tabs.values()):
        commands = command_list(call.world, call.world.users[tab.user_id])
        tab.hear("commands", {"commands": commands})


def listed(call: Call) -> Any:
    return [command_shape(call.world, command) for command in _known(call)]


def overwrite(call: Call) -> Any:
    """Replace the whole set; a command of the same name and type keeps its id."""
    bodies: list[Json] = call.raw
    check_commands(bodies)
    known = {(c.name, c.body.get("type", 1)): c for c in _known(call)}
    others = [
        _put(call, known.pop((body["name"], body.get("type", 1)), None), body) for body in bodies
    ]
    for command in known.values():
        call.world.forget(command)
    _tell(call)
    return [command_shape(call.world, command) for command in others]


def _put(call: Call, command: Command | None, body: Json) -> Command:
    version = call.world.new_id()
    body = {"type": 1, **body}
    if command is None:
        command = Command(call.world.new_id(), version, _scope(call), body)
    elif command.body != body:
        command.body, command.version = body, version
    call.world.keep(command)
    return command


def create(call: Call) -> Any:
    """Add a command, or replace the one of the same name."""
    body = call.body.json
    others = [command for command in _known(call) if command.name != body["name"]]
    same = next((command for command in _known(call) if command not in others), None)
    check_commands([*(command.body for command in others), body])
    command = _put(call, same, body)
    _tell(call)
    return command_shape(call.world, command)


def _one(call: Call) -> Command:
    id = call.id("command_id")
    command = next((command for command in _known(call) if command.id == id), None)
    return command or refuse(10063)


def get_command(call: Call) -> Any:
    return command_shape(call.world, _one(call))


def edit(call: Call) -> Any:
    command = _one(call)
    body = {**command.body, **call.body.json}
    check_commands([body])
    _put(call, command, body)
    _tell(call)
    return command_shape(call.world, command)


def delete(call: Call) -> None:
    call.world.forget(_one(call))
    _tell(call)


ROUTES = tuple(
    route
    for base in (
        "/applications/{application_id}/commands",
        "/applications/{application_id}/guilds/{guild_id}/commands",
    )
    for route in (
        Route("GET", base, listed),
        Route("PUT", base, overwrite, body=[COMMAND]),
        Route("POST", base, create, body=COMMAND),
        Route("GET", base + "/{command_id}", get_command),
        Route("PATCH", base + "/{command_id}", edit, body=CHANGED_COMMAND),
        Route("DELETE", base + "/{command_id}", delete),
    )
)
