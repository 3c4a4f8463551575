"""Play a story once without a crash, and again from any crash."""

import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TypeGuard

from tests.bot.tables.support import ManualClock
from tests.crash.disk_copies import Plug, Point
from tests.crash.story_run import Story, StoryRun
from tests.support.playground import opened

AHEAD = 2
"""Steps that are made after a crash before the match is compared."""
END = -1
"""The key of a story's end."""


@dataclass
class Told:
    """An undisturbed run of a story, with what was seen at its milestones and its end."""

    points: int = 0
    steps: int = 0
    """Steps of its match at the end."""
    milestones: dict[int, dict[str, object]] = field(default_factory=dict)


@asynccontextmanager
async def run_in(
    story: Story,
    home: Path,
    *,
    clock: ManualClock | None = None,
    plug: Plug | None = None,
    address: str | None = None,
) -> AsyncIterator[StoryRun]:
    """Open a playground in a folder, with people who know the story and no bot."""
    async with opened(home) as playground:
        clock = clock or ManualClock()
        story_run = StoryRun(story, playground, home, clock, plug, address=address)
        if plug:
            playground.faults.watchers.append(plug.before_request)
            playground.rest.watchers.append(plug.after_request)
        yield story_run


async def tell(
    story: Story,
    home: Path,
    wanted: Callable[[Point], bool] = lambda point: False,
    saved: Callable[[Point], None] = lambda point: None,
    *,
    steps: int = 1000,
) -> Told:
    """Play a story undisturbed; copy the disks at the wanted points and pass each to `kept`.

    A match makes at most this many `steps`; then the last of them is its end.
    """
    plug = Plug(home, wanted, saved)
    text = Told()
    async with run_in(story, home, plug=plug) as story_run, story_run.open():
        plug.situation = lambda: (story_run.done, story_run.clock.now())
        plug.live = True
        while story.by_steps and story_run.done < len(story.acts) and story_run.truth.step < steps:
            await _to_next_step(story_run)
            text.milestones[story_run.truth.step] = seen(story_run)
        if not story.by_steps:
            await story_run.go_on()
            await story_run.settled()
        plug.live = False
        text.milestones[END] = seen(story_run)
        text.points = plug.points
        text.steps = story_run.truth.step
    return text


async def survive(story: Story, report: Told, point: Point, *, whole: bool = False) -> list[str]:
    """Restart from what a crash left, continue, and return what differs from the recorded run.

    `whole` continues to the end. Otherwise a match is compared after some steps, since the rest
    follows
    from its state.
    """
    clock = ManualClock(point.moment)
    async with run_in(story, point.folder, clock=clock) as story_run, story_run.open():
        story_run.is_patient, story_run.done = True, point.acts
        milestone = END if whole or not story.by_steps else _milestone(report, story_run)
        goal = report.steps if milestone == END else milestone
        await story_run.go_on(lambda: story.by_steps and story_run.truth.step >= goal)
        await story_run.settled()
        result = differences(report.milestones[milestone], seen(story_run))
        return result + story_run.truth.broken() + await story_run.out_of_reach()


def seen(story_run: StoryRun) -> dict[str, object]:
    """Return what a crash must not change: the record of every match, and what everybody sees."""
    return {"record": story_run.truth.record(), "screen": story_run.screen()}


def forget(point: Point) -> None:
    """Delete the copy of the disks."""
    shutil.rmtree(point.folder)


async def _to_next_step(story_run: StoryRun) -> None:
    before = story_run.truth.step
    await story_run.go_on(lambda: story_run.truth.step > before)


def _milestone(report: Told, story_run: StoryRun) -> int:
    ahead = story_run.truth.step + AHEAD
    return next((step for step in sorted(report.milestones) if step >= ahead), END)


def differences(expected: object, result: object, where: str = "") -> list[str]:
    """Return every difference with its path."""
    pairs: list[tuple[object, object, object]]
    if isinstance(expected, dict) and isinstance(result, dict):
        keys = [*expected, *(key for key in result if key not in expected)]
        pairs = [(key, expected.get(key), result.get(key)) for key in keys]
    elif _is_list(expected) and _is_list(result):
        pairs = [(n, *pair) for n, pair in enumerate(zip_longest(expected, result))]
    else:
        return [] if expected == result else [f"{where}: {expected!r}, but now {result!r}"]
    return [line for key, first, two in pairs for line in differences(first, two, f"{where}/{key}")]


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, (list, tuple))
