"""Nodes that lose each other's messages, their claims, or the database, in one process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from bot.playground.testing.people import PlaygroundUser
from bot.playground.testing.snapshots import ShownMessage
from bot.tables.history.reviews import Reviews
from bot.tables.jobs.recovery import Recovery
from bot.tables.ownership import CHANGED
from bot.ui.app import handovers, node_client
from bot.ui.app import node as node_module
from bot.ui.app.client import TomatoClient
from bot.ui.app.node_client import NodeClient
from bot.ui.handlers import router
from bot.ui.i18n.texts import common_texts
from data.engine import claims
from data.engine.claims import Claims
from data.engine.database import Transaction
from data.engine.errors import DatabaseLostError
from data.engine.postgres_values import LockKind
from data.records.shards import ShardShare
from tests.crash.story_run import until
from tests.data.postgres import fresh_database, server
from tests.integration.support.hurry import AMPLE, hurried
from tests.integration.support.nodes import POLL, TwoShards, two_shards
from tests.integration.support.running_bot import RunningBot, controls, play_out

_END = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
_END_CLAIMS = f"{_END} AND pid IN (SELECT pid FROM pg_locks WHERE classid = %s)"


@pytest.fixture
async def two(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TwoShards]:
    monkeypatch.setattr(node_module, "POLL", POLL)
    monkeypatch.setattr(node_module, "OFFER_AGAIN", POLL)
    monkeypatch.setattr(claims, "IDLE_SECONDS", AMPLE)
    monkeypatch.setattr(handovers, "TOLD_WITHIN", AMPLE)
    with server() as postgres, fresh_database(postgres) as address, hurried():
        async with two_shards(address) as opened:
            yield opened


class Messages:
    """What the nodes tell each other; those that begin with `losing` are lost."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.losing: tuple[str, ...] = ()
        self.lost = 0
        tell = Claims.tell

        async def lose(sender: Claims, message: str) -> None:
            if message.startswith(self.losing):
                self.lost += 1
            else:
                await tell(sender, message)

        monkeypatch.setattr(Claims, "tell", lose)


@asynccontextmanager
async def node(two: TwoShards) -> AsyncIterator[RunningBot]:
    """Run a node in this process."""
    env = RunningBot(two.env.playground, two.database)
    async with env.open():
        await until(lambda: bool(env.bots))
        yield env


async def test_the_owner_shows_what_was_pressed_in_a_direct_message(
    two: TwoShards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press in a DM is answered by the node of shard 0, and shown by the match's own node.

    If the message to that node is lost, its next search finds the change.
    """
    told = Messages(monkeypatch)
    async with node(two) as first, node(two) as second:
        await two.until_split()
        clients = (first.bot.client, second.bot.client)
        await until(lambda: {one.share.ids for one in clients} == {(0,), (1,)})
        answering = next(one for one in clients if one.share.ids == (0,))
        assert isinstance(answering, NodeClient)
        hands = await in_messages(two, await two.match(1))
        await until(lambda: not two.behind())

        told.losing = (CHANGED,)
        await press(two, hands)
        assert told.lost
        assert "table" in two.behind()
        told.losing = ()
        for one in (first, second):
            await one.bot.surfaces.catch_up()
        await until(lambda: not two.behind())

        pressed = await play_out(two.env, hands, partial(two.is_over, 1))
        answered = answering.answered_lately(0)
        assert {one.interaction.id for one in pressed} <= set(answered)


async def test_hand_overs_fail_and_are_tried_again(
    two: TwoShards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a node gives up handing a shard over, each press is still answered once.

    A node that stops hands its shard over although messages between the nodes get lost.
    """
    told = Messages(monkeypatch)
    async with node(two):
        await two.until_connected(0, 1)
        await two.match(1)
        ana, table = two.env.person("Ana"), two.table(1)
        told.losing = ("ready",)
        with monkeypatch.context() as patch:
            patch.setattr(node_module, "READY_WITHIN", POLL)
            async with node(two) as other:
                await until(lambda: told.lost > 1)
                await ana.click(table, "Rules")
                patch.undo()
                told.losing = ()
                await two.until_split()
                await ana.click(table, "Rules")

                told.losing, told.lost = ("accept", "ready"), 0
                assert other.bot.node is not None
                stopping = asyncio.create_task(other.bot.node.drain())
                await until(lambda: told.lost > 1)
                told.losing = ()
                await stopping
                await ana.click(table, "Rules")
                assert other.bot.client.share.ids == ()

        refused = [one for one in two.env.playground.rest.exchanges if one.status >= 400]
        assert [one.answer for one in refused] == []


async def press(two: TwoShards, hands: dict[PlaygroundUser, ShownMessage]) -> None:
    """Press the first control of whoever is asked, once somebody is."""
    person, asked = await two.env.asked_of(hands)
    await person.click(asked, controls(asked)[0])


async def in_messages(
    two: TwoShards, seated: dict[PlaygroundUser, ShownMessage]
) -> dict[PlaygroundUser, ShownMessage]:
    """Let everybody ask for direct messages; return their hands there."""
    for person in seated:
        await person.slash(two.place(1), "dm on")
    await two.env.playground.until(lambda: all(one.sees("@bot") for one in seated), "all hands")
    return {person: person.latest("@bot") for person in seated}


async def test_a_node_that_lost_the_database_goes_on(
    two: TwoShards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node whose claims end, or that can't reach the database, claims its shards again.

    It continues these shards' matches and reviews. Until then, people are asked to press again.
    """
    monkeypatch.setattr(node_client, "SURE_WITHIN", 0)
    resumed: set[tuple[int, ...]] = set()

    async def resume(_: Reviews, shards: ShardShare) -> None:
        resumed.add(shards.ids)

    monkeypatch.setattr(Reviews, "resume", resume)
    async with node(two) as env:
        client = env.bot.client
        assert isinstance(client, NodeClient)
        await two.until_connected(0, 1)
        hands = await two.match(0)
        await until(lambda: resumed == {(0,), (1,)})
        for cut in (claims_ended, server_away):
            await env.settled()  # each hand is stored
            before = holders(two)
            resumed.clear()
            with cut(two.database):
                await until(partial(is_none_of, before, two))
                if cut is server_away:
                    await until(lambda: not client._may_send())
                    told = await two.env.person("Ana").click(two.table(0), "Rules")
                    assert told.text == common_texts.TOO_SLOW_TO_ASK.message
            await until(lambda: resumed == {(0,), (1,)})
            await press(two, hands)

        await play_out(two.env, hands, partial(two.is_over, 0))
        await two.until_connected(0, 1)


def cut_once(monkeypatch: pytest.MonkeyPatch, two: TwoShards, moment: str) -> None:
    """Lose the database once: when a press or command begins, or around the commit of its move."""
    armed = [moment]

    def cut(reached: str) -> None:
        if reached in armed:
            armed.clear()
            with administered(two.database) as (connection, name):
                connection.execute(_END, (name,))

    answering, commit = TomatoClient.answering, Transaction.commit

    @asynccontextmanager
    async def answer(client: TomatoClient) -> AsyncIterator[None]:
        cut("start")
        async with answering(client):
            yield

    def write(transaction: Transaction) -> None:
        is_move = transaction.label == "commit step"
        if is_move:
            cut("before the commit")
        commit(transaction)
        if is_move and "after the commit" in armed:
            transaction.rows("SELECT 1")  # in a pipeline, so the commit has been carried out
            cut("after the commit")
            transaction.rows("SELECT 1")

    monkeypatch.setattr(TomatoClient, "answering", answer)
    monkeypatch.setattr(Transaction, "commit", write)


def steps_made(two: TwoShards) -> int:
    with psycopg.connect(two.database) as connection:
        ((count,),) = connection.execute("SELECT count(*) FROM steps").fetchall()
    return int(count)


@pytest.mark.parametrize("moment", ["start", "before the commit", "after the commit"])
async def test_a_move_is_made_once_though_the_database_is_lost(
    two: TwoShards,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    moment: str,
) -> None:
    """A move is made exactly once, and its player sees it, whenever all connections end."""
    async with node(two) as env:
        await two.until_connected(0, 1)
        hands = await two.match(0)
        await env.settled()
        person, hand = await two.env.asked_of(hands)
        before, text = steps_made(two), hand.text
        cut_once(monkeypatch, two, moment)

        answer = await person.click(hand, controls(hand)[0])

        assert steps_made(two) == before + 1
        assert answer.message.id == hand.id
        assert hand.text != text
    assert faults(caplog) == []


@pytest.mark.parametrize("kind", ["button", "command"])
async def test_whoever_meets_a_lost_database_is_told(
    two: TwoShards, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    """A button or command at the moment at which all connections end is answered by a sentence."""
    monkeypatch.setattr(router, "MEETING", 0)
    async with node(two) as env:
        await two.until_connected(0, 1)
        await two.match(0)
        await env.settled()
        ana = two.env.person("Ana")
        cut_once(monkeypatch, two, "start")
        if kind == "button":
            answer = await ana.click(two.table(0), "Rules")
        else:
            answer = await ana.slash(two.place(0), "hand")

    assert answer.text == common_texts.DATABASE_LOST.message
    assert faults(caplog) == []


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log's lines that report a fault of ours, and no lost database."""
    return [
        line.getMessage()
        for line in caplog.records
        if line.levelno >= logging.ERROR
        and not (line.exc_info and isinstance(line.exc_info[1], DatabaseLostError))
    ]


async def test_a_node_that_stands_by_says_who_holds_the_shards(
    two: TwoShards, caplog: pytest.LogCaptureFixture
) -> None:
    """A node that finds no free shard names the connection that holds them, once."""
    caplog.set_level(logging.INFO, node_module.__name__)
    held = psycopg.connect(two.database, autocommit=True, application_name="old pooler")
    with held as connection:
        for shard in (0, 1):
            connection.execute("SELECT pg_advisory_lock(%s, %s)", (int(LockKind.SHARD), shard))
        freeing = asyncio.create_task(free_once_named(connection, caplog))
        async with node(two):
            await freeing
            await two.until_connected(0, 1)

    (line,) = named(caplog)
    assert "held by old pooler (process" in line


async def free_once_named(
    connection: psycopg.Connection[Any], caplog: pytest.LogCaptureFixture
) -> None:
    await until(lambda: bool(named(caplog)))
    connection.execute("SELECT pg_advisory_unlock_all()")


def named(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log's lines about who holds the shards."""
    return [line.getMessage() for line in caplog.records if "stands by" in str(line.msg)]


async def test_a_shard_is_resumed_after_a_fault(
    two: TwoShards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If resuming a shard's matches fails for any reason, it is tried again, and others go on."""
    recover, tried, resumed = Recovery.recover, list[int](), set[int]()

    async def fail_at_first(recovery: Recovery, share: ShardShare) -> None:
        tried.extend(share.ids)
        if tried.count(*share.ids) == 1:
            raise ValueError(share)
        await recover(recovery, share)

    async def resume(_: Reviews, shards: ShardShare) -> None:
        resumed.update(shards.ids)

    monkeypatch.setattr(Recovery, "recover", fail_at_first)
    monkeypatch.setattr(Reviews, "resume", resume)
    async with node(two):
        await until(lambda: resumed == {0, 1})

    assert sorted(tried) == [0, 0, 1, 1]


def holders(two: TwoShards) -> set[int]:
    """Return the database's processes that hold both shards for a node."""
    with administered(two.database) as (connection, name):
        found = connection.execute(
            "SELECT pid FROM pg_locks JOIN pg_database ON database = pg_database.oid"
            " WHERE datname = %s AND classid = %s GROUP BY pid HAVING count(*) = 2",
            (name, int(LockKind.SHARD)),
        )
        return {pid for (pid,) in found}


def is_none_of(before: set[int], two: TwoShards) -> bool:
    return before.isdisjoint(holders(two))


@contextmanager
def claims_ended(database: str) -> Iterator[None]:
    """End the connections that hold claims."""
    with administered(database) as (connection, name):
        connection.execute(_END_CLAIMS, (name, int(LockKind.SHARD)))
    yield


@contextmanager
def server_away(database: str) -> Iterator[None]:
    """End all connections, and refuse new ones inside the block."""
    change = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    with administered(database) as (connection, name):
        try:
            connection.execute(change.format(sql.Identifier(name), False))
            connection.execute(_END, (name,))
            yield
        finally:
            connection.execute(change.format(sql.Identifier(name), True))


@contextmanager
def administered(database: str) -> Iterator[tuple[psycopg.Connection, str]]:
    """Yield a connection to another database of the server, and this database's name."""
    name = str(conninfo_to_dict(database)["dbname"])
    with psycopg.connect(database, dbname="postgres", autocommit=True) as connection:
        yield connection, name
