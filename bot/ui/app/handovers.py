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
        self._elsewhere: deque[int] = deque(maxlen=KEPT)

    def expect(self, shard: int) -> None:
        """Hold what arrives on this shard until `arrive`."""
        self._arriving[shard] = asyncio.Event()

    def arrive(self, shard: int, answered: Iterable[int] = ()) -> None:
        """Hold this shard's presses no longer; those with these ids were answered elsewhere."""
        self._elsewhere.extend(answered)
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

    async def decided(self, shard: int) -> None:
        """Wait as long as this shard's presses are held."""
        held = self._arriving.get(shard)
        if held is not None:
            await held.wait()

    def is_answered(self, interaction_id: int) -> bool:
        """Return whether the node that had the shard before has answered a press."""
        return interaction_id in self._elsewhere
