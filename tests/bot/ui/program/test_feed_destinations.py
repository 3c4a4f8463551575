"""Laws of where results go: whole lines in a file, and signed posts to public addresses only."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.tables.leaderboards.feed import DestinationError
from bot.ui.program import feed_destinations
from bot.ui.program.feed_destinations import FeedFile, Webhook, is_public, signature

SECRET = "a key of our own"


class FixedResolver(AbstractResolver):
    """Resolves every name to this machine."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        where = ResolveResult(
            hostname=host, host="127.0.0.1", port=port, family=socket.AF_INET, proto=0, flags=0
        )
        return [where]

    async def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
async def answers() -> AsyncIterator[tuple[int, list[web.Request], list[int]]]:
    """A server on this machine: its port, the requests it got, and the statuses it gives."""
    requests, statuses = list[web.Request](), list[int]()

    async def answer(request: web.Request) -> web.Response:
        await request.read()
        requests.append(request)
        return web.Response(status=statuses[-1], headers={"Location": "http://127.0.0.1/"})

    application = web.Application()
    application.router.add_post("/results", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield runner.addresses[0][1], requests, statuses
    await runner.cleanup()


async def test_a_webhook_gets_signed_posts(
    answers: tuple[int, list[web.Request], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A post names its event and is signed; errors and redirects count as not taken."""
    port, requests, statuses = answers
    webhook = Webhook(f"http://results.example:{port}/results", SECRET, FixedResolver())
    monkeypatch.setattr(feed_destinations, "is_public", lambda _: True)
    for status in (500, 302, 204):
        statuses.append(status)
        if status == 204:
            await webhook.put("match-1", b'{"id": 1}')
            continue
        with pytest.raises(DestinationError, match=str(status)):
            await webhook.put("match-1", b'{"id": 1}')
    headers, body = requests[-1].headers, await requests[-1].read()

    assert len(requests) == 3
    assert headers["Tomato-Event"] == "match-1"
    expected = signature(SECRET.encode(), headers["Tomato-Time"], body)
    assert headers["Tomato-Signature"] == expected


@pytest.mark.parametrize("host", ["results.example", "127.0.0.1", "[::1]", "[::ffff:10.0.0.1]"])
async def test_private_addresses_get_nothing(
    answers: tuple[int, list[web.Request], list[int]], host: str
) -> None:
    """Neither an address in the URL nor one that a name resolves to may be private."""
    port, requests, _ = answers
    with pytest.raises(DestinationError, match="private"):
        await Webhook(f"http://{host}:{port}/results", SECRET, FixedResolver()).put("e", b"{}")

    assert requests == []


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("93.184.216.34", True),
        ("2606:4700::1111", True),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("0.0.0.0", False),
    ],
)
def test_public_addresses_are_those_of_the_internet(address: str, expected: bool) -> None:
    """Private, local, shared and group addresses aren't public."""
    assert is_public(address) is expected


async def test_a_file_gets_whole_lines(tmp_path: Path) -> None:
    """A line that a crash left half written is ended before the next one."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(b'{"id": "half')
    feed = FeedFile(path)
    for body in (b'{"id": 1}', b'{"id": 2}'):
        await feed.put("match", body)

    assert path.read_text().splitlines() == ['{"id": "half', '{"id": 1}', '{"id": 2}']
    with pytest.raises(DestinationError):
        await FeedFile(tmp_path / "missing" / "results.jsonl").put("match", b"{}")
