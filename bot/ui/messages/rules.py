"""The rules of a game in pages, from the RULES.md beside its code.

`RULES.<language>.md` says the same in another language, number by number.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import resources

from bot.ui.messages.message import Message
from bot.ui.messages.pages import cut, paged
from bot.ui.places import Place, Verb
from games.core.game import AnyGame
from games.core.text import Reader

_BEGINS = re.compile(r"\s*([-*#>|]|\d+[.)] )")
"""A line that begins something of its own; every other goes on with the line before it."""


def rules_message(game: AnyGame, page: int, reader: Reader) -> Message:
    """One page of a game's rules; a page beyond the last is the last."""
    return paged(rule_pages(game, reader.language), page, Place(Verb.RULES, game.info.key), reader)


@cache
def rule_pages(game: AnyGame, language: str) -> tuple[str, ...]:
    """The rules of a game, cut into pages between paragraphs."""
    paragraphs = rules_text(game, language).strip().split("\n\n")
    return cut(map(unwrapped, paragraphs), between="\n\n")


@cache
def rules_text(game: AnyGame, language: str) -> str:
    """The rules of a game in a language, the English ones where there are no others."""
    # A game's folder is the package that its class lives in.
    package = sys.modules[type(game).__module__].__package__ or ""
    folder = resources.files(package)
    own = folder.joinpath(f"RULES.{language.partition('_')[0]}.md")
    found = own if own.is_file() else folder.joinpath("RULES.md")
    return found.read_text(encoding="utf-8")


def unwrapped(paragraph: str) -> str:
    """Join the lines of a paragraph: Discord shows every line break, a file wraps for reading."""
    lines: list[str] = []
    for line in paragraph.splitlines():
        if lines and not _BEGINS.match(line):
            lines[-1] = f"{lines[-1]} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)
