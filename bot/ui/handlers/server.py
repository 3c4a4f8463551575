"""What is there for those who run a server, and for people about themselves, put together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Self

import discord

from bot.tables.application import Tables
from bot.tables.ports import Clock
from bot.tables.privacy import Privacy
from bot.tables.server_settings import House
from bot.ui.handlers.doctor import Doctor
from bot.ui.handlers.privacy import PrivacyDesk
from bot.ui.handlers.server_settings import HouseDesk
from bot.ui.i18n.catalogues import languages
from bot.ui.interactions.custom_ids import Place, Verb
from bot.ui.pictures.avatars import Avatars
from bot.ui.surfaces.sync import Surfaces
from data.store import Store

Handler = Callable[[discord.Interaction, Place], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Office:
    """One per client."""

    house: HouseDesk
    doctor: Doctor
    privacy: PrivacyDesk

    @classmethod
    def of(
        cls,
        client: discord.Client,
        store: Store,
        tables: Tables,
        surfaces: Surfaces,
        *,
        clock: Clock,
        avatars: Avatars,
    ) -> Self:
        house = House(store, surfaces, languages())
        return cls(
            HouseDesk(house),
            Doctor(client, store, tables, house, clock),
            PrivacyDesk(Privacy(store, tables), surfaces, avatars),
        )

    @property
    def handlers(self) -> Mapping[Verb, Handler]:
        return {**self.house.handlers, **self.privacy.handlers}
