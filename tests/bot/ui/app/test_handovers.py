"""Presses while a shard goes from one node to another."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.app import handovers as handovers_module
from bot.ui.app.handovers import Handovers

SHARD, PRESS = 0, 7


async def begin(handovers: Handovers) -> None:
    """Do what a node does once it has the shard's lock."""
    await handovers.arrived(SHARD)
    handovers.arrive(SHARD)


async def test_a_press_is_not_answered_by_both_nodes() -> None:
    """If the lock comes before the old node's message, presses wait for the message."""
    handovers = Handovers()
    handovers.expect(SHARD)
    admitted = asyncio.create_task(handovers.admits(PRESS, SHARD))
    begun = asyncio.create_task(begin(handovers))
    for _ in range(5):
        await asyncio.sleep(0)

    assert not admitted.done()
    handovers.handed(SHARD, [PRESS])
    await begun
    assert not await admitted


async def test_a_lost_message_holds_no_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the old node's message never comes, the new node answers after a moment."""
    monkeypatch.setattr(handovers_module, "TOLD_WITHIN", 0)
    handovers = Handovers()
    handovers.expect(SHARD)
    admitted = asyncio.create_task(handovers.admits(PRESS, SHARD))
    await begin(handovers)

    assert await admitted


async def test_a_shard_that_is_kept_is_answered_by_its_node() -> None:
    """If a shard isn't handed over after all, the other node answers none of the held presses."""
    handovers = Handovers()
    handovers.expect(SHARD)
    admitted = asyncio.create_task(handovers.admits(PRESS, SHARD))
    await asyncio.sleep(0)
    handovers.give_up(SHARD)
    handovers.expect(SHARD)
    handovers.arrive(SHARD)

    assert not await admitted
