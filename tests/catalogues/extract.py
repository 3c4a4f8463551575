"""Find every message in the code."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games import FULL_GAMES, GAMES

_TREE = Path(__file__).parent.parent.parent
_IS_MUTATED = _TREE.name == "mutants" and (_TREE.parent / "pyproject.toml").exists()
ROOT = _TREE.parent if _IS_MUTATED else _TREE
"""The source; mutmut runs the tests in a folder `mutants` of it, whose modules hold all mutants."""
HOUSES = ("games", "render", "bot")
CALLS = ("say", "say_as", "say_many", "option")
"""The functions that take messages."""


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A place with a message; `message` is None if it isn't a literal."""

    file: str
    line: int
    message: str | None
    plural: str | None = None
    sense: str | None = None


@cache
def message_calls(calls: tuple[str, ...] = CALLS) -> tuple[Found, ...]:
    """Return every place with a message in the sources that call one of these functions.

    Drafts aren't translated yet.
    """
    drafts = {ROOT / "games" / game.info.key for game in set(GAMES) - set(FULL_GAMES)}
    paths = [path for house in HOUSES for path in sorted((ROOT / house).rglob("*.py"))]
    paths = [path for path in paths if drafts.isdisjoint(path.parents)]
    sources = ((path.read_text(encoding="utf-8"), path) for path in paths)
    return tuple(
        item
        for source, path in sources
        if any(f"{call}(" in source for call in calls)  # parsing takes a second
        for item in in_source(source, path.relative_to(ROOT).as_posix())
    )


def in_source(source: str, file: str) -> Iterator[Found]:
    """Yield every place in one source file with a message, in order."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = getattr(call.func, "id", "")
        if name == "say":
            yield from _each(call.args[0], file)
        elif name == "say_as":
            sense, message = map(_literal, call.args[:2])
            yield Found(file, call.lineno, message if sense else None, sense=sense)
        elif name == "say_many":
            first, many = (_literal(word) for word in call.args[:2])
            yield Found(file, call.lineno, first if many is not None else None, many)
        elif name == "option":
            for word in _words_of_option(call):
                yield from _each(word, file)


def _words_of_option(call: ast.Call) -> Iterator[ast.expr]:
    for given in call.keywords:
        if given.arg in {"title", "help"}:
            yield given.value
        elif given.arg == "labels":
            yield from given.value.values if isinstance(given.value, ast.Dict) else [given.value]


def _each(word: ast.expr, file: str) -> Iterator[Found]:
    """Yield a literal, or both literals that a condition chooses from."""
    if isinstance(word, ast.IfExp):
        yield from _each(word.body, file)
        yield from _each(word.orelse, file)
    else:
        yield Found(file, word.lineno, _literal(word))


def _literal(word: ast.expr) -> str | None:
    if isinstance(word, ast.Constant) and isinstance(word.value, str):
        return word.value
    return None
