"""What failed requests say about Discord, and how long the bot waits for it."""

import socket
import ssl
from itertools import repeat
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from discord.gateway import ReconnectWebSocket

from bot.settings import SettingsError
from bot.ui.program import outages
from bot.ui.program.outages import Outage, outage_of, until_discord_answers

ADDRESS: Any = SimpleNamespace(host="discord.com", port=443, ssl=True, is_ssl=True)
REFUSED_TOKEN = {"message": "401: Unauthorized", "code": 0}


def answer(status: int, body: dict[str, Any] | str = "<html>") -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="planned by a test")
    return discord.HTTPException(response, body)


def hidden(error: Exception) -> Exception:
    """Return the error that discord.py raises instead of another."""
    outer = discord.GatewayNotFound()  # type: ignore[no-untyped-call]  # discord.py's own
    outer.__cause__ = error
    return outer


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(cast(Any, None), shard_id=0, code=code)


@pytest.mark.parametrize(
    ("error", "outage"),
    [
        (answer(500), Outage.DOWN),
        (answer(503, {"message": "planned", "code": 0}), Outage.DOWN),
        (answer(403), Outage.ADDRESS_REFUSED),
        (answer(429), Outage.ADDRESS_REFUSED),
        (discord.RateLimited(900), Outage.ADDRESS_REFUSED),
        (answer(404), Outage.NOT_DISCORD),
        (outages.UnreadableAnswerError(), Outage.NOT_DISCORD),
        (aiohttp.WSServerHandshakeError(ADDRESS, (), status=502), Outage.DOWN),
        (aiohttp.ClientConnectorDNSError(ADDRESS, OSError("planned")), Outage.NO_NAME),
        (socket.gaierror(), Outage.NO_NAME),
        (
            aiohttp.ClientConnectorCertificateError(ADDRESS, ssl.SSLCertVerificationError()),
            Outage.CERTIFICATE,
        ),
        (aiohttp.ClientConnectorError(ADDRESS, ConnectionRefusedError()), Outage.NO_CONNECTION),
        (aiohttp.ServerDisconnectedError(), Outage.NO_CONNECTION),
        (aiohttp.ServerTimeoutError(), Outage.SILENCE),
        (TimeoutError(), Outage.SILENCE),
        (ReconnectWebSocket(0), Outage.NO_CONNECTION),
        (closed(1000), Outage.NO_CONNECTION),
        *((closed(code), None) for code in (4004, 4010, 4011, 4012, 4013, 4014)),
        (ValueError(), None),
    ],
    ids=repr,
)
def test_each_error_has_a_kind(error: Exception, outage: Outage | None) -> None:
    """Errors that may go away are outages; refusals for good and our own bugs are not."""
    assert outage_of(error) is outage


@pytest.mark.parametrize("wrap", [lambda error: error, hidden])
async def test_a_refused_token_is_a_wrong_setting(wrap: Any) -> None:
    """Only Discord's own words refuse the token, whichever request says so."""

    async def ask() -> None:
        raise wrap(answer(401, REFUSED_TOKEN))

    with pytest.raises(SettingsError, match="TOMATO_TOKEN"):
        await until_discord_answers(ask)


async def test_each_kind_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An outage that comes and goes is one line a kind, without the page that was the answer."""
    monkeypatch.setattr(outages, "retry_delays", lambda: repeat(0.0))
    errors = iter([answer(503), hidden(answer(503)), TimeoutError(), answer(502)])

    async def ask() -> str:
        for error in errors:
            raise error
        return "answer"

    assert await until_discord_answers(ask) == "answer"
    assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [
        "Discord has an outage (HTTP 503). Trying again until it works.",
        "Discord doesn't answer in time (TimeoutError). Trying again until it works.",
    ]
