"""Where results for other programs go: a file of JSON lines, and a signed webhook."""

import asyncio
import hashlib
import hmac
import ipaddress
import logging
import os
import socket
import time
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.retry_delays import retry_delays
from bot.tables.leaderboards.feed import Destination, DestinationError, Feed
from data.engine.errors import DatabaseError

log = logging.getLogger(__name__)

INTERVAL = 30.0
"""Seconds between two looks for new events."""
LONGEST_DELAY = 3600.0
"""Seconds between two tries at most."""
TIMEOUT = aiohttp.ClientTimeout(total=20)


async def send_all(feed: Feed, destination: Destination) -> None:
    """Send events until cancelled; after each failure in a row, wait longer."""
    delays = retry_delays(longest=LONGEST_DELAY)
    while True:
        try:
            await feed.send_new(destination)
        except (DestinationError, DatabaseError) as error:
            delay = next(delays)
            log.warning(
                "results don't reach the %s: %s; trying again in %d seconds",
                *(destination.name, error, delay),
            )
        else:
            delays, delay = retry_delays(longest=LONGEST_DELAY), INTERVAL
        await asyncio.sleep(delay)


class FeedFile:
    """Appends each event as one line; a line counts once it is on the disk."""

    name = "file"

    def __init__(self, path: Path) -> None:
        self._path = path

    async def put(self, event: str, body: bytes) -> None:
        """Append an event; raises DestinationError."""
        try:
            await asyncio.to_thread(self._append, body)
        except OSError as error:
            raise DestinationError(f"{event} can't be written: {error.strerror}") from error

    def _append(self, body: bytes) -> None:
        with self._path.open("a+b") as file:
            file.seek(0, os.SEEK_END)
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # a crash left half a line
                    file.write(b"\n")
            file.write(body + b"\n")
            file.flush()
            os.fsync(file.fileno())


class PublicResolver(AbstractResolver):
    """Resolves names to public addresses only, at the moment of connecting."""

    def __init__(self, inner: AbstractResolver) -> None:
        self._inner = inner

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        results = await self._inner.resolve(host, port, family)
        public = [result for result in results if is_public(result["host"])]
        if not public:
            raise OSError(None, "the address is private")
        return public

    async def close(self) -> None:
        await self._inner.close()


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the internet, and not to this machine or its network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    ip = mapped or ip
    return ip.is_global and not ip.is_multicast


class Webhook:
    """Posts each event with a signature; redirects are refused."""

    name = "webhook"

    def __init__(self, url: str, secret: str, resolver: AbstractResolver | None = None) -> None:
        self._url = url
        self._secret = secret.encode()
        self._resolver = resolver

    async def put(self, event: str, body: bytes) -> None:
        """Post an event; raises DestinationError unless the answer is a 2xx."""
        _check_host(urlsplit(self._url).hostname or "")
        sent_at = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "Tomato-Event": event,
            "Tomato-Time": sent_at,
            "Tomato-Signature": signature(self._secret, sent_at, body),
        }
        resolver = PublicResolver(self._resolver or aiohttp.ThreadedResolver())
        connector = aiohttp.TCPConnector(resolver=resolver, use_dns_cache=False)
        try:
            async with (
                aiohttp.ClientSession(connector=connector, timeout=TIMEOUT) as session,
                session.post(
                    self._url, data=body, headers=headers, allow_redirects=False
                ) as answer,
            ):
                status = answer.status
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise DestinationError(f"{event}: {type(error).__name__} {error}") from error
        finally:
            await resolver.close()
        if not 200 <= status < 300:
            raise DestinationError(f"{event}: the answer was {status}")


def signature(secret: bytes, sent_at: str, body: bytes) -> str:
    """Sign the time and the body, so that neither can be replaced or replayed later."""
    return hmac.new(secret, sent_at.encode() + b"." + body, hashlib.sha256).hexdigest()


def _check_host(host: str) -> None:
    """Refuse a private address that stands in the URL itself, which nothing resolves."""
    try:
        allowed = is_public(host)
    except ValueError:
        return  # a name, which the resolver checks
    if not allowed:
        raise DestinationError("the address is private")
