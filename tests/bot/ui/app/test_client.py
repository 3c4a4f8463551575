"""The client without its sockets."""

from __future__ import annotations

from bot.ui.app.client import TomatoClient


async def test_a_client_that_is_closed_hears_of_nothing_more() -> None:
    """An event that arrives after the client was closed is ignored."""
    async with TomatoClient() as client:
        await client.close()
        client.dispatch("ready")

    assert not client.is_in.is_set()
