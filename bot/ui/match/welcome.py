"""Answers with what a newcomer sees first, and posts it in a server that the bot joins."""

import logging
from collections.abc import Sequence
from datetime import timedelta

import discord

from bot.tables.application import Application
from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import public_reader, reader
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions import bot_permissions
from bot.ui.interactions.bot_permissions import server_of
from bot.ui.interactions.reply import Reply
from bot.ui.kit import discord_errors
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match.messages.welcome import welcome_message
from bot.ui.pictures.attachments import Pictures
from bot.ui.sync.delivery import Delivery
from data.records.matches import ELSEWHERE, SurfaceKind
from games.core.game import AnyGame

log = logging.getLogger(__name__)

RECENTLY = timedelta(days=1)


class Welcome:
    """One per client."""

    def __init__(
        self,
        client: discord.Client,
        tables: Application,
        pictures: Pictures,
        posts: Delivery,
        languages: Languages,
    ) -> None:
        self._client = client
        self._tables = tables
        self._games: Sequence[AnyGame] = tables.games
        self._pictures = pictures
        self._posts = posts
        self._languages = languages

    async def show(self, reply: Reply) -> None:
        """Answer with all games."""
        language = str(reply.interaction.locale)
        picture = await self._pictures.games(self._games, language)
        place = server_of(reply.interaction)
        note = common_texts.ONLY_ANSWERS if place == ELSEWHERE else None
        await reply.show(welcome_message(self._games, picture, reader(language), note))

    async def post(self, guild_id: int) -> None:
        """Post all games in the system channel of a server that the bot has just joined.

        Once, and only where the bot may write. A bot that begins with an empty database meets
        servers that know it already.
        """
        guild = self._client.get_guild(guild_id)
        channel = None if guild is None else guild.system_channel
        if guild is None or channel is None or bot_permissions.missing_in(channel):
            return
        joined = guild.me.joined_at
        if joined is None or discord.utils.utcnow() - joined > RECENTLY:
            return
        if not await self._tables.servers.welcome(guild_id):
            return
        language = await self._languages.shared(guild.id)
        message = await self._message(language)
        surface = self._posts.surface("welcome", SurfaceKind.NOTICE, guild.id, channel.id)
        await self._posts.turn(surface)
        try:
            await self._posts.post(surface, message)
        except discord_errors.FAILURES as error:
            log.info("server %s is not welcomed: %r", guild.id, error)

    async def _message(self, language: str) -> OutgoingMessage:
        picture = await self._pictures.games(self._games, language)
        return welcome_message(self._games, picture, public_reader(language))
