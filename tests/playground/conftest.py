"""A playground with the demo bot in it."""

from collections.abc import AsyncIterator

import pytest

from playground.server import Playground
from playground.testing.people import PlaygroundUser
from playground.world.clock import ManualClock
from tests.playground.demo_bot import start
from tests.playground.raw_bot import RawBot, raw_bot
from tests.support.playground import opened, playing


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def playground(clock: ManualClock) -> AsyncIterator[Playground]:
    async with playing(start, clock=clock) as playground:
        yield playground


@pytest.fixture
async def empty(clock: ManualClock) -> AsyncIterator[Playground]:
    """A playground without a bot."""
    async with opened(clock=clock) as playground:
        yield playground


@pytest.fixture
def ana(playground: Playground) -> PlaygroundUser:
    return playground.person("Ana")


@pytest.fixture
def ben(playground: Playground) -> PlaygroundUser:
    return playground.person("Ben")


@pytest.fixture
async def raw(empty: Playground) -> AsyncIterator[RawBot]:
    """A bot without a library, in a playground of its own."""
    async with raw_bot(empty) as bot:
        yield bot
