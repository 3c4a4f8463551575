"""Outages of Discord: once they are over, everything is shown as if there had been none.

During an outage a match ends, another goes on, a third starts and sends a hand directly, a reminder
is due, and a tournament's check-in opens. What everybody sees afterwards must be the same as in a
run without an outage.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp

from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import MINUTE, SECOND
from bot.tables.jobs.system_clock import SystemClock
from playground.testing.snapshots import ShownMessage
from playground.world.clock import ManualClock as PlaygroundManualClock
from playground.world.seed import add_guild
from playground.world.world import Channel
from tests.bot.tables.support import LocalApp, ManualClock, Notes
from tests.crash.runs import differences
from tests.crash.story_run import steady, until
from tests.crash.truth import Steady, Truth
from tests.integration.support.running_bot import TABLE, RunningBot, from_noon
from tests.support.bad_discord import API, CUT, GATEWAY, SILENCE, BadDiscord, bad_discord
from tests.support.playground import opening
from tests.toys.plots import PLOTS

PEOPLE = ("Ana", "Ben", "Chen", "Dora", "Emil", "Farah")
FIRST, OTHER, THIRD = TABLE, "table-two", "lounge"
BEFORE, JUMP = 26 * MINUTE, 5 * MINUTE + SECOND
"""Together until check-in opens; the latter is half the time of the second match's clock.

Hands can be edited for a quarter of an hour.
"""
FAR = 100_000
"""Interactions of the application itself, far from those of people."""


COMPLETE = {
    0: "share the win",
    1: "half the time is gone",
    2: "the table is waiting for you",
    4: "check in now to be seated",
}
"""Words that appear in each place."""
DIRECT_HANDS = 2
NEW_NOTICE = "notice is behind"
"""A reminder counts as behind until it is looked at, which the next minute does."""
LIMIT = 90.0
"""Seconds after an outage until everything must be true: two of the longest pauses, at most."""
Views = dict[str, list[object]]


class Outage(NamedTuple):
    """What Discord's REST API and its gateway answer; None for answers as usual."""

    rest: int | str | None = None
    is_refused: bool = False
    """Whether nothing listens any more."""
    gateway: int | str | None = None
    is_cut: bool = True
    """Whether requests without an answer are cut when the outage ends, or never get one."""

    async def begin(self, playground: BadDiscord) -> None:
        if self.rest is not None:
            playground.always[API] = self.rest
        if self.is_refused:
            await playground.stop_listening()
        if self.gateway is not None:
            playground.always[GATEWAY] = self.gateway
            playground.faults.cut()


OUTAGES = {
    "503": Outage(503),
    "connections refused": Outage(is_refused=True),
    "connections cut": Outage(CUT),
    "no answer": Outage(SILENCE),
    "no answer for good": Outage(SILENCE, is_cut=False),
    "503, gateway lost": Outage(503, gateway=503),
    "all refused": Outage(is_refused=True, gateway=CUT),
}


class JumpingClock(SystemClock):
    """A clock that runs, and jumps ahead on request."""

    def __init__(self) -> None:
        self.ahead = 0
        running = from_noon()
        super().__init__(lambda: (running.now() + self.ahead) * 1_000_000)


@dataclass
class Scene:
    """Three matches and a tournament on two servers."""

    env: RunningBot
    playground: BadDiscord
    clock: JumpingClock
    matches: list[str] = field(default_factory=list)
    _presses: "count[int]" = field(default_factory=lambda: count(FAR))

    @property
    def truth(self) -> Truth:
        return Truth(self.env.database)

    @property
    def places(self) -> list[Channel | str]:
        world = self.playground.world
        second = [
            channel for channel in world.channels.values() if channel.guild_id != world.guild.id
        ]
        return [FIRST, OTHER, THIRD, "@bot", *(item for item in second if item.name == TABLE)]

    def player(self, name: str) -> Player:
        return Player(self.env.person(name).user.id, name)

    async def prepare(self) -> None:
        """Open the tournament, start two matches, and open a lobby, as people do."""
        person = self.env.person
        options = {"game": "plots", "start": "60", "rounds": 1, "size": 2, "options": "rounds=1"}
        await person("Emil").slash(self.places[-1], "tournament open", **options)
        announced = self.env.public(person("Emil"), self.places[-1])
        for name in ("Emil", "Farah"):
            await person(name).click(announced, "Join")
        self.pass_time(BEFORE)
        await person("Chen").slash(OTHER, "me dm on")
        await self._table(FIRST, "Ana", "Ben")
        await self._table(OTHER, "Dora", "Chen", clock="live_10m")
        await self._lobby(THIRD, "Farah", "Chen")
        await self.env.settled()

    async def _lobby(self, place: str, host: str, guest: str, **options: object) -> ShownMessage:
        """Open a lobby for two."""
        person = self.env.person
        await person(host).slash(place, "play", **opening("plots", rounds=1, **options))
        lobby = self.env.public(person(host), place)
        await person(guest).click(lobby, "Join")
        await self.env.settled()
        self.matches.append(self.truth.newest)
        return lobby

    async def _table(self, place: str, host: str, guest: str, **options: object) -> None:
        """Start a match of two whose host opens a hand."""
        lobby = await self._lobby(place, host, guest, **options)
        await self.env.start_match(self.env.person(host), lobby)
        await self.env.hand(self.env.person(host), lobby)

    async def play(self) -> None:
        """End the first match, move in the second, start the third, and let minutes pass.

        No request to Discord is needed for this: it is committed before anything is shown.
        """
        bot, (ended, going, begun) = self.env.bot, self.matches
        players = [self.player(name) for name in PEOPLE]
        app = LocalApp(
            *(bot.store, bot.tables, ManualClock(), Notes(), Path()), self.env.games, self._presses
        )
        await app.play_out(ended, players)
        await app.press(going, (await app.awaited(going, players))[0])
        await bot.tables.match_start.start(begun, self.player("Farah"))
        self.pass_time(JUMP)

    def pass_time(self, milliseconds: int) -> None:
        """Let the clock jump ahead, and the scheduler look at it."""
        context = self.env.bot.tables.scheduler._context
        self.clock.ahead += milliseconds
        context.heartbeat.start()  # the machine didn't sleep
        context.wake.set()

    def is_complete(self) -> bool:
        """Whether a result, both reminders, the check-in and both direct hands are there."""
        ana = self.env.person("Ana")
        shown = {
            words: any(words in message.text for message in ana.sees(self.places[number]))
            for number, words in COMPLETE.items()
        }
        return all(shown.values()) and len(self.env.person("Chen").sees("@bot")) == DIRECT_HANDS

    def views(self) -> Views:
        """Return what everybody sees everywhere, and what is behind; the order may differ."""
        behind: list[object] = [fact for fact in self.truth.broken() if fact != NEW_NOTICE]
        seen: Views = {"behind": behind}
        return seen | {
            f"{name} in {number}": sorted(
                (
                    [steady(shown.text), shown.buttons, self._pictures(shown, place)]
                    for shown in self.env.person(name).sees(place)
                ),
                key=repr,
            )
            for name in PEOPLE
            for number, place in enumerate(self.places)
        }

    def _pictures(self, shown: ShownMessage, place: Channel | str) -> list[str | None]:
        """Return what a public message's pictures show; those of a hand may be a move older."""
        return [] if shown.ephemeral or place == "@bot" else shown.alts


@asynccontextmanager
async def scene_in(folder: Path) -> AsyncIterator[Scene]:
    """Run a bot with everything prepared; people wait for its answers as long as it takes."""
    async with bad_discord(PlaygroundManualClock()) as playground:
        world = playground.world
        add_guild(world, "Second Garden", world.people)
        database, running = folder / "tomato-table.db", JumpingClock()
        env = RunningBot(
            playground, database, (PLOTS,), time=running, secret_source=Steady(database)
        )
        async with env.open():
            scene = Scene(env, playground, running)
            await scene.prepare()
            yield scene


class Recovery(NamedTuple):
    """What became of one outage."""

    seconds: float
    """From the end of the outage until everything was true."""
    requests: int
    """How many were made during the outage."""
    later: int
    """How many were made afterwards."""
    wrong: list[str]
    """What still differed when the patience ended."""


async def views_without_outage(folder: Path) -> Views:
    """Return what everybody sees at the end without an outage."""
    async with scene_in(folder) as scene:
        await scene.play()
        await until(scene.is_complete)
        await scene.env.settled()
        return scene.views()


async def recovered(
    folder: Path, expected: Views, outage: Outage, lasts: Callable[[Scene], Awaitable[None]]
) -> Recovery:
    """Play during an outage that ends when `lasts` returns; return how everything became true."""
    async with scene_in(folder) as scene:
        playground = scene.playground
        with counted_requests() as requests:
            await outage.begin(playground)
            await scene.play()
            await lasts(scene)
            during, begun = len(requests), time.monotonic()
            await playground.heal(ends_silences=outage.is_cut)
            with suppress(TimeoutError):
                await until(lambda: scene.views() == expected, LIMIT)
            seconds = time.monotonic() - begun
            later = len(requests) - during
        return Recovery(seconds, during, later, differences(expected, scene.views()))


@contextmanager
def counted_requests() -> Iterator[list[str]]:
    """Yield a list of all requests to the API that are tried inside, whether they arrive or not."""
    request, tried = aiohttp.ClientSession._request, list[str]()

    async def counted(self: Any, method: str, url: Any, **options: Any) -> Any:
        if API in str(url):
            tried.append(f"{method} {url}")
        return await request(self, method, url, **options)

    aiohttp.ClientSession._request = counted  # type: ignore[method-assign,assignment]  # the only place that sees all of them
    try:
        yield tried
    finally:
        aiohttp.ClientSession._request = request  # type: ignore[method-assign]  # as above
