"""All messages of the bot: those in the code, and the names of its commands."""

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord
from babel.messages.catalog import Catalog, Message
from discord import app_commands

from bot.settings import Settings
from bot.ui.i18n.command_names import text_of
from bot.ui.program.compose import assembled
from tests.catalogues.extract import Found, message_calls


class Listening(app_commands.Translator):
    """Translates nothing, and records every string that Discord would be sent."""

    def __init__(self) -> None:
        self.heard: dict[Found, None] = {}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        text = text_of(string, context.location)
        result = Found("bot/ui/commands", 0, text.message, text.plural, sense=text.sense)
        self.heard[result] = None
        return None


async def payloads(translator: app_commands.Translator) -> list[dict[str, Any]]:
    """Return every command as a starting bot sends it to Discord, in all languages."""
    with TemporaryDirectory() as folder:
        settings = Settings(database=Path(folder) / "tomato-table.db")
        async with assembled(settings) as bot:
            tree = bot.client.tree
            return [
                await command.get_translated_payload(tree, translator)
                for command in tree.get_commands()
            ]


@cache
def commands() -> tuple[Found, ...]:
    """Return every string of every command."""
    listening = Listening()
    asyncio.run(payloads(listening))
    return tuple(listening.heard)


def template() -> Catalog:
    """Return all messages without translations, in the order of the code.

    Messages without a letter are the same in every language.
    """
    catalog = Catalog()
    for item in (*message_calls(), *commands()):
        if item.message and any(map(str.isalpha, item.message)):
            words = item.message if item.plural is None else (item.message, item.plural)
            catalog.add(words, locations=[(item.file, 1)], context=item.sense)
    return catalog


def forms(message: Message) -> tuple[str, ...]:
    """Return a message's translations: one, or one for each plural."""
    string = message.string
    if isinstance(string, str) or string is None:
        return (string or "",)
    return tuple(string)


def said_in_full(message: Message) -> bool:
    """Return whether a message is translated, in every plural."""
    return all(forms(message))
