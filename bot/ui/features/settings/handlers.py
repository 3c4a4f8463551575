"""Shows and changes a server's settings, privately."""

from collections.abc import Collection, Mapping

import discord

from bot.tables.server_settings import BadSettingError
from bot.ui.features.services import Services
from bot.ui.features.settings.messages import HOSTED, SWITCHES, settings_message
from bot.ui.i18n.readers import reader_of
from bot.ui.i18n.texts import server_texts
from bot.ui.interactions.bot_permissions import check_manages, server
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.payloads import values_of
from bot.ui.interactions.reply import Reply, is_private
from bot.ui.kit.custom_ids import Handler, SettingButton, Verb

_DIGITS = 20


class SettingsHandler:
    """One per client."""

    def __init__(self, services: Services) -> None:
        self._settings = services.tables.server_settings

    @property
    def handlers(self) -> Mapping[Verb, Handler]:
        return {Verb.SETTING: self._changed}

    async def show(self, reply: Reply, saved: Collection[str] = ()) -> None:
        """Answer with all settings of a server, and confirm the saved ones."""
        interaction = reply.interaction
        rules = await self._settings.rules(server(interaction))
        to = reader_of(interaction)
        await reply.show(settings_message(rules, to, saved=saved))

    async def change(self, interaction: discord.Interaction, **decided: object) -> None:
        """Save settings and answer with the result; raises RefusedError if none is named."""
        async with Reply(interaction) as reply:
            if not decided:
                raise RefusedError(server_texts.NOTHING_NAMED)
            await self._settings.decide(server(interaction), **decided)
            await self.show(reply, decided)

    async def allow(self, interaction: discord.Interaction, channel_id: int, *, to: bool) -> None:
        """Add or remove a channel for tables, and answer with the result."""
        async with Reply(interaction) as reply:
            await self._settings.allow(server(interaction), channel_id, allowed=to)
            await self.show(reply, ["channels"])

    async def _changed(self, interaction: discord.Interaction, pressed: SettingButton) -> None:
        """Save a press."""
        async with Reply(interaction, updating=is_private(interaction)) as reply:
            guild_id = server(interaction)
            check_manages(interaction)
            before = (await self._settings.rules(guild_id)).settings.model_dump()
            decided = _read(interaction, pressed.setting)
            await self._settings.decide(guild_id, **decided)
            # The switches are chosen together, and only those that changed are confirmed.
            saved = [
                name for name in decided if name not in SWITCHES or decided[name] != before[name]
            ]
            await self.show(reply, saved)


def _read(interaction: discord.Interaction, setting: str) -> dict[str, object]:
    """The chosen values by setting name; the application validates them."""
    values = values_of(interaction)
    if setting == "switches":
        if not SWITCHES.keys() >= set(values):
            raise BadSettingError
        return {name: name in values for name in SWITCHES}
    if setting in ("channels", "deals_channel"):
        if not all(map(_is_number, values)):
            raise BadSettingError
        chosen = tuple(map(int, values))
        if setting == "channels":
            return {setting: chosen}
        return {setting: next(iter(chosen), None)}
    if not values:
        raise BadSettingError
    value = values[0]
    if setting == "language":
        return {setting: None if value == HOSTED else value}
    return {setting: int(value) if _is_number(value) else value}


def _is_number(value: str) -> bool:
    """Whether this is a number no longer than a Discord id."""
    return value.isdecimal() and len(value) < _DIGITS
