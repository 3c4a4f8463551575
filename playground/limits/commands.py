"""Limits of application commands and of autocompletion."""

import re
from collections.abc import Container
from typing import Any

from playground.limits.problems import Path, Problems
from playground.world.world import Json

COMMANDS, OPTIONS, CHOICES, CHARACTERS = {1: 100, 2: 15, 3: 15}, 25, 25, 8000
"""The first by the type of command: typed, of a person's menu, of a message's menu."""
CHAT_INPUT, SUBCOMMAND, GROUP = 1, 1, 2
STRING, INTEGER, NUMBER = 3, 4, 10
CONTEXTS = range(3)
TYPES = range(1, 12)
CHANNEL_TYPES = (*range(6), *range(10, 17))
LARGEST, LONGEST = 2**53, 6000
BOUNDS = (
    ("min_value", "max_value", (INTEGER, NUMBER), LARGEST),
    ("min_length", "max_length", (STRING,), LONGEST),
)
"""Two bounds, the types of the options that have them, and how large they may be."""
_NAME = re.compile(r"[-_'\w]{1,32}")


def check_commands(commands: list[Json]) -> None:
    """Check a whole set, as the bulk overwrite sends it. Raises ApiError 50035."""
    problems = Problems()
    for kind, most in COMMANDS.items():
        if sum(command.get("type", CHAT_INPUT) == kind for command in commands) > most:
            message = f"Maximum number of application commands reached ({most})."
            problems.add((), "APPLICATION_COMMANDS_TOO_MANY", message)
    for index, command in enumerate(commands):
        _check_command(problems, (index,), command)
    names: list[tuple[Path, object]] = [
        ((index, "name"), (command.get("type", 1), command.get("name")))
        for index, command in enumerate(commands)
    ]
    problems.unique((), names, "APPLICATION_COMMANDS_DUPLICATE_NAME")
    problems.refuse()


def _check_command(problems: Problems, path: Path, command: Json) -> None:
    _check_known(problems, (*path, "type"), [command.get("type", CHAT_INPUT)], COMMANDS)
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        for place, name in _said(command, "name"):
            problems.length((*path, *place), name, 1, 32)
        _check_known(problems, (*path, "contexts"), command.get("contexts"), CONTEXTS)
        for field in ("description", "options"):
            if command.get(field):
                message = f"Context menu commands cannot have {field}."
                problems.add((*path, field), "APPLICATION_COMMAND_CONTEXT_MENU", message)
        return
    _check_name(problems, path, command)
    _check_known(problems, (*path, "contexts"), command.get("contexts"), CONTEXTS)
    _check_options(problems, path, command.get("options") or [])
    if _characters(command) > CHARACTERS:
        message = f"A command has at most {CHARACTERS} characters in all."
        problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _check_name(problems: Problems, path: Path, thing: Json) -> None:
    for place, name in _said(thing, "name"):
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
            message = "Command name is invalid"
            problems.add((*path, *place), "APPLICATION_COMMAND_INVALID_NAME", message)
    for place, description in _said(thing, "description"):
        problems.length((*path, *place), description, 1, 100)


def _check_known(
    problems: Problems, path: Path, values: list[object] | None, known: Container[object]
) -> None:
    """Check that every value is one that Discord has."""
    for value in values or []:
        if value not in known:
            message = f"Value {value!r} is not one of those that are known."
            problems.add(path, "BASE_TYPE_CHOICES", message)


def _said(thing: Json, field: str) -> list[tuple[Path, Any]]:
    """Return a field in every language given, each with its path."""
    localised = thing.get(f"{field}_localizations") or {}
    others = [((f"{field}_localizations", locale), text) for locale, text in localised.items()]
    return [((field,), thing.get(field)), *others]


def _check_options(problems: Problems, path: Path, options: list[Json]) -> None:
    place = (*path, "options")
    problems.count(place, options, 0, OPTIONS)
    optional = False
    for index, option in enumerate(options):
        here = (*place, index)
        _check_name(problems, here, option)
        _check_known(problems, (*here, "type"), [option["type"]], TYPES)
        _check_known(problems, (*here, "channel_types"), option.get("channel_types"), CHANNEL_TYPES)
        if option["type"] in (SUBCOMMAND, GROUP):
            _check_options(problems, here, option.get("options") or [])
            continue
        if option.get("required") and optional:
            message = "Required options must be placed before non-required options"
            problems.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional = optional or not option.get("required")
        _check_bounds(problems, here, option)
        _check_choices(problems, (*here, "choices"), option.get("choices") or [], option["type"])
        if option.get("autocomplete") and option.get("choices"):
            message = "An option has choices or autocompletion, not both."
            problems.add(here, "APPLICATION_COMMAND_OPTIONS_CHOICES_AND_AUTOCOMPLETE", message)
    names: list[tuple[Path, object]] = [
        ((index, "name"), option.get("name")) for index, option in enumerate(options)
    ]
    problems.unique(place, names, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID")


def _check_bounds(problems: Problems, path: Path, option: Json) -> None:
    """Check the bounds of an option: each on its own type only, the lower one no higher."""
    kind = option["type"]
    for low, high, kinds, largest in BOUNDS:
        least, most = option.get(low), option.get(high)
        for name, value in ((low, least), (high, most)):
            if value is None:
                continue
            if kind not in kinds:
                message = f"{name} is not a field of this type of option."
                problems.add((*path, name), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
            else:
                first = 1 if name == "max_length" else 0 if name == "min_length" else -largest
                problems.number((*path, name), value, first, largest)
        if least is not None and most is not None and least > most:
            message = f"{low} must be less than or equal to {high}."
            problems.add((*path, low), "APPLICATION_COMMAND_OPTIONS_MIN_TOO_LARGE", message)


def _check_choices(problems: Problems, path: Path, choices: list[Json], kind: int) -> None:
    problems.count(path, choices, 0, CHOICES)
    for index, choice in enumerate(choices):
        for place, name in _said(choice, "name"):
            problems.length((*path, index, *place), name, 1, 100)
        here = (*path, index, "value")
        value: Any = choice.get("value")
        fits = type(value) is int or (type(value) is float and kind == NUMBER)
        if kind == STRING:
            problems.length(here, value, 1, 100)
        elif not fits or kind not in (INTEGER, NUMBER):
            message = "Value of a choice must be of its option's type."
            problems.add(here, "APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE_INVALID", message)
        else:
            problems.number(here, value, -LARGEST, LARGEST)


def check_choices(choices: list[Json], kind: int) -> None:
    """Check suggestions for an option of this type. Raises ApiError 50035."""
    problems = Problems()
    _check_choices(problems, ("data", "choices"), choices, kind)
    problems.refuse()


def _characters(thing: Json) -> int:
    """Count the characters of a command's names, descriptions and values, subcommands included.

    Each field counts in its longest language.
    """
    own = _longest(thing, "name") + _longest(thing, "description")
    choices = thing.get("choices") or []
    own += sum(_longest(choice, "name") + len(str(choice["value"])) for choice in choices)
    return own + sum(_characters(option) for option in thing.get("options") or [])


def _longest(thing: Json, field: str) -> int:
    return max(len(str(text or "")) for _, text in _said(thing, field))
