"""What a node does with a shard that another node offers."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.ui.app import node as node_module
from bot.ui.app.handovers import Handovers
from bot.ui.app.node import Node
from data.engine.postgres_values import Held, LockKind
from data.records.shards import ShardShare
from tests.integration.support.hurry import AMPLE

SHARD, OTHER = 1, 8


class TwoNodesClaims(SimpleNamespace):
    """The claims of a node beside another one, which keeps its shard."""

    def __init__(self) -> None:
        super().__init__(session=7, told=list[str]())
        self.is_over = asyncio.Event()

    async def look(self) -> Held:
        return Held(shards=frozenset({0, 1}), workers=2)

    async def claim(self, kind: LockKind, _: int) -> bool:
        return kind is LockKind.TAKING

    async def release(self, _kind: LockKind, _shard: int) -> None:
        self.is_over.set()

    async def tell(self, message: str) -> None:
        self.told.append(message)


@pytest.mark.parametrize("verb", ["offer", "await"])
async def test_an_offered_shard_is_accepted(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    """A node accepts an offer, also one that another node has accepted and given up."""
    monkeypatch.setattr(node_module, "HANDED_POLL", 0.01)
    monkeypatch.setattr(node_module, "READY_WITHIN", 0.01)

    async def do_nothing(_: int) -> None: ...

    claims = TwoNodesClaims()
    client = SimpleNamespace(
        share=ShardShare((), 2), wanted=None, handovers=Handovers(),
        add_shard=do_nothing, drop_shard=do_nothing,
    )  # fmt: skip
    nothing = cast(Any, None)
    node = Node(
        cast(Any, claims), cast(Any, client), nothing, nothing,
        guild_events=nothing, ownership=nothing, reviews=nothing,
    )  # fmt: skip
    node.may_claim.set()
    node._hear(f"{verb} {SHARD} {OTHER}")
    async with asyncio.timeout(AMPLE):
        await claims.is_over.wait()

    assert claims.told == [f"accept {SHARD}", f"ready {SHARD}"]
