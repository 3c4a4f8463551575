"""Faults of Discord: every kind of fault at every route that a story uses.

A fault hits a route from its first use on, several times in a row, while people play a story and
repeat what failed. Afterwards somebody looks at the table, and everything must be as without the
fault. Each press must be answered, unless the fault hit that very answer.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.ui.i18n.texts import common_texts
from bot.ui.interactions import reply
from playground.faults import DIRECT_PATH, RESET, THREAD_PATH, Fault, Faults
from playground.rest.server import RestExchange
from tests.crash.runs import differences, run_in, seen
from tests.crash.stories import STORIES
from tests.crash.story_run import PATIENCE, Act, Story, StoryRun, until

Site = tuple[str, str]
"""A route: method and path."""

INVALID = (401, 403, 429)
MOST_INVALID = 60
"""The most refusals in one run, whose rests are short: five tries of each message an attempt.

Discord bans a bot after ten thousand in ten minutes.
"""
LOUDEST = 3
"""A run with a fault makes at most this many times the requests of one without."""
SOON = 3.0
"""Seconds until people press again while answers may get lost."""
MOST = 1000
"""Requests after which a fault that doesn't pass would end."""
STALL = 10.0
"""Real seconds that a stall lasts."""

MESSAGES, MESSAGE = (
    "/channels/{channel_id}/messages",
    "/channels/{channel_id}/messages/{message_id}",
)
CALLBACK: Site = ("POST", "/interactions/{interaction_id}/{token}/callback")
WEBHOOK = "/webhooks/{application_id}/{token}"
POST: Site = ("POST", MESSAGES)
THREAD: Site = ("POST", f"{MESSAGE}/threads")
LETTER: Site = ("POST", f"{DIRECT_PATH}/messages")
DIRECT: Site = ("POST", "/users/@me/channels")
MESSAGE_IN_THREAD = f"{THREAD_PATH}/messages/{{message_id}}"
EDIT_IN_THREAD: Site = ("PATCH", MESSAGE_IN_THREAD)
POST_IN_THREAD: Site = ("POST", f"{THREAD_PATH}/messages")

OPTIONAL = {THREAD: 160006, DIRECT: 40003, LETTER: 20009}
"""Discord's refusals with status 400 of requests that the bot can do without, by their route."""
INVALID_BODY = 50035
"""The refusal of any other request with a body."""

DO_WITHOUT = "400 with a code"

TROUBLES: dict[str, Callable[[Faults, Site], Fault]] = {
    "403": lambda faults, site: faults.refuse(50007 if site == LETTER else 50001, *site, times=2),
    # A message that Discord calls unknown is deleted.
    "404": lambda faults, site: faults.refuse(10008, *site, times=2, applied=site[0] == "DELETE"),
    DO_WITHOUT: lambda faults, site: faults.answer(
        *site,
        status=400,
        code=OPTIONAL.get(site, INVALID_BODY),
        times=MOST if site in OPTIONAL else 1,
    ),
    # From in front of Discord; neither says anything about the message or its place.
    "stray 403": lambda faults, site: faults.answer(*site, status=403, code=40333, times=2),
    "stray 404": lambda faults, site: faults.answer(*site, status=404, times=2),
    "token dead": lambda faults, site: faults.refuse(50027, *site, times=2),
    "429": lambda faults, site: faults.answer(*site, status=429, retry_after=0.01, times=2),
    "429 global": lambda faults, site: faults.answer(
        *site, status=429, retry_after=0.01, times=2, everywhere=True
    ),
    "429 long": lambda faults, site: faults.answer(*site, status=429, retry_after=600, times=2),
    "500": lambda faults, site: faults.answer(*site, status=500, times=6),
    "502, done": lambda faults, site: faults.answer(*site, status=502, applied=True),
    "cut": lambda faults, site: faults.answer(*site, status=0, times=2),
    "cut, done": lambda faults, site: faults.answer(*site, status=0, applied=True),
    # aiohttp itself repeats requests that may be repeated.
    "reset": lambda faults, site: faults.answer(
        *site, status=RESET, times=1 if site[0] in ("POST", "PATCH") else 2
    ),
    "reset, done": lambda faults, site: faults.answer(*site, status=RESET, applied=True),
    "stall": lambda faults, site: faults.stall(STALL, *site),
}
OTHER_ENDS = {
    *((trouble, THREAD) for trouble in (DO_WITHOUT, "403", "404")),
    *((trouble, site) for trouble in ("403", "404") for site in (POST_IN_THREAD, EDIT_IN_THREAD)),
}
"""Faults after which the table is in its channel and says why."""
ANSWERED = ("reset", "reset, done")
"""Faults that excuse neither a missing answer nor an apology."""
WITH_FAULTS = ("thread", "letters", "time-out", "end")
"""The stories that use every route of a table; SLOW uses the routes of its answers."""


def is_true(trouble: str, site: Site) -> bool:
    """Tell whether Discord can answer this route with this fault."""
    method, path = site
    if trouble == DO_WITHOUT:
        return method in ("POST", "PATCH")
    if trouble == "token dead":
        return path.startswith(WEBHOOK)
    # It never calls an existing message unknown; deleted messages are events.
    named = (MESSAGE, MESSAGE_IN_THREAD, THREAD[1])
    return trouble != "404" or path not in named or method == "DELETE"


def answers(site: Site) -> bool:
    """Tell whether people get their answers by this route."""
    return site == CALLBACK or site[1].startswith(WEBHOOK)


@dataclass
class Quiet:
    """A story without faults: its result and its requests."""

    story: Story
    end: dict[str, object] = field(default_factory=dict)
    sites: dict[Site, int] = field(default_factory=dict)
    """The routes it uses, each with the attempt that first did."""
    requests: int = 0
    attempts: int = 0


async def quiet_run(story: Story, home: Path) -> Quiet:
    """Go through a story and note every route it uses."""
    quiet = Quiet(story)

    with host_of(story):
        async with run_in(story, home) as story_run, story_run.open():

            def note(method: str, path: str) -> None:
                quiet.sites.setdefault((method, path), story_run.attempts)
                quiet.requests += 1

            story_run.playground.faults.watchers.append(note)
            story_run.is_patient = story is SLOW
            await story_run.go_on()
            quiet.attempts = story_run.attempts
            await healed(story_run)
            quiet.end = without_ids(story_run)
    return quiet


async def run_with_fault(quiet: Quiet, home: Path, trouble: str, site: Site) -> list[str]:
    """Play the story with a fault at one route; return what is wrong at the end."""
    begun: list[str] = []
    made: list[RestExchange] = []
    with host_of(quiet.story):
        async with run_in(quiet.story, home) as story_run, story_run.open():
            playground = story_run.playground
            playground.faults.watchers.append(lambda *route: begun.append(" ".join(route)))
            playground.rest.watchers.append(made.append)
            story_run.is_patient = story_run.looks_for_table = True
            fault = TROUBLES[trouble](playground.faults, site)
            story_run.is_excused = lambda _: (
                trouble not in ANSWERED and answers(site) and not fault.is_over
            )
            if trouble != "stall":
                story_run.brief = SOON
            hidden: list[str] = []

            def look(attempt: int) -> None:
                """Note a table that nobody can see, once nothing hinders the bot any more."""
                is_free = fault.is_over or trouble == DO_WITHOUT
                if is_free and story_run.truth.life == "running" and not is_shown(story_run):
                    hidden.append(f"no table at attempt {attempt}")

            story_run.before = look
            await story_run.go_on()
            playground.faults.heal()
            await until(lambda: len(made) >= len(begun))  # a stalled request ends, too
            await healed(story_run)
            elsewhere = (trouble, site) in OTHER_ENDS
            wrong = compared(quiet, story_run, elsewhere=elsewhere)
            if trouble in ANSWERED:
                wrong += apologies(story_run)
    return wrong + hidden + too_loud(quiet, made)


def compared(quiet: Quiet, story_run: StoryRun, *, elsewhere: bool = False) -> list[str]:
    """Return what differs from the story without faults, and presses without an effect.

    If the table moved, compare only the matches and the controls.
    """
    expected, result = quiet.end, without_ids(story_run)
    if elsewhere:
        expected, result = _placeless(expected), _placeless(result)
    lines = differences(expected, result) + story_run.truth.broken()
    return lines + [f"no answer: {item}" for item in story_run.unanswered]


def too_loud(quiet: Quiet, made: list[RestExchange]) -> list[str]:
    """Return a complaint about too many requests, or too many invalid ones."""
    refused = sum(exchange.status in INVALID for exchange in made)
    if refused <= MOST_INVALID and len(made) <= LOUDEST * quiet.requests:
        return []
    return [f"{len(made)} requests instead of {quiet.requests}, {refused} of them invalid"]


def apologies(story_run: StoryRun) -> list[str]:
    """Return the messages that say only that something went wrong."""
    apology = common_texts.BROKEN.message
    return [
        f"an apology: {message.content}"
        for message in story_run.playground.world.messages.values()
        if apology in message.content
    ]


def is_shown(story_run: StoryRun) -> bool:
    """Tell whether everybody can see the table of a running match."""
    return any("My hand" in shown.buttons for shown in story_run.public(story_run.people[0]))


async def healed(story_run: StoryRun) -> None:
    """Wait until the bot shows everything that it knows to be missing; nobody looks for a table."""
    await until(lambda: story_run.playground.sessions.online)
    await story_run.settled()


async def looked_at(story_run: StoryRun) -> None:
    """Look for the table, which lets the bot show what is missing."""
    story_run.playground.patience = PATIENCE
    await story_run.settled()
    await until(lambda: story_run.playground.sessions.online)
    await story_run.person("Ana").slash(story_run.place, "table show", table=story_run.truth.newest)
    await story_run.bot.surfaces.catch_up()
    await story_run.settled()


def without_ids(story_run: StoryRun) -> dict[str, Any]:
    """Return what was seen without people's ids, which differ in each playground."""
    result = seen(story_run)
    text = repr(result["record"])
    for person in story_run.people:
        text = text.replace(str(person.user.id), person.name)
    return {**result, "record": text}


def _placeless(end: dict[str, Any]) -> dict[str, object]:
    """Return what was seen without the remarks that tell where the table is."""
    screen: Any = end["screen"]
    return {"record": end["record"], "buttons": sorted(b for _, b, _ in screen if b)}


@contextmanager
def host_of(story: Story) -> Iterator[None]:
    """Slow the host down, so that it defers every press and answers by the token."""
    patience = reply.PATIENCE
    if story is SLOW:
        reply.PATIENCE = 0
    try:
        yield
    finally:
        reply.PATIENCE = patience


def _mistakes() -> Act:
    """Let Ana, who has a seat, press Join until she has read the refusal."""

    async def do(story_run: StoryRun) -> None:
        await story_run.person("Ana").click(story_run.table("Join"), "Join")

    def has_read(story_run: StoryRun) -> bool:
        read = story_run.person("Ana").sees(story_run.place)
        return any("already at this table" in shown.text for shown in read if shown.ephemeral)

    return Act("Ana: Join once more", do, has_read)


def _slowly(story: Story) -> Story:
    """Return a story with a mistake, on a slow host."""
    return replace(story, name="slow", acts=(*story.acts[:3], _mistakes(), *story.acts[3:]))


def fault_stories() -> tuple[Story, ...]:
    return (*(story for story in STORIES if story.name in WITH_FAULTS), SLOW)


SLOW = _slowly(next(story for story in STORIES if story.name == "substitute"))
