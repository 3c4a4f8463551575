"""Icons become the application's emojis, even if Discord refuses some requests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import discord
import pytest

from bot.playground.run import pointed_at
from bot.playground.server import Playground
from bot.ui.app.emojis import upload_emojis
from bot.ui.i18n.icons import EMOJIS
from render.icons.catalogue import icon_file
from tests.playground import opened

KEYS = ("spanish:12E", "die:red-4", "seat:0")
ROUTE = "/applications/{application_id}/emojis"


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    EMOJIS.forget()
    yield
    EMOJIS.forget()


@asynccontextmanager
async def client_in(playground: Playground) -> AsyncIterator[discord.Client]:
    """Return a client that has logged in, without a gateway."""
    with pointed_at(playground.address):
        client = discord.Client(intents=discord.Intents.none())
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

        assert names(playground) == {icon_file(key).name for key in KEYS}
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


async def test_a_rate_limit_is_waited_for() -> None:
    """A 429 in between delays the upload and loses nothing."""
    async with opened() as playground, client_in(playground) as client:
        playground.faults.answer("POST", ROUTE, status=429, nth=2, retry_after=0.01)
        await upload_emojis(client, KEYS)

        assert len(playground.world.emojis) == len(KEYS)


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_without_the_right_words_stand_alone(method: str) -> None:
    """A refused upload makes the icon unknown and raises nothing."""
    async with opened() as playground, client_in(playground) as client:
        playground.faults.refuse(50013, method, ROUTE, times=9)
        await upload_emojis(client, KEYS)

        assert not playground.world.emojis
        assert EMOJIS.mark(KEYS[0]) == ""
