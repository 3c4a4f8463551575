"""What a failed request to Discord means. Its code decides; the HTTP status never does.

A proxy, an outage or a fault of Discord's can answer any request with any status. Only a code that
Discord documents for one situation says that the situation is there. All else may work later.
"""

from enum import Enum, auto
from typing import Final

import aiohttp
import discord

NO_ANSWER: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""The errors of a request without an answer. It may have been carried out."""
FAILURES: Final = (discord.DiscordException, *NO_ANSWER)
"""The errors of a request that failed: an answer that is no success, or no answer at all."""
UNKNOWN_CHANNEL: Final = 10003
ARCHIVED: Final = 50083
"""The code for a change in an archived thread."""
ANSWERED: Final = 40060
"""The code for a first answer to an interaction that already has one."""
LATE: Final = 10062
"""The code for a first answer after three seconds."""


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
    UNKNOWN_CHANNEL: Failure.LOST_PLACE,
    50001: Failure.LOST_PLACE,  # missing access
    50013: Failure.LOST_PLACE,  # missing permissions
    ARCHIVED: Failure.LOST_PLACE,
    160005: Failure.LOST_PLACE,  # the thread is locked
    20009: Failure.REFUSED_PERSON,  # explicit content can't be sent to this person
    50007: Failure.REFUSED_PERSON,  # this person takes none
    50278: Failure.REFUSED_PERSON,  # no server in common
    10015: Failure.TOKEN_DEAD,  # unknown webhook
    50027: Failure.TOKEN_DEAD,  # invalid webhook token
    40005: Failure.INVALID,  # request entity too large
    50035: Failure.INVALID,  # invalid form body
    50045: Failure.INVALID,  # a file is too large
    50046: Failure.INVALID,  # invalid file
}
"""Discord's codes that mean something for a message; all others mean `LATER`."""

TEMPORARY: Final = frozenset(
    {
        0,  # general error; also what an answer without a code counts as
        20016,  # slow mode
        20022,  # too many announcements
        20028,  # too many changes in the channel
        20029,  # too many changes in the server
        40004,  # sending is turned off for now
        40006,  # the feature is turned off for now
        40062,  # a service is overloaded
        40333,  # Cloudflare blocks the request
        130000,  # the resource is overloaded
    }
)
"""Codes that say nothing about the request itself."""


def failure_of(error: BaseException) -> Failure:
    """Return what an error means that a request to Discord raised."""
    if isinstance(error, discord.RateLimited):  # the limit lasts longer than we wait
        return Failure.WORN_OUT
    if isinstance(error, discord.HTTPException):
        return CODES.get(error.code, Failure.LATER)
    return Failure.LATER


def is_refused(error: BaseException) -> bool:
    """Whether Discord read a request and refused it, so that repeating it soon is pointless.

    An optional request is then done without.
    """
    return isinstance(error, discord.HTTPException) and error.code not in TEMPORARY


def is_channel_gone(error: BaseException) -> bool:
    """Whether a request failed because the channel or thread was deleted."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL


def described(error: BaseException) -> str:
    """Describe a failed request in a few words, without the page that may be its answer."""
    if isinstance(error, discord.HTTPException):
        if error.code:
            return f"HTTP {error.status}, error {error.code}"
        return f"HTTP {error.status}"
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
