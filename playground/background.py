"""Tasks that nobody awaits; an error in one is printed as soon as it ends."""

import asyncio
import traceback
from collections.abc import Coroutine
from typing import Any

_running: set[asyncio.Task[Any]] = set()
"""References to running tasks, because the event loop holds only weak ones."""


def background(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """Start a task and keep it until it ends."""
    task = asyncio.create_task(work, name=name)
    _running.add(task)
    task.add_done_callback(_report)
    return task


def _report(task: asyncio.Task[None]) -> None:
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        error.add_note(f"This ended the task {task.get_name()!r}.")
        traceback.print_exception(error)
