"""Announcements of the weekly deals; each is posted once and never edited."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import reader
from bot.ui.messages.competitions.weekly_deals import weekly_deals_announcement
from bot.ui.surfaces.delivery import Delivery
from data.records.matches import SurfaceKind
from data.store import Store
from games.core.game import AnyGame

log = logging.getLogger(__name__)

SERVER_ERROR = 500
"""The first HTTP status of errors on Discord's side."""


class WeeklyDealMessages:
    def __init__(
        self, store: Store, posts: Delivery, languages: Languages, games: Sequence[AnyGame]
    ) -> None:
        self._store = store
        self._posts = posts
        self._languages = languages
        self._games = games

    async def announce(self, guild_id: int, channel_id: int, week: int) -> None:
        """Post a week's deals in a channel; one that is gone or closed to us is only logged."""
        language = self._languages.server(await self._store.guilds.find(guild_id))
        message = weekly_deals_announcement(week, self._games, reader(language))
        surface = self._posts.surface(
            f"deals-{week}", SurfaceKind.NOTICE, guild_id, channel_id
        )  # it needs no row: nothing looks for it again
        await self._posts.turn(surface)
        try:
            await self._posts.post(surface, message)
        except discord.HTTPException as error:
            if error.status >= SERVER_ERROR:
                raise
            log.info("the deals can't be announced in channel %s: %s", channel_id, error)
