"""One match in two stand-ins for Discord that were written apart, and what people see in each."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest

from bot.playground.run import run_bot
from bot.playground.testing.snapshots import ShownMessage
from bot.tables import application
from bot.tables.matches.deadlines import REMINDERS
from bot.ui.pictures import paint_queue
from tests.bot.tables.support import Repeating
from tests.games.case import Case
from tests.integration.support.random_presses import press
from tests.integration.support.running_bot import TABLE, Club, club_in, controls
from tests.simcord_server import SecondDiscord

KEPT = (
    "type",
    "content",
    "label",
    "custom_id",
    "style",
    "disabled",
    "options",
    "value",
    "description",
    "placeholder",
    "min_values",
    "max_values",
    "accent_color",
)
"""What of a component has to agree; ids and addresses are of each Discord, moments of now."""
NESTED = ("components", "accessory", "items", "component")
ID = re.compile(r"\d{10,}")


@dataclass(frozen=True)
class Room:
    """One of the two, with the same two people in it."""

    people: tuple[Any, Any]
    """They click, select and submit."""
    play: Callable[..., Any]
    """Lets the first of them send a command."""
    public: Callable[[], ShownMessage]
    club: Club


@asynccontextmanager
async def first(folder: Path) -> AsyncIterator[Room]:
    async with club_in(folder) as club:
        ana, ben = club.person("Ana"), club.person("Ben")

        async def play(line: str, **options: object) -> None:
            await ana.slash(TABLE, line, **options)

        yield Room((ana, ben), play, lambda: club.public(ana), club)


@asynccontextmanager
async def second(folder: Path) -> AsyncIterator[Room]:
    there = SecondDiscord()
    ana, ben = there.person("Ana"), there.person("Ben")
    async with there.served(folder / "second.db") as address:
        club = Club(None, folder / "second.db")  # type: ignore[arg-type]  # nobody asks for it
        task = asyncio.create_task(run_bot(address, club.start))
        try:
            await there.until_ready()
            yield Room((ana, ben), ana.slash, lambda: there.shown(there.public().id, ana.id), club)
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
    assert there.complaints == []


async def idle(club: Club) -> None:
    """Return when bot seats have answered and everything is shown."""
    await club.bot.client.answered()  # on a busy machine a press is told to wait
    rows = club.bot.store.clock
    while any(row.kind not in REMINDERS for row in await rows.due(1 << 62)):
        await club.settled()
    await club.settled()


async def told(room: Room, case: Case, most: int) -> list[str]:
    """Begin a match and press at random; returns what everybody sees after each press.

    Stops after `most` presses, or when the match has its result.
    """
    game, chance, (ana, ben) = case.game, random.Random(7), room.people
    bots = max(0, game.info.seats[0] - 2)
    await room.play(f"play {game.info.key}", bots=bots, **case.brief)
    await room.club.settled()
    seen = [trace(room.public())]
    await ben.click(room.public(), "Join")
    await room.club.settled()
    await ana.click(room.public(), "Start")
    await idle(room.club)
    hands = {one: (await one.click(room.public(), "My hand")).message for one in (ana, ben)}
    for _ in range(most):
        asked = [one for one, hand in hands.items() if controls(hand)]
        seen += [trace(room.public()), *map(trace, hands.values())]
        if not asked:
            break
        await press(one := chance.choice(asked), hands[one], chance)
        await idle(room.club)
    return seen


async def both(folder: Path, case: Case, most: int) -> tuple[list[str], list[str]]:
    """What is seen of one match in each Discord, look by look; the deal is the same."""
    seen = []
    for discord in (first, second):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(application, "SecretSource", Repeating)
            # A busy machine would tell in words what it has no time to paint.
            for haste in paint_queue.PATIENCE:
                patch.setitem(paint_queue.PATIENCE, haste, paint_queue.FOREVER)
            async with discord(folder) as room:
                seen.append(await told(room, case, most))
    return seen[0], seen[1]


def differing(one: list[str], other: list[str]) -> Iterator[str]:
    """Where two people would see something else."""
    if len(one) != len(other):
        yield f"{len(one)} looks and {len(other)}"
    for at, (here, there) in enumerate(zip(one, other, strict=False)):
        yield from (
            f"at look {at}: {line}"
            for line in unified_diff(here.split("\n"), there.split("\n"), n=0)
        )


def has_result(seen: list[str]) -> bool:
    """Whether the match has been played to its result."""
    return any("Rematch" in look for look in seen[-3:])


def trace(shown: ShownMessage) -> str:
    """What a message shows, in words that know nothing of where it stands."""
    tree = [_kept(component) for component in shown.value.components]
    return ID.sub("…", json.dumps(tree, ensure_ascii=False, indent=1))


def _kept(component: dict[str, Any]) -> dict[str, Any]:
    kept = {key: component[key] for key in KEPT if component.get(key) not in (None, False, "")}
    for key in NESTED:
        inner = component.get(key)
        if inner:
            kept[key] = [_kept(one) for one in (inner if isinstance(inner, list) else [inner])]
    return kept
