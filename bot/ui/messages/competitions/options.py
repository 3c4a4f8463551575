"""Options of a game typed in one line, such as `cycles=2, open=true`, and their completion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.game import AnyGame
from games.core.options import OptionField, option_fields
from games.core.text import Reader, Text, say, speak

LONGEST = 100
"""Characters that Discord allows in a choice."""
YES, NO = say("yes"), say("no")


def read_options_line(games: Sequence[AnyGame], key: str, typed: str) -> dict[str, object]:
    """The options that a line names; a value that fits nothing is left for the game to refuse."""
    game = next((one for one in games if one.info.key == key), None)
    fields = {} if game is None else {one.name: one for one in option_fields(game.options)}
    found: dict[str, object] = {}
    for part in filter(None, map(str.strip, typed.split(","))):
        name, _, value = (word.strip() for word in part.partition("="))
        field = fields.get(name)
        found[name] = value if field is None else _value(field, value)
    return found


def complete_options(
    games: Sequence[AnyGame], key: str, typed: str, reader: Reader
) -> list[tuple[str, str]]:
    """Every way to go on with a line: its labels in the person's language, and the line."""
    game = next((one for one in games if one.info.key == key), None)
    if game is None:
        return []
    *done, begun = [part.strip() for part in typed.split(",")]
    if "=" in begun and begun:
        done, begun = [*done, begun], ""
    named = {part.partition("=")[0].strip() for part in done}
    before = [part for part in done if part]
    found = [(typed, typed)] if before else []
    for field in option_fields(game.options):
        if field.name in named:
            continue
        for value, label in _values(field):
            said = speak(say("{option}: {value}", option=field.title, value=label), reader)
            line = ", ".join([*before, f"{field.name}={_written(value)}"])
            if begun.casefold() in f"{field.name} {said}".casefold() and len(line) <= LONGEST:
                found.append((", ".join([*before, said])[-LONGEST:], line))
    return [pair for pair in found if len(pair[1]) <= LONGEST]


def _values(field: OptionField) -> Iterator[tuple[object, Text | int]]:
    """The values of an option with their labels, without the default."""
    if field.kind == "flag":
        yield (not field.default, NO if field.default else YES)
    elif field.choices:
        yield from ((value, label) for value, label in field.choices if value != field.default)
    elif field.least is not None and field.most is not None:
        numbers = range(field.least, field.most + 1)
        yield from ((number, number) for number in numbers if number != field.default)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(field: OptionField, typed: str) -> object:
    """The value that a word stands for; the word itself if it stands for none."""
    if field.kind == "flag":
        return {"true": True, "false": False}.get(typed.casefold(), typed)
    if field.choices:
        return next((value for value, _ in field.choices if str(value) == typed), typed)
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else typed
