"""Commands in a person's language: what the picker lists, and typed words in default names."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from playground.interactions.options import OF_MESSAGE, OF_USER, TYPED, Typed, offered
from playground.world.permissions import sees
from playground.world.serializers import command_shape
from playground.world.world import Json, User, World


def command_list(world: World, user: User) -> list[Json]:
    """The commands of the guild as this person's tab lists them, in their language."""
    for channel in world.channels.values():
        if channel.guild_id == world.guild.id and sees(world, user.id, channel):
            return [
                in_language(command_shape(world, command), user.locale)
                for kind in (TYPED, OF_USER, OF_MESSAGE)
                for command in offered(world, user, channel, kind)
            ]
    return []


def in_language(node: Json, locale: str) -> Json:
    """Return a command, option or choice with the fields that Discord adds in a language."""
    localized = {
        f"{field}_localized": names[locale]
        for field in ("name", "description")
        if locale in (names := node.get(f"{field}_localizations") or {})
    }
    inner = {
        key: [in_language(child, locale) for child in node[key]]
        for key in ("options", "choices")
        if node.get(key)
    }
    return {**node, **localized, **inner}


def in_default_names(commands: Iterable[Json], typed: Typed, locale: str) -> Typed:
    """Return what was typed in a language in the names that the bot is told.

    Default names are understood in every language; unknown words stay as they are.
    """
    nodes = list(commands)
    names: list[str] = []
    for word in (typed.command, *typed.path):
        node = _named(nodes, word, locale)
        names.append(node.get("name", word))
        nodes = node.get("options") or []

    def default(word: str) -> Any:
        return _named(nodes, word, locale).get("name", word)

    return replace(
        typed,
        command=names[0],
        path=tuple(names[1:]),
        options={default(name): value for name, value in typed.options.items()},
        focused=None if typed.focused is None else default(typed.focused),
    )


def _named(nodes: list[Json], word: str, locale: str) -> Json:
    """The node of a localized name, else of a default name; empty if there is none."""
    for node in nodes:
        if (node.get("name_localizations") or {}).get(locale) == word:
            return node
    return next((node for node in nodes if node["name"] == word), {})
