"""A bot that does not take no for an answer: what the drill of troubles says of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from tests.drill.events import eventful_evening
from tests.drill.troubles import MOST_INVALID, hurried, quiet_evening, told


async def test_who_asks_again_what_was_forbidden_is_found_too_loud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that repeats what Discord forbade breaks the law of invalid requests."""
    good = discord.http.HTTPClient.request

    async def stubborn(*given: Any, **named: Any) -> Any:
        for _ in range(MOST_INVALID):
            try:
                return await good(*given, **named)
            except discord.Forbidden:
                continue
        return await good(*given, **named)

    story = next(story for story in told() if story.name == "end")
    with hurried():
        quiet = await quiet_evening(story, tmp_path / "quiet")
        monkeypatch.setattr(discord.http.HTTPClient, "request", stubborn)
        wrong = await eventful_evening(quiet, tmp_path / "loud", "channel closed to us", 2)

    assert [fact for fact in wrong if "of them invalid" in fact]
