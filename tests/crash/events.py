"""Events that no request causes, at any moment of a story.

A press is delivered twice, or late; the gateway breaks; a message, a thread, a channel, a server or
a permission is taken away, and perhaps given back. Each event happens at one attempt, before the
press or at the bot's first request to Discord; then the story continues to its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.playground.interactions.interactions import ANSWER_WITHIN, TOKEN_LIVES
from bot.playground.rest.server import RestExchange
from bot.playground.world.clock import ManualClock
from bot.playground.world.permissions import Permission
from bot.playground.world.world import Channel, Guild
from tests.crash.evening import ELSEWHERE, Evening, Story
from tests.crash.faults import (
    LATE,
    POST,
    THREAD,
    Quiet,
    Site,
    compared,
    host_of,
    looked_at,
    told,
    too_loud,
)
from tests.crash.runs import evening_in
from tests.crash.stories import STORIES
from tests.integration.support.running_bot import TABLE

LASTS = 3
"""Attempts after which a temporary event ends."""

Deed = Callable[[Evening], None]


def _nothing(evening: Evening) -> None:
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


def _home(evening: Evening) -> Channel:
    world = evening.playground.world
    return next(channel for channel in world.channels.values() if channel.name == TABLE)


def _guild(evening: Evening) -> Guild:
    return evening.playground.world.guild


def _twice(evening: Evening) -> None:
    def courier(bring: Callable[[], None]) -> None:
        bring()
        bring()

    evening.playground.interactions.courier = courier


def _late(evening: Evening) -> None:
    """Deliver the next press after Discord has told the person that it failed."""
    clock = evening.playground.clock
    assert isinstance(clock, ManualClock)  # what `opened` gives

    def courier(bring: Callable[[], None]) -> None:
        clock.call_later(ANSWER_WITHIN + 0.1, bring)
        asyncio.get_running_loop().call_soon(clock.advance, ANSWER_WITHIN + 0.2)

    evening.playground.interactions.courier = courier


def _tokens_die(evening: Evening) -> None:
    clock = evening.playground.clock
    assert isinstance(clock, ManualClock)  # as above
    clock.advance(TOKEN_LIVES + 1)


def _message_goes(evening: Evening) -> None:
    for shown in reversed(evening.public(evening.people[0])):
        if shown.buttons:
            evening.playground.faults.delete_message(shown.value)
            return


def _channel_goes(evening: Evening) -> None:
    evening.playground.faults.delete_channel(_home(evening))
    evening.place = ELSEWHERE


def _threads(evening: Evening) -> list[Channel]:
    return evening.playground.world.threads_in(_home(evening))


def _thread_goes(evening: Evening) -> None:
    for thread in _threads(evening):
        evening.playground.faults.delete_channel(thread)


def _thread_sleeps(evening: Evening) -> None:
    for thread in _threads(evening):
        evening.playground.faults.archive(thread)


def _thread_is_locked(evening: Evening) -> None:
    for thread in _threads(evening):
        evening.playground.faults.archive(thread, locked=True)


def _taken(*permissions: Permission) -> Deed:
    def take(evening: Evening) -> None:
        bot = evening.playground.world.bot
        evening.playground.faults.forbid(bot, _home(evening), *permissions)

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


async def eventful_evening(quiet: Quiet, home: Path, name: str, moment: int) -> list[str]:
    """Play a story with this event at that attempt; return what is wrong at the end."""
    event, made = EVENTS[name], list[RestExchange]()
    with host_of(quiet.story):
        async with evening_in(quiet.story, home) as evening, evening.open():
            evening.playground.rest.watchers.append(made.append)
            evening.playground.patience = LATE
            evening.is_patient = evening.looks_for_table = True
            lasts = range(moment, moment + LASTS)
            evening.is_excused = lambda attempt: event.silences and attempt in lasts
            evening.before = _struck_by(event, evening, moment)
            await evening.go_on()
            event.passes(evening)
            await looked_at(evening)
            wrong = compared(quiet, evening, elsewhere=event.elsewhere)
            wrong += await evening.out_of_reach()
    return wrong + too_loud(quiet, made)


def _struck_by(event: Event, evening: Evening, moment: int) -> Callable[[int], None]:
    """Return a hook for each attempt, which starts the event and later ends it."""
    watchers = evening.playground.faults.watchers

    def strike(*_: str) -> None:
        """Start the event once, before the current request."""
        watchers.remove(strike)
        event.strike(evening)

    def before(attempt: int) -> None:
        if attempt == moment and event.amid:
            watchers.append(strike)
        elif attempt == moment:
            event.strike(evening)
        elif attempt == moment + LASTS:
            event.passes(evening)

    return before


def lived_through() -> tuple[Story, ...]:
    """Return the stories of the faults, and that of a lobby, which shows doubled work."""
    return (*told(), next(story for story in STORIES if story.name == "lobby"))


def moments(quiet: Quiet, name: str) -> range:
    """Return the attempts of a story at which this event can happen."""
    event = EVENTS[name]
    if event.only_in not in (None, quiet.story.name):
        return range(0)
    first = quiet.sites[event.after] if event.after else 0
    return range(first + 1, quiet.attempts + 1)
