"""Options of a game or table typed in one line, such as `cycles=2, reserves=off`."""

import re
from collections.abc import Iterator, Sequence

from bot.ui.match.messages.lobby_options import value_of
from games.core.game import AnyGame
from games.core.options import OptionField, option_fields
from games.core.text import Reader, say, speak

LONGEST = 100
"""Characters that Discord allows in a choice."""
MOST_NUMBERS = 25
"""How many numbers of an option are offered; others can be typed."""
_SPACE = re.compile(r"(=\s*[^\s,=]+)\s+|\s(?=\w+\s*=)")
"""A space that separates two options: after a value, which is one word, or before a name."""


def read_options_line(
    game: AnyGame, typed: str, reader: Reader, others: Sequence[OptionField] = ()
) -> dict[str, object]:
    """Return the options of a game, and `others`, that a line names.

    A name or value that fits nothing is for the game to refuse.
    """
    fields = (*option_fields(game.options), *others)
    by_name = {field.name: field for field in fields}
    values: dict[str, object] = {}
    for part in _parts(fields, typed, reader):
        name, _, value = (word.strip() for word in part.partition("="))
        field = by_name.get(name.casefold())
        values[name if field is None else field.name] = (
            value if field is None else value_of(field, value)
        )
    return values


def complete_options(
    game: AnyGame, typed: str, reader: Reader, others: Sequence[OptionField] = ()
) -> list[tuple[str, str]]:
    """Return every way to go on with a line: its label in the person's language, and the line."""
    fields = (*option_fields(game.options), *others)
    whole, _, begun = _SPACE.sub(r"\1, ", typed).rpartition(",")
    before = _parts(fields, whole, reader)
    begun = _line_of(fields, begun.strip(), reader)
    if "=" in begun:
        before, begun = [*before, begun], ""
    named = {part.partition("=")[0].strip().casefold() for part in before}
    completions = [(typed.strip(" ,"), ", ".join(before))] if before and not begun else []
    for field in fields:
        if field.name in named:
            continue
        for value, words in _values(field, reader):
            line = ", ".join([*before, f"{field.name}={value}"])
            if begun.casefold() in f"{field.name} {words}".casefold():
                completions.append((", ".join([*before, words])[-LONGEST:], line))
    return [pair for pair in completions if len(pair[0]) <= LONGEST and len(pair[1]) <= LONGEST]


def _parts(fields: Sequence[OptionField], typed: str, reader: Reader) -> list[str]:
    """Return the parts of a line, each as `name=value` if it stands for an option."""
    parts = filter(None, map(str.strip, _SPACE.sub(r"\1, ", typed).split(",")))
    return [_line_of(fields, part, reader) for part in parts]


def _line_of(fields: Sequence[OptionField], part: str, reader: Reader) -> str:
    """Return `name=value` for a label: Discord sends the label of a choice that was edited."""
    if not part or "=" in part:
        return part
    lines = (
        f"{field.name}={value}"
        for field in fields
        for value, words in _values(field, reader)
        if words.casefold() == part.casefold()
    )
    return next(lines, part)


def _values(field: OptionField, reader: Reader) -> Iterator[tuple[str, str]]:
    """The values of an option without the default, as they are typed and as they are labelled."""
    for value in _offered(field):
        words = speak(
            say("{option}: {value}", option=field.title, value=field.shown(value)), reader
        )
        yield str(value).lower() if isinstance(value, bool) else str(value), words.replace(",", ";")


def _offered(field: OptionField) -> Sequence[object]:
    if field.kind == "flag":
        return (not field.default,)
    values: Sequence[object] = [value for value, _ in field.choices]
    if field.least is not None and field.most is not None:
        values = range(field.least, field.most + 1)[:MOST_NUMBERS]
    return [value for value in values if value != field.default]
