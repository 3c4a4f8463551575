"""A process that waits for its lock, keeps presses meanwhile, or has lost the lock."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot import shards
from bot.tables.ownership import Ownership
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.reply import AnsweredElsewhereError, Reply
from bot.ui.program import standby as standby_module
from bot.ui.program.standby import Standby
from data.engine.errors import (
    DatabaseBusyError,
    DatabaseError,
    DatabaseFullError,
    DatabaseNewerError,
    DatabaseUnwritableError,
    MigrationError,
)
from data.engine.postgres_values import LockKind
from data.store import Store
from tests.support.refusals import refusal

PLACE = Path("tables.db")


class Lock:
    """A lock of which a test decides what happens when it is taken."""

    def __init__(self, *answers: str | DatabaseError | None) -> None:
        self.answers = list(answers)
        self.is_sure = False
        self.planned = ""
        self.is_lost = asyncio.Event()

    async def take(self) -> str | None:
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, DatabaseError):
            raise answer
        self.is_sure = answer is None
        return answer

    async def plan(self) -> str:
        return self.planned

    async def confirm(self) -> None:
        if self.is_lost.is_set():
            self.is_lost.clear()
            raise DatabaseError("gone")

    def lose(self) -> None:
        self.is_sure = False


class Log:
    """The work of a bot, noted instead of done."""

    def __init__(self) -> None:
        self.notes = list[str]()

    async def wake(self) -> None:
        self.notes.append("wake")

    async def resume(self) -> None:
        self.notes.append("resume")

    async def halt(self) -> None:
        self.notes.append("halt")


class Press(SimpleNamespace):
    """A press; it keeps what it is answered, and `refusal` is what Discord raises then."""

    def __init__(self, refusal: Exception | None = None) -> None:
        super().__init__(
            id=7, guild_id=None, locale="en-GB", response=self, extras={}, message=None, user=None
        )
        self.type = discord.InteractionType.component
        self.client = SimpleNamespace(is_closed=lambda: False)
        self.answers = list[str]()
        self.refusal = refusal

    def is_done(self) -> bool:
        return bool(self.answers)

    async def send_message(self, sentence: str, *, ephemeral: bool) -> None:
        assert ephemeral
        self.answers.append(sentence)

    async def defer(self, **_: object) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.answers.append("defer")


async def do_nothing() -> None:
    return


@asynccontextmanager
async def standing_by(
    lock: Lock, ownership: Ownership | None = None
) -> AsyncIterator[tuple[Standby, Log]]:
    store = SimpleNamespace(lock=lock, locks=lock, begin=do_nothing)
    standby, work = Standby(cast(Store, store), ownership or Ownership()), Log()
    running = asyncio.create_task(standby.run(work))
    try:
        yield standby, work
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOOK_EVERY", "CONFIRM_EVERY", "FULL_DISK_PAUSE", "BUCKET_POLL"):
        monkeypatch.setattr(standby_module, name, 0)


def interaction(press: Press) -> discord.Interaction[Any]:
    return cast("discord.Interaction[Any]", press)


async def test_a_lock_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    """A process waits for its lock, says once whose it is and what follows, and then resumes."""
    caplog.set_level(logging.INFO, standby_module.__name__)
    lock = Lock("Basil", "Basil", "Basil", None)
    lock.planned = "tables change"
    async with standing_by(lock) as (standby, work):
        await standby.tried()
        assert not standby.is_sure
        await standby.active.wait()
        await asyncio.sleep(0)

        assert standby.is_sure
        assert work.notes == ["wake", "resume"]
    assert [line.getMessage() for line in caplog.records] == [
        "standing by until Basil ends; tables change"
    ]


@pytest.mark.parametrize(
    ("error", "level", "words"),
    [
        (DatabaseFullError(PLACE, "full"), logging.ERROR, "starts by itself once there is room"),
        (DatabaseBusyError("it", 6, 7, "Basil"), logging.INFO, "migrated from version 6 to 7"),
    ],
)
async def test_what_may_pass_is_waited_for(
    caplog: pytest.LogCaptureFixture, error: DatabaseError, level: int, words: str
) -> None:
    """A full disk, and processes of an older version, keep a process waiting; one line says so."""
    caplog.set_level(logging.INFO, standby_module.__name__)
    async with standing_by(Lock(error, error, None)) as (standby, _):
        await standby.active.wait()

    (line,) = caplog.records
    assert line.levelno == level
    assert words in line.getMessage()


async def test_a_database_at_fault_ends_a_start() -> None:
    """An error of the database that won't pass by itself ends the first try."""
    standby = Standby(
        cast(Store, SimpleNamespace(lock=Lock(DatabaseUnwritableError(PLACE, "no")))), Ownership()
    )
    with pytest.raises(DatabaseUnwritableError):
        await standby.run(Log())


@pytest.mark.parametrize(
    "error", [DatabaseNewerError(PLACE, 9, 8), MigrationError(PLACE, "0009_x.sql", "no")]
)
async def test_what_no_wait_mends_ends_a_standby(error: DatabaseError) -> None:
    """A newer database, and a migration that fails, end a process that has waited for its turn."""
    store = SimpleNamespace(lock=Lock("Basil", error))
    with pytest.raises(type(error)):
        await Standby(cast(Store, store), Ownership()).run(Log())


async def test_a_lost_lock_is_taken_again() -> None:
    """A process whose lock has fallen stops its work, owns nothing, and begins again later."""
    lock = Lock(None, "Basil", DatabaseError("away"), None)
    ownership = Ownership()
    async with standing_by(lock, ownership) as (standby, work):
        await standby.active.wait()
        assert ownership.owns(1)
        lock.is_lost.set()
        await standby.idle.wait()

        assert not ownership.owns(1)
        assert not standby.may_send()
        await standby.active.wait()
        await asyncio.sleep(0)
        assert ownership.owns(1)
        assert standby.may_send()
        assert work.notes == ["wake", "resume", "halt", "wake", "resume"]


async def test_a_press_is_kept_until_the_lock_is_free() -> None:
    """What arrives while another process works is answered once that has ended."""
    free = asyncio.Event()

    class Held(Lock):
        async def take(self) -> str | None:
            self.is_sure = free.is_set()
            return None if self.is_sure else "Basil"

    async with standing_by(Held()) as (standby, _):
        await standby.tried()
        press = Press()
        saved = asyncio.create_task(standby.admits(interaction(press)))
        await asyncio.sleep(0)
        assert not saved.done()
        free.set()

        assert await saved
        async with Reply(interaction(press)):
            assert press.answers == ["defer"]


@pytest.mark.parametrize("was_active", [False, True])
async def test_a_press_is_not_kept_for_long(
    monkeypatch: pytest.MonkeyPatch, *, was_active: bool
) -> None:
    """A process that stands by leaves a press to the other; one that lost its lock apologises."""
    monkeypatch.setattr(standby_module, "KEPT_FOR", 0)
    lock = Lock(*([None] if was_active else []), *["Basil"] * 1000)
    async with standing_by(lock) as (standby, _):
        if was_active:
            await standby.active.wait()
            lock.is_lost.set()
        await standby.idle.wait()
        press = Press()

        assert not await standby.admits(interaction(press))
    assert press.answers == [common_texts.TOO_SLOW_TO_ASK.message] * was_active


@pytest.mark.parametrize("code", [40060, 10062])
async def test_a_kept_press_is_answered_by_one_process(code: int) -> None:
    """If Discord has an answer to a kept press, or takes none any more, nothing is done for it."""
    press = Press(refusal(400, code))
    press.extras["contested"] = True
    with pytest.raises(AnsweredElsewhereError):
        async with Reply(interaction(press)):
            pytest.fail("the press is handled")


class BucketLocks(SimpleNamespace):
    """The locks of two processes' identify buckets; a lock is released once `spaced` is set."""

    def __init__(self) -> None:
        super().__init__(taken=set[int](), spaced=asyncio.Event())

    async def claim(self, _: LockKind, bucket: int) -> bool:
        is_free = bucket not in self.taken
        self.taken.add(bucket)
        return is_free

    async def release(self, _: LockKind, bucket: int) -> None:
        await self.spaced.wait()
        self.taken.remove(bucket)


async def test_processes_log_in_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a process has just identified a shard, no other does in the same bucket."""
    monkeypatch.setattr(shards, "SPACING", 0)
    locks = BucketLocks()
    store = cast(Store, SimpleNamespace(lock=Lock(), locks=locks))
    first, second = (Standby(store, Ownership()).book for _ in range(2))
    await first(0)
    await second(1)
    waiting = asyncio.create_task(_done(second, 0))
    for _ in range(5):
        await asyncio.sleep(0)

    assert not waiting.done()
    locks.spaced.set()
    await waiting


async def _done(book: Callable[[int], Any], bucket: int) -> None:
    await book(bucket)
