"""A node's logins, and presses that reach it while others may have replaced it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot import shards
from bot.ui.app import node_client
from bot.ui.app.node_client import NodeClient
from bot.ui.i18n.texts import common_texts
from data.engine.claims import Claims
from data.engine.postgres_values import LockKind
from data.records.shards import ShardShare


class Press(SimpleNamespace):
    """A press in a direct message; it keeps what it is answered."""

    def __init__(self, client: NodeClient, number: int = 7) -> None:
        super().__init__(id=number, guild_id=None, locale="en-GB", response=self)
        self.type = discord.InteractionType.component
        self.said = list[str]()
        self._client = client

    async def send_message(self, sentence: str, *, ephemeral: bool) -> None:
        assert ephemeral
        assert self._client._may_send()
        self.said.append(sentence)


@pytest.fixture
async def client() -> AsyncIterator[NodeClient]:
    """A node with a shard, of which it isn't sure."""
    claims = SimpleNamespace(session=1, are_sure=False)
    async with NodeClient(cast(Claims, claims)) as client:
        client.share = ShardShare((0,), 1)
        yield client


async def is_answered(client: NodeClient, press: Press) -> bool:
    return await client.is_news(cast(discord.Interaction[Any], press))


async def test_a_press_waits_until_the_node_is_sure(
    client: NodeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press is answered once the node is sure of its shards, but not after another's answer."""
    monkeypatch.setattr(node_client, "SURE_WITHIN", None)
    monkeypatch.setattr(node_client, "SURE_POLL", 0)
    waiting = [asyncio.create_task(is_answered(client, Press(client, id))) for id in (7, 8)]
    for _ in range(5):
        await asyncio.sleep(0)

    assert not any(one.done() for one in waiting)
    client.handovers.handed(0, [8])
    client._claims.are_sure = True  # type: ignore[misc]  # the claims of this test are plain values
    assert await asyncio.gather(*waiting) == [True, False]


async def test_a_node_that_stays_unsure_asks_to_press_again(
    client: NodeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a node doesn't become sure in time, it does nothing but say so, and sends no more."""
    monkeypatch.setattr(node_client, "SURE_WITHIN", 0)
    press = Press(client)

    assert not await is_answered(client, press)
    assert press.said == [common_texts.TOO_SLOW_TO_ASK.message]
    assert not client._may_send()


async def test_a_node_leaves_presses_on_a_lost_shard_to_its_owner(
    client: NodeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that is sure, but has lost the shard, neither answers nor says anything."""
    monkeypatch.setattr(node_client, "SURE_WITHIN", 0)
    client._claims.are_sure = True  # type: ignore[misc]  # the claims of this test are plain values
    client.share = ShardShare((), 1)
    press = Press(client)

    assert not await is_answered(client, press)
    assert press.said == []


@pytest.mark.parametrize(
    ("answered", "said"), [((), [common_texts.TOO_SLOW_TO_ASK.message]), ((7,), [])]
)
async def test_a_press_is_told_of_a_slow_hand_over(
    client: NodeClient, monkeypatch: pytest.MonkeyPatch, answered: tuple[int, ...], said: list[str]
) -> None:
    """If a handed-over shard isn't owned in time, the node asks to repeat what it has held."""
    monkeypatch.setattr(node_client, "SURE_WITHIN", 0)
    client._claims.are_sure = True  # type: ignore[misc]  # the claims of this test are plain values
    client.share = ShardShare((), 1)
    client.handovers.expect(0)
    press = Press(client)
    asked = asyncio.create_task(is_answered(client, press))
    await asyncio.sleep(0)
    client.handovers.handed(0, answered)

    assert not await asked
    assert press.said == said


class BucketLocks(SimpleNamespace):
    """The locks of two nodes' identify buckets; a lock is released once `spaced` is set."""

    def __init__(self) -> None:
        super().__init__(taken=set[int](), spaced=asyncio.Event())

    async def claim(self, _: LockKind, bucket: int) -> bool:
        is_free = bucket not in self.taken
        self.taken.add(bucket)
        return is_free

    async def release(self, _: LockKind, bucket: int) -> None:
        await self.spaced.wait()
        self.taken.remove(bucket)


async def test_nodes_log_in_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a node has just identified a shard, no other does in the same bucket."""
    monkeypatch.setattr(shards, "SPACING", 0)
    monkeypatch.setattr(node_client, "LOOK_AGAIN", 0)
    locks = BucketLocks()
    first, second = (NodeClient(cast(Claims, locks))._new_buckets(2) for _ in range(2))
    await first.wait(0)
    await second.wait(1)
    waiting = asyncio.create_task(second.wait(2))
    for _ in range(5):
        await asyncio.sleep(0)

    assert not waiting.done()
    locks.spaced.set()
    await waiting
