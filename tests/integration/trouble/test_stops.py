"""SIGTERM and Ctrl-C end the real program in every state, and the next start works."""

import asyncio
import logging
import signal
from pathlib import Path

import psycopg
import pytest

from bot.__main__ import WRONG_SETTINGS
from bot.errors import HostError
from bot.ui.program.local import pointed_at, run_locally
from data.store import open_store
from tests.bot.test_program import output_of, program
from tests.data.postgres import fresh_database, server
from tests.support.bad_discord import CUT, GATEWAY, HANG_UP, SILENCE, BadDiscord, bad_discord
from tests.support.playground import opened
from tests.support.sampling import leading

INT, TERM = signal.SIGINT, signal.SIGTERM
LOCKS = """
SELECT count(*) FROM pg_locks JOIN pg_database ON oid = database
WHERE locktype = 'advisory' AND datname = current_database()
"""
BOT = "tests.support.bot_program"


async def stopped(port: int, ready: asyncio.Task[None], database: Path | str, *signals: int) -> str:
    """Start the program, send it signals once it is ready, and return its errors.

    Raises AssertionError if it ends otherwise than cleanly, or keeps its database.
    """
    process = await program(BOT, str(port), TOMATO_DATABASE=str(database), TOMATO_PAINTERS="0")
    await ready
    for number in signals:
        process.send_signal(number)
        await asyncio.sleep(0)
    code, _, error = await output_of(process)
    store = await open_store(database)
    await store.close()
    assert code == 0, error
    return error


@pytest.mark.parametrize(
    "signals", leading([(INT, TERM, INT, TERM), (TERM,), (INT,), (TERM, TERM)])
)
async def test_signals_stop_the_bot_once(tmp_path: Path, signals: tuple[int, ...]) -> None:
    """One signal or several at once end the program cleanly."""
    async with bad_discord() as playground:
        online = playground.until(lambda: playground.sessions.online, "the bot")
        ready = asyncio.create_task(online)
        error = await stopped(playground.address.port, ready, tmp_path / "bot.db", *signals)

    assert "Traceback" not in error
    assert "stopped; every match goes on at the next start" in error


async def lose_the_gateway(playground: BadDiscord, answer: int | str) -> None:
    """Cut the bot's connection once it is there, and wait until it has tried to come back."""
    await playground.until(lambda: playground.sessions.online, "the bot")
    tries = playground.asked[GATEWAY]
    playground.always[GATEWAY] = answer
    playground.faults.cut()
    await playground.until(lambda: playground.asked[GATEWAY] > tries, "another try")


@pytest.mark.parametrize("answer", leading([SILENCE, HANG_UP, CUT, 503]))
async def test_a_bot_stops_while_the_gateway_is_out(tmp_path: Path, answer: int | str) -> None:
    """A bot that has lost its gateway stops, though the gateway never answers."""
    async with bad_discord() as playground:
        losing = asyncio.create_task(lose_the_gateway(playground, answer))
        await stopped(playground.address.port, losing, tmp_path / "bot.db", TERM, TERM)


@pytest.mark.nightly
async def test_a_bot_on_postgresql_stops_while_the_gateway_is_out() -> None:
    """A bot on PostgreSQL stops, too, and releases its locks."""
    with server() as postgres, fresh_database(postgres) as address:
        async with bad_discord() as playground:
            losing = asyncio.create_task(lose_the_gateway(playground, SILENCE))
            await stopped(playground.address.port, losing, address, TERM, TERM)
        with psycopg.connect(address) as connection:
            locks = connection.execute(LOCKS).fetchall()

    assert locks == [(0,)]


@pytest.mark.parametrize("path", leading(["/users/@me", "/gateway/bot", GATEWAY]))
async def test_a_bot_stops_while_it_waits_for_discord(tmp_path: Path, path: str) -> None:
    """A bot whose login gets no answer stops."""
    async with bad_discord() as playground:
        playground.always[path] = SILENCE
        asked = playground.until(lambda: bool(playground.asked[path]), "the login")
        ready = asyncio.create_task(asked)
        await stopped(playground.address.port, ready, tmp_path / "bot.db", INT, TERM)


async def test_a_refused_token_is_a_wrong_setting(tmp_path: Path) -> None:
    """A token that Discord refuses ends the program at once, with one line and status 78."""
    async with bad_discord() as playground:
        process = await program(
            BOT,
            str(playground.address.port),
            TOMATO_TOKEN="wrong",
            TOMATO_DATABASE=str(tmp_path / "bot.db"),
            TOMATO_LOG_LEVEL="ERROR",
        )
        code, _, error = await output_of(process)

    assert code == WRONG_SETTINGS
    assert error.splitlines() == [error.strip()]
    assert "TOMATO_TOKEN" in error


async def test_a_node_names_a_wrong_token(caplog: pytest.LogCaptureFixture) -> None:
    """A token that Discord refuses ends a node with one sentence, and no traceback in the log."""
    with server() as address, fresh_database(address) as database:
        async with opened() as playground:
            with pointed_at(playground.address), pytest.raises(HostError, match="TOMATO_TOKEN"):
                await run_locally("wrong", database)

    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
