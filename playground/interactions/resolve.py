"""Chosen users, channels and roles, with the objects Discord sends along."""

from collections.abc import Callable
from functools import partial
from typing import Any

from playground.limits.messages import FILE_BYTES
from playground.messages.bodies import safe_name
from playground.messages.cdn import content_type
from playground.world.components import (
    CHANNEL_SELECT,
    MENTIONABLE_SELECT,
    ROLE_SELECT,
    STRING_SELECT,
    USER_SELECT,
)
from playground.world.errors import HumanError
from playground.world.serializers import (
    attachment_shape,
    channel_for,
    member_shape,
    role_shape,
    user_shape,
)
from playground.world.world import Attachment, Channel, Json, World


class Resolved:
    """Collects the `resolved` part of an interaction while values are looked up."""

    def __init__(self, world: World, channel: Channel, origin: str = "") -> None:
        """`origin` begins the addresses of uploaded files."""
        self._world = world
        self._here, self._origin = channel, origin
        self._guild = world.guild_of(channel)
        self.found: dict[str, dict[str, Json]] = {}

    def _note(self, what: str, id: int, shape: Json) -> str:
        self.found.setdefault(what, {})[str(id)] = shape
        return str(id)

    def user(self, raw: Any) -> str:
        """Find a user by id, mention or name. Raises HumanError if there is none."""
        text = str(raw).strip("<@!>")
        user = next(
            (
                user
                for user in self._world.users.values()
                if str(user.id) == text or text in (user.username, user.display_name)
            ),
            None,
        )
        if user is None:
            raise HumanError(f"There is nobody called {raw!r}.")
        member = self._guild.members.get(user.id) if self._guild else None
        if member:
            shape = member_shape(self._world, member)
            partial = {k: v for k, v in shape.items() if k not in ("user", "deaf", "mute")}
            bits = str(0 if self._guild is None else self._guild.roles[self._guild.id].permissions)
            self._note("members", user.id, {**partial, "permissions": bits})
        return self._note("users", user.id, user_shape(user))

    def channel(self, raw: Any, kinds: list[int] | None = None) -> str:
        """Find a channel by id, mention or name, of one of these types if any are given."""
        text = str(raw).strip("<#>")
        for channel in self._world.channels.values():
            here = self._guild is not None and channel.guild_id == self._guild.id
            fits = here and (not kinds or channel.kind in kinds)
            if fits and text in (str(channel.id), channel.name):
                shape = channel_for(self._world, channel, self._world.bot.id)
                return self._note("channels", channel.id, shape)
        raise HumanError(f"There is no channel {raw!r} here.")

    def role(self, raw: Any) -> str:
        text = str(raw).strip("<@&>")
        for role in self._guild.roles.values() if self._guild else ():
            if text in (str(role.id), role.name):
                return self._note("roles", role.id, role_shape(role, self._world.bot.id))
        raise HumanError(f"There is no role {raw!r} here.")

    def mentionable(self, raw: Any) -> str:
        try:
            return self.user(raw)
        except HumanError:
            return self.role(raw)

    def attachment(self, raw: Any) -> str:
        """A file, as its name and content; a text is the content of one."""
        name, content = raw if isinstance(raw, tuple) else ("file.json", str(raw).encode())
        if len(content) > FILE_BYTES:
            raise HumanError("Your file is too large: 10 MiB is the most.")
        id, name = self._world.new_id(), safe_name(name)
        self._world.store.put_file(id, content)
        file = Attachment(id, name, content_type(name), len(content))
        return self._note("attachments", id, attachment_shape(self._origin, self._here.id, file))

    def chosen(self, select: Json, values: list[Any]) -> list[str]:
        """Return a menu's values, checked against its options. Raises HumanError."""
        least, most = select.get("min_values", 1), select.get("max_values", 1)
        if not least <= len(values) <= most:
            raise HumanError(f"This menu takes {least} to {most} choices, not {len(values)}.")
        if select["type"] == STRING_SELECT:
            return [_option(select, value) for value in values]
        look: dict[int, Callable[[Any], str]] = {
            USER_SELECT: self.user,
            ROLE_SELECT: self.role,
            MENTIONABLE_SELECT: self.mentionable,
            CHANNEL_SELECT: partial(self.channel, kinds=select.get("channel_types")),
        }
        return [look[select["type"]](value) for value in values]


def _option(select: Json, raw: Any) -> str:
    """The value of an option, named by its value or by its label."""
    options = select.get("options") or []
    for key in ("value", "label"):
        for option in options:
            if option[key] == str(raw):
                return str(option["value"])
    labels = ", ".join(option["label"] for option in options)
    raise HumanError(f"{raw!r} is not among: {labels}.")
