"""The plug is pulled at a few points of every story; `make drill` pulls it at all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drill.evening import Story
from tests.drill.kills import Kill, killed, undisturbed
from tests.drill.plug import Point
from tests.drill.stories import STORIES
from tests.drill.telling import survive, tell
from tests.tried import Tried

STEPS = 4
"""Steps of a match that are made here; the drill plays on to the end."""
EVERY = {
    "lobby": 41,
    "end": 37,
    "time-out": 67,
    "rematch": 211,
    "substitute": 119,
    "letters": 151,
    "thread": 149,
}
"""Which points of a story are tried here: one in so many, the first of them early on."""
USUALLY = 101
KILLS = (
    tuple(Kill("request" if number % 2 else "answer", number) for number in range(4, 102, 7)),
    tuple(Kill("write", number) for number in range(17, 180, 31)),
)
"""Of two evenings: fourteen requests, half of them carried out, and six writes."""


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
async def test_a_story_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, story: Story, tried: Tried
) -> None:
    """After a crash all ends as without one: matches, messages, and hands that can be reached."""
    points: list[Point] = []
    every = EVERY.get(story.name, USUALLY)
    wanted = range(every // 2, 10_000, every)
    told = await tell(story, tmp_path / "home", wanted, points.append, steps=STEPS)
    lost = {f"{p.number}: {p.kind} {p.label}": await survive(story, told, p) for p in points}

    assert len(points) > 1
    assert not {point: found for point, found in lost.items() if found}
    for point in points:
        tried("Kills", story.name, point.kind)


@pytest.mark.parametrize("kills", KILLS, ids=("requests", "writes"))
async def test_a_bot_that_is_killed_again_and_again_ends_the_match(
    tmp_path: Path, kills: tuple[Kill, ...], tried: Tried
) -> None:
    """SIGKILL as requests arrive, carried out or not, and at writes: all ends as without."""
    quiet = await undisturbed("tomate", tmp_path)

    assert await killed(quiet, tmp_path / "home", kills) == []
    for kill in kills:
        tried("Kills", "tomate, SIGKILL", kill.kind)
