"""Background tasks."""

import asyncio
import gc
import logging

import pytest

from bot.background import background


async def test_an_error_of_a_background_task_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """A failed background task is logged with its name and error."""

    async def fail() -> None:
        raise RuntimeError("planned by a test")

    task = background(fail(), "fetch an avatar")
    await asyncio.wait({task})
    (record,) = caplog.records

    assert record.levelno == logging.ERROR
    assert "fetch an avatar" in record.getMessage()
    assert record.exc_info is not None
    assert str(record.exc_info[1]) == "planned by a test"


async def test_a_cancelled_task_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """Cancelling a task logs nothing."""
    task = background(asyncio.Event().wait(), "wait")
    task.cancel()
    await asyncio.wait({task})

    assert caplog.records == []


async def test_a_task_that_nobody_holds_is_finished() -> None:
    """A background task is never garbage-collected before it ends."""
    begun, done = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        await asyncio.sleep(0)
        done.set()

    background(work(), "work")
    await begun.wait()
    gc.collect()
    await asyncio.wait_for(done.wait(), 60)

    assert done.is_set()
