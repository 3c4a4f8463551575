"""Requests of any bot: rate limits, and requests that no library sends."""

import aiohttp
import discord
import pytest

from bot.ui.program.local import pointed_at
from playground.server import Playground
from tests.playground.raw_bot import RawBot

DIGITS = "9" * 5000
LIMITS = ("Limit", "Remaining", "Reset", "Reset-After", "Bucket")


async def answered(playground: Playground, path: str, **headers: str) -> aiohttp.ClientResponse:
    """Return the answer to a GET that is sent as it stands."""
    own = {"Authorization": f"Bot {playground.address.token}"}
    async with aiohttp.ClientSession() as http:
        address = playground.address.origin + path
        async with http.get(address, headers=own | headers) as response:
            return response


async def test_every_answer_tells_its_rate_limit(raw: RawBot) -> None:
    """Answers, refusals too, have Discord's rate-limit headers, counted by route and channel."""
    playground = raw.playground
    here = f"/api/v10/channels/{playground.person('Ana').channel('table-one').id}"
    other = f"/api/v10/channels/{playground.person('Ana').channel('table-two').id}"
    left = []
    playground.rest.limits.window = 60
    for path in (here, here, other, "/api/v10/channels/1"):
        response = await answered(playground, path)
        assert all(f"X-RateLimit-{name}" in response.headers for name in LIMITS)
        left.append(int(response.headers["X-RateLimit-Remaining"]))
    most = playground.rest.limits.limit
    assert left == [most - 1, most - 2, most - 1, most - 1]


async def test_the_answer_to_an_interaction_has_no_rate_limit(raw: RawBot) -> None:
    """The callback of an interaction tells no rate limit, as on Discord."""
    response = await answered(raw.playground, "/api/v10/users/@me")
    assert "X-RateLimit-Bucket" in response.headers
    path = "/api/v10/interactions/1/token/callback"
    async with aiohttp.ClientSession() as http:
        address = raw.playground.address.origin + path
        async with http.post(address, json={"type": 4}) as refused:
            assert refused.status == 404
            assert "X-RateLimit-Bucket" not in refused.headers


async def test_a_bot_beyond_its_rate_limit_waits(raw: RawBot) -> None:
    """A request beyond the limit gets 429 with the seconds to wait, and is not carried out."""
    ana = raw.playground.person("Ana")
    raw.playground.rest.limits.limit, raw.playground.rest.limits.window = 2, 60
    answers = [await raw.post(ana.channel("table-one"), {"content": str(n)}) for n in range(3)]
    assert [status for status, _ in answers] == [200, 200, 429]
    assert answers[2][1]["global"] is False
    assert 0 < answers[2][1]["retry_after"] <= 60
    assert [message.text for message in ana.sees("table-one")] == ["0", "1"]


async def test_discord_py_keeps_within_the_limits(empty: Playground) -> None:
    """A library that reads the headers is never refused, however fast its bot posts."""
    empty.rest.limits.limit, empty.rest.limits.window = 3, 0.2
    ana = empty.person("Ana")
    with pointed_at(empty.address):
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(empty.address.token)
            channel = client.get_partial_messageable(ana.channel("table-one").id)
            for number in range(7):
                await channel.send(str(number))
    assert [message.text for message in ana.sees("table-one")] == [str(n) for n in range(7)]
    assert empty.refusals() == []


@pytest.mark.parametrize(
    "path",
    [
        "/page/%00",
        "/page/css/%00.css",
        "/page/" + "a" * 5000,
        "/page/socket?as=%C2%B2&key=x",
        f"/page/socket?as={DIGITS}&key=x",
        f"/cdn/attachments/1/{DIGITS}/a.png",
        f"/cdn/attachments/1/{DIGITS[:20]}/a.png",
        f"/cdn/avatars/{DIGITS}.svg",
        f"/cdn/avatars/{DIGITS}/a.png",
        f"/cdn/emojis/{DIGITS}.png",
        f"/api/v10/channels/{DIGITS}",
        "/api/v10/channels/%00",
        "/api/v10/channels/general",
        f"/api/v10/channels/1/messages/{DIGITS[:20]}",
    ],
)
async def test_unreadable_requests_are_bad_requests(empty: Playground, path: str) -> None:
    """Odd characters and impossible ids are the sender's fault, and named so."""
    assert (await answered(empty, path)).status == 400


@pytest.mark.parametrize("path", ["/gateway", "/page/socket?as=1&key=x"])
async def test_a_key_beyond_ascii_is_a_bad_request(empty: Playground, path: str) -> None:
    """A WebSocket's key is ASCII."""
    socket = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    response = await answered(empty, path, **socket, **{"Sec-WebSocket-Key": "é"})
    assert response.status == 400


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/users/@me/channels", {"recipient_id": DIGITS}),
        ("POST", "/channels/{here}/messages", {"message_reference": {"message_id": DIGITS}}),
        ("POST", "/channels/{here}/messages", {"content": "A", "attachments": [{"id": DIGITS}]}),
        ("POST", "/channels/{here}/messages", {"allowed_mentions": {"users": [DIGITS]}}),
        ("GET", "/channels/{here}/messages?before=" + DIGITS, None),
        ("GET", "/channels/{here}/messages?limit=many", None),
        ("GET", "/channels/{here}/messages?limit=0", None),
    ],
)
async def test_an_id_is_a_number(raw: RawBot, method: str, path: str, body: object) -> None:
    """An impossible id in a body or query is refused with 50035, naming the field."""
    here = raw.here.id
    sent = {"content": "A", **body} if isinstance(body, dict) and "messages" in path else body
    status, answer = await raw.call(method, path.replace("{here}", str(here)), sent)
    assert (status, answer["code"]) == (400, 50035)
    assert answer["errors"]
