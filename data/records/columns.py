"""The one mapping between values and rows: a field is a column of the same name.

Truth values are kept as numbers, enumerations by their values, and documents and tuples as JSON.
"""

import logging
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import NoneType
from typing import Any, Protocol, TypeVar, get_args, get_origin, get_type_hints

from data.records.matches import Json, Saved
from games.core import exact_json

log = logging.getLogger(__name__)

T = TypeVar("T")


class StoredRow(Protocol):
    """A row as a database returns it."""

    def __getitem__(self, column: str, /) -> Any: ...


def record(kind: type[T], row: StoredRow, /, **others: Any) -> T:
    """Make a dataclass of a row; `others` are the fields that are no columns of it."""
    hashable: Any = kind  # mypy takes no class for hashable
    values = {
        name: row[name] if read is None or row[name] is None else read(row[name])
        for name, read in _readers(hashable)
        if name not in others
    }
    return kind(**values, **others)


def columns(value: Any, *left_out: str) -> dict[str, Any]:
    """Return the fields of a dataclass as a row keeps them, by column."""
    return {name: _written(part) for name, part in _parts(value).items() if name not in left_out}


def to_json(value: Json) -> str:
    return exact_json.dumps(value).decode()


def from_json(text: str) -> Json:
    value: Json = exact_json.loads(text)
    return value


def document(text: str, what: str) -> Json | None:
    """Read a document whose loss costs little; None for a damaged one, which is logged."""
    try:
        value = from_json(text)
    except ValueError:
        value = None
    if isinstance(value, dict):
        return value
    log.warning("%s cannot be read; treated as missing", what)
    return None


def to_list(saved: tuple[Saved, ...]) -> str:
    """Write saved values as one JSON list; each must be a JSON document."""
    return f"[{','.join(value.decode() for value in saved)}]"


def from_list(text: str) -> tuple[Saved, ...]:
    return tuple(exact_json.dumps(value) for value in exact_json.loads(text))


def to_array(values: tuple[int | str, ...]) -> str:
    """Write values for `IN (SELECT value FROM json_each(?))`, which takes any number of them."""
    return exact_json.dumps(values).decode()


def _written(value: Any) -> Any:
    if isinstance(value, dict):
        return to_json(value)
    if is_dataclass(value) and not isinstance(value, type):
        return to_json(_parts(value))
    if not isinstance(value, tuple):
        return value
    if all(isinstance(part, bytes) for part in value):
        return to_list(value)
    return exact_json.dumps(value, default=lambda part: [*_parts(part).values()]).decode()


def _parts(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by name; `asdict` would copy each."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


@cache
def _readers(kind: type[Any]) -> tuple[tuple[str, Callable[[Any], Any] | None], ...]:
    """The fields of a dataclass, and how each is read; None where a column holds it as it is."""
    hints = get_type_hints(kind)
    return tuple((field.name, _reader(hints[field.name])) for field in fields(kind))


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    origin, inner = (
        get_origin(hint),
        [argument for argument in get_args(hint) if argument is not NoneType],
    )
    if origin is dict:
        return from_json
    if origin is tuple:
        return from_list if inner[0] is bytes else partial(_tuple, inner[0])
    if inner:
        return _reader(inner[0])  # or None
    if isinstance(hint, type) and is_dataclass(hint):
        return partial(_value, hint)
    return hint if hint is bool or issubclass(hint, Enum) else None


def _tuple(kind: type, text: str) -> tuple[Any, ...]:
    values = exact_json.loads(text)
    return tuple(kind(*value) for value in values) if is_dataclass(kind) else tuple(values)


def _value(kind: type[Any], text: str) -> Any:
    """Read a dataclass of numbers, texts and lists of them; its unknown fields raise TypeError."""
    loaded = from_json(text)
    return kind(**{name: tuple(v) if isinstance(v, list) else v for name, v in loaded.items()})
