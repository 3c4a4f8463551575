"""Languages: one catalogue each, and the choice of a language for a person or a server.

A catalogue is one `.po` file in `locale/`. A missing message is shown in English.
"""

import io
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel import Locale, UnknownLocaleError

from bot.tables.matches.snapshot import Snapshot
from bot.ui.i18n.compiled import compiled
from data.records.matches import GuildRecord, PersonRecord
from data.stores.guilds import GuildStore

_INSTALLED = Path(__file__).parents[2] / "locale"
CATALOGUES = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[3] / "locale"
"""The folder inside the installed package, otherwise at the top of the repository."""
ENGLISH = "en"
"""The language of the messages in the code."""
COMMAND, OPTION = "command", "option"
"""Contexts of typed words in a catalogue: lower case, and one word."""


@cache
def languages() -> tuple[str, ...]:
    """Return every language of the bot, English first."""
    return (ENGLISH, *sorted(path.stem for path in CATALOGUES.glob("*.po")))


@lru_cache(maxsize=128)
def known_language(language: str) -> str:
    """Return the language as Babel writes it, variants kept; English if there is no catalogue."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return ENGLISH
    return str(locale) if locale.language in languages() else ENGLISH


def catalogue(language: str) -> NullTranslations:
    """Return the messages of a language: one catalogue for all of Spanish; English if unknown."""
    return _read(known_language(language).partition("_")[0])


@cache
def _read(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    return GNUTranslations(io.BytesIO(compiled(CATALOGUES / f"{language}.po")))


class Languages:
    """Chooses the language of messages that don't answer an interaction."""

    def __init__(self, default: str, guilds: GuildStore) -> None:
        self._default = default
        self._guilds = guilds

    def table(self, snapshot: Snapshot) -> str:
        """Return the language of a table: its server's, or its host's outside of servers."""
        if snapshot.summary.is_practice or snapshot.summary.answers_only:
            return self.private(snapshot.rows.person(snapshot.summary.host_id))
        return snapshot.rows.guild.language or self._default

    def server(self, guild: GuildRecord) -> str:
        """Return the language of a server's messages."""
        return guild.language or self._default

    async def shared(self, guild_id: int | None) -> str:
        """Return the language of what somebody shares in a channel of a server."""
        return self.server(await self._guilds.find(guild_id)) if guild_id else self._default

    def private(self, person: PersonRecord) -> str:
        """Return the language that Discord last reported for this person."""
        return person.language or self._default
