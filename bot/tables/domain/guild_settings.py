"""The settings of a server, which apply to all its tables."""

import logging
from dataclasses import replace
from typing import Literal

from pydantic import Field, ValidationError

from data.records.matches import ELSEWHERE, GuildRecord, Json
from games.core.values import Frozen

log = logging.getLogger(__name__)

Threads = Literal["never", "offer", "always"]
"""Whether tables get a thread of their own: none, those whose host wants one, or all."""


class GuildSettings(Frozen):
    """The settings of one server; its language is kept in `GuildRecord.language`."""

    channels: tuple[int, ...] = ()
    """The ids of the channels where tables may be opened; empty means all channels."""
    threads: Threads = "offer"
    default_clock: str = "none"
    """The key of the time control of a new table, unless its host chooses another.

    Empty where tables have no clock.
    """
    dms_allowed: bool = True
    """Whether the bot may write to this server's members directly about its tables."""
    leaderboard: bool = True
    deals_channel: int | None = None
    """The id of the channel where each day's deal is shown, if in any."""
    timezone: str = "UTC"
    """The time zone in which a day begins: a name (`Europe/Berlin`) or an offset (`+02:00`)."""
    roles: tuple[tuple[str, int], ...] = ()
    """What people reach, each with the id of the role that it brings."""
    tables_per_channel: int = Field(default=12, ge=1, le=100)
    """How many tables may be open in one channel, lobbies and running matches together."""


OF_ANSWERS = GuildSettings(threads="never", default_clock="", dms_allowed=False)
"""The settings where the bot only answers: it can neither open a thread nor remind anybody."""


def read_settings(guild: GuildRecord) -> GuildSettings:
    """Read a server's settings; an invalid setting counts as never set."""
    if guild.guild_id == ELSEWHERE:
        return OF_ANSWERS
    values = {
        name: guild.settings[name] for name in GuildSettings.model_fields.keys() & guild.settings
    }
    try:
        return GuildSettings.model_validate(values)
    except ValidationError as error:
        wrong = {str(problem["loc"][0]) for problem in error.errors()}
    log.warning("settings of server %s are ignored: %s", guild.guild_id, sorted(wrong))
    return GuildSettings.model_validate({k: v for k, v in values.items() if k not in wrong})


def with_settings(guild: GuildRecord, settings: GuildSettings) -> GuildRecord:
    """Return the server with these settings; anything else in the document stays."""
    written: Json = settings.model_dump(mode="json")
    return replace(guild, settings={**guild.settings, **written})
