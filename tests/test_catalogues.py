"""Every catalogue is complete and keeps its messages' placeholders and markup."""

import asyncio
import re
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.ui.i18n.catalogues import CATALOGUES, COMMAND, ENGLISH, OPTION, languages
from bot.ui.i18n.command_names import LONGEST, CommandTranslator
from games.core.text import says_you
from playground.interactions.options import GROUP
from tests.catalogues.extract import in_source, message_calls
from tests.catalogues.heard import commands, forms, payloads, said_in_full, template
from tests.test_repository import OFFERED, PAPERS, ROOT

OTHERS = [language for language in languages() if language != ENGLISH]
TYPED = re.compile(r"[-_\w]{1,32}")
"""The names that Discord accepts for a command or an option."""
TYPED_COMMAND = re.compile(r"(?<![\w/<])/(\w+)")
QUOTED = re.compile(r"`(\w+)(?::\w+)?`")
CALLED = re.compile(r"(?<![\w/<`])/([a-z_]+(?: [a-z_-]+){0,2})|`(\w+):\w+`")
"""A command with what follows it, or an option with its value."""

DOCUMENTED = re.compile(r"`/([a-z_-]+(?: [a-z_-]+(?![\w:]))*)(?=[` ])")
"""A command in a document, with what follows it but options."""
ADDRESSES = {"healthz", "metrics"}

everywhere = pytest.mark.parametrize("language", OTHERS)


@cache
def catalogue(language: str) -> Catalog:
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id and said_in_full(message)]


def sources(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def keys(catalog: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(message.context, sources(message)) for message in catalog if message.id}


def named(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


def test_every_message_can_be_read_where_it_is_said() -> None:
    """Every message is a literal where it is used, so that catalogues can contain it."""
    assert [
        f"{result.file}:{result.line}" for result in message_calls() if result.message is None
    ] == []


WRITTEN = [
    ('say("a")', ["a"]),
    ('say("a" "b", who=seat(1))', ["ab"]),
    ('say("a" if x else "b")', ["a", "b"]),
    ("say(word)", [None]),
    ('say(f"{word}")', [None]),
    ('say_many("a", "b", n)', ["a"]),
    ("say_many(*words, n)", [None]),
    ('say_as("c", "a")', ["a"]),
    ('option(1, title="a", help="b", labels={"1": "c"})', ["a", "b", "c"]),
    ('self.say(word); reply.say("a")', []),
]


@pytest.mark.parametrize(("source", "read"), WRITTEN, ids=[source for source, _ in WRITTEN])
def test_messages_are_found(source: str, read: list[str | None]) -> None:
    """Each way to write a message is found in the code, and one without a literal is noticed."""
    assert [item.message for item in in_source(source, "")] == read


@everywhere
def test_catalogues_have_what_is_said(language: str) -> None:
    """A catalogue has every message that is used, each translated, and no other.

    `make catalogues` adds new messages to the files, where they wait for a translation. A fuzzy one
    counts as untranslated: it is shown in English.
    """
    assert keys(catalogue(language)) == keys(template())
    untold = [item.id for item in catalogue(language) if not said_in_full(item) or item.fuzzy]
    assert [item for item in untold if item] == []


@everywhere
def test_placeholders_are_kept(language: str) -> None:
    """A translation keeps its message's placeholders; only a plural may omit the number."""
    wrong = []
    for message in messages(language):
        english = [named(words) for words in sources(message)]
        needed, given = set.intersection(*english) - {"n"}, set.union(*english)
        for words in forms(message):
            plural = len(english) > 1
            if not (needed <= named(words) <= given | {"n"} if plural else named(words) == given):
                wrong.append(words)
    assert wrong == []


@everywhere
def test_marks_are_kept(language: str) -> None:
    """A translation keeps its message's markup: headings, small print, bullets, bold, code."""
    wrong = []
    for message in messages(language):
        marks = marked(sources(message)[-1])
        wrong += [words for words in forms(message) if marked(words) != marks]
    assert wrong == []


def marked(words: str) -> tuple[str, Counter[str]]:
    begins = re.match(r"(#+ |-# |- )?", words)
    return begins[0] if begins else "", Counter(re.findall(r"\*\*|`|\]\(|[✅❌☑⏸⏳]", words))


@everywhere
def test_commands_are_called_by_their_names(language: str) -> None:
    """A message names commands and options by their names in its language."""
    called: dict[str | None, dict[str, str]] = {COMMAND: {}, OPTION: {}}
    for message in messages(language):
        if message.context in called:
            called[message.context][str(message.id)] = forms(message)[0]
    wrong = []
    for message in messages(language):
        for sense, pattern in ((COMMAND, TYPED_COMMAND), (OPTION, QUOTED)):
            names = called[sense]
            english = [
                names[name] for name in pattern.findall(sources(message)[-1]) if name in names
            ]
            texts = [name for name in pattern.findall(forms(message)[-1]) if name in names.values()]
            if sorted(english) != sorted(texts):
                wrong.append((forms(message)[-1], english))
    assert wrong == []


def test_named_commands_can_be_opened() -> None:
    """A message names commands to their last word, and only options that they have."""
    options: dict[str, set[str]] = {}
    for command in asyncio.run(payloads(CommandTranslator())):
        options |= dict(opened_by(command))
    wrong = []
    for text in [words for message in template() if message.id for words in sources(message)]:
        named = ""
        for words, option in CALLED.findall(text):
            parts = words.split(" ")
            starts = (" ".join(parts[:count]) for count in (3, 2, 1))
            named = next((name for name in starts if name in options), "") if words else named
            if not named or (option and option not in options[named]):
                wrong.append(f"{words or option} in {text!r}")
    assert wrong == []


def test_documents_name_the_commands() -> None:
    """The README has every command or its group, and each command in a document can be typed."""
    every = asyncio.run(payloads(CommandTranslator()))
    opened = {name for command in every for name, _ in opened_by(command)}
    known = {" ".join(name.split(" ")[:count]) for name in opened for count in (1, 2, 3)}
    known |= {name for command in every for name in command["name_localizations"].values()}
    named = {
        paper: set(DOCUMENTED.findall((ROOT / paper).read_text(encoding="utf-8")))
        for paper in {*PAPERS, *OFFERED, "PRIVACY.md", "RELIABILITY.md"} - {"Makefile"}
    }
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert {paper: words - known - ADDRESSES for paper, words in named.items()} == {
        paper: set() for paper in named
    }
    assert [c["name"] for c in every if not re.search(rf"[`*/]{c['name']}\b", readme)] == []


def opened_by(command: dict[str, Any], above: str = "") -> Iterator[tuple[str, set[str]]]:
    """Yield each command that can be called, with the names of its options."""
    name, below = f"{above}{command['name']}", command.get("options", ())
    groups = [option for option in below if option["type"] <= GROUP]
    for group in groups:
        yield from opened_by(group, f"{name} ")
    if not groups:
        yield name, {option["name"] for option in below}


@everywhere
def test_descriptions_are_short(language: str) -> None:
    """Descriptions of commands, options and choices are never cut."""
    shown = {command.message for command in commands() if command.sense is None}
    long = [
        words
        for message in messages(language)
        if message.context is None and message.id in shown
        for words in (*sources(message), *forms(message))
        if len(words) > LONGEST
    ]
    assert long == []


async def test_descriptions_keep_one_mood() -> None:
    """Commands are described in German as *Zeigt ...*, and in Spanish as *Mira ...*."""
    every = [part for command in await payloads(CommandTranslator()) for part in described(command)]
    moods = {"de": re.compile(r"\w+t\b"), "es-ES": re.compile(r"(?!\w+[aei]r\b)")}
    wrong = [
        words[language]
        for english, words in every
        for language, mood in moods.items()
        if not english.startswith(("Your ", "This ")) and not mood.match(words[language])
    ]
    assert wrong == []


def described(command: dict[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the descriptions of a command and of those in it, in English and in all languages."""
    if command.get("description"):  # the menus of people and messages have none
        yield command["description"], command["description_localizations"]
    for below in command.get("options", ()):
        if below["type"] <= GROUP:
            yield from described(below)


async def test_commands_can_be_typed_everywhere() -> None:
    """Every language's names of commands, options and choices are valid and unique.

    Those in the menus of people and messages aren't typed, but they are as short.
    """
    every = await payloads(CommandTranslator())
    text = [command for command in every if command["type"] == 1]
    menus = [
        names for kind in (2, 3) for names in names_of([c for c in every if c["type"] == kind])
    ]

    assert faults(text) == []
    assert {"es-ES", "es-419", "de"} <= set(text[0]["name_localizations"])
    assert [names for names in menus if len({*names}) < len(names)] == []
    assert [name for names in menus for name in names if len(name) > 32] == []


YOU = {
    "de": re.compile(r"\b(du|dich|dir|dein\w*|könnt)\b", re.IGNORECASE),
    "es": re.compile(
        r"\b(tú|ti|tus?|te|contigo|tuy[oa]s?|eres|puedes|tienes|debes|quieres|ganes|pierdas)\b",
        re.IGNORECASE,
    ),
}
"""Words that address the reader."""
SHOWN_TO_ALL = re.compile(
    r"games/\w+/(rules|presentation)/(?!lessons)|render/|bot/ui/match/messages/|.*/tournament_texts"
)
"""Where texts stand that everybody reads: at tables, in logs, pictures and tournaments."""


@everywhere
def test_a_translation_addresses_nobody_where_english_does_not(language: str) -> None:
    """What everybody may read says *you* in no translation if it says so in no English."""
    addressing = [
        text
        for message in messages(language)
        if not any(map(says_you, sources(message)))
        and any(SHOWN_TO_ALL.match(file) for file, _ in message.locations)
        for text in ([message.string] if isinstance(message.string, str) else message.string or ())
        if YOU[language].search(text)
    ]

    assert addressing == []


@everywhere
def test_a_word_names_one_command(language: str) -> None:
    """A command's name in one language is no other command's English name."""
    names = {command.message for command in commands() if command.sense == COMMAND}
    other = [
        (message.id, forms(message)[0])
        for message in messages(language)
        if message.context == COMMAND and message.id != forms(message)[0]
    ]
    assert [pair for pair in other if pair[1] in names] == []


def faults(nodes: list[dict[str, Any]]) -> list[str]:
    """Return the names below one command that are invalid or used twice."""
    wrong = []
    for names in names_of(nodes):
        wrong += [name for name in names if not TYPED.fullmatch(name) or name != name.lower()]
        wrong += [name for name, times in Counter(names).items() if times > 1]
    for node in nodes:
        for choices in names_of(node.get("choices", [])):
            wrong += [name for name in choices if "{" in name or choices.count(name) > 1]
        wrong += faults(node.get("options", []))
    return wrong


def names_of(nodes: list[dict[str, Any]]) -> list[list[str]]:
    """Return the names of commands, options or choices: a list in each of Discord's languages."""
    return [
        [(node.get("name_localizations") or {}).get(locale, node["name"]) for node in nodes]
        for locale in map(str, discord.Locale)
    ]


OTHER_WORDS = {
    ENGLISH: re.compile(r"\b[Ee]verybody\b| %(?!\w)|\w …"),
    "de": re.compile(
        r"\bMatch(es)?\b|\bAuswert|[^\xa0]%|\bRang\b|Ruhestunde|\bSäe|\bfängt (?!an\b)|gefangen"
        r"|ist draußen|schwerer? Bot|Person, die den Bot|[Bb]ei \{slot\}|\ban .{0,16}Ranken?\b"
        r"|kommt an$"
    ),
    "es": re.compile(
        r"[Pp]rejugada|numérica|\(si no,|\b[Ss]iguiente mejor|\w …|[^\xa0]%|[\"“”]| va a$"
    ),
}
"""What a language has another word for, or writes in another way."""


@pytest.mark.parametrize("language", OTHER_WORDS)
def test_a_thing_has_one_word(language: str) -> None:
    """A language has one word for a thing, and its own way to write % and an omission."""
    if language == ENGLISH:
        texts = [words for message in template() if message.id for words in sources(message)]
    else:
        texts = [words for message in messages(language) for words in forms(message)]

    assert len(texts) > 1000
    assert [words for words in texts if OTHER_WORDS[language].search(words)] == []
