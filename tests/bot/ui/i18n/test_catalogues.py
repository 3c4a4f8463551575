"""A language is one catalogue, and everybody without one reads English."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ui.i18n import catalogues
from bot.ui.i18n.catalogues import catalogue, known_language
from bot.ui.i18n.readers import plain_reader
from games.core.text import say, say_many, speak
from tests.bot.tables.support import ANA, GUILD, PEOPLE, LocalApp

FRENCH = """
msgid ""
msgstr ""
"Language: fr\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Join"
msgstr "Rejoindre"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} carte"
msgstr[1] "{n} cartes"
"""


def forget() -> None:
    for cached in (catalogues.languages, catalogues.known_language, catalogues._read):
        cached.cache_clear()


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bot whose only catalogue is a short French one."""
    (tmp_path / "fr.po").write_text(FRENCH, encoding="utf-8")
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)
    forget()
    yield
    forget()


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("en-GB", "en_GB"),
        ("en-US", "en_US"),
        ("de", "de"),
        ("es-ES", "es_ES"),
        ("es-419", "es_419"),
        ("fr", "en"),
        ("klingon", "en"),
        ("", "en"),
    ],
)
def test_unknown_languages_are_english(given: str, known: str) -> None:
    """An unknown language is English, and a variant keeps its own numbers and lists."""
    assert known_language(given) == known


@pytest.mark.parametrize("language", ["es-ES", "es-419", "es"])
def test_variants_share_a_catalogue(language: str) -> None:
    """All variants of Spanish share one catalogue."""
    assert catalogue(language) is catalogue("es")


@pytest.mark.usefixtures("french")
def test_a_language_is_one_catalogue() -> None:
    """A catalogue file adds a language with its plurals; missing messages stay English."""
    reader = plain_reader("fr")
    texts = [say("Join"), say_many("{n} card", "{n} cards", 0), say("Rules")]

    assert catalogues.languages() == ("en", "fr")
    assert [speak(text, reader) for text in texts] == ["Rejoindre", "0 carte", "Rules"]
    assert known_language("de") == "en"


async def test_languages_are_remembered(app: LocalApp) -> None:
    """Tables and shared messages use the server's language, DMs the person's, else the host's."""
    card = await app.started(PEOPLE[:3])
    known = catalogues.Languages("de", app.store.guilds)

    async def spoken() -> tuple[str, str, str]:
        snapshot = await app.tables.queries.open(card.id)
        shared = await known.shared(GUILD)
        person = snapshot.rows.person(ANA.id)
        return known.table(snapshot), shared, known.private(person)

    await app.store.people.change(ANA.id, lambda person: replace(person, language=None))
    before = await spoken()
    await app.store.guilds.change(GUILD, lambda guild: replace(guild, language="es"))
    await app.store.people.change(ANA.id, lambda person: replace(person, language="en-GB"))
    after = await spoken()

    assert (before, after) == (("de", "de", "de"), ("es", "es", "en-GB"))
