"""The bot with its tables in PostgreSQL."""

import logging

import pytest

from bot.errors import HostError
from bot.ui.program.local import pointed_at, run_locally
from tests.data.postgres import fresh_database, server
from tests.support.playground import opened


async def test_a_node_names_a_wrong_token(caplog: pytest.LogCaptureFixture) -> None:
    """A token that Discord refuses ends a node with one sentence, and no traceback in the log."""
    with server() as address, fresh_database(address) as database:
        async with opened() as playground:
            with pointed_at(playground.address), pytest.raises(HostError, match="TOMATO_TOKEN"):
                await run_locally("wrong", database)

    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
