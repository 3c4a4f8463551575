"""The handlers for server managers, and those for people's own data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import discord

from bot.tables.application import Application
from bot.tables.ports import Clock
from bot.tables.server_settings import ServerSettings
from bot.ui.custom_ids import Handler, Verb
from bot.ui.handlers.doctor import DoctorHandler
from bot.ui.handlers.privacy import PrivacyHandler
from bot.ui.handlers.server_settings import SettingsHandler
from bot.ui.i18n.catalogues import languages
from bot.ui.pictures.avatars import Avatars
from bot.ui.surfaces.sync import SurfaceSync
from data.store import Store


@dataclass(frozen=True, slots=True)
class ServerHandlers:
    """One per client."""

    settings: SettingsHandler
    doctor: DoctorHandler
    privacy: PrivacyHandler

    @classmethod
    def of(
        cls,
        client: discord.AutoShardedClient,
        store: Store,
        tables: Application,
        surfaces: SurfaceSync,
        *,
        clock: Clock,
        avatars: Avatars,
    ) -> Self:
        settings = ServerSettings(store, surfaces, languages())
        return cls(
            SettingsHandler(settings),
            DoctorHandler(client, store, tables, settings, clock),
            PrivacyHandler(tables.privacy, surfaces, avatars),
        )

    @property
    def handlers(self) -> Mapping[Verb, Handler]:
        return {**self.settings.handlers, **self.privacy.handlers}
