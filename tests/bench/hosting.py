"""A playground in this process, a bot in another, and people who play.

People press the first control of their hand. Measured is what they notice: when a press is
acknowledged, and when the table in the channel is repainted after it.
"""

import asyncio
import contextlib
import json
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.tables.application import Application
from bot.tables.domain.player import Player
from bot.tables.jobs.system_clock import SystemClock
from bot.tables.lobbies.lobbies import NewTable
from bot.tables.matches.snapshot import Snapshot
from bot.tables.ports import Reminder
from data.store import open_store
from games import GAMES
from playground.gateway.sharding import ShardingRules, spread_guilds
from playground.interactions.callbacks import DEFER, DEFER_UPDATE
from playground.interactions.options import Typed
from playground.interactions.user_actions import UserActions
from playground.server import Playground
from playground.world.components import walk
from playground.world.seed import PUBLIC_TOKEN
from playground.world.world import GUILD_TEXT, LOADING, Channel, Interaction, Message, Thing, User
from tests.integration.support.running_bot import SameDeals

REDIRECTED = """
import asyncio, os, pathlib, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
def redirect():
    import discord, yarl
    discord.http.Route.BASE = sys.argv[1]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[2])
"""
"""The beginning of a program that runs on a stand-in until its standard input ends."""
BARE = f"""{REDIRECTED}
redirect()
import discord
discord.Client(intents=discord.Intents.default()).run(sys.argv[3], log_handler=None)
"""
"""A client that only logs in."""
OURS = f"""{REDIRECTED}
import bot.__main__
from bot.garbage import loading
with loading():
    from bot.ui.program.local import run_locally
redirect()
asyncio.run(run_locally(sys.argv[3], pathlib.Path(sys.argv[4]), icons=()))
"""
"""Our bot, loaded as `python -m bot` loads it."""
UNHURRIED = 10_000
"""Edits of a channel in five seconds where the edit rate isn't measured."""
SLOWEST = 60.0
"""Seconds after which a wait fails."""
NOTHING_NEW = 6.0
"""Seconds after which a press counts as one that changed nothing in the channel."""
CONTROL = "tt:"
"""How the custom ids of a prompt's controls begin."""


class Figures(NamedTuple):
    """What a bot's process uses: bytes, counts, and seconds for which its loop was held.

    `cpu` is its processor time in seconds since its start.
    """

    memory: float
    tasks: float
    threads: float
    files: float
    sockets: float
    held: float
    cpu: float


class Turn(NamedTuple):
    """Seconds from a press to its acknowledgement, and until nothing more comes of it."""

    acknowledged: float
    done: float


@dataclass
class Seated:
    """A table: its channel, its players, and the message of each hand."""

    channel: Channel
    players: tuple[User, ...]
    match_id: str = ""
    hands: dict[int, int] = field(default_factory=dict)
    """The message by the player's id."""


class Sent(NamedTuple):
    """What a bot has sent so far."""

    requests: int
    uploads: int
    """Bytes of all files."""


class NobodyToTell:
    """A messenger for matches that start before any bot runs."""

    async def changed(self, snapshot: Snapshot) -> None:
        """Ignore the change."""

    def mark(self, match_id: str) -> None: ...

    async def competition_changed(self, guild_id: int, tournament_id: str) -> None:
        return None

    async def deal_changed(self, guild_id: int, post_id: str) -> None:
        return None

    async def remind(self, reminder: Reminder) -> dict[int, str]:
        """Ignore the reminder."""
        return {}


@dataclass
class Stage:
    """A playground that can wait for each change separately."""

    playground: Playground
    acknowledged: list[float] = field(default_factory=list)
    repainted: list[float] = field(default_factory=list)
    failures: int = 0
    """Presses that Discord gave up on after three seconds."""
    called: set[int] = field(default_factory=set)
    """Messages that lit up for somebody when they were posted."""

    def __post_init__(self) -> None:
        self._keep = self.playground.world.keep
        self.playground.world.keep = self._kept  # type: ignore[method-assign]  # to overhear it
        self.playground.rest.watchers.append(lambda _: self._requests.append(None))
        self._requests: list[None] = []
        self._uploads: dict[int, int] = {}
        self._waiting: dict[int, list[asyncio.Future[None]]] = defaultdict(list)
        self._pressed: dict[int, list[float]] = defaultdict(list)

    def _kept(self, thing: Thing) -> None:
        self._keep(thing)
        if isinstance(thing, Interaction) and (thing.answer is not None or thing.failed):
            self._ring(thing.id)
        elif isinstance(thing, Message):
            self._uploads.update((file.id, file.size) for file in thing.attachments)
            self._ring(thing.id)
            self.called |= {thing.id} if thing.notified else set()
            if thing.owner_id is None:
                self._ring(thing.channel_id)
                now = time.perf_counter()
                self.repainted += [now - place for place in self._pressed.pop(thing.channel_id, ())]

    def sent(self) -> Sent:
        """Return what the bot has sent until now."""
        return Sent(len(self._requests), sum(self._uploads.values()))

    def _ring(self, key: int) -> None:
        for future in self._waiting.pop(key, ()):
            if not future.done():
                future.set_result(None)

    def change(self, *keys: int) -> asyncio.Future[None]:
        """Return a future for the next change of these messages, interactions or channels."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        for key in keys:
            self._waiting[key].append(future)
        return future

    async def open_hands(self, table: Seated) -> None:
        """Let everybody at a table open their hand there."""
        typed = Typed("hand", (), {"table": table.match_id}, None)
        for user in table.players:
            world, interaction = self.playground.world, None
            while interaction is None or interaction.failed:  # a cold bot may be too late at first
                before = time.perf_counter()
                interaction = self._acts(user).slash(table.channel, typed)
                await self._answered(interaction, before)
            if interaction.answer == DEFER and interaction.response_id:
                while world.messages[interaction.response_id].flags & LOADING:
                    await asyncio.wait_for(self.change(interaction.response_id), SLOWEST)
            table.hands[user.id] = interaction.response_id or 0

    async def turn(self, table: Seated, *, whole: bool = False) -> Turn | None:
        """Press for whoever is asked; with `whole`, wait for the table's repaint too.

        Returns None if nobody is asked for a while: the match is over.
        """
        pressed = await self._asked(table)
        if pressed is None:
            return None
        user, message, custom_id = pressed
        before, repaint = time.perf_counter(), self.change(table.channel.id)
        self._pressed[table.channel.id].append(before)
        follows = self.change(message.id)
        interaction = self._acts(user).press(message, custom_id)
        acknowledged = await self._answered(interaction, before)
        if interaction.answer == DEFER_UPDATE:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(follows, SLOWEST)
        done = time.perf_counter()
        if whole:  # the table may have shown this already, painted for an earlier press
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(repaint, NOTHING_NEW)
                done = time.perf_counter()
        return Turn(acknowledged, done - before)

    async def _answered(self, interaction: Interaction, before: float) -> float:
        while interaction.answer is None and not interaction.failed:
            await self.change(interaction.id)
        taken = time.perf_counter() - before
        self.failures += interaction.failed
        self.acknowledged.append(taken)
        return taken

    async def _asked(self, table: Seated) -> tuple[User, Message, str] | None:
        """Return who has to press, what and where."""
        world, end = self.playground.world, time.perf_counter() + SLOWEST
        while (left := end - time.perf_counter()) > 0:
            for user in table.players:
                message = world.messages.get(table.hands[user.id])
                custom_id = _control(message)
                if message is not None and custom_id is not None:
                    return user, message, custom_id
            if _is_over(world.messages.get(each) for each in table.hands.values()):
                return None
            try:
                await asyncio.wait_for(self.change(*table.hands.values()), min(left, SLOWEST))
            except TimeoutError:
                return None
        return None

    def _acts(self, user: User) -> UserActions:
        return UserActions(self.playground.interactions, self.playground.signal, user)


def _control(message: Message | None) -> str | None:
    """Return the first control that a hand offers, without premoves."""
    if message is None:
        return None
    ids = [each["custom_id"] for each in _parts(message) if _is_control(each)]
    return str(ids[0]) if ids else None


def _is_control(component: dict[str, object]) -> bool:
    custom_id = str(component.get("custom_id", ""))
    is_answer = ":ahead-" not in custom_id and ":w:" not in custom_id
    return custom_id.startswith(CONTROL) and is_answer and not component.get("disabled")


def _is_over(hands: Iterable[Message | None]) -> bool:
    """Return whether every hand shows the end of the match."""
    return all(
        hand is None or any("The match is over" in str(p.get("content")) for p in _parts(hand))
        for hand in hands
    )


def _parts(message: Message) -> list[dict[str, object]]:
    return list(walk(message.components))


@dataclass
class Hosted:
    """A bot's process."""

    process: Process

    async def figures(self) -> Figures:
        """Return what the process uses now."""
        return Figures(**json.loads(await self._asked("figures")))

    async def settled(self) -> None:
        """Return when the bot has answered every press and shown everything."""
        await self._asked("settled")

    async def _asked(self, question: str) -> bytes:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{question}\n".encode())
        return await asyncio.wait_for(self.process.stdout.readline(), SLOWEST)


@asynccontextmanager
async def staged(
    tables: int, database: Path | str, shards: int = 1
) -> AsyncIterator[tuple[Stage, list[Seated]]]:
    """Open a playground with this many tables of two, each just dealt and in its own channel.

    The tables are spread over servers on this many shards.
    """
    playground = Playground(sharding=ShardingRules(shards, spacing=0), token=PUBLIC_TOKEN)
    spread_guilds(playground.world, shards)
    stage = Stage(playground)
    await playground.start()
    try:
        yield stage, await deal(playground, tables, database)
    finally:
        await playground.stop()


async def deal(playground: Playground, count: int, database: Path | str) -> list[Seated]:
    """Write matches of two into a database before a bot starts with it."""
    world, people = playground.world, playground.world.people
    guilds = [guild.id for guild in world.joined]
    store = await open_store(database)
    tables = Application(
        store, SystemClock(), NobodyToTell(), games=GAMES, secret_source=SameDeals()
    )
    seated = []
    with world.store.transaction():
        for number in range(count):
            guild_id = guilds[number % len(guilds)]
            channel = Channel(world.new_id(), GUILD_TEXT, f"load-{number}", guild_id, 10 + number)
            world.keep(channel)
            pair = (people[number % len(people)], people[(number + 1) % len(people)])
            host, other = (Player(user.id, user.display_name) for user in pair)
            lobby = await tables.lobbies.open(
                NewTable(
                    guild_id=guild_id,
                    channel_id=channel.id,
                    host=host,
                    game_key="tomate",
                    options={"cycles": 5},
                )
            )
            await tables.lobbies.join(lobby.summary.id, other)
            await tables.match_start.start(lobby.summary.id, host)
            seated.append(Seated(channel, pair, lobby.summary.id))
    await store.close()
    return seated


@asynccontextmanager
async def hosted(
    stage: Stage,
    database: Path | str,
    way: str = "ours",
    *,
    changes: int = UNHURRIED,
    warm: bool = False,
    calm: bool = False,
    steady: bool = False,
    painters: int = 0,
    shards: str = "",
) -> AsyncIterator[Hosted]:
    """Run a bot of this kind in a separate process until the block ends."""
    port, line = str(stage.playground.address.port), ("-m", "tests.bench.hosted")
    arguments = [*line, port, str(database), "--way", way, "--changes", str(changes)]
    arguments += ["--painters", str(painters), "--shards", shards]
    arguments += ["--warm"] if warm else []
    arguments += ["--calm"] if calm else []
    arguments += ["--steady"] if steady else []
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdin=PIPE, stdout=PIPE
    )
    try:
        stage.playground.patience = 2 * SLOWEST
        await stage.playground.until(
            lambda: stage.playground.sessions.online and stage.playground.has_commands,
            "the bot to connect",
        )
        yield Hosted(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), SLOWEST)
        except TimeoutError:
            process.kill()
            await process.wait()
