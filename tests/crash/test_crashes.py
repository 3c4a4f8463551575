"""Crashes at some points of every story; `make drill` tries all of them."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.crash.disk_copies import BOT, Kind, Point
from tests.crash.kills import Fell, Kill, killed, undisturbed
from tests.crash.runs import survive, tell
from tests.crash.stories import STORIES
from tests.crash.story_run import Story
from tests.crash.truth import Truth
from tests.data.postgres import server
from tests.tried import Tried

STEPS = 4
"""Steps of a match that are played here; the drill plays to the end."""


class Struck(NamedTuple):
    """A point by its kind and name: the first one, or the first during an act."""

    kind: Kind
    label: str
    """Its name; for writes and commits, the transaction's name."""
    amid: str = ""
    """The name of the act in progress; any, if empty."""

    def is_at(self, point: Point, story: Story) -> bool:
        amid = story.acts[point.acts].name if point.acts < len(story.acts) else ""
        return (
            point.kind == self.kind
            and point.label.split(", ")[0] == self.label
            and self.amid in ("", amid)
        )


POST, EDIT, DELETE = (
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "DELETE /channels/{channel_id}/messages/{message_id}",
)
CALLBACK = "POST /interactions/{interaction_id}/{token}/callback"
THREAD = f"{POST}/{{message_id}}/threads"
DIRECT = "POST /users/@me/channels"
THREAD_POST = "POST /channels/{thread_id}/messages"
LETTER, LETTER_EDIT = (
    "POST /channels/{direct_id}/messages",
    "PATCH /channels/{direct_id}/messages/{message_id}",
)
BY_TOKEN, DELETE_BY_TOKEN = (
    "PATCH /webhooks/{application_id}/{token}/messages/{message_id}",
    "DELETE /webhooks/{application_id}/{token}/messages/{message_id}",
)
CHANGES = (
    *(POST, EDIT, DELETE, CALLBACK, THREAD, DIRECT),
    *(LETTER, LETTER_EDIT, BY_TOKEN, DELETE_BY_TOKEN),
)
"""Requests that change something at Discord."""

SAMPLE = {
    "lobby": (Struck("answer", POST), Struck("request", CALLBACK, "Ben: Join")),
    "end": (Struck("request", POST), Struck("write", "stop match")),
    "time-out": (
        Struck("request", POST, "time passes"),
        Struck("request", DELETE),
        Struck("answer", DELETE),
    ),
    "thread": (
        Struck("request", THREAD),
        Struck("answer", THREAD),
        Struck("answer", THREAD_POST, "Ana: Start"),
    ),
    "letters": (
        Struck("request", DIRECT),
        Struck("answer", DIRECT),
        Struck("request", LETTER),
        Struck("answer", LETTER),
        Struck("request", LETTER_EDIT),
        Struck("answer", LETTER_EDIT),
    ),
    "substitute": (
        Struck("commit", "hand over"),
        Struck("answer", BY_TOKEN),
        Struck("request", DELETE_BY_TOKEN),
        Struck("answer", DELETE_BY_TOKEN),
    ),
    "take-back": (
        Struck("commit", "guess"),
        Struck("write", "take back", "take back"),
        Struck("answer", CALLBACK, "take back"),
    ),
    "training": (
        Struck("commit", "save review"),
        Struck("write", "change review"),
        Struck("commit", "change review"),
    ),
    "rematch": (Struck("answer", POST, "Ben: Rematch"), Struck("commit", "count match")),
    "tournament": (
        Struck("commit", "create tournament"),
        Struck("answer", POST, "Ana: /tournament open"),
        Struck("write", "change tournament", "play"),
        Struck("request", POST, "play"),
    ),
    "group": (
        Struck("request", CALLBACK, "Ana: /play plots"),
        Struck("write", "add surfaces"),
        Struck("answer", BY_TOKEN, "play"),
    ),
    "lessons": (
        Struck("commit", "change person", "Ana: lesson 2"),
        Struck("request", CALLBACK, "Ana: lesson 2"),
    ),
    "daily deal": (
        Struck("commit", "begin attempt"),
        Struck("answer", CALLBACK, "play"),
        Struck("write", "settle attempt"),
    ),
    "tomate": (Struck("answer", CALLBACK, "play"), Struck("write", "commit step")),
    "karate_tomate": (Struck("request", BY_TOKEN), Struck("commit", "save draft")),
    "dojo": (Struck("request", EDIT, "play"), Struck("answer", EDIT, "play")),
}
"""The points of each story that are tried here."""
IN_SUITE = ("end", "thread", "group")
"""The stories of the suite; the rest at night."""
KILLS = (
    (
        *(Kill("answer", 4), Kill("request", 13)),
        *(Kill(("request", "answer")[n % 2], 1 + n % 5, since=n) for n in (2, 5, 8)),
    ),
    (Kill("write", 24), *(Kill("write", 2 + n % 4, since=n) for n in (1, 3, 5, 6, 8))),
)
"""The kills of two runs: five requests, two of them carried out, and six writes.

They are counted from a step of the match on: how many come before depends on the machine's speed
and on what a restart finds to do.
"""


@pytest.mark.parametrize(
    "story",
    [
        pytest.param(story, marks=() if story.name in IN_SUITE else pytest.mark.nightly)
        for story in STORIES
        if story.name in SAMPLE
    ],
    ids=lambda story: story.name,
)
async def test_a_story_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, story: Story, tried: Tried
) -> None:
    """After a crash, matches, messages and hands end as they do without one."""
    points: list[Point] = []
    left = list(SAMPLE[story.name])

    def is_wanted(point: Point) -> bool:
        met = [struck for struck in left if struck.is_at(point, story)]
        for struck in met:
            left.remove(struck)
        return bool(met)

    text = await tell(story, tmp_path / "home", is_wanted, points.append, steps=STEPS)
    lost = {f"{p.number}: {p.kind} {p.label}": await survive(story, text, p) for p in points}

    assert not left
    assert not {point: result for point, result in lost.items() if result}
    for point in points:
        tried("Kills", story.name, point.kind)


def test_every_request_that_changes_something_is_lost_and_carried_out_unheard() -> None:
    """Every request is lost once before it arrives and once before its answer arrives."""
    struck = {(item.kind, item.label) for sample in SAMPLE.values() for item in sample}

    assert {(kind, change) for kind in ("request", "answer") for change in CHANGES} <= struck


@pytest.mark.nightly
async def test_a_bot_that_is_killed_again_and_again_ends_the_match(
    tmp_path: Path, tried: Tried
) -> None:
    """A match whose bot is killed at requests, or at writes, ends as it does without kills."""
    quiet, lives = await undisturbed("tomate", tmp_path), set[str]()
    for number, kills in enumerate(KILLS):
        home, fell = tmp_path / str(number), list[Fell]()

        assert await killed(quiet, home, kills, fell.append) == []
        steps = Truth(home / BOT).step
        thirds = {
            3 * deadline.step // (steps + 1) for deadline in fell if deadline.life == "running"
        }
        assert thirds == {0, 1, 2}
        lives |= {deadline.life for deadline in fell}
        for kill in kills:
            tried("Kills", "tomate, SIGKILL", kill.kind)
    assert "lobby" in lives


@pytest.mark.nightly
async def test_a_bot_that_is_killed_on_postgresql_ends_the_match(
    tmp_path: Path, tried: Tried
) -> None:
    """A match in PostgreSQL whose bot is killed at writes ends as it does without kills."""
    kills, fell = {Kill("write", 30), Kill("write", 75)}, list[Fell]()
    with server() as address:
        quiet = await undisturbed("end", tmp_path, address)
        assert await killed(quiet, tmp_path / "home", kills, fell.append) == []

    assert {deadline.kill for deadline in fell} == kills
    for kill in kills:
        tried("Kills", "end, SIGKILL, PostgreSQL", kill.kind)
