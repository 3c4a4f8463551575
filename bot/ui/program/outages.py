"""Waits while Discord is out of reach: one log line for each kind of outage, and tries for ever."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from enum import Enum
from typing import Final, TypeVar

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from bot.retry_delays import retry_delays
from bot.settings import SettingsError
from bot.ui.kit.discord_errors import FAILURES, described

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWERS_WITHIN = 45.0
"""Seconds that a login may take; discord.py's own repeats of one request take 25."""
REQUEST_WITHIN = 20.0
"""Seconds until a single request without an answer is given up, so that it can be tried again.

aiohttp waits five minutes. An outage that swallows packets doesn't end that sooner.
"""
_LOGIN = "Discord refuses the token: check TOMATO_TOKEN in .env, or make a new one there."
_INTENTS = "Discord refuses the intents, though none of them is privileged: update the bot."
REFUSALS: Final = {
    401: _LOGIN,
    4004: _LOGIN,
    4010: "Discord refuses a shard: check TOMATO_SHARDS.",
    4011: "Discord demands more shards: leave TOMATO_SHARDS empty or raise the number after the"
    " slash, then start again.",
    4012: "Discord no longer accepts this version of the bot: update it.",
    4013: _INTENTS,
    4014: _INTENTS,
}
"""What Discord refuses for good, by HTTP status or by the code with which the gateway closes."""


class Outage(Enum):
    """Why Discord is out of reach, as the log says it."""

    DOWN = "Discord has an outage"
    ADDRESS_REFUSED = "Discord refuses requests from this address for a while"
    NOT_DISCORD = "Something else answers in Discord's place, perhaps a proxy or a sign-in page"
    NO_NAME = "Discord's address can't be looked up: there is no network or no DNS yet"
    CERTIFICATE = "Discord's certificate isn't accepted: check this machine's clock"
    SILENCE = "Discord doesn't answer in time"
    NO_CONNECTION = "There is no connection to Discord"


class UnreadableAnswerError(Exception):
    """An answer that Discord would never give."""


def limit_requests(http: discord.http.HTTPClient) -> None:
    """Give up each request of a logged-in client that gets no answer in time."""
    session = http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001 - there is no public way
    session._timeout = aiohttp.ClientTimeout(sock_read=REQUEST_WITHIN)  # noqa: SLF001 - as above


@contextlib.asynccontextmanager
async def answer_expected() -> AsyncIterator[None]:
    """Raise TimeoutError for no answer in time, and UnreadableAnswerError for a strange one."""
    try:
        async with asyncio.timeout(ANSWERS_WITHIN):
            yield
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        if isinstance(error, FAILURES):
            raise
        raise UnreadableAnswerError("its answer can't be read") from error


async def until_discord_answers(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until there is an answer, at least once a minute.

    Raises SettingsError if Discord refuses the token, and every error that is no outage.
    """
    delays, logged = retry_delays(), set[Outage]()
    while True:
        try:
            answer = await ask()
        except Exception as error:
            cause = cause_of(error)
            if refuses_token(cause):
                raise SettingsError(REFUSALS[401]) from error
            outage = outage_of(cause)
            if outage is None:
                raise
            if outage not in logged:
                reason = "it hung up" if isinstance(cause, ReconnectWebSocket) else described(cause)
                log.warning("%s (%s). Trying again until it works.", outage.value, reason)
            logged.add(outage)
            await asyncio.sleep(next(delays))
        else:
            if logged:
                log.info("Discord answers again")
            return answer


KINDS: Final[tuple[tuple[type[BaseException], Outage], ...]] = (
    (discord.RateLimited, Outage.ADDRESS_REFUSED),
    (UnreadableAnswerError, Outage.NOT_DISCORD),
    (aiohttp.ClientConnectorDNSError, Outage.NO_NAME),
    (socket.gaierror, Outage.NO_NAME),
    (aiohttp.ClientSSLError, Outage.CERTIFICATE),
    (TimeoutError, Outage.SILENCE),
    (aiohttp.ClientError, Outage.NO_CONNECTION),
    (OSError, Outage.NO_CONNECTION),
    (ReconnectWebSocket, Outage.NO_CONNECTION),
)
"""What errors mean; the first type that fits counts."""


def outage_of(error: BaseException) -> Outage | None:
    """Return the kind of outage that an error shows; None if waiting wouldn't help."""
    if isinstance(error, discord.HTTPException | aiohttp.WSServerHandshakeError):
        if error.status >= 500:
            return Outage.DOWN
        return Outage.ADDRESS_REFUSED if error.status in (403, 429) else Outage.NOT_DISCORD
    if isinstance(error, discord.ConnectionClosed):
        return Outage.NO_CONNECTION if error.code not in REFUSALS else None
    return next((kind for type, kind in KINDS if isinstance(error, type)), None)


def cause_of(error: Exception) -> BaseException:
    """Return the failed request behind the errors with which discord.py hides it."""
    hides = isinstance(error, (discord.LoginFailure, discord.GatewayNotFound))
    return error.__cause__ or error if hides else error


def refuses_token(error: BaseException) -> bool:
    """Whether Discord itself refuses the token; a proxy's 401 is a page."""
    return (
        isinstance(error, discord.HTTPException)
        and error.status == 401
        and "401: Unauthorized" in error.text
    )
