"""What a failed request to Discord means. Its code decides; the HTTP status never does.

A proxy, an outage or a fault of Discord's can answer any request with any status. Only a code that
Discord documents for one situation says that the situation is there. All else may work later.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

import aiohttp
import discord

FAILURES: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""The errors of a request that failed: an answer that is no success, or no answer at all."""


class Failure(Enum):
    """What the failure of a request means for the message that it was about."""

    GONE = auto()
    """The message was deleted. It can be posted again."""
    WORN_OUT = auto()
    """The message takes no more edits. A new one can replace it."""
    LOST_PLACE = auto()
    """The channel or thread is gone, closed or forbidden to the bot."""
    REFUSED_PERSON = auto()
    """The person takes no direct messages from the bot."""
    TOKEN_DEAD = auto()
    """The interaction's token has expired."""
    INVALID = auto()
    """Discord refuses the content. The same content would be refused again."""
    LATER = auto()
    """Anything else: the same request may work later."""


CODES: Final = {
    10008: Failure.GONE,
    30046: Failure.WORN_OUT,  # a message older than an hour was edited too often
    10003: Failure.LOST_PLACE,  # unknown channel
    50001: Failure.LOST_PLACE,  # missing access
    50013: Failure.LOST_PLACE,  # missing permissions
    50083: Failure.LOST_PLACE,  # the thread is archived
    160005: Failure.LOST_PLACE,  # the thread is locked
    20009: Failure.REFUSED_PERSON,  # explicit content can't be sent to this person
    20026: Failure.REFUSED_PERSON,  # the application was flagged and can't open direct messages
    40003: Failure.REFUSED_PERSON,  # direct messages are opened too fast
    50007: Failure.REFUSED_PERSON,  # this person takes none
    50278: Failure.REFUSED_PERSON,  # no server in common
    10015: Failure.TOKEN_DEAD,  # unknown webhook
    50027: Failure.TOKEN_DEAD,  # invalid webhook token
    50035: Failure.INVALID,  # invalid form body
}
"""Discord's codes that mean something for a message; all others mean `LATER`."""


def failure_of(error: BaseException) -> Failure:
    """Return what an error means that a request to Discord raised."""
    if isinstance(error, discord.RateLimited):  # the limit lasts longer than we wait
        return Failure.WORN_OUT
    if isinstance(error, discord.HTTPException):
        return CODES.get(error.code, Failure.LATER)
    return Failure.LATER
