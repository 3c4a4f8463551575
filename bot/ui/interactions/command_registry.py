"""The slash commands as Discord has them: uploaded when they differ, and again after a refusal.

The bot serves without waiting: until Discord takes the new commands, the registered ones do.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol, cast

import discord
from discord import app_commands
from discord.http import Route

from bot.retry_delays import retry_delays
from bot.ui.i18n.command_names import CommandTranslator
from bot.ui.interactions.command_links import CommandLinks
from bot.ui.kit.discord_errors import FAILURES, described

log = logging.getLogger(__name__)

Payload = Mapping[str, Any]
"""A command, or a part of one, as it is sent."""

FIRST_WITHIN: Final = 10.0
"""Seconds that a start waits for the commands; without them, commands in messages are no links."""
DELAYS: Final = (5.0, 600.0)
"""Seconds before the first repeat, and the most between two; each may upload 120 kB."""
COMPARED: Final = (
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "type",
    "required",
    "value",
    "autocomplete",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "channel_types",
    "default_member_permissions",
    "nsfw",
)
"""The fields of commands, options and choices that are sent; Discord adds others."""
PLACES: Final = ("contexts", "integration_types")
"""Fields to which Discord gives a value if we don't."""


class CommandRegistry:
    """One per client."""

    def __init__(
        self, client: discord.Client, tree: app_commands.CommandTree[Any], links: CommandLinks
    ) -> None:
        self._client = client
        self._tree = tree
        self._links = links
        self._versions: dict[str, str] = {}
        """The versions of our commands on Discord, once it has all of them."""
        self.refusal: str | None = None
        """Why the last upload failed; None if it didn't."""
        self._is_tried = asyncio.Event()

    async def keep_updated(self) -> None:
        """Give Discord our commands; repeats what fails after growing delays."""
        delays = retry_delays(*DELAYS)
        while not await self._is_updated():
            self._is_tried.set()
            await asyncio.sleep(next(delays))
        self._is_tried.set()

    async def tried(self) -> None:
        """Wait for the end of the first try, for at most some seconds."""
        try:
            async with asyncio.timeout(FIRST_WITHIN):
                await self._is_tried.wait()
        except TimeoutError:
            self.refusal = "no answer yet"

    async def changed(self) -> set[str]:
        """Return the names of commands that somebody else has changed since our last upload."""
        versions = _versions(await self._registered())
        names = versions.keys() | self._versions.keys()
        return {name for name in names if versions.get(name) != self._versions.get(name)}

    async def _is_updated(self) -> bool:
        """Upload our commands if Discord has others; returns False after a failure."""
        try:
            await self._update()
        except Exception as error:  # the bot runs on with the commands that are registered
            reason = described(error)
            if reason != self.refusal:
                is_bug = not isinstance(error, FAILURES)
                log.warning("The commands can't be uploaded yet: %s", reason, exc_info=is_bug)
            self.refusal = reason
            return False
        self.refusal = None
        return True

    async def _update(self) -> None:
        translator, tree = CommandTranslator(), self._tree
        commands = tree.get_commands()
        ours = [await command.get_translated_payload(tree, translator) for command in commands]
        registered = await self._registered()
        if not are_equal(ours, registered):
            id = self._client.application_id or 0
            registered = await self._client.http.bulk_upsert_global_commands(id, payload=ours)
            self._links.learn(registered)
            log.info("%d commands uploaded", len(registered))
        self._versions = _versions(registered)

    async def _registered(self) -> list[Any]:
        """Ask for the registered commands, whose links may be new."""
        id = self._client.application_id or 0
        route = Route("GET", "/applications/{application_id}/commands", application_id=id)
        # discord.py's own method leaves the translations out.
        commands: list[Any] = await self._client.http.request(
            route, params={"with_localizations": "true"}
        )
        self._links.learn(commands)
        return commands


class RegistrySource(Protocol):
    """A client that registers its commands."""

    commands: CommandRegistry


def registry_of(client: discord.Client) -> CommandRegistry:
    """Return the registry of the bot's own client."""
    return cast("RegistrySource", client).commands


def are_equal(ours: Iterable[Payload], registered: Iterable[Payload]) -> bool:
    """Whether Discord has all of our commands as they are, and no others."""
    there = {(command["name"], command.get("type", 1)): command for command in registered}
    here = {(command["name"], command.get("type", 1)): command for command in ours}
    return here.keys() == there.keys() and all(
        _shape(command, command) == _shape(there[key], command) for key, command in here.items()
    )


def _shape(command: Payload, ours: Payload) -> tuple[object, ...]:
    """The fields of a command that are compared if `ours` is sent; no value equals a false one."""
    places = [sorted(command.get(key) or ()) for key in PLACES if ours.get(key) is not None]
    # Discord derives this from the contexts if there are any.
    is_direct = bool(command.get("dm_permission")) if ours.get("contexts") is None else None
    return (_part(command), places, is_direct)


def _part(part: Payload) -> tuple[object, ...]:
    fields = tuple(_plain(key, part.get(key)) for key in COMPARED)
    inner = (*(part.get("options") or ()), *(part.get("choices") or ()))
    return (fields, tuple(map(_part, inner)))


def _plain(key: str, value: object) -> object:
    if value is None or value is False or value in ("", [], {}):
        return None
    return str(value) if key == "default_member_permissions" else value


def _versions(commands: Iterable[Payload]) -> dict[str, str]:
    return {command["name"]: str(command.get("version")) for command in commands}
