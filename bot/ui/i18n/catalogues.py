"""Languages: a catalogue for each, and which of them a person or a server reads.

A catalogue is one `.po` file in `locale/`, read as it stands: there is nothing to compile. A
message that it lacks is said in English.
"""

from __future__ import annotations

import io
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.tables.matches.snapshot import Snapshot

_INSTALLED = Path(__file__).parents[2] / "locale"
CATALOGUES = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[3] / "locale"
"""Inside the package where the bot was installed, else at the top of the repository."""
ENGLISH = "en"
"""The language that messages are written in."""
COMMAND, OPTION = "command", "option"
"""The senses in which a catalogue has what people type: written small, and as one word."""


@cache
def languages() -> tuple[str, ...]:
    """Every language that the bot speaks, English first."""
    return (ENGLISH, *sorted(path.stem for path in CATALOGUES.glob("*.po")))


@lru_cache(maxsize=128)
def known_language(language: str) -> str:
    """The language as Babel writes it, variants kept; English where there is no catalogue."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return ENGLISH
    return str(locale) if locale.language in languages() else ENGLISH


def catalogue(language: str) -> NullTranslations:
    """The words of a language: those of Spanish for every Spanish, English for an unknown one."""
    return _read(known_language(language).partition("_")[0])


@cache
def _read(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        messages = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)


class Languages:
    """Who reads which language when there is no interaction that tells."""

    def __init__(self, default: str) -> None:
        self._default = default

    def table(self, snapshot: Snapshot) -> str:
        """The language of a table: its server's; outside of servers, its host's."""
        if snapshot.summary.is_practice:
            return self.private(snapshot, snapshot.summary.host_id)
        return snapshot.rows.guild.language or self._default

    def private(self, snapshot: Snapshot, player_id: int) -> str:
        """The language in which Discord was last seen to speak to this person."""
        return snapshot.rows.person(player_id).language or self._default
