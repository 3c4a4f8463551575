"""Presses while a shard goes from one node to another: each is answered, and by one of the two.

For a moment both nodes are connected to the shard and receive every press. The old one answers
until the new one is connected; then it sends the ids of what it has answered, and the new one
answers the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable

KEPT = 1000
"""How many presses that other nodes have answered are remembered."""
TOLD_WITHIN = 1.0
"""Seconds after which a node that has a shard no longer waits for what the old one answered."""


class Handovers:
    def __init__(self) -> None:
        self._arriving: dict[int, asyncio.Future[bool]] = {}
        """Each tells whether this node answers the presses that it holds."""
        self._coming = set[int]()
        """The shards that this node is about to own."""
        self._elsewhere: deque[int] = deque(maxlen=KEPT)

    def expect(self, shard: int) -> None:
        """Hold what arrives on this shard until it is decided who answers."""
        self._decide(shard, is_ours=False)
        self._coming.add(shard)
        self._arriving[shard] = asyncio.get_running_loop().create_future()

    def handed(self, shard: int, answered: Iterable[int]) -> None:
        """Answer this shard's presses but for these, which the old node has answered."""
        self._elsewhere.extend(answered)
        self._decide(shard, is_ours=True)

    def arrive(self, shard: int) -> None:
        """Answer all of this shard's presses that arrive from now on: this node owns it."""
        self._coming.discard(shard)
        self._decide(shard, is_ours=True)

    def give_up(self, shard: int) -> None:
        """Leave what was held to the node that keeps this shard."""
        self._coming.discard(shard)
        self._decide(shard, is_ours=False)

    def _decide(self, shard: int, *, is_ours: bool) -> None:
        held = self._arriving.pop(shard, None)
        if held is not None:
            held.set_result(is_ours)

    async def arrived(self, shard: int) -> None:
        """Wait for `handed` for a moment: a shard's lock can be quicker than the message."""
        held = self._arriving.get(shard)
        if held is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TOLD_WITHIN):
                    await asyncio.shield(held)

    async def admits(self, interaction_id: int, shard: int) -> bool:
        """Return whether this node answers a press, once that is decided."""
        held = self._arriving.get(shard)
        is_ours = held is None or await asyncio.shield(held)
        return is_ours and not self.is_answered(interaction_id)

    def is_coming(self, shard: int) -> bool:
        """Return whether this node is about to own a shard, but doesn't yet."""
        return shard in self._coming

    def is_answered(self, interaction_id: int) -> bool:
        """Return whether the node that had the shard before has answered a press."""
        return interaction_id in self._elsewhere
