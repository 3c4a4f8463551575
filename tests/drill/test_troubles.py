"""Discord at its worst, at some of the routes of a table; `make drill` tries all at each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drill.stories import STORIES
from tests.drill.troubles import MESSAGE, Site, hurried, quiet_evening, troubled_evening

POST: Site = ("POST", "/channels/{channel_id}/messages")
CALLBACK: Site = ("POST", "/interactions/{interaction_id}/{token}/callback")
EDIT: Site = ("PATCH", MESSAGE)
CASES = (
    ("403", POST),
    ("404", POST),
    ("429 global", POST),
    ("502 done", POST),
    ("cut done", CALLBACK),
    ("404", CALLBACK),
    ("500", EDIT),
    ("429 long", EDIT),
)


@pytest.mark.parametrize(("trouble", "site"), CASES)
async def test_trouble_passes_and_all_is_as_without(
    tmp_path: Path, trouble: str, site: Site
) -> None:
    """The match stays true, the table is mended at the next chance, and no request is repeated."""
    story = next(story for story in STORIES if story.name == "end")
    with hurried():
        quiet = await quiet_evening(story, tmp_path / "quiet")

        assert site in quiet.sites
        assert await troubled_evening(quiet, tmp_path / "troubled", trouble, site) == []
