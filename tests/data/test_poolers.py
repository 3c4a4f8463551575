"""Laws of a pooler between the bot and PostgreSQL."""

import psycopg
import pytest

from data.engine.database import Transaction
from data.engine.postgres import PostgresDatabase
from data.engine.postgres_errors import PostgresError
from data.records.shards import ShardShare
from data.store import open_store, shared_store
from tests.data.builders import running
from tests.data.pooler import pooler
from tests.data.statements import GUILD, guilds_known

LOCKS = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


async def test_a_pooler_in_session_mode_is_as_good_as_the_server(postgres_address: str) -> None:
    """Tables, locks and messages work; locks fall with the connection of their process."""
    with pooler(postgres_address, "session") as address:
        first, second, standby = (
            shared_store(address, share=ShardShare((shard,), 2)) for shard in (0, 1, 0)
        )
        heard = list[str]()
        for store in (first, second):
            assert await store.lock.take() is None
            await store.begin()
        assert await standby.lock.take() is not None
        assert first.locks is not None
        assert second.locks is not None
        first.locks.listen(heard.append)
        while not heard:  # until it listens
            await second.locks.tell("changed")
        match = await running(first)
        assert await second.matches.find(match.match_id) is not None
        await first.close()
        while await standby.lock.take() is not None:
            pass
        await standby.close()
        await second.close()

    assert set(heard) == {"changed"}


@pytest.mark.parametrize("mode", ["transaction", "statement"])
async def test_a_pooler_that_shares_sessions_is_refused(postgres_address: str, mode: str) -> None:
    """The start is refused with a sentence, and leaves no lock and no setting in the pool."""
    with pooler(postgres_address, mode) as address:
        with pytest.raises(PostgresError, match="set pool_mode = session"):
            await open_store(address)
        with psycopg.connect(address, autocommit=True) as connection:
            assert connection.execute(LOCKS).fetchall() == [(0,)]
            assert connection.execute("SHOW statement_timeout").fetchall() == [("0",)]


async def test_a_connection_lost_behind_a_pooler_costs_nothing(postgres_address: str) -> None:
    """A transaction whose server connection is lost is run again, though ours is still open."""
    runs: list[int] = []

    def add(transaction: Transaction) -> None:
        runs.append(len(runs))
        transaction.run(GUILD, (7,))
        if len(runs) == 1:
            transaction.rows("SELECT pg_terminate_backend(pg_backend_pid())")

    with pooler(postgres_address, "session") as address:
        database = await PostgresDatabase.open(address)
        await database.transaction("add", add)
        known = await database.read(guilds_known)
        await database.close()

    assert (runs, known) == ([0, 1], 1)
