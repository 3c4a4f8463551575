"""Events that no request causes, at any moment of a story.

A press is delivered twice, or late; the gateway breaks; a message, a thread, a channel, a server or
a permission is taken away, and perhaps given back. Each event happens at one attempt, before the
press or at the bot's first request to Discord; then the story continues to its end.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playground.interactions.interactions import ANSWER_WITHIN, TOKEN_LIVES, at_once
from playground.rest.server import RestExchange
from playground.world.clock import ManualClock
from playground.world.permissions import Permission
from playground.world.world import Channel, Guild
from tests.crash.faults import (
    POST,
    SOON,
    THREAD,
    Quiet,
    Site,
    compared,
    fault_stories,
    host_of,
    looked_at,
    too_loud,
)
from tests.crash.runs import run_in
from tests.crash.stories import STORIES
from tests.crash.story_run import ELSEWHERE, Story, StoryRun
from tests.integration.support.running_bot import TABLE

LASTS = 3
"""Attempts after which a temporary event ends."""

Deed = Callable[[StoryRun], None]


def _nothing(story_run: StoryRun) -> None:
    """Do nothing; for an event that doesn't end."""


@dataclass(frozen=True)
class Event:
    strike: Deed
    passes: Deed = _nothing
    """Called after some attempts to end the event."""
    amid: bool = False
    """Whether it happens at the bot's first request, not before the press."""
    silences: bool = False
    """Whether the press it hits may stay unanswered, as on Discord."""
    elsewhere: bool = False
    """Whether the table is in another place afterwards."""
    only_in: str | None = None
    """The only story in which it can happen, or None."""
    after: Site | None = None
    """The request that must have been made before the event is possible."""


def _home(story_run: StoryRun) -> Channel:
    world = story_run.playground.world
    return next(channel for channel in world.channels.values() if channel.name == TABLE)


def _guild(story_run: StoryRun) -> Guild:
    return story_run.playground.world.guild


def _twice(story_run: StoryRun) -> None:
    def courier(bring: Callable[[], None]) -> None:
        bring()
        bring()

    story_run.playground.interactions.courier = courier


def _late(story_run: StoryRun) -> None:
    """Deliver the next press after Discord has told the person that it failed."""
    clock = story_run.playground.clock
    assert isinstance(clock, ManualClock)  # what `opened` gives

    def courier(bring: Callable[[], None]) -> None:
        clock.call_later(ANSWER_WITHIN + 0.1, bring)
        asyncio.get_running_loop().call_soon(clock.advance, ANSWER_WITHIN + 0.2)

    story_run.playground.interactions.courier = courier


def _tokens_die(story_run: StoryRun) -> None:
    clock = story_run.playground.clock
    assert isinstance(clock, ManualClock)  # as above
    clock.advance(TOKEN_LIVES + 1)


def _message_goes(story_run: StoryRun) -> None:
    for shown in reversed(story_run.public(story_run.people[0])):
        if shown.buttons:
            story_run.playground.faults.delete_message(shown.value)
            return


def _channel_goes(story_run: StoryRun) -> None:
    story_run.playground.faults.delete_channel(_home(story_run))
    story_run.place = ELSEWHERE


def _threads(story_run: StoryRun) -> list[Channel]:
    return story_run.playground.world.threads_in(_home(story_run))


def _thread_goes(story_run: StoryRun) -> None:
    for thread in _threads(story_run):
        story_run.playground.faults.delete_channel(thread)


def _thread_sleeps(story_run: StoryRun) -> None:
    for thread in _threads(story_run):
        story_run.playground.faults.archive(thread)


def _thread_is_locked(story_run: StoryRun) -> None:
    for thread in _threads(story_run):
        story_run.playground.faults.archive(thread, locked=True)


def _taken(*permissions: Permission) -> Deed:
    def take(story_run: StoryRun) -> None:
        bot = story_run.playground.world.bot
        story_run.playground.faults.forbid(bot, _home(story_run), *permissions)

    return take


EVENTS: dict[str, Event] = {
    "press delivered twice": Event(_twice),
    "press delivered late": Event(_late, silences=True),
    "tokens run out": Event(_tokens_die, amid=True, silences=True),
    "socket cut": Event(lambda e: e.playground.faults.cut(), amid=True),
    "socket cut, no resume": Event(
        lambda e: e.playground.faults.refuse_resume(), amid=True, silences=True
    ),
    "table deleted": Event(_message_goes, amid=True, after=POST),
    "thread deleted": Event(
        _thread_goes, amid=True, elsewhere=True, only_in="thread", after=THREAD
    ),
    "thread asleep": Event(_thread_sleeps, amid=True, only_in="thread", after=THREAD),
    "thread locked": Event(
        _thread_is_locked, amid=True, elsewhere=True, only_in="thread", after=THREAD
    ),
    "channel deleted": Event(_channel_goes, elsewhere=True),
    "channel closed to us": Event(
        _taken(Permission.VIEW_CHANNEL), _taken(), amid=True, elsewhere=True
    ),
    "nothing may be sent": Event(
        _taken(Permission.SEND_MESSAGES, Permission.SEND_MESSAGES_IN_THREADS),
        _taken(),
        amid=True,
        elsewhere=True,
    ),
    "bot removed": Event(
        lambda e: e.playground.faults.expel_bot(_guild(e)),
        lambda e: e.playground.faults.invite_bot(_guild(e)),
        silences=True,
        elsewhere=True,
    ),
    "server offline": Event(
        lambda e: e.playground.faults.take_offline(_guild(e)),
        lambda e: e.playground.faults.bring_online(_guild(e)),
        amid=True,
        elsewhere=True,
    ),
    "letters refused": Event(
        lambda e: e.person("Ana").set_dms(allow=False),
        lambda e: e.person("Ana").set_dms(allow=True),
        amid=True,
        only_in="letters",
    ),
}


async def run_with_event(quiet: Quiet, home: Path, name: str, moment: int) -> list[str]:
    """Play a story with this event at that attempt; return what is wrong at the end."""
    event, made = EVENTS[name], list[RestExchange]()
    with host_of(quiet.story):
        async with run_in(quiet.story, home) as story_run, story_run.open():
            story_run.playground.rest.watchers.append(made.append)
            story_run.is_patient = story_run.looks_for_table = True
            lasts = range(moment, moment + LASTS)
            story_run.brief = SOON
            # An event that awaits a press is over once that has come.
            interactions = story_run.playground.interactions
            story_run.is_excused = lambda attempt: (
                event.silences and (attempt in lasts or interactions.courier is not at_once)
            )
            story_run.before = _struck_by(event, story_run, moment)
            await story_run.go_on()
            event.passes(story_run)
            await looked_at(story_run)
            wrong = compared(quiet, story_run, elsewhere=event.elsewhere)
            wrong += await story_run.out_of_reach()
    return wrong + too_loud(quiet, made)


def _struck_by(event: Event, story_run: StoryRun, moment: int) -> Callable[[int], None]:
    """Return a hook for each attempt, which starts the event and later ends it."""
    watchers = story_run.playground.faults.watchers

    def strike(*_: str) -> None:
        """Start the event once, before the current request."""
        watchers.remove(strike)
        event.strike(story_run)

    def before(attempt: int) -> None:
        if attempt == moment and event.amid:
            watchers.append(strike)
        elif attempt == moment:
            event.strike(story_run)
        elif attempt == moment + LASTS:
            event.passes(story_run)

    return before


def lived_through() -> tuple[Story, ...]:
    """Return the stories of the faults, and that of a lobby, which shows doubled work."""
    return (*fault_stories(), next(story for story in STORIES if story.name == "lobby"))


def moments(quiet: Quiet, name: str) -> range:
    """Return the attempts of a story at which this event can happen."""
    event = EVENTS[name]
    if event.only_in not in (None, quiet.story.name):
        return range(0)
    first = quiet.sites[event.after] if event.after else 0
    return range(first + 1, quiet.attempts + 1)
