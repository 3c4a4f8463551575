"""Announcements of the weekly deals; each is posted once and never edited."""

from __future__ import annotations

from dataclasses import replace

from bot.ui.features.services import Services
from bot.ui.features.weekly_deals.messages import weekly_deals_announcement
from bot.ui.i18n.readers import public_reader
from data.records.matches import SurfaceKind


class WeeklyDealAnnouncement:
    def __init__(self, services: Services) -> None:
        self._posts = services.posts
        self._languages = services.languages
        self._games = services.games

    async def post(self, guild_id: int, channel_id: int, week: int) -> None:
        """Post a week's deals in a channel; raises what Discord answers.

        If the answer was lost, Discord recognizes the repeated message by its nonce for a while.
        """
        language = await self._languages.shared(guild_id)
        message = weekly_deals_announcement(week, self._games, public_reader(language))
        surface = self._posts.surface(
            f"deals-{week}", SurfaceKind.NOTICE, guild_id, channel_id
        )  # it needs no row: nothing looks for it again
        await self._posts.turn(surface)
        await self._posts.post(replace(surface, nonce=f"deals-{week}"), message)
