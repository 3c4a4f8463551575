"""The rules of a game in pages, from the RULES.md next to its code.

`RULES.<language>.md` is a translation with the same numbers.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from bot.ui.interactions.payloads import number_of
from bot.ui.kit.custom_ids import RulesButton, Verb
from bot.ui.kit.message import OutgoingFile, OutgoingMessage, menu, option
from bot.ui.kit.paging import cut, paged
from games.core.game import AnyGame
from games.core.text import Reader, say, symbol

CONTENTS = say("Headings")
PAGE = 250
"""The most characters of a page's rules: with its picture and a heading it fits a phone."""
_BEGINS = re.compile(r"\s*([-*#>|]|\d+[.)] )")
"""A line that starts a new block; any other line continues the one before it."""


_UNDER_HEADING = re.compile(r"^(## .+)\n\n", re.MULTILINE)
_RULES = re.compile(r"\n(?=\d+\. )")
_RULE = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
_ROW = re.compile(r"^ *\| *(.+?) *\|(?: *(.+?) *\|)?$", re.MULTILINE)
_SENTENCES = re.compile(r"(?<=[.:;!?]) ")


class Heading(NamedTuple):
    """One heading of a rule book: its page, and the numbers of the rules under it."""

    title: str
    page: int
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.title} ({self.first}-{self.last})"


def rules_message(
    game: AnyGame, page: int, reader: Reader, pictures: Sequence[OutgoingFile] = ()
) -> OutgoingMessage:
    """One page of a game's rules; a page beyond the last is the last."""
    pages, key = rule_pages(game, reader.language), game.info.key
    page = min(page, len(pages) - 1)
    known = headings(game, reader.language)
    before = [heading for heading in known if heading.page <= page]
    opened = next((heading for heading in known if heading.page == page), None)
    opened = opened or (before[-1] if before else None)
    options = [
        option(reader, symbol(str(heading)), str(heading.first), default=heading is opened)
        for heading in known
    ]
    contents = [menu(reader, RulesButton(Verb.RULES_HEADING, key), CONTENTS, options)]
    opening = RulesButton(Verb.RULES, key)
    return paged(pages, page, opening, reader, pictures=pictures, menu=contents if options else ())


@cache
def headings(game: AnyGame, language: str) -> tuple[Heading, ...]:
    """The headings of a rule book that have rules under them, in order."""
    results = []
    by_number = rules_by_number(game, language)
    for part in "\n\n".join(rule_pages(game, language)).split("## ")[1:]:
        title, _, rules = part.partition("\n")
        numbers = [int(number) for number, _ in _RULE.findall(rules)]
        if numbers:
            page = by_number[numbers[0]][0]
            results.append(Heading(title.strip(), page, numbers[0], numbers[-1]))
    return tuple(results)


def rules_near(game: AnyGame, language: str, page: int) -> list[int]:
    """The numbers of the rules on a page, and then of all others under its headings."""
    here = [number for number, (on, _) in rules_by_number(game, language).items() if on == page]
    under = [
        number
        for heading in headings(game, language)
        if here and heading.first <= here[-1] and heading.last >= here[0]
        for number in range(heading.first, heading.last + 1)
    ]
    return [*here, *under]


@cache
def rules_by_number(game: AnyGame, language: str) -> Mapping[int, tuple[int, str]]:
    """Every numbered rule: its page and its text, whose first line identifies it."""
    return {
        int(number): (page, words)
        for page, text in enumerate(rule_pages(game, language))
        for number, words in _RULE.findall(text)
    }


def page_of_rule(game: AnyGame, language: str, number: int) -> int:
    """The page with a rule; the first page if the rule does not exist."""
    return rules_by_number(game, language).get(number, (0, ""))[0]


def page_wanted(game: AnyGame, language: str, wanted: str) -> int | None:
    """The page for the number of a rule or a heading; None if it is neither."""
    number = number_of(wanted)
    if number is not None:
        return rules_by_number(game, language).get(number, (None, ""))[0]
    titles = {str(heading): heading.page for heading in headings(game, language)}
    fitting = [page for title, page in titles.items() if wanted.casefold() in title.casefold()]
    return fitting[0] if fitting else None


@cache
def rule_pages(game: AnyGame, language: str) -> tuple[str, ...]:
    """The rules of a game in pages: what it is about, then its rules, a long one in parts."""
    text = _UNDER_HEADING.sub(r"\1\n", rules_text(game, language)).strip()
    introduction, heading, rules = text.partition("\n\n## ")
    paragraphs = map(unwrapped, f"{heading.strip()} {rules}".split("\n\n"))
    whole = (rule for paragraph in paragraphs for rule in _RULES.split(paragraph))
    parts = (part for rule in whole for part in _parts(rule))
    first = "\n".join(map(unwrapped, introduction.split("\n\n")))
    return (first, *cut(parts, between="\n", most=PAGE)) if rules else (first,)


def _parts(rule: str) -> list[str]:
    """Cut what is longer than a page between its sentences, and a table between its rows.

    Discord has no tables, so each row becomes a line of a list, and the heading is left out.
    """
    if rows := _ROW.findall(rule):
        return [f"- **{price}:** {effect}" for price, effect in rows[2:]]
    count, parts = -(-len(rule) // PAGE), [""]
    for sentence in _SENTENCES.split(rule):
        is_full = len(parts[-1]) + len(sentence) / 2 > len(rule) / count
        if is_full and len(parts) < count:
            parts.append("…")
        parts[-1] = f"{parts[-1]} {sentence}".strip()
    return parts


@cache
def rules_text(game: AnyGame, language: str) -> str:
    """The rules of a game in a language, or in English if there is no translation."""
    # A game's folder is the package of its class.
    package = sys.modules[type(game).__module__].__package__ or ""
    folder = resources.files(package)
    own = folder.joinpath(f"RULES.{language.partition('_')[0]}.md")
    file = own if own.is_file() else folder.joinpath("RULES.md")
    return file.read_text(encoding="utf-8")


def unwrapped(paragraph: str) -> str:
    """Join the lines of a paragraph, since Discord would show each line break of the file."""
    lines: list[str] = []
    for line in paragraph.splitlines():
        if lines and not _BEGINS.match(line):
            lines[-1] = f"{lines[-1]} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)
