"""Translate our statements, written for SQLite, for PostgreSQL."""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from data.engine.database import Values

_ONE_OF = re.compile(r"(NOT )?IN \(SELECT value FROM json_each\((\?|:\w+)\)\)")
_TOKEN = re.compile(r"'(?:[^']|'')*'|\?|(?<!:):(\w+)|%")
_REWRITES = (
    (re.compile(r" INDEXED BY \w+"), ""),  # a hint that PostgreSQL doesn't have
    (re.compile(r"\blength\(CAST\((\w+) AS BLOB\)\)"), r"octet_length(\1)"),
    (re.compile(r"\bmax\((?=coalesce\()"), "greatest("),  # of two values, not of a column
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with PostgreSQL's placeholders; it knows which of its values are lists."""

    sql: str
    lists: frozenset[int | str]

    def bind(self, values: Values) -> Values:
        """Return the values in the form that the statement needs."""
        if isinstance(values, dict):
            return {name: self._value(name, value) for name, value in values.items()}
        return tuple(self._value(index, value) for index, value in enumerate(values))

    def _value(self, key: int | str, value: Any) -> Any:
        if key in self.lists:
            return json.loads(value)
        if isinstance(value, bool):
            return int(value)
        return str(value) if isinstance(value, str) else value  # a StrEnum is passed as plain text


@lru_cache(maxsize=1024)
def translate(sql: str) -> Statement:
    """Translate a statement for PostgreSQL, cached: there are few different ones."""
    for pattern, replacement in _REWRITES:
        sql = pattern.sub(replacement, sql)
    lists: set[int | str] = set()

    def any_of(match: re.Match[str]) -> str:
        mark = match[2]
        lists.add(sql[: match.start()].count("?") if mark == "?" else mark[1:])
        return f"<> ALL({mark})" if match[1] else f"= ANY({mark})"

    def placeholder(match: re.Match[str]) -> str:
        if match[1]:
            return f"%({match[1]})s"
        return "%s" if match[0] == "?" else match[0].replace("%", "%%")

    return Statement(_TOKEN.sub(placeholder, _ONE_OF.sub(any_of, sql)), frozenset(lists))
