"""A process that paints for the bot, and is killed in the middle of a match."""

import os
import signal
from pathlib import Path

import pytest

from bot.ui.pictures.painter_process import painted
from playground.testing.snapshots import ShownMessage
from tests.integration.support.running_bot import RunningBot
from tests.support.playground import opened


def is_painted(shown: ShownMessage) -> bool:
    """Tell whether a process has painted it; the bot's own pictures have one pixel in tests."""
    (picture,) = shown.value.attachments
    return picture.size > 1000


@pytest.mark.nightly
async def test_a_match_survives_its_painter(tmp_path: Path) -> None:
    """Hands are painted by a process; one that is killed costs no hand, and is replaced."""
    async with opened() as playground:
        env = RunningBot(playground, tmp_path / "tomato-table.db", painters=1)
        async with env.open():
            ana, ben = env.person("Ana"), env.person("Ben")
            table = await env.table(ana, ben)
            painter = env.bot.pictures._painters
            first = await painter.paint(lambda: painted(os.getpid))
            results = [is_painted(await env.hand(ana, table))]
            os.kill(first, signal.SIGKILL)
            results += [is_painted(await env.hand(item, table)) for item in (ben, ana)]
    assert results == [True, False, True]
