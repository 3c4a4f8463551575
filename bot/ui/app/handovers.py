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
        self._arriving: dict[int, asyncio.Event] = {}
        self._left: set[int] = set()
        self._elsewhere: deque[int] = deque(maxlen=KEPT)

    def expect(self, shard: int) -> None:
        """Hold what arrives on this shard until `arrive`."""
        self._left.discard(shard)
        self._arriving[shard] = asyncio.Event()

    def arrive(self, shard: int, answered: Iterable[int] = ()) -> None:
        """Answer this shard's presses from now on, except those that were answered elsewhere."""
        self._elsewhere.extend(answered)
        self._left.discard(shard)
        held = self._arriving.pop(shard, None)
        if held is not None:
            held.set()

    async def arrived(self, shard: int) -> None:
        """Wait for `arrive` for a moment: a shard's lock can be quicker than the message."""
        held = self._arriving.get(shard)
        if held is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TOLD_WITHIN):
                    await held.wait()

    def leave(self, shard: int) -> None:
        """Answer nothing more on this shard."""
        self._left.add(shard)

    async def admits(self, interaction_id: int, shard: int) -> bool:
        """Return whether this node answers a press, once that is decided."""
        held = self._arriving.get(shard)
        if held is not None:
            await held.wait()
        return shard not in self._left and interaction_id not in self._elsewhere
