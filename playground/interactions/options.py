"""A typed slash command as the bot gets it: the command found, each option checked and shaped."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from playground.interactions.resolve import Resolved
from playground.world.errors import HumanError
from playground.world.permissions import Permission, allowed
from playground.world.world import Channel, Command, Json, Message, User, World

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
ATTACHMENT = 11
LONGEST = 6000  # characters of a text
LARGEST, LARGEST_INTEGER = 2**53, 2**53 - 1
DIGITS = 25  # characters of a number
_WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
USERS = 1
"""The id for installing an application for a user instead of a guild."""


IN_GUILD, IN_DM, IN_PRIVATE = range(3)
"""The contexts in which a command may be used."""
TYPED, OF_USER, OF_MESSAGE = 1, 2, 3
"""The types of commands: typed ones, and those in the menu of a person or a message."""


def offered(world: World, user: User, channel: Channel, kind: int = TYPED) -> list[Command]:
    """The commands of a type that this person may use there; a guild's own come first.

    Where the bot isn't, these are those of users, if this one has installed it.
    """
    commands = sorted(world.commands.values(), key=lambda c: (c.guild_id is None, c.name))
    if not world.has_bot(channel):
        of_users = [c for c in commands if USERS in (c.body.get("integration_types") or ())]
        commands = of_users if user.installed else []
    shown: dict[str, Command] = {}
    for command in commands:
        if command.body.get("type", TYPED) == kind and _usable(world, user, channel, command):
            shown.setdefault(command.name, command)
    return list(shown.values())


def context_of(world: World, channel: Channel) -> int:
    """Where an interaction happens: a guild, a DM with the bot, or a private channel without it."""
    if channel.guild_id is not None:
        return IN_GUILD
    return IN_DM if world.has_bot(channel) else IN_PRIVATE


def _usable(world: World, user: User, channel: Channel, command: Command) -> bool:
    if command.guild_id not in (None, channel.guild_id):
        return False
    contexts = command.body.get("contexts")
    if channel.guild_id is None:
        if contexts is None:
            return bool(command.body.get("dm_permission", True))
        return context_of(world, channel) in contexts
    if contexts is not None and IN_GUILD not in contexts:
        return False
    wanted = int(command.body.get("default_member_permissions") or 0)
    wanted |= Permission.USE_APPLICATION_COMMANDS
    return allowed(world, user.id, channel) & wanted == wanted


def menu_data(
    world: World, user: User, channel: Channel, name: str, target: User | Message
) -> Json:
    """The data of a command in the menu of a person or a message. Raises HumanError."""
    kind = OF_USER if isinstance(target, User) else OF_MESSAGE
    commands = offered(world, user, channel, kind)
    command = next((command for command in commands if command.name == name), None)
    if command is None:
        raise HumanError(f"There is no {name!r} in this menu.")
    target_id = str(target.id)
    data: Json = {"id": str(command.id), "name": name, "type": kind, "target_id": target_id}
    return data | ({"guild_id": str(command.guild_id)} if command.guild_id else {})


@dataclass(frozen=True)
class Typed:
    """A command line: the command's name, its subcommands, and the options by name."""

    command: str
    path: tuple[str, ...]
    options: dict[str, Any]
    focused: str | None = None  # the option being typed, for autocompletion

    @property
    def name(self) -> str:
        return " ".join((self.command, *self.path))


def command_data(
    world: World, user: User, channel: Channel, typed: Typed, origin: str = ""
) -> Json:
    """The interaction's data. Raises HumanError with what is wrong with the line."""
    commands = {command.name: command for command in offered(world, user, channel)}
    command = commands.get(typed.command)
    if command is None:
        raise HumanError(f"There is no command /{typed.command} here.")
    known = command.body.get("options") or []
    kinds: list[tuple[str, int]] = []
    for step in typed.path:
        branch = next((o for o in known if o["name"] == step and o["type"] <= GROUP), None)
        if branch is None:
            raise HumanError(f"/{typed.name} is not a command: there is no {step!r}.")
        kinds.append((step, branch["type"]))
        known = branch.get("options") or []
    if any(option["type"] <= GROUP for option in known):
        names = ", ".join(option["name"] for option in known)
        raise HumanError(f"/{typed.name} needs one of: {names}.")
    resolved = Resolved(world, channel, origin)
    options = _options(known, typed, resolved)
    for step, kind in reversed(kinds):
        options = [{"name": step, "type": kind, "options": options}]
    data: Json = {"id": str(command.id), "name": command.name, "type": 1, "options": options}
    if command.guild_id:
        data["guild_id"] = str(command.guild_id)
    return data | ({"resolved": resolved.found} if resolved.found else {})


def _options(known: list[Json], typed: Typed, resolved: Resolved) -> list[Json]:
    names = {option["name"] for option in known}
    for name in typed.options:
        if name not in names:
            raise HumanError(f"/{typed.name} has no option {name!r}.")
    shaped: list[Json] = []
    for option in known:
        name = option["name"]
        focused = typed.focused == name
        if name not in typed.options:
            if option.get("required") and typed.focused is None:
                raise HumanError(f"The option {name!r} is required.")
            continue
        raw = typed.options[name]
        # Unfinished input is sent as typed, even if invalid, and the texts beside it.
        is_free = focused or (typed.focused is not None and _is_text(option))
        value = raw if is_free else _value(option, raw, resolved)
        entry = {"name": name, "type": option["type"], "value": value}
        shaped.append(entry | ({"focused": True} if focused else {}))
    return shaped


def _is_text(option: Json) -> bool:
    return option["type"] == STRING and not option.get("choices")


def _value(option: Json, raw: Any, resolved: Resolved) -> Any:
    """The option's value in its type, within its bounds and among its choices."""
    name, kind = option["name"], option["type"]
    if kind in (USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT):
        resolve: dict[int, Callable[[Any], str]] = {
            USER: resolved.user,
            CHANNEL: partial(resolved.channel, kinds=option.get("channel_types")),
            ROLE: resolved.role,
            MENTIONABLE: resolved.mentionable,
            ATTACHMENT: resolved.attachment,
        }
        return resolve[kind](raw)
    for choice in option.get("choices") or []:
        if raw in (choice["value"], choice["name"]) or str(raw) == str(choice["value"]):
            return choice["value"]
    if option.get("choices"):
        names = ", ".join(str(choice["name"]) for choice in option["choices"])
        raise HumanError(f"{raw!r} is not a choice of {name!r}: {names}.")
    if kind == BOOLEAN:
        return _boolean(name, raw)
    if kind == STRING:
        text = str(raw)
        least, most = option.get("min_length", 0), option.get("max_length", LONGEST)
        _bound(name, len(text), max(least, 1), most, " characters")
        return text
    number = _number(name, kind, raw)
    least, most = (-LARGEST_INTEGER, LARGEST_INTEGER) if kind == INTEGER else (-LARGEST, LARGEST)
    _bound(name, number, option.get("min_value", least), option.get("max_value", most), "")
    return number


def _boolean(name: str, raw: Any) -> bool:
    words = {"true": True, "yes": True, "false": False, "no": False}
    if str(raw).lower() not in words:
        raise HumanError(f"{name!r} is true or false, not {raw!r}.")
    return words[str(raw).lower()]


def _number(name: str, kind: int, raw: Any) -> float | int:
    text = str(raw).strip()
    pattern = _WHOLE if kind == INTEGER else _DECIMAL
    if isinstance(raw, bool) or len(text) > DIGITS or not pattern.fullmatch(text):
        what = "a whole number" if kind == INTEGER else "a number"
        raise HumanError(f"{name!r} is {what}, not {text[:DIGITS]!r}.")
    return int(text) if kind == INTEGER else float(text)


def _bound(name: str, size: float, least: float, most: float, unit: str) -> None:
    if size < least:
        raise HumanError(f"{name!r} needs at least {least}{unit}.")
    if size > most:
        raise HumanError(f"{name!r} takes at most {most}{unit}.")
