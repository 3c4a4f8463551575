"""Icons become the application's emojis, even if Discord refuses some requests."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import repeat
from typing import Any

import discord
import pytest

from bot.ui.i18n.icons import EMOJIS
from bot.ui.program import emojis
from bot.ui.program.emojis import maintain_emojis, upload_emojis
from bot.ui.program.local import pointed_at
from playground.server import Playground
from render.icons.catalogue import icon_file
from tests.support.playground import opened

KEYS = ("spanish:12E", "die:red-4", "seat:0")
ALL = {icon_file(key).name for key in KEYS}
ROUTE = "/applications/{application_id}/emojis"


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    EMOJIS.forget()
    monkeypatch.setattr(emojis, "retry_delays", lambda: repeat(0.0))
    yield
    EMOJIS.forget()


@asynccontextmanager
async def client_in(playground: Playground) -> AsyncIterator[discord.Client]:
    """Return a client that has logged in, without a gateway."""
    with pointed_at(playground.address):
        client = discord.Client(intents=discord.Intents.none(), max_ratelimit_timeout=30.0)
        await client.login(playground.address.token)
        try:
            yield client
        finally:
            await client.close()


def names(playground: Playground) -> set[str]:
    return {emoji.name for emoji in playground.world.emojis.values()}


async def test_missing_icons_are_uploaded_once() -> None:
    """A second start uploads nothing and knows the same emojis."""
    async with opened() as playground, client_in(playground) as client:
        await upload_emojis(client, KEYS)
        first = {key: EMOJIS.of(key) for key in KEYS}
        EMOJIS.forget()
        await upload_emojis(client, KEYS)

        assert names(playground) == ALL
        assert len(playground.world.emojis) == len(KEYS)
        assert {key: EMOJIS.of(key) for key in KEYS} == first
        assert None not in first.values()


async def test_older_versions_are_deleted_and_others_kept() -> None:
    """An outdated emoji of ours is deleted, and one that a host added is kept."""
    async with opened() as playground, client_in(playground) as client:
        picture = icon_file(KEYS[0]).png()
        for name in ("tt_spanish_12E_000000", "host_own", "tt_own"):
            await client.create_application_emoji(name=name, image=picture)
        await upload_emojis(client, KEYS[:1])

        assert names(playground) == {icon_file(KEYS[0]).name, "host_own", "tt_own"}


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize(
    "failure",
    [
        {"status": 503},
        {"status": 403},
        {"status": 429, "retry_after": 0.01},
        {"status": 0},
        {"status": 0, "applied": True},
    ],
    ids=lambda failure: "-".join(map(str, failure.values())),
)
async def test_a_failed_request_is_repeated(method: str, failure: dict[str, Any]) -> None:
    """Every icon is uploaded once and every old one deleted, although one request fails."""
    async with opened() as playground, client_in(playground) as client:
        old = await client.create_application_emoji(
            name="tt_spanish_12E_000000", image=icon_file(KEYS[0]).png()
        )
        route = f"{ROUTE}/{{emoji_id}}" if method == "DELETE" else ROUTE
        playground.faults.answer(method, route, **failure)
        await upload_emojis(client, KEYS)

        assert old.id not in playground.world.emojis
        assert len(playground.world.emojis) == len(KEYS)
        known = map(EMOJIS.of, KEYS)
        assert {emoji.id for emoji in known if emoji} == set(playground.world.emojis)


async def test_a_long_rate_limit_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repeat waits at least as long as Discord's 429 asks for."""
    pauses, sleep = [], asyncio.sleep

    async def hurried(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", hurried)
    async with opened() as playground, client_in(playground) as client:
        playground.faults.answer("POST", ROUTE, status=429, retry_after=99.0)
        await upload_emojis(client, KEYS)

        assert 99.0 in pauses
        assert len(playground.world.emojis) == len(KEYS)


async def test_the_others_are_uploaded_before_a_failed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """While an icon waits to be repeated, the icons after it are uploaded."""
    missing = []

    def delays() -> Iterator[float]:
        while True:
            missing.append(EMOJIS.missing)
            yield 0.0

    monkeypatch.setattr(emojis, "retry_delays", delays)
    async with opened() as playground, client_in(playground) as client:
        for nth in (1, 4):
            playground.faults.answer("POST", ROUTE, status=503, nth=nth)
        await upload_emojis(client, KEYS)

    assert (missing, EMOJIS.missing) == ([3, 1], 0)


async def test_an_outage_of_uploads_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """Twenty failures in a row are one warning, and the success is one line."""
    caplog.set_level("INFO", emojis.log.name)
    async with opened() as playground, client_in(playground) as client:
        playground.faults.answer("POST", ROUTE, status=503, times=20)
        await upload_emojis(client, KEYS)

    lines = [record.message for record in caplog.records if record.name == emojis.log.name]
    assert ["tried again" in line for line in lines] == [True, False]
    assert lines[1] == "3 icons uploaded."


async def test_an_invalid_icon_is_left_out() -> None:
    """An icon that Discord calls invalid twice counts as missing, and the others are uploaded."""
    async with opened() as playground, client_in(playground) as client:
        for nth in (1, 4):
            playground.faults.refuse(50035, "POST", ROUTE, nth=nth)
        await upload_emojis(client, KEYS)

        assert len(playground.world.emojis) == len(KEYS) - 1
        assert (EMOJIS.mark(KEYS[0]), EMOJIS.missing) == ("", 1)


async def test_a_deleted_icon_is_uploaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once Discord has refused a message for an emoji that is gone, all icons come back."""
    monkeypatch.setattr(emojis, "PAUSE", 0.0)
    async with opened() as playground, client_in(playground) as client:
        upload = asyncio.create_task(maintain_emojis(client, KEYS))
        await playground.until(lambda: names(playground) == ALL, "all icons")
        emojis_there = await client.fetch_application_emojis()
        await emojis_there[0].delete()
        EMOJIS.invalidate()
        assert EMOJIS.missing == len(KEYS)
        await playground.until(lambda: names(playground) == ALL, "the deleted icon")
        upload.cancel()


async def test_an_icon_of_another_process_is_used() -> None:
    """Two processes that start together share one emoji of each icon."""
    async with opened() as playground, client_in(playground) as client:
        await asyncio.gather(upload_emojis(client, KEYS), upload_emojis(client, KEYS))

        assert len(playground.world.emojis) == len(KEYS)
        assert EMOJIS.missing == 0
