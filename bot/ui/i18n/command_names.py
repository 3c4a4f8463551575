"""Names, options and choices of commands in every language, from the same catalogues."""

from __future__ import annotations

from functools import cache

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.ui.i18n import catalogues

SENSES = {
    Location.command_name: catalogues.COMMAND,
    Location.group_name: catalogues.COMMAND,
    Location.parameter_name: catalogues.OPTION,
}
"""The context in which a catalogue has each kind of typed word."""
MESSAGE = "message"
"""Key of the full message, for a string cut to Discord's limit."""
LONGEST = 100
"""Characters of a description or a choice."""


def worded(message: str) -> app_commands.locale_str:
    """Make the description of a command, or a choice, from a message of any length."""
    return app_commands.locale_str(message[:LONGEST], message=message)


def spoken(message: str, where: Location, language: str) -> str:
    """Return one string of a command in a language; in English if the catalogue lacks it."""
    words = catalogues.catalogue(language)
    if where in SENSES:
        return words.pgettext(SENSES[where], message)
    return words.gettext(message)[:LONGEST]


@cache
def longest(message: str, sense: str | None = None) -> int:
    """Return the length of a text in its longest language; `sense` is for typed words."""
    words = [catalogues.catalogue(language) for language in catalogues.languages()]
    if sense is not None:
        return max(len(catalogue.pgettext(sense, message)) for catalogue in words)
    return max(len(catalogue.gettext(message)[:LONGEST]) for catalogue in words)


class CommandTranslator(app_commands.Translator):
    """Tells Discord the names of commands in other languages."""

    def __init__(self) -> None:
        # discord.py asks for every text in every language of Discord: 20,000 times in a start.
        known = {
            locale.value: catalogues.known_language(locale.value).partition("_")[0]
            for locale in discord.Locale
        }
        self._languages = {
            locale: language for locale, language in known.items() if language != catalogues.ENGLISH
        }

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return one string in one language; None if it is the same as in English."""
        language = self._languages.get(locale.value)
        if language is None:
            return None
        message = str(string.extras.get(MESSAGE, string.message))
        words = spoken(message, context.location, language)
        return None if words == string.message else words
