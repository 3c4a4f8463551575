"""Discord at its worst: every kind of trouble at every route that a story uses.

The trouble strikes a route from its first use on, some times in a row, while people go through a
story and try again what failed. Then it is over, somebody looks at the table, and all has to be as
it would have been without.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord

from bot.playground.faults import Faults
from bot.playground.rest.server import Exchange
from bot.ui import repeating
from tests.drill.evening import Evening, Story
from tests.drill.stories import STORIES
from tests.drill.telling import differences, evening_in, seen

Site = tuple[str, str]
"""A route: method and path."""

INVALID = (401, 403, 429)
MOST_INVALID = 40
"""Refusals in one evening; Discord shuts a bot out after ten thousand in ten minutes."""
LOUDEST = 3
"""An evening with trouble makes at most so many times the requests of one without."""
PEOPLE_WAIT = 2.0
"""Seconds after which people press again."""

TROUBLES: dict[str, Callable[[Faults, Site], object]] = {
    "403": lambda faults, site: faults.refuse(50001, *site, times=2),
    "404": lambda faults, site: faults.refuse(10008, *site, times=2),
    "429": lambda faults, site: faults.answer(*site, status=429, retry_after=0.01, times=2),
    "429 global": lambda faults, site: faults.answer(
        *site, status=429, retry_after=0.01, times=2, everywhere=True
    ),
    "429 long": lambda faults, site: faults.answer(*site, status=429, retry_after=600, times=2),
    "500": lambda faults, site: faults.answer(*site, status=500, times=6),
    "502 done": lambda faults, site: faults.answer(*site, status=502, applied=True),
    "cut": lambda faults, site: faults.answer(*site, status=0, times=2),
    "cut done": lambda faults, site: faults.answer(*site, status=0, applied=True),
    "stall": lambda faults, site: faults.stall(1.3, *site, times=2),
}
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
THREAD = ("POST", f"{MESSAGE}/threads")
UNTRUE = {
    # Discord never says so of a message that is there; deleted ones have laws of their own.
    ("404", ("PATCH", MESSAGE)),
    ("404", ("GET", MESSAGE)),
    ("404", ("DELETE", MESSAGE)),
    # Nor does it refuse this of a message of ours in a channel that we see.
    ("403", ("DELETE", MESSAGE)),
    # The table stays in its channel then and says why, which is another end: see test_homes.
    ("403", THREAD),
    ("404", THREAD),
}
"""What is not tried."""
TOLD = ("thread", "letters", "time-out", "end")
"""The stories that use all routes of a table's life."""


@dataclass
class Quiet:
    """A story without trouble: what it came to, and the requests it made."""

    story: Story
    end: dict[str, object] = field(default_factory=dict)
    sites: dict[Site, None] = field(default_factory=dict)
    requests: int = 0


async def quiet_evening(story: Story, home: Path) -> Quiet:
    """Go through a story and note every route it uses."""
    quiet = Quiet(story)

    def note(method: str, path: str) -> None:
        quiet.sites[method, path] = None
        quiet.requests += 1

    async with evening_in(story, home) as evening, evening.open():
        evening.playground.faults.watchers.append(note)
        await evening.go_on()
        await _looked_at(evening)
        quiet.end = _without_ids(evening)
    return quiet


async def troubled_evening(quiet: Quiet, home: Path, trouble: str, site: Site) -> list[str]:
    """The same with trouble at one route; returns what did not come right."""
    made: list[Exchange] = []
    async with evening_in(quiet.story, home) as evening, evening.open():
        playground = evening.playground
        playground.rest.watchers.append(made.append)
        playground.patience = PEOPLE_WAIT
        evening.is_patient = evening.looks_for_table = True
        TROUBLES[trouble](playground.faults, site)
        await evening.go_on()
        playground.faults.heal()
        playground.patience = 20.0
        await _looked_at(evening)
        wrong = differences(quiet.end, _without_ids(evening)) + evening.truth.broken()
    refused = sum(exchange.status in INVALID for exchange in made)
    if refused > MOST_INVALID or len(made) > LOUDEST * quiet.requests:
        wrong.append(f"{len(made)} requests, {refused} of them invalid")
    return wrong


async def _looked_at(evening: Evening) -> None:
    """Somebody looks for the table: the chance for what is not shown yet."""
    await evening.settled()
    await evening.person("Ana").slash("table-one", "table", table=evening.truth.newest)
    await evening.bot.surfaces.catch_up()
    await evening.settled()


def _without_ids(evening: Evening) -> dict[str, object]:
    """What was seen; people and their ids are others in each playground."""
    found = seen(evening)
    text = repr(found["record"])
    for person in evening.people:
        text = text.replace(str(person.user.id), person.name)
    return {**found, "record": text}


class _Hurried:
    """The asyncio of discord.py, in which no time passes between two tries."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.01))


@contextmanager
def hurried() -> Iterator[None]:
    """Nobody waits before trying again: neither the library nor our repeaters."""
    library: Any = discord.http
    rests, library.asyncio = repeating.RESTS, _Hurried()
    repeating.RESTS = (0.01, 0.02, 0.02, 0.05)
    try:
        yield
    finally:
        library.asyncio, repeating.RESTS = asyncio, rests


def told() -> tuple[Story, ...]:
    return tuple(story for story in STORIES if story.name in TOLD)
