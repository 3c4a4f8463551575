"""Faults of Discord at some routes and moments; `make drill` tries all of them."""

from pathlib import Path

import pytest

from playground.faults import DIRECT_PATH
from tests.crash.events import EVENTS, moments, run_with_event
from tests.crash.faults import (
    CALLBACK,
    DIRECT,
    DO_WITHOUT,
    EDIT_IN_THREAD,
    LETTER,
    MESSAGE,
    POST,
    THREAD,
    WEBHOOK,
    Quiet,
    Site,
    fault_stories,
    quiet_run,
    run_with_fault,
)
from tests.integration.support.hurry import hurried
from tests.support.sampling import leading, thinned
from tests.tried import Tried

EDIT: Site = ("PATCH", MESSAGE)
DELETE: Site = ("DELETE", MESSAGE)
CASES: dict[str, tuple[tuple[str, Site], ...]] = {
    "end": (
        ("403", POST),
        ("404", POST),
        ("429 global", POST),
        ("502, done", POST),
        ("cut, done", CALLBACK),
        ("404", CALLBACK),
        ("reset", CALLBACK),
        ("reset, done", CALLBACK),
        ("500", EDIT),
        ("429 long", EDIT),
        ("stray 404", EDIT),
    ),
    "time-out": (
        ("reset, done", ("DELETE", f"{WEBHOOK}/messages/{{message_id}}")),
        ("403", DELETE),
        ("404", DELETE),
        ("reset", DELETE),
        ("stray 404", DELETE),
    ),
    "thread": (
        ("403", THREAD),
        (DO_WITHOUT, THREAD),
        ("stray 403", THREAD),
        ("403", EDIT_IN_THREAD),
        ("stray 403", EDIT_IN_THREAD),
        ("stray 404", EDIT_IN_THREAD),
    ),
    "letters": (
        ("403", LETTER),
        (DO_WITHOUT, LETTER),
        (DO_WITHOUT, DIRECT),
        ("cut", ("PATCH", f"{DIRECT_PATH}/messages/{{message_id}}")),
    ),
    "slow": (("500", ("POST", WEBHOOK)),),
}
MOMENTS = {"end": 5, "thread": 2, "letters": 1}
"""How many events each story tries, first those that only this story can have."""
STORIES = {story.name: story for story in fault_stories()}
_quiet: dict[str, Quiet] = {}
"""Runs of stories without trouble; each is played once in this process."""


async def quiet_once(name: str, home: Path) -> Quiet:
    """Return a story's run without trouble."""
    if name not in _quiet:
        _quiet[name] = await quiet_run(STORIES[name], home)
    return _quiet[name]


@pytest.mark.parametrize("name", leading([*CASES]))
async def test_trouble_passes_and_all_is_as_without(
    tmp_path: Path, name: str, tried: Tried
) -> None:
    """After a fault the match is intact, the table is repaired, and everybody gets an answer."""
    lost = {}
    with hurried():
        quiet = await quiet_once(name, tmp_path / "quiet")
        for number, (trouble, site) in enumerate(thinned(CASES[name])):
            assert site in quiet.sites
            lost[trouble, site] = await run_with_fault(quiet, tmp_path / str(number), trouble, site)
            tried("Faults", " ".join(site), trouble)

    assert not {case: wrong for case, wrong in lost.items() if wrong}


@pytest.mark.parametrize("name", leading([*MOMENTS]))
async def test_whatever_happens_to_a_table_it_stands_again(
    tmp_path: Path, name: str, tried: Tried
) -> None:
    """A match ends the same when something is broken, repeated or deleted at some moment."""
    lost = {}
    with hurried():
        quiet = await quiet_once(name, tmp_path / "quiet")
        possible = [event for event in EVENTS if moments(quiet, event)]
        rarest = sorted(possible, key=lambda event: EVENTS[event].only_in is None)
        for number, event in enumerate(leading(rarest[: MOMENTS[name]], 2)):
            amid = moments(quiet, event)[1:-1]
            moment = amid[number % len(amid)]
            home = tmp_path / str(number)
            lost[event, moment] = await run_with_event(quiet, home, event, moment)
            tried("Events", event, name)

    assert not {case: wrong for case, wrong in lost.items() if wrong}
