"""A full disk can cost a press, but no match: the person is told and can press again."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from bot.ui.i18n.texts import common_texts
from data.engine.sqlite import SqliteDatabase
from games.core.text import PLAIN, speak
from playground.testing.people import PlaygroundUser
from tests.data.statements import pragma
from tests.integration.support.running_bot import RunningBot, controls

NOT_SAVED = speak(common_texts.NOT_SAVED, PLAIN)
PRESSES = 40
"""More than fits into the free space of existing pages."""
Trouble = Callable[[SqliteDatabase], AbstractAsyncContextManager[None]]


def database_of(env: RunningBot) -> SqliteDatabase:
    database = env.bot.store.matches._database
    assert isinstance(database, SqliteDatabase)
    return database


@asynccontextmanager
async def read_only(database: SqliteDatabase) -> AsyncIterator[None]:
    """A disk that is remounted read-only after an error."""
    await database._writer.execute("PRAGMA query_only = ON")
    yield
    await database._writer.execute("PRAGMA query_only = OFF")


@asynccontextmanager
async def locked(database: SqliteDatabase) -> AsyncIterator[None]:
    """A file that another program, such as a backup tool, locks for longer than we wait."""
    await database._writer.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(database.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


@asynccontextmanager
async def full(database: SqliteDatabase) -> AsyncIterator[None]:
    """A disk without free blocks: existing pages can be overwritten, but the file can't grow."""
    pages = await pragma(database, "page_count")
    await pragma(database, f"max_page_count = {pages}")
    yield
    await pragma(database, "max_page_count = 1000000")


@pytest.mark.parametrize("trouble", [read_only, locked], ids=["read-only", "locked"])
async def test_a_failed_write_is_reported_and_can_be_retried(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, trouble: Trouble
) -> None:
    """A move that can't be saved is not shown; the same button works later."""
    table, hands = await env.seated(ana, ben)
    person, asked = await env.asked_of(hands)
    button, before = controls(asked)[0], table.text
    async with trouble(database_of(env)):
        refused = await person.click(asked, button)
        await env.settled()
        assert NOT_SAVED in refused.text
        assert table.text == before
    assert controls(asked)[0] == button
    await person.click(asked, button)
    await env.settled()

    assert button not in controls(asked)


async def test_people_can_look_while_nothing_can_be_saved(
    env: RunningBot, chen: PlaygroundUser
) -> None:
    """A command that only shows something works for somebody whom the bot has never met."""
    async with read_only(database_of(env)):
        answer = await chen.slash("table-one", "games")
    assert "Tomate" in str(answer.message.alts)


async def test_a_full_disk_costs_one_press_and_no_move(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser
) -> None:
    """A press that no longer fits is refused, and works again with free space."""
    table = await env.table(ana, ben, cycles=4)
    hands = {person: await env.hand(person, table) for person in (ana, ben)}

    async with full(database_of(env)):
        for _ in range(PRESSES):
            person, asked = await env.asked_of(hands)
            button, before = controls(asked)[0], table.text
            answer = await person.click(asked, button)
            await env.settled()
            if NOT_SAVED in answer.text:
                break
        assert NOT_SAVED in answer.text
        assert table.text == before
    assert controls(asked)[0] == button
    await person.click(asked, button)
    await env.settled()

    assert button not in controls(asked)
