"""Several processes of the bot on one database: standing by, dying, freezing, losing it."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from bot.tables.history.reviews import Reviews
from bot.tables.ownership import CHANGED
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions import router
from bot.ui.kit.discord_errors import ANSWERED
from bot.ui.program import standby
from bot.ui.program.client import TomatoClient
from data.engine import postgres_locks
from data.engine.database import Transaction
from data.engine.errors import DatabaseLostError
from data.engine.postgres_locks import PostgresLocks
from data.engine.postgres_values import LockKind
from data.records.shards import ShardShare
from playground.rest.server import RestExchange
from tests.crash.story_run import until
from tests.data.postgres import fresh_database, server
from tests.integration.support.hurry import AMPLE, hurried
from tests.integration.support.processes import SHORT_IDLE, TwoShards, rows, two_shards
from tests.integration.support.running_bot import Hands, RunningBot, controls, play_out
from tests.integration.support.tournaments import Cup
from tests.support.new_databases import place_database
from tests.support.sampling import leading

_END = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
_END_LOCKS = f"{_END} AND pid IN (SELECT pid FROM pg_locks WHERE classid = %s)"


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with server() as address:
        yield address


@pytest.fixture
async def two(postgres: str) -> AsyncIterator[TwoShards]:
    with fresh_database(postgres) as address:
        async with two_shards(address) as opened:
            yield opened


@pytest.fixture(params=leading(["postgres", "sqlite"]))
async def either(
    request: pytest.FixtureRequest, postgres: str, tmp_path: Path
) -> AsyncIterator[TwoShards]:
    """The same on a file, too."""
    if request.param == "sqlite":
        async with two_shards(place_database(tmp_path / "tables.db")) as opened:
            yield opened
    else:
        with fresh_database(postgres) as address:
            async with two_shards(address) as opened:
                yield opened


async def test_tournaments_outlive_a_killed_process(either: TwoShards) -> None:
    """If the process is killed during two tournaments, the one that stands by plays both on."""
    with either.process() as first:
        await either.until_connected(0, 1)
        await either.until_commands()
        with either.process():
            await either.until_connected(0, 0, 1, 1)
            cups = [Cup(either.env, either.place(shard), either.people) for shard in (0, 1)]
            hands = [await begun(cup) for cup in cups]
            for seated in hands:
                person, hand = next((p, h) for p, h in seated.items() if controls(h))
                await person.click(hand, controls(hand)[0])
            os.kill(first, signal.SIGKILL)
            for cup, seated in zip(cups, hands, strict=True):
                await play_out(either.env, seated, partial(is_in_round, 2, cup))

            assert [len(cup.posts) for cup in cups] == [4, 4]


async def begun(cup: Cup) -> Hands:
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


async def test_an_update_loses_no_press(either: TwoShards) -> None:
    """While a new process replaces an old one, each press is answered, and once."""
    with either.process() as first:
        await either.until_connected(0, 1)
        await either.until_commands()
        with either.process() as second:
            await either.until_connected(0, 0, 1, 1)
            stopped: set[int] = set()
            for shard in (0, 1):
                await either.match(shard)
            pressing = [
                asyncio.create_task(press_more(either, shard, name, stopped))
                for shard in (0, 1)
                for name in ("Ana", "Ben", "Chen")
            ]
            os.kill(first, signal.SIGTERM)
            await either.until_ended(first)
            stopped.add(first)
            pressed = await asyncio.gather(*pressing)

            await either.until_connected(0, 1)
            refused = [
                exchange
                for exchange in either.env.playground.rest.exchanges
                if exchange.status >= 400
            ]
            assert {refusal.answer["code"] for refusal in refused} <= {ANSWERED}
            assert min(pressed) > 1
            assert second


async def press_more(two: TwoShards, shard: int, name: str, stopped: set[int]) -> int:
    """Press More until a process has stopped, and once more; return how often."""
    person, pressed, is_last = two.env.person(name), 0, False
    table = two.env.public(person, two.place(shard))
    while not is_last:
        is_last = bool(stopped)
        await person.click(table, "More")
        pressed += 1
    return pressed


async def test_a_frozen_process_writes_nothing_after_it_thaws(two: TwoShards) -> None:
    """A process that froze during a write has lost its lock when it continues.

    It sends nothing but an apology to whoever pressed.
    """
    with two.process(freeze_at="save surfaces", idle=SHORT_IDLE) as frozen:
        await two.until_connected(0, 1)
        await two.until_commands()
        place = two.place(0)
        opening = asyncio.create_task(two.env.person("Ana").slash(place, "play", game="tomate"))
        await until_stopped(frozen)
        with two.process() as other:
            await two.until_connected(0, 0, 1, 1)  # a frozen process stays connected
            opening.cancel()
            seated = await two.match(1)
            await play_out(two.env, seated, lambda: two.is_over(1))
            await until(lambda: not two.behind())
            os.kill(other, signal.SIGSTOP)  # whatever is written from now on, it isn't the writer
            await until_stopped(other)
            exchanges = two.env.playground.rest.exchanges
            before, asked = contents(str(two.database)), len(exchanges)
            os.kill(frozen, signal.SIGCONT)
            # What it had begun has failed.
            await until(lambda: sentences(list(exchanges)[asked:]) != [])
            after = contents(str(two.database))

            assert after == before
            assert sentences(list(exchanges)[asked:]) == [common_texts.DATABASE_LOST.message]


def sentences(exchanges: Sequence[RestExchange]) -> list[str]:
    """What these answers say to people; an acknowledgement says nothing."""
    bodies = [exchange.json or {} for exchange in exchanges]
    return [body["data"]["content"] for body in bodies if "data" in body]


async def until_stopped(pid: int) -> None:
    """Wait until a process is stopped, as by SIGSTOP."""
    status = Path(f"/proc/{pid}/status")
    await until(lambda: "\nState:\tT" in status.read_text())


def contents(database: str) -> dict[str, list[tuple[object, ...]]]:
    """Return everything the bot has stored, except heartbeats."""
    with psycopg.connect(database) as connection:
        names = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            " AND tablename NOT IN ('heartbeat', 'shard_heartbeats')"
        ).fetchall()
        return {
            name: connection.execute(
                sql.SQL("SELECT * FROM {} ORDER BY 1, 2").format(sql.Identifier(name))
            ).fetchall()
            for (name,) in names
        }


class Messages:
    """What the processes tell each other; those that begin with `losing` are lost."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.losing: tuple[str, ...] = ()
        self.lost = 0
        tell = PostgresLocks.tell

        async def lose(sender: PostgresLocks, message: str) -> None:
            if message.startswith(self.losing):
                self.lost += 1
            else:
                await tell(sender, message)

        monkeypatch.setattr(PostgresLocks, "tell", lose)


@pytest.fixture
async def here(two: TwoShards, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TwoShards]:
    """The same for processes that are tasks of this one."""
    monkeypatch.setattr(postgres_locks, "IDLE_SECONDS", AMPLE)
    with hurried():
        yield two


@asynccontextmanager
async def running(two: TwoShards, shards: str = "") -> AsyncIterator[RunningBot]:
    """Run the bot as a task of this process."""
    env = RunningBot(two.env.playground, two.database, shards=shards)
    async with env.open():
        await until(lambda: bool(env.bots))
        yield env


async def test_the_owner_shows_what_was_pressed_in_a_direct_message(
    here: TwoShards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press in a DM is answered by the process of shard 0, and shown by the match's own.

    If the message to that process is lost, its next search finds the change.
    """
    messages = Messages(monkeypatch)
    async with running(here, "0/2") as first, running(here, "1/2") as second:
        await here.until_connected(0, 1)
        hands = await in_messages(here, await here.match(1))
        await until(lambda: not here.behind())

        messages.losing = (CHANGED,)
        await here.env.press(hands)
        assert messages.lost
        assert "table" in here.behind()
        messages.losing = ()
        for env in (first, second):
            await env.bot.surfaces.catch_up()
        await until(lambda: not here.behind())

        await play_out(here.env, hands, partial(here.is_over, 1))
    assert messages.lost == 1


async def in_messages(two: TwoShards, seated: Hands) -> Hands:
    """Let everybody ask for direct messages; return their hands there."""
    for person in seated:
        await person.slash(two.place(1), "me dm on")
    await two.env.playground.until(
        lambda: all(sitter.sees("@bot") for sitter in seated), "all hands"
    )
    return {person: person.latest("@bot") for person in seated}


@pytest.mark.parametrize("shards", leading(["0-1/2", ""]))
async def test_a_process_that_lost_the_database_goes_on(
    here: TwoShards, monkeypatch: pytest.MonkeyPatch, shards: str
) -> None:
    """A process whose lock falls, or that can't reach the database, takes its lock again.

    It continues its matches and reviews. Until then, people are asked to press again.
    """
    resumed = list[ShardShare | None]()

    async def resume(_: Reviews, share: ShardShare | None) -> None:
        resumed.append(share)

    monkeypatch.setattr(Reviews, "resume", resume)
    async with running(here, shards) as env:
        await here.until_connected(0, 1)
        hands = await here.match(0)
        for cut in (locks_ended, server_away):
            await env.settled()  # each hand is stored
            resumed.clear()
            with cut(str(here.database)):
                await until(lambda: env.bot.ownership.is_idle)
                if cut is server_away:
                    with monkeypatch.context() as patch:
                        patch.setattr(standby, "KEPT_FOR", 0)
                        answer = await here.env.person("Ana").click(here.table(0), "More")
                    assert answer.text == common_texts.TOO_SLOW_TO_ASK.message
                    assert not env.bot.standby.may_send()
            await until(lambda: bool(resumed))
            await here.env.press(hands)

        await play_out(here.env, hands, partial(here.is_over, 0))
        await here.until_connected(0, 1)


def cut_once(monkeypatch: pytest.MonkeyPatch, two: TwoShards, moment: str) -> None:
    """Lose the database once: when a press or command begins, or around the commit of its move."""
    armed = [moment]

    def cut(reached: str) -> None:
        if reached in armed:
            armed.clear()
            with administered(str(two.database)) as (connection, name):
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


@pytest.mark.parametrize("moment", leading(["after the commit", "before the commit", "start"]))
async def test_a_move_is_made_once_though_the_database_is_lost(
    here: TwoShards, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, moment: str
) -> None:
    """A move is made exactly once, and its player sees it, whenever all connections end."""
    async with running(here) as env:
        await here.until_connected(0, 1)
        hands = await here.match(0)
        await env.settled()
        person, hand = await here.env.asked_of(hands)
        before, text = steps_made(here), hand.text
        cut_once(monkeypatch, here, moment)

        answer = await person.click(hand, controls(hand)[0])

        assert steps_made(here) == before + 1
        assert answer.message.id == hand.id
        assert hand.text != text
    assert faults(caplog) == []


def steps_made(two: TwoShards) -> int:
    ((count,),) = rows(two.database, "SELECT count(*) FROM steps")
    return int(count)


@pytest.mark.parametrize("kind", leading(["button", "command"]))
async def test_whoever_meets_a_lost_database_is_told(
    here: TwoShards, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    """A button or command at the moment at which all connections end is answered by a sentence."""
    monkeypatch.setattr(router, "MEETING", 0)
    async with running(here) as env:
        await here.until_connected(0, 1)
        await here.match(0)
        await env.settled()
        ana = here.env.person("Ana")
        cut_once(monkeypatch, here, "start")
        if kind == "button":
            answer = await ana.click(here.table(0), "More")
        else:
            answer = await ana.slash(here.place(0), "hand")

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


@contextmanager
def locks_ended(database: str) -> Iterator[None]:
    """End the connection that holds the lock."""
    with administered(database) as (connection, name):
        connection.execute(_END_LOCKS, (name, int(LockKind.SESSION)))
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
