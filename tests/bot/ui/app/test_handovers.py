"""Presses while a shard goes from one node to another."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.app import handovers as handovers_module
from bot.ui.app.handovers import Handovers

SHARD, PRESS = 0, 7


async def admits(handovers: Handovers) -> bool:
    await handovers.decided(SHARD)
    return not handovers.is_answered(PRESS)


async def begin(handovers: Handovers) -> None:
    """Do what a node does once it has the shard's lock."""
    await handovers.arrived(SHARD)
    handovers.arrive(SHARD)


async def test_a_press_is_not_answered_by_both_nodes() -> None:
    """If the lock comes before the old node's message, presses wait for the message."""
    handovers = Handovers()
    handovers.expect(SHARD)
    admitted = asyncio.create_task(admits(handovers))
    begun = asyncio.create_task(begin(handovers))
    for _ in range(5):
        await asyncio.sleep(0)

    assert not admitted.done()
    handovers.arrive(SHARD, [PRESS])
    await begun
    assert not await admitted


async def test_a_lost_message_holds_no_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the old node's message never comes, the new node answers after a moment."""
    monkeypatch.setattr(handovers_module, "TOLD_WITHIN", 0)
    handovers = Handovers()
    handovers.expect(SHARD)
    admitted = asyncio.create_task(admits(handovers))
    await begin(handovers)

    assert await admitted
