"""Reads the payload of a press or form, and checks its shape."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.ui.kit import custom_ids

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | None

ID_DIGITS = 20
"""Larger than any number from Discord or from us."""
LONGEST = 6000
"""The most characters of typed or chosen text: the limit of a command option."""


def number_of(word: str) -> int | None:
    """A chosen or typed whole number; None if it is none, or longer than any id."""
    typed = word.strip().replace("\N{MINUS SIGN}", "-")
    digits = typed.removeprefix("-")
    return int(typed) if digits.isdecimal() and len(digits) < ID_DIGITS else None


def use_of(interaction: discord.Interaction) -> Iterator[tuple[str, str]]:
    """Yield the kind and name of the command, button or control that was used, if it is ours."""
    if interaction.type is discord.InteractionType.application_command:
        if interaction.command is not None:
            yield "command", interaction.command.qualified_name
        return
    data: Any = interaction.data
    pressed = custom_ids.decode(data["custom_id"]) if is_well_formed(data) else None
    if pressed is not None:
        is_control = isinstance(pressed, custom_ids.ControlId)
        yield ("control" if is_control else "button"), pressed.verb.name.lower()


def values_of(interaction: discord.Interaction) -> list[str]:
    """The chosen values of a menu."""
    data: Any = interaction.data or {}
    return [str(value) for value in data.get("values", ())]


def chosen_of(interaction: discord.Interaction) -> str:
    """The chosen value of a menu; empty if there is none."""
    return next(iter(values_of(interaction)), "")


def fields_of(interaction: discord.Interaction) -> dict[str, list[str]]:
    """Return the filled fields of a form by custom id, each as a list of values."""
    data: Any = interaction.data or {}
    return _fields(data.get("components", ()))


def _fields(components: Sequence[dict[str, Any]]) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for component in components:
        inner = [*component.get("components", ()), component.get("component")]
        fields |= _fields([part for part in inner if part])
        if "custom_id" in component:
            value = component.get("values", component.get("value"))
            values = value if isinstance(value, list) else [value]
            fields[component["custom_id"]] = [str(each) for each in values if each is not None]
    return fields


def is_well_formed(data: Any) -> bool:
    """Tell whether the data of a press or a form has the types that the rest relies on."""
    if not isinstance(data, dict) or not _is_word(data.get("custom_id")):
        return False
    if not _are_words(data.get("values", [])) or not _is_resolved(data.get("resolved", {})):
        return False
    return _are_components(data.get("components", []))


def are_well_formed(options: object) -> bool:
    """Tell the same of a command's options, those of its subcommands included."""
    return isinstance(options, list) and all(map(_is_option, options))


def are_declared(data: dict[str, Any], command: AnyCommand, *, are_complete: bool) -> bool:
    """Tell whether well-formed options are those of a command, with values that it declares.

    Discord checks them too, but by the commands that its client knew, which may be older. Values
    that somebody is still typing are not `complete`: they may exceed the bounds.
    """
    if not isinstance(command, app_commands.Command):
        return True  # discord.py reports this itself
    declared = {parameter.display_name: parameter for parameter in command.parameters}
    resolved = data.get("resolved", {})
    return all(
        (parameter := declared.get(option.get("name", ""))) is not None
        and option["type"] == parameter.type.value
        and (not are_complete or _is_within_bounds(option, parameter, resolved))
        for option in _typed(data.get("options", []))
    )


def _typed(options: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the options that have a value, after a command and its subcommands."""
    for option in options:
        if option["type"] > 2:
            yield option
        else:
            yield from _typed(option.get("options", []))


def _is_within_bounds(
    option: dict[str, Any], declared: app_commands.Parameter, resolved: dict[str, Any]
) -> bool:
    """Tell whether a value has the size and choices that a command declares for it.

    A person or channel needs a description, which Discord sends if they exist.
    """
    value = option["value"]
    if option["type"] in _NAMED_BY_ID:
        return any(value in described for described in resolved.values())
    if declared.choices:
        return value in [choice.value for choice in declared.choices]
    size = len(value) if option["type"] == discord.AppCommandOptionType.string.value else value
    is_too_small = declared.min_value is not None and size < declared.min_value
    is_too_large = declared.max_value is not None and size > declared.max_value
    return not (is_too_small or is_too_large)


_VALUES: dict[int, tuple[type, ...]] = {3: (str,), 4: (int,), 5: (bool,), 10: (int, float)}
"""What the value of an option may be, by Discord's number for its type."""
_NAMED_BY_ID = frozenset({6, 7, 8, 9, 11})
"""Options whose value is an id: people, channels, roles, any of these, files."""


def _is_option(option: object) -> bool:
    if not isinstance(option, dict) or not isinstance(kind := option.get("type"), int):
        return False
    value = option.get("value")
    if kind <= 2:
        return are_well_formed(option.get("options", []))
    if kind in _NAMED_BY_ID:
        return isinstance(value, str) and value.isdecimal() and len(value) < 20
    if isinstance(value, bool):
        return kind == 5
    if option.get("focused") and kind in (4, 10):  # a number that is still being typed
        return _is_word(value) or isinstance(value, (int, float))
    return isinstance(value, _VALUES.get(kind, ())) and _is_word(str(value))


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _are_words(values: object) -> bool:
    return isinstance(values, list) and len(values) <= LONGEST and all(map(_is_word, values))


def _are_components(parts: object) -> bool:
    return isinstance(parts, list) and all(map(_is_component, parts))


def _is_component(part: object) -> bool:
    if not isinstance(part, dict) or not _is_word(part.get("custom_id", "")):
        return False
    value, inner = part.get("value"), part.get("component")
    if not (value is None or _is_word(value)) or not _are_words(part.get("values", [])):
        return False
    return (inner is None or _is_component(inner)) and _are_components(part.get("components", []))


def _is_resolved(value: object) -> bool:
    """Whether a menu's resolved people are keyed by id and have the fields we read."""
    if not isinstance(value, dict):
        return False
    users, members = value.get("users", {}), value.get("members", {})
    if not isinstance(users, dict) or not isinstance(members, dict):
        return False
    return all(
        isinstance(user, dict)
        and str(user_id).isdecimal()
        and len(str(user_id)) < 20
        and _is_word(user.get("username"))
        and isinstance(members.get(user_id, {}), dict)
        for user_id, user in users.items()
    )
