"""How values become columns and rows become values again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from data.records import Json, Saved


def to_json(value: Json) -> str:
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def from_json(text: str) -> Json:
    value: Json = orjson.loads(text)
    return value


def to_list(saved: tuple[Saved, ...]) -> str:
    """Write saved values as one JSON list; each must be a JSON document."""
    return orjson.dumps([orjson.Fragment(value) for value in saved]).decode()


def from_list(text: str) -> tuple[Saved, ...]:
    return tuple(orjson.dumps(value) for value in orjson.loads(text))


def to_array(values: tuple[int | str, ...]) -> str:
    """Write values for `IN (SELECT value FROM json_each(?))`, however many they are."""
    return orjson.dumps(values).decode()


def from_array(text: str) -> tuple[int, ...]:
    return tuple(orjson.loads(text))
