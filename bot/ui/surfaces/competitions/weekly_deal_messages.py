"""Announcements of the weekly deals; each is posted once and never edited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.ui.i18n.catalogues import Languages
from bot.ui.i18n.readers import public_reader
from bot.ui.messages.competitions.weekly_deals import weekly_deals_announcement
from bot.ui.surfaces.delivery import Delivery
from data.records.matches import SurfaceKind
from data.store import Store
from games.core.game import AnyGame


class WeeklyDealMessages:
    def __init__(
        self, store: Store, posts: Delivery, languages: Languages, games: Sequence[AnyGame]
    ) -> None:
        self._store = store
        self._posts = posts
        self._languages = languages
        self._games = games

    async def announce(self, guild_id: int, channel_id: int, week: int) -> None:
        """Post a week's deals in a channel; raises what Discord answers.

        If the answer was lost, Discord recognizes the repeated message by its nonce for a while.
        """
        language = self._languages.server(await self._store.guilds.find(guild_id))
        message = weekly_deals_announcement(week, self._games, public_reader(language))
        surface = self._posts.surface(
            f"deals-{week}", SurfaceKind.NOTICE, guild_id, channel_id
        )  # it needs no row: nothing looks for it again
        await self._posts.turn(surface)
        await self._posts.post(replace(surface, nonce=f"deals-{week}"), message)
