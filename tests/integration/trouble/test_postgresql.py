"""The bot with its tables in PostgreSQL."""

from __future__ import annotations

import logging

import pytest

from bot.errors import HostError
from bot.playground.run import run_bot
from bot.playground.server import PlaygroundAddress
from bot.ui.app import node
from bot.ui.app.main import run_in_playground
from data.engine.migrations import MIGRATIONS, newest_version
from tests.data.postgres import fresh_database, server
from tests.integration.support.nodes import POLL
from tests.integration.support.running_bot import RunningBot, controls, play_out
from tests.playground import opened

NEWEST = newest_version(MIGRATIONS)


async def test_a_match_is_played_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match on PostgreSQL survives a restart of the bot and ends with its result."""
    monkeypatch.setattr(node, "POLL", POLL)
    with server() as address, fresh_database(address) as database:
        async with opened() as playground:
            env = RunningBot(playground, database)
            ana, ben = env.person("Ana"), env.person("Ben")
            async with env.open():
                table = await env.table(ana, ben, cycles=1)
                hands = {person: await env.hand(person, table) for person in (ana, ben)}
                asked = await env.asked(*hands.values())
                person = next(one for one, hand in hands.items() if hand is asked)
                await person.click(asked, controls(asked)[0])
                await env.settled()
            async with env.open():
                await play_out(env, hands, lambda: "Rematch" in env.public(ana).buttons)
                await env.settled()
                told = (await ana.slash("table-one", "doctor")).text

            assert "🥇" in env.public(ana).text
            assert f"The database is intact: version {NEWEST}" in told


async def test_a_node_names_a_wrong_token(caplog: pytest.LogCaptureFixture) -> None:
    """A token that Discord refuses ends a node with one sentence, and no traceback in the log."""
    with server() as address, fresh_database(address) as database:
        async with opened() as playground:
            wrong = PlaygroundAddress(playground.address.port, "wrong", database)
            with pytest.raises(HostError, match="TOMATO_TOKEN"):
                await run_bot(wrong, run_in_playground)

    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
