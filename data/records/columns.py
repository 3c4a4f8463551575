"""Convert values to columns, and rows to values."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from games.core import exact_json

if TYPE_CHECKING:
    from data.records.matches import Json, Saved

log = logging.getLogger(__name__)


def to_json(value: Json) -> str:
    return exact_json.dumps(value).decode()


def from_json(text: str) -> Json:
    value: Json = exact_json.loads(text)
    return value


def to_settings(text: str, owner: str) -> Json:
    """Read the settings of a person or a server; if damaged, use the defaults."""
    try:
        settings = from_json(text)
    except ValueError:
        settings = None
    if isinstance(settings, dict):
        return settings
    log.warning("the settings of %s cannot be read: the defaults are used", owner)
    return {}


def to_list(saved: tuple[Saved, ...]) -> str:
    """Write saved values as one JSON list; each must be a JSON document."""
    return f"[{','.join(value.decode() for value in saved)}]"


def from_list(text: str) -> tuple[Saved, ...]:
    return tuple(exact_json.dumps(value) for value in exact_json.loads(text))


def to_array(values: tuple[int | str, ...]) -> str:
    """Write values for `IN (SELECT value FROM json_each(?))`, which takes any number of them."""
    return exact_json.dumps(values).decode()


def from_array(text: str) -> tuple[int, ...]:
    return tuple(exact_json.loads(text))


def upsert(table: str, key: tuple[str, ...], *others: str) -> str:
    """Build a statement that inserts a row, or updates the one with the same key."""
    columns = (*key, *others)
    changes = ", ".join(f"{name} = excluded.{name}" for name in others)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - our own names
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
    )
