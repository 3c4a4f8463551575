"""A server's settings for its tables: reading, changing and validating them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pydantic import ValidationError

from bot.tables.domain.availability import zone_of
from bot.tables.domain.guild_settings import GuildSettings, read_settings, with_settings
from bot.tables.domain.time_controls import find_clock
from bot.tables.errors import TableError
from bot.tables.leaderboards.roles import MOST_ROLES, TooManyRolesError
from bot.tables.matches.context import Messenger
from data.records.matches import GuildRecord
from data.store import Store
from games.core.text import say, say_many

LANGUAGE = "language"
"""The one setting that is stored in the server's own row."""
NAMES = (*GuildSettings.model_fields, LANGUAGE)
MOST_CHANNELS = 25
"""The most channels that can be named: the limit of a Discord menu."""


class BadSettingError(TableError):
    text = say("This setting can't have that value. /server settings show lists all settings.")


class TooManyChannelsError(TableError):
    text = say_many(
        "You can choose at most one channel.",
        "You can choose at most {n} channels. With /server settings everywhere, all channels"
        " are open.",
        MOST_CHANNELS,
    )


class ServerDecisions(NamedTuple):
    """All settings of a server; without a language, the host's language applies."""

    settings: GuildSettings
    language: str | None


class ServerSettings:
    def __init__(self, store: Store, messenger: Messenger, languages: Sequence[str]) -> None:
        self._store = store
        self._messenger = messenger
        self._languages = languages

    async def rules(self, guild_id: int) -> ServerDecisions:
        return _rules(await self._store.guilds.find(guild_id))

    async def decide(self, guild_id: int, **decided: object) -> ServerDecisions:
        """Change settings by name, all or none.

        Existing tables keep their options, but switch to a new language at once. Raises
        BadSettingError, BadZoneError, TooManyChannelsError.
        """
        before = await self.rules(guild_id)
        changed = await self._store.guilds.change(
            guild_id, lambda guild: self._changed(guild, dict(decided))
        )
        after = _rules(changed)
        if after.language != before.language:
            for match in await self._store.matches.in_guild(guild_id):
                self._messenger.mark(match.match_id)
        return after

    async def allow(self, guild_id: int, channel_id: int, *, allowed: bool) -> ServerDecisions:
        """Add or remove a channel for tables; an empty list allows all channels."""

        def change(guild: GuildRecord) -> GuildRecord:
            others = [channel for channel in read_settings(guild).channels if channel != channel_id]
            channels = (*others, channel_id) if allowed else tuple(others)
            return self._changed(guild, {"channels": channels})

        return _rules(await self._store.guilds.change(guild_id, change))

    async def give_role(self, guild_id: int, reach: str, role_id: int | None) -> ServerDecisions:
        """Choose the role that a reach brings, None for no role. Raises TooManyRolesError."""

        def change(guild: GuildRecord) -> GuildRecord:
            roles = dict(read_settings(guild).roles)
            roles.pop(reach, None)
            if role_id is not None:
                roles[reach] = role_id
            if len(roles) > MOST_ROLES:
                raise TooManyRolesError
            return self._changed(guild, {"roles": tuple(roles.items())})

        return _rules(await self._store.guilds.change(guild_id, change))

    def _changed(self, guild: GuildRecord, decided: dict[str, object]) -> GuildRecord:
        language = decided.pop(LANGUAGE, guild.language)
        if language is not None and (
            not isinstance(language, str) or language not in self._languages
        ):
            raise BadSettingError
        try:
            settings = GuildSettings.model_validate(
                {**read_settings(guild).model_dump(), **decided}
            )
        except ValidationError:
            raise BadSettingError from None
        if not set(decided) <= GuildSettings.model_fields.keys():
            raise BadSettingError
        if "default_clock" in decided and find_clock(settings.default_clock) is None:
            raise BadSettingError
        if "timezone" in decided:
            zone_of(settings.timezone)
        if len(settings.channels) > MOST_CHANNELS:
            raise TooManyChannelsError
        return with_settings(replace(guild, language=language), settings)


def _rules(guild: GuildRecord) -> ServerDecisions:
    return ServerDecisions(read_settings(guild), guild.language)
