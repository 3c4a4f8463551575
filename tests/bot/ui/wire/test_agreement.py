"""Two stand-ins for Discord, written apart, show the same match: neither flatters the bot."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.playground.run import run_bot
from bot.playground.shown import ShownMessage
from bot.tables import service
from games import GAMES
from games.core.game import AnyGame
from tests.bot.tables.support import Repeating
from tests.bot.ui.wire.club import TABLE, Club, club_in, controls
from tests.bot.ui.wire.pressing import press
from tests.simcord_server import SecondDiscord

PRESSES = 6
"""So many presses of each game, each with what everybody sees after it."""
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
    while await club.bot.store.clock.due(1 << 62, 1):
        await club.settled()
    await club.settled()


async def told(room: Room, game: AnyGame) -> list[str]:
    """Begin a match and press at random; returns what everybody sees after each press."""
    chance, (ana, ben) = random.Random(7), room.people
    await room.play(f"play {game.info.key}", bots=max(0, game.info.seats[0] - 2))
    await room.club.settled()
    seen = [trace(room.public())]
    await ben.click(room.public(), "Join")
    await room.club.settled()
    await ana.click(room.public(), "Start")
    await idle(room.club)
    hands = {one: (await one.click(room.public(), "My hand")).message for one in (ana, ben)}
    for _ in range(PRESSES):
        asked = [one for one, hand in hands.items() if controls(hand)]
        seen += [trace(room.public()), *map(trace, hands.values())]
        if not asked:
            break
        await press(one := chance.choice(asked), hands[one], chance)
        await idle(room.club)
    return seen


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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
async def test_both_show_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: AnyGame
) -> None:
    """The same people press the same controls of the same deal, and see the same in both."""
    seen = []
    for discord in (first, second):
        monkeypatch.setattr(service, "Minter", Repeating)
        async with discord(tmp_path) as room:
            seen.append(await told(room, game))

    lines = [list(map(str.splitlines, each)) for each in seen]
    for at, (one, other) in enumerate(zip(*lines, strict=True)):
        assert one == other, f"at look {at}"
