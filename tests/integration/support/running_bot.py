"""The real bot in a playground, with people at its tables."""

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.metrics.prometheus import Metrics
from bot.settings import Settings
from bot.tables import ports as bot_ports
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.player import Player
from bot.tables.jobs.system_clock import SystemClock
from bot.ui.program.compose import Bot, assembled
from bot.ui.program.serving import serve
from games import GAMES
from games.core.game import AnyGame
from playground.server import Playground, PlaygroundAddress
from playground.testing.people import Place, PlaygroundUser
from playground.testing.snapshots import ActionResult, ShownMessage
from playground.world.clock import PlaygroundClock
from playground.world.components import BUTTON
from playground.world.permissions import Permission
from playground.world.world import Overwrite
from tests.bot.tables.support import NOON, LocalApp, ManualClock, Notes
from tests.integration.support.hurry import settled
from tests.integration.support.public_words import PublicWords
from tests.support.new_databases import place_database
from tests.support.playground import opened, opening, running

TABLE = "table-one"
UNHURRIED = 10_000
"""Channel edits in five seconds: more than any test makes, so that none has to wait."""
CONTROL = "tt:"
"""How the custom ids of a prompt's controls begin."""
AHEAD, SWAP = ":ahead-", ":w:"
"""In the ids of a premove's controls, and of the button that shows the table or the hand."""
Hands = dict[PlaygroundUser, ShownMessage]
"""A message of each person, with their controls."""
_BEGAN = time.monotonic_ns()
_PRESSES = count(5_000)


def from_noon() -> SystemClock:
    """Return a clock that runs from the same moment in every run, so that no test sees midnight."""
    return SystemClock(lambda: NOON * 1_000_000 + time.monotonic_ns() - _BEGAN)


@dataclass
class SameDeals(SecretSource):
    """Gives the matches of every run the same deals."""

    _numbers: "count[int]" = field(default_factory=count)

    def secret(self) -> bytes:
        return blake2b(f"deal {next(self._numbers)}".encode(), digest_size=32).digest()


@dataclass
class RunningBot:
    """One playground with a running bot."""

    playground: Playground
    database: Path | str
    games: Sequence[AnyGame] = GAMES
    time: bot_ports.Clock = field(default_factory=from_noon)
    secret_source: SecretSource = field(default_factory=SameDeals)
    shards: str = ""
    """The shard setting of the bot; empty means all shards."""
    metrics: Metrics = field(default_factory=Metrics)
    painters: int = 0
    """How many processes paint."""
    bots: list[Bot] = field(default_factory=list)
    """The current bot; a restart replaces it."""
    words: PublicWords = field(init=False)

    def __post_init__(self) -> None:
        self.words = PublicWords(self.playground)

    @property
    def bot(self) -> Bot:
        return self.bots[-1]

    def person(self, name: str) -> PlaygroundUser:
        return self.playground.person(name)

    async def start(self, address: PlaygroundAddress) -> None:
        """Run the bot until cancelled; its bot seats answer at once."""
        if isinstance(self.database, Path):
            place_database(self.database)
        settings = Settings(
            token=SecretStr(address.token),
            database=self.database,
            bot_seat_delay=0,
            drafts=True,
            painters=self.painters,
            shards=self.shards,
        )
        async with assembled(
            settings,
            games=self.games,
            clock=self.time,
            secret_source=self.secret_source,
            channel_changes=UNHURRIED,
            guild_ready_timeout=0.05,
            metrics=self.metrics,
        ) as bot:
            self.bots.append(bot)
            await serve(bot, address.token)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[asyncio.Task[None]]:
        """Run the bot inside this block, once it has resumed its matches."""
        before = len(self.bots)
        async with running(self.playground, self.start) as task:
            if len(self.bots) > before:
                up = asyncio.create_task(self.bot.is_up.wait())
                await asyncio.wait({up, task}, return_when=asyncio.FIRST_COMPLETED)
                up.cancel()
            yield task
        assert self.words.addressed == [], "everybody reads what is for one person"

    def forbid(self, permission: Permission, channel: str = TABLE) -> None:
        """Take a permission from the bot in one channel."""
        world = self.playground.world
        place = self.person("Ana").channel(channel)
        place.overwrites.append(Overwrite(world.bot.id, 1, 0, int(permission)))
        world.keep(place)

    async def lobby(
        self, host: PlaygroundUser, *others: PlaygroundUser, **options: Any
    ) -> ShownMessage:
        """Open a table, of Tomate if no game is named, and let the others join."""
        options = {"game": "tomate", **options}
        await host.slash(TABLE, "play", **opening(**options))
        lobby = self.public(host)
        for person in others:
            await person.click(lobby, "Join")
            await host.until(partial(sits, person, lobby), f"{person.name} to sit")
        return lobby

    async def table(
        self, host: PlaygroundUser, *others: PlaygroundUser, **options: object
    ) -> ShownMessage:
        """Start a match; returns the public message."""
        lobby = await self.lobby(host, *others, **options)
        await self.start_match(host, lobby)
        return lobby

    async def start_match(self, host: PlaygroundUser, lobby: ShownMessage) -> None:
        """Press Start and wait until the lobby has become the table."""
        await host.click(lobby, "Start")
        await self.settled()
        await host.until(lambda: "My hand" in lobby.buttons, "the table")

    async def finish(self, *people: PlaygroundUser, match_id: str = "") -> None:
        """Let people play a match to the end without Discord: this one, or their only one.

        No bot has a seat: nobody here would wait for its moves.
        """
        match_id = match_id or await self._match_of(people[0])
        await self._app().play_out(match_id, _players(people))

    async def move(self, *people: PlaygroundUser) -> None:
        """Let the first of these people who is asked answer at random, without Discord."""
        app, match_id = self._app(), await self._match_of(people[0])
        asked, *_ = await app.awaited(match_id, _players(people))
        await app.press(match_id, asked)

    async def _match_of(self, person: PlaygroundUser) -> str:
        (match,) = await self.bot.tables.queries.matches_of(person.user.id)
        return match.id

    def _app(self) -> LocalApp:
        bot, games = self.bot, self.games
        return LocalApp(bot.store, bot.tables, ManualClock(), Notes(), Path(), games, _PRESSES)

    async def result(self, *people: PlaygroundUser) -> ShownMessage:
        """Let people play a match of Tomate of two hands; returns the message of its result."""
        await self.table(*people, cycles=1)
        await self.finish(*people)
        await self.settled()
        return self.public(people[0])

    def public(self, person: PlaygroundUser, channel: Place = TABLE) -> ShownMessage:
        """Return the newest public message in the channel."""
        return [shown for shown in person.sees(channel) if not shown.ephemeral][-1]

    async def hand(self, person: PlaygroundUser, table: ShownMessage) -> ShownMessage:
        """Open a hand once the table is shown: a match starts before its lobby is replaced."""
        await person.until(lambda: "My hand" in table.buttons, "the table")
        return (await person.click(table, "My hand")).message

    async def seated(self, *people: PlaygroundUser, **options: Any) -> tuple[ShownMessage, Hands]:
        """Start a match of Tomate of two hands; return the message of its lobby, and all hands."""
        lobby = await self.lobby(*people, cycles=1, **options)
        await people[0].click(lobby, "Start")
        await self.settled()
        hands = {person: (await person.slash(TABLE, "hand")).message for person in people}
        await self.settled()
        return lobby, hands

    async def press(self, hands: Hands) -> PlaygroundUser:
        """Press the first control of whoever is asked, and wait until all see it; return them."""
        person, asked = await self.asked_of(hands)
        await person.click(asked, controls(asked)[0])
        await self.settled()
        return person

    async def remind(
        self, person: PlaygroundUser, why: bot_ports.Why, **changes: Any
    ) -> Mapping[int, str]:
        """Send a reminder of this person's newest table; return whom it didn't reach, and why."""
        match_id = (await self.bot.tables.queries.matches_of(person.user.id))[0].id
        given = {"question": why, "mention": (), "write": (), "due_at": None, **changes}
        return await self.bot.surfaces.remind(bot_ports.Reminder(match_id, why=why, **given))

    async def ask_to_leave(self, person: PlaygroundUser, table: ShownMessage) -> ActionResult:
        """Open the confirmation for leaving a running match."""
        return await person.click(await person.click(table, "More"), "Leave the match")

    async def leave(self, person: PlaygroundUser, table: ShownMessage) -> ActionResult:
        answer = await person.click(await self.ask_to_leave(person, table), "Yes, leave")
        await self.settled()
        return answer

    async def settled(self) -> None:
        """Wait until each press is answered and each message up to date.

        Does nothing for a bot in another process.
        """
        if self.bots:
            await self.bot.client.answered()
            await settled(self.bot.surfaces)

    async def asked(self, *hands: ShownMessage) -> ShownMessage:
        """Wait until one of these hands is asked something; return it."""
        await self.playground.until(lambda: any(map(controls, hands)), "a question")
        return next(hand for hand in hands if controls(hand))

    async def asked_of(self, hands: Hands) -> tuple[PlaygroundUser, ShownMessage]:
        """Wait until one of these people is asked something; return them and their hand."""
        asked = await self.asked(*hands.values())
        return next((person, hand) for person, hand in hands.items() if hand is asked)


def _players(people: Sequence[PlaygroundUser]) -> list[Player]:
    return [Player(person.user.id, person.name) for person in people]


def words(shown: ShownMessage) -> str:
    """Return what a message says: its text, and its pictures to those who can't see them."""
    return " ".join((shown.text, *(alt or "" for alt in shown.alts)))


def sits(person: PlaygroundUser, lobby: ShownMessage) -> bool:
    return person.name in words(lobby)


async def forge(person: PlaygroundUser, shown: ShownMessage, custom_id: str) -> ActionResult:
    """Press a button that may not exist, as an old or forged client would."""
    data = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
    return await person._answer(person._acts._use(shown.value, data))


def tells_hand(name: str, log: str) -> bool:
    """Return whether a Tomate log names the cards that a player was dealt."""
    return re.search(rf"{name}(\*\*)? has [^.]+ of (coins|cups|swords|clubs)\b", log) is not None


def controls(hand: ShownMessage, *, ahead: bool = False) -> list[str]:
    """Return the custom ids of a question's enabled buttons, or those of a premove."""
    enabled = [] if hand.gone else [each for each in hand.components if not each.get("disabled")]
    ids = [str(component.get("custom_id", "")) for component in enabled]
    ids = [each for each in ids if each.startswith(CONTROL) and SWAP not in each]
    return [each for each in ids if (AHEAD in each) is ahead]


async def play_out(
    env: RunningBot,
    seated: Hands,
    over: Callable[[], bool],
    most: int = 400,
    *,
    settle: bool = True,
) -> list[ActionResult]:
    """Press the first control of whoever is asked until the match ends; return the results.

    By default, wait after every answer until all messages show it.
    """
    answers: list[ActionResult] = []
    for _ in range(most):
        await env.playground.until(
            lambda: over() or any(map(controls, seated.values())), "a question or the end"
        )
        if over():
            return answers
        person, hand = next((p, h) for p, h in seated.items() if controls(h))
        answers.append(await person.click(hand, controls(hand)[0]))
        if settle:
            await env.settled()
    raise AssertionError(f"the match was not over after {most} answers")


@asynccontextmanager
async def env_in(
    folder: Path, *, games: Sequence[AnyGame] = GAMES, clock: PlaygroundClock | None = None
) -> AsyncIterator[RunningBot]:
    """Open a running bot with its playground and database in this folder."""
    async with opened(clock=clock) as playground:
        env = RunningBot(playground, folder / "tomato-table.db", games)
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(env.open())
            yield env
