"""The drill finds bots that send too many requests, whether forbidden or not."""

from pathlib import Path
from typing import Any

import discord
import pytest

from tests.crash.events import run_with_event
from tests.crash.faults import LOUDEST, MOST_INVALID, fault_stories, quiet_run
from tests.integration.support.hurry import hurried

pytestmark = pytest.mark.nightly


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

    story = next(story for story in fault_stories() if story.name == "end")
    with hurried():
        quiet = await quiet_run(story, tmp_path / "quiet")
        monkeypatch.setattr(discord.http.HTTPClient, "request", stubborn)
        wrong = await run_with_event(quiet, tmp_path / "loud", "channel closed to us", 2)

    assert [fact for fact in wrong if "of them invalid" in fact]


async def test_who_asks_again_what_was_answered_is_found_too_loud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that looks again and again breaks the law of requests, though none is invalid."""
    good = discord.http.HTTPClient.request
    story = next(story for story in fault_stories() if story.name == "end")
    with hurried():
        quiet = await quiet_run(story, tmp_path / "quiet")

        async def curious(client: Any, route: discord.http.Route, **named: Any) -> Any:
            for _ in range(LOUDEST * quiet.requests if route.method == "GET" else 0):
                await good(client, route, **named)
            return await good(client, route, **named)

        monkeypatch.setattr(discord.http.HTTPClient, "request", curious)
        wrong = await run_with_event(quiet, tmp_path / "loud", "press delivered twice", 2)

    assert len(wrong) == 1
    assert wrong[0].endswith(f"instead of {quiet.requests}, 0 of them invalid")
