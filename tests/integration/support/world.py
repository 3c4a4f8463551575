"""A reproducible world: the real bot in a playground, people and bots at a table, a manual clock.

All worlds share one secret, and a world's state can be replaced, so two worlds differ only in what
somebody may not know. Nothing in it depends on the machine.
"""

import asyncio
import json
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import bot.ui.interactions.reply
import bot.ui.program.compose
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.table_state import table_state_of
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import Turn
from bot.tables.time_limits import Limits
from bot.ui.controls.typed_moves import Lines
from bot.ui.sync.reconciler import MessageWork
from data.engine.database import Transaction
from data.records.matches import Match
from games.core.answer import tidy_form
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.saving import load_state, save_state
from games.core.text import Reader
from games.core.values import Seat
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.bot.tables.support import ManualClock, pass_time
from tests.games.paired_worlds import Deed, forms_of
from tests.integration.support.request_log import PUBLIC, Witness, logged
from tests.integration.support.running_bot import TABLE, RunningBot
from tests.support.playground import opened, opening

NAMES = ("Ana", "Ben", "Chen", "Dora", "Emil", "Farah")
WATCHER = "Mio"
MORE = "More"
GUARD = 60.0
"""Seconds after which a world that is still busy fails."""
PATIENCE = 600.0
"""Seconds that people wait for slow messages on a busy machine."""
BOT_DELAY = 1200
"""The shortest delay of bots, in milliseconds."""
HISTORY = {
    "steps": "match_id, step, seat, actor, move, events, made_at",
    "checkpoints": "match_id, step, packed",
}
"""The tables with the past of a match, and their columns."""
History = dict[str, list[tuple[Any, ...]]]
"""The rows of each of these tables."""


Told = dict[str, list[str]]
"""What each person received, and the log, by channel."""
CHANNELS = ("to the viewer", "to the public", "number of edits", "completions", "log lines")


@dataclass
class World:
    """One bot in its playground, with people at one table."""

    env: RunningBot
    witness: Witness
    game: AnyGame
    table: ShownMessage
    clock: ManualClock
    people: dict[Seat, PlaygroundUser] = field(default_factory=dict)
    idle: frozenset[Seat] = frozenset()
    """The bots' seats, which act only when their time comes."""

    @property
    def match_id(self) -> str:
        return "pair"

    @property
    def context(self) -> MatchContext:
        return self.env.bot.tables.queries._context

    async def state(self) -> Any:
        _, saved = await self.env.bot.store.matches.load(self.match_id)
        return load_state(self.game, saved)

    async def history(self) -> History:
        """Return all stored steps so far, and the states that are kept of them."""
        rows = self.env.bot.store.matches._database.rows
        return {
            table: [tuple(row) for row in await rows(f"SELECT {columns} FROM {table}")]
            for table, columns in HISTORY.items()
        }

    async def become(self, state: object, match: Match, history: History) -> None:
        """Replace the state with this one, as played in the other world."""
        table_state = table_state_of(match).changed(missed_turns={}).saved()
        made = (json.dumps(match.moves_made), match.step, match.revision, table_state)
        saved = save_state(self.game, state)

        def work(transaction: Transaction) -> None:
            transaction.run("UPDATE states SET state = ?", (saved,))
            transaction.run(
                "UPDATE matches SET moves_made = ?, step = ?, revision = ?, table_state = ?", made
            )
            for table, columns in HISTORY.items():
                transaction.run(f"DELETE FROM {table}")
                places = ",".join("?" * len(columns.split(",")))
                insert = f"INSERT INTO {table} ({columns}) VALUES ({places})"
                transaction.run_many(insert, history[table])
            transaction.run("DELETE FROM surfaces WHERE kind = 'notice'")
            transaction.run("DELETE FROM deadlines")

        await self.env.bot.store.matches._database.transaction("another truth", work)
        for var in vars(self.context.repository).values():
            if isinstance(var, OrderedDict):
                var.clear()
        await self._wind_up()
        await self.settle()

    async def _wind_up(self) -> None:
        """Start the time for all current questions now."""
        snapshot = await self.context.repository.started(self.match_id)
        turn = Turn(
            position=snapshot.position,
            table_state=snapshot.table_state,
            step=snapshot.match.step,
            standing=(),
        )
        await self.env.bot.store.deadlines.arm(*(await self.context.planner.rows(turn)).arm)
        self.context.wake.set()

    async def settle(self) -> None:
        self.env.bot.surfaces.mark(self.match_id)
        await self.env.settled()
        await self.env.bot.client.answered()
        await self.env.settled()

    async def wait(self, milliseconds: int) -> None:
        """Advance the clock and run everything that becomes due, in order."""
        scheduler, rows = self.env.bot.tables.scheduler, self.env.bot.store.deadlines
        end = self.clock.now() + milliseconds
        while self.clock.now() < end:
            due = await rows.next_due_at()
            await self.clock.until_asleep()
            with self._at_one_moment():
                left = min(end, due or end) - self.clock.now()
                pass_time(self.env.bot.tables, self.clock, left)
                async with asyncio.timeout(GUARD):
                    while scheduler._firing or await rows.due(self.clock.now(), 1):  # noqa: ASYNC110 - there is no event to wait for
                        await asyncio.sleep(0.01)
            await self.settle()

    @contextmanager
    def _at_one_moment(self) -> Iterator[None]:
        """Delay all messages inside this block until all their causes are done.

        Otherwise the machine's speed would decide how many late moves each message shows.
        """
        matches, over = self.env.bot.surfaces.matches, asyncio.Event()
        works, do = matches._works, matches._works._do

        async def wait(work: MessageWork) -> None:
            await over.wait()
            await do(work)

        works._do = wait
        try:
            yield
        finally:
            works._do = do
            over.set()

    async def do(self, deed: Deed) -> None:
        """Type a move as its player."""
        state, person = await self.state(), self.people[deed.seat]
        prompt = self.game.prompt(self.game.view(state, deed.seat))
        assert prompt is not None, f"seat {deed.seat} is asked nothing"
        names = (await self.env.bot.tables.queries.summary(self.match_id)).names
        typed = Lines(prompt, Reader(names)).line(tidy_form(prompt, deed.form))
        await person.slash(TABLE, "move", move=typed)
        await self.settle()

    async def look(self, viewer: Seat | None) -> list[str]:
        """Let the viewer press, read and complete everything; return what is in no request."""
        person = self.env.person(WATCHER) if viewer is None else self.people[viewer]
        tables = [shown for shown in person.sees(TABLE) if {"My hand", MORE} <= {*shown.buttons}]
        table = tables[-1]  # calls and hands have only one of both
        offered = [await person.complete(TABLE, "table show", "table", table="")]
        if viewer is not None:
            await person.click(table, "My hand")
            offered.append(await person.complete(TABLE, "move", "move", move=""))
        await person.click(table, MORE)
        await person.slash(TABLE, "table show", text=True)
        await person.slash(TABLE, "match log")
        await person.slash(TABLE, "match log", file=True)
        await self.settle()
        return [repr(choices) for choices in offered]

    async def received(
        self, deed: Deed | None, wait: int, viewer: Seat | None, *, looking: bool
    ) -> Told:
        """Return everything a viewer and the log received from an action and looking around.

        Concurrent requests may overtake each other, so their order is ignored.
        """
        self.witness.received()
        with logged() as lines:
            await (self.wait(wait) if deed is None else self.do(deed))
            seen = await self.look(viewer) if looking else []
        private = self.witness.heard[self.viewer_id(viewer)]
        public = self.witness.heard[PUBLIC]
        requests = Counter(line.partition("{")[0] for line in (*private, *public))
        self.witness.received()
        return {
            "to the viewer": sorted(private),
            "to the public": sorted(public),
            "number of edits": [f"{line}: {times}" for line, times in sorted(requests.items())],
            "completions": seen,
            "log lines": sorted(lines),
        }

    async def round_look(self, viewer: Seat | None) -> list[str]:
        """Return everything that looking around shows the viewer, including requests."""
        self.witness.received()
        seen = await self.look(viewer)
        return sorted((*self.witness.received(self.viewer_id(viewer)), *seen))

    async def forms(self, seat: Seat) -> list[Form]:
        """Return the moves that a seat may make now."""
        return forms_of(self.game, await self.state(), seat)

    def viewer_id(self, viewer: Seat | None) -> int:
        person = self.env.person(WATCHER) if viewer is None else self.people[viewer]
        return person.user.id


@asynccontextmanager
async def world_in(
    folder: Path, game: AnyGame, seats: int, bots: int = 0, **options: object
) -> AsyncIterator[World]:
    """Open a table of people and bots, its match started and every hand open."""
    folder.mkdir(exist_ok=True)  # noqa: ASYNC240 - blocking is fine here
    clock = ManualClock()
    async with opened(patience=PATIENCE) as playground:
        env = RunningBot(playground, folder / "tomato-table.db", (game,), time=clock)
        env.secret_source = SecretSource()  # see `share_secrets`
        async with env.open():
            witness = Witness(env.playground)
            host, *others = (env.person(name) for name in NAMES[: seats - bots])
            chosen = options | ({"bots": bots} if bots else {})
            await host.slash(TABLE, "play", **opening(game.info.key, seat_order="joined", **chosen))
            table = env.public(host)
            for person in others:
                await person.click(table, "Join")
                await env.settled()
            await env.start_match(host, table)
            seated = (await env.bot.tables.queries.summary("pair")).occupants
            people = {
                sitter.seat: env.person(sitter.name) for sitter in seated if not sitter.is_bot
            }
            idle = frozenset(sitter.seat for sitter in seated if sitter.is_bot)
            world = World(env, witness, game, table, clock, people, idle)
            for person in people.values():
                await person.click(table, "My hand")
            await world.settle()
            yield world


def share_secrets(patch: pytest.MonkeyPatch) -> None:
    """Give all new matches the same id, secret and delay, and never defer an answer early."""
    patch.setattr(SecretSource, "match_id", lambda self: "pair")
    patch.setattr(SecretSource, "secret", lambda self: b"a secret that both worlds share!")
    patch.setattr(SecretSource, "jitter", lambda self, bound: bound // 2)
    patch.setattr(bot.ui.interactions.reply, "PATIENCE", 3600.0)
    patch.setattr(bot.ui.program.compose, "limits_of", lambda settings: Limits(bot_delay=BOT_DELAY))
