"""Names, options and choices of commands in every language, from the same catalogues."""

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.ui.i18n import catalogues
from bot.ui.i18n.readers import plain_reader
from games.core.text import Text, speak

SENSES = {
    Location.command_name: catalogues.COMMAND,
    Location.group_name: catalogues.COMMAND,
    Location.parameter_name: catalogues.OPTION,
}
"""The context in which a catalogue has each kind of typed word."""
TEXT = "text"
"""Key of the whole text, for a string cut to Discord's limit."""
LONGEST = 100
"""Characters of a description or a choice."""


def worded(text: Text) -> app_commands.locale_str:
    """Make the description of a command, or a choice, from a text of any length."""
    return app_commands.locale_str(spoken(text, catalogues.ENGLISH), text=text)


def text_of(string: app_commands.locale_str, where: Location) -> Text:
    """Return one string of a command as a text; names have a sense of their own."""
    text = string.extras.get(TEXT, Text(message=string.message, sense=SENSES.get(where)))
    assert isinstance(text, Text)
    return text


def spoken(text: Text, language: str) -> str:
    """Return one string of a command in a language; in English if the catalogue lacks it."""
    return speak(text, plain_reader(language))[:LONGEST]


def longest(text: Text) -> int:
    """Return the length of a text in its longest language."""
    return max(len(spoken(text, language)) for language in catalogues.languages())


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
        words = spoken(text_of(string, context.location), language)
        return None if words == string.message else words
