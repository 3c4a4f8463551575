"""Tasks that nobody waits for: kept until they end, and never silent when they fail."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

_running: set[asyncio.Task[Any]] = set()
"""The event loop itself holds tasks only weakly."""


def background(work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    """Start a task; an error that ends it is logged, whether or not anybody asks for its result."""
    task = asyncio.create_task(work, name=name)
    _running.add(task)
    task.add_done_callback(_ended)
    return task


def _ended(task: asyncio.Task[Any]) -> None:
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("background task failed: %s", task.get_name(), exc_info=error)
