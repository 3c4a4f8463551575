"""What a server has decided for all its tables."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Literal

from pydantic import Field, ValidationError

from data.records.matches import GuildRecord, Json
from games.core.values import Frozen

log = logging.getLogger(__name__)

Threads = Literal["never", "offer", "always"]
"""Whether a table gets a thread of its own: nobody's, whoever's host wants it, everybody's."""


class GuildSettings(Frozen):
    """The settings of one server; its language stands beside them, in `Guild.language`."""

    channels: tuple[int, ...] = ()
    """The ids of the channels where tables may be opened; none named means all."""
    threads: Threads = "offer"
    default_clock: str = "none"
    """The key of the clock that a new table gets unless its host names another."""
    dms_allowed: bool = True
    """Whether the bot may write to this server's members directly about its tables."""
    leaderboard: bool = True
    tables_per_channel: int = Field(default=12, ge=1, le=100)
    """How many tables may be open in one channel, lobbies and running matches together."""


def read_settings(guild: GuildRecord) -> GuildSettings:
    """Read a server's settings; one that makes no sense (any more) counts as never set."""
    kept = {
        name: guild.settings[name] for name in GuildSettings.model_fields.keys() & guild.settings
    }
    try:
        return GuildSettings.model_validate(kept)
    except ValidationError as error:
        wrong = {str(problem["loc"][0]) for problem in error.errors()}
    log.warning("settings of server %s are ignored: %s", guild.guild_id, sorted(wrong))
    return GuildSettings.model_validate({k: v for k, v in kept.items() if k not in wrong})


def with_settings(guild: GuildRecord, settings: GuildSettings) -> GuildRecord:
    """The server with these settings; whatever else is kept there stays."""
    written: Json = settings.model_dump(mode="json")
    return replace(guild, settings={**guild.settings, **written})
