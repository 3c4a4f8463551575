"""Reading catalogues."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.i18n.catalogues import CATALOGUES, languages
from bot.ui.i18n.po_file import PoFile

TEXTS = st.text('ab "\\\n\t%{}é', min_size=1, max_size=90)
"""Quotes, line breaks and backslashes; long ones take several lines."""


def check(file: PoFile, catalogue: Catalog) -> None:
    for message in catalogue:
        match message.id, message.context, message.string:
            case (str(one), str(many)), _, (singular, plural):
                said = [file.ngettext(one, many, n) for n in (0, 1, 2)]
                assert said == [plural, singular, plural]
            case str(text), str(context), string:
                assert file.pgettext(context, text) == string
            case str(text), None, string if text:
                assert file.gettext(text) == string


@pytest.mark.parametrize("language", languages()[1:])
def test_a_catalogue_says_what_its_file_says(language: str) -> None:
    """Each message of a catalogue is read as Babel reads it."""
    path = CATALOGUES / f"{language}.po"
    with path.open("rb") as file:
        check(PoFile(path), read_po(file, locale=language))


@given(st.dictionaries(st.tuples(TEXTS, st.none() | TEXTS), TEXTS | st.tuples(TEXTS, TEXTS)))
def test_every_string_is_read(
    messages: dict[tuple[str, str | None], str | tuple[str, str]],
) -> None:
    """Whatever Babel writes is read: quotes, line breaks, contexts, plurals."""
    catalogue = Catalog(locale="de")
    for (text, context), said in messages.items():
        if isinstance(said, tuple):
            catalogue.add((text, f"{text}s"), said)
        else:
            catalogue.add(text, said, context=context)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "de.po"
        with path.open("wb") as file:
            write_po(file, catalogue)
        check(PoFile(path), catalogue)


def test_what_is_not_translated_stays_english(tmp_path: Path) -> None:
    """A missing, empty or obsolete translation is shown in English."""
    path = tmp_path / "de.po"
    path.write_text(
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "Join"\nmsgstr ""\n\nmsgid "{n} card"\nmsgid_plural "{n} cards"\n'
        'msgstr[0] "{n} Karte"\nmsgstr[1] ""\n\n#~ msgid "Leave"\n#~ msgstr "Gehen"\n'
    )
    file = PoFile(path)

    assert [file.gettext(text) for text in ("Join", "Leave", "Quit")] == ["Join", "Leave", "Quit"]
    assert file.pgettext("menu", "Join") == "Join"
    assert [file.ngettext("{n} card", "{n} cards", n) for n in (1, 2)] == ["{n} card", "{n} cards"]
