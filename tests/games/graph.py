"""Walk through everything that a value contains."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from games.core.text import Text
from games.core.values import Frozen


def parts(value: Any) -> Iterator[Any]:
    """Return a value and everything in it, however deep."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += reversed(_inside(part))


def _inside(value: Any) -> list[Any]:
    kind: Any = type(value)
    if names := _names(kind):
        return [getattr(value, name) for name in names]
    if isinstance(value, (str, int)):
        return []
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return list(value)
    return []


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Return the names of a value's fields, if it has any."""
    if issubclass(kind, Frozen):
        return tuple(kind.model_fields)
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def texts(value: Any) -> list[Text]:
    """Return every Text in a value, nested ones included, each object once."""
    return list({id(part): part for part in parts(value) if isinstance(part, Text)}.values())


def mutable_parts(value: Any) -> dict[int, Any]:
    """Return, by identity, everything in a value that can be changed in place.

    A Text keeps its arguments in a dict that nothing writes to, so it counts as frozen.
    """
    frozen = {id(text.args) for text in texts(value)}
    return {id(part): part for part in parts(value) if id(part) not in frozen and _changes(part)}


def _changes(part: Any) -> bool:
    if is_dataclass(part) and not isinstance(part, type):
        try:
            hash(part)
        except TypeError:
            return True
        return False
    return isinstance(part, (list, dict, set, bytearray))
