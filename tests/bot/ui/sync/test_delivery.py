"""What the process knows of the messages that it sends."""

from __future__ import annotations

from collections.abc import Sized

import discord

from bot.ui.interactions.newest_messages import NewestMessages
from bot.ui.sync.delivery import Delivery
from bot.ui.sync.edit_rate import EditRate
from data.records.matches import Surface, SurfaceKind
from tests.bot.tables.support import ManualClock


class Rows:
    """A store that keeps no surface."""

    def __init__(self) -> None:
        self.surfaces = self

    async def add(self, surface: Surface) -> None:
        """Drop the surface."""


def posts() -> Delivery:
    client, store = discord.Client(intents=discord.Intents.none()), Rows()
    clock = ManualClock()
    return Delivery(client, store, EditRate(clock), NewestMessages(clock))  # type: ignore[arg-type]  # all it is asked


def written(by: Delivery) -> Surface:
    return by.surface("match", SurfaceKind.TABLE, 1, 2)


async def test_surfaces_of_this_process_are_known_without_a_list() -> None:
    """A process recognizes a thousand surfaces as its own without keeping a list of them."""
    here, there = posts(), posts()
    surfaces = [written(here) for _ in range(1000)]
    saved = [len(value) for value in vars(here).values() if isinstance(value, Sized)]

    assert all(map(here.is_under_way, surfaces))
    assert not any(map(there.is_under_way, surfaces))
    assert len({surface.surface_id for surface in surfaces}) == 1000
    assert max(saved, default=0) < 1000
