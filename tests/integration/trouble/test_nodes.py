"""Two processes of the bot on one database: one crashes, freezes, or hands over its shards."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from bot.playground.testing.people import PlaygroundUser
from bot.playground.testing.snapshots import ShownMessage
from bot.ui.i18n.texts import common_texts
from tests.crash.story_run import until
from tests.data.postgres import fresh_database, server
from tests.integration.support.nodes import SHORT_IDLE, TwoShards, two_shards
from tests.integration.support.running_bot import controls, play_out
from tests.integration.support.tournaments import Cup


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with server() as address:
        yield address


@pytest.fixture
async def two(postgres: str) -> AsyncIterator[TwoShards]:
    with fresh_database(postgres) as address:
        async with two_shards(address) as opened:
            yield opened


async def test_tournaments_outlive_a_killed_node(two: TwoShards) -> None:
    """If a node is killed during two tournaments, its own and the other node's both go on."""
    with two.node() as first:
        await two.until_connected(0, 1)
        with two.node():
            await two.until_split()
            cups = [Cup(two.env, two.place(shard), two.people) for shard in (0, 1)]
            hands = [await begun(cup) for cup in cups]
            for seated in hands:
                person, hand = next((p, h) for p, h in seated.items() if controls(h))
                await person.click(hand, controls(hand)[0])
            before = two.env.playground.sessions.lines()
            os.kill(first, signal.SIGKILL)
            await two.until_owned_by(1, before)
            for cup, seated in zip(cups, hands, strict=True):
                await play_out(two.env, seated, partial(is_in_round, 2, cup))

            assert [len(cup.posts) for cup in cups] == [4, 4]


async def begun(cup: Cup) -> dict[PlaygroundUser, ShownMessage]:
    """Begin a tournament without breaks; return everybody's hand at its first table."""
    await cup.open(game="tomate", options="cycles=1", size=2, clock="slow_1d")
    await cup.host.slash(cup.place, "tournament start")
    await cup.until("check in now")
    await cup.check_in()
    await cup.host.slash(cup.place, "tournament start")
    await cup.host.until(partial(is_in_round, 1, cup), "the first round")
    (thread,) = cup.threads
    table = cup.env.public(cup.host, thread)
    return {person: await cup.env.hand(person, table) for person in cup.people}


def is_in_round(number: int, cup: Cup) -> bool:
    return f"Round {number} of 2" in cup.posts[-1].text


async def test_a_frozen_node_writes_nothing_after_it_thaws(two: TwoShards) -> None:
    """A node that froze during a write has lost its shards when it continues, and stops.

    It sends nothing but an apology to whoever pressed.
    """
    with two.node("save surfaces", SHORT_IDLE) as frozen:
        await two.until_connected(0, 1)
        place = two.place(0)
        opening = asyncio.create_task(two.env.person("Ana").slash(place, "play tomate"))
        await until_stopped(frozen)
        with two.node() as other:
            await two.until_connected(0, 0, 1, 1)  # a frozen node stays connected
            opening.cancel()
            seated = await two.match(1)
            await play_out(two.env, seated, lambda: two.is_over(1))
            await until(lambda: not two.behind())
            os.kill(other, signal.SIGSTOP)  # whatever is written from now on, it isn't the writer
            await until_stopped(other)
            exchanges = two.env.playground.rest.exchanges
            before, asked = contents(two.database), len(exchanges)
            os.kill(frozen, signal.SIGCONT)
            await two.until_connected(0, 1)
            after = contents(two.database)

            assert after == before
            contents_sent = [one.json["data"]["content"] for one in list(exchanges)[asked:]]
            assert set(contents_sent) <= {common_texts.DATABASE_LOST.message}


async def test_a_node_that_stops_loses_no_press(two: TwoShards) -> None:
    """A node that is told to stop hands over its shards, and each press is answered once."""
    with two.node() as first, two.node() as second:
        await two.until_split()
        stopped: set[int] = set()
        for shard in (0, 1):
            await two.match(shard)
        pressing = [
            asyncio.create_task(press(two, shard, name, stopped))
            for shard in (0, 1)
            for name in ("Ana", "Ben", "Chen")
        ]
        os.kill(first, signal.SIGTERM)
        await two.until_ended(first)
        stopped.add(first)
        pressed = await asyncio.gather(*pressing)

        await two.until_connected(0, 1)
        refused = [one for one in two.env.playground.rest.exchanges if one.status >= 400]
        assert [one.answer for one in refused] == []
        assert min(pressed) > 1
        assert second


async def press(two: TwoShards, shard: int, name: str, stopped: set[int]) -> int:
    """Press Rules until a node has stopped, and once more; return how often."""
    person, pressed, is_last = two.env.person(name), 0, False
    table = two.env.public(person, two.place(shard))
    while not is_last:
        is_last = bool(stopped)
        await person.click(table, "Rules")
        pressed += 1
    return pressed


async def until_stopped(pid: int) -> None:
    """Wait until a process is stopped, as by SIGSTOP."""
    status = Path(f"/proc/{pid}/status")
    await until(lambda: "\nState:\tT" in status.read_text())


def contents(database: str) -> dict[str, list[tuple[object, ...]]]:
    """Return everything the bot has stored, except heartbeats."""
    with psycopg.connect(database) as connection:
        names = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            " AND tablename <> 'shard_heartbeats'"
        ).fetchall()
        return {
            name: connection.execute(
                sql.SQL("SELECT * FROM {} ORDER BY 1, 2").format(sql.Identifier(name))
            ).fetchall()
            for (name,) in names
        }
