"""Outages of Discord that last longer than any repeat; `make drill` tries them in real seconds."""

from pathlib import Path

import pytest

from tests.crash.outages import OUTAGES, Scene, recovered, views_without_outage
from tests.crash.story_run import until
from tests.integration.support.hurry import hurried
from tests.tried import Tried

TRIES = 120
"""Requests that fail: more than any bounded number of repeats of what is missing."""


async def lasts(scene: Scene) -> None:
    """Wait until the bot has failed often."""
    asked = scene.playground.asked
    before = asked.total()
    await until(lambda: asked.total() >= before + TRIES)


@pytest.mark.nightly
async def test_after_an_outage_everything_is_shown_once(tmp_path: Path, tried: Tried) -> None:
    """A match that ends in an outage, hands, reminders and a check-in are shown after it, once."""
    wrong = {}
    with hurried():
        expected = await views_without_outage(tmp_path / "quiet")
        for name in ("503", "connections cut"):
            recovery = await recovered(tmp_path / name, expected, OUTAGES[name], lasts)
            wrong[name] = recovery.wrong
            tried("Outages", name, "tried")

    assert not {name: facts for name, facts in wrong.items() if facts}
