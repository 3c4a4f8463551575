"""Bots as subprocesses: any shell command, with the addresses of the playground in variables."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path

ENDS_WITHIN = 10.0
"""Seconds that a bot has to stop before it is killed."""
ORPHANS_END_WITHIN = 2.0
"""Seconds that the children of a shell have after its end."""
POLL = 0.02
"""Seconds between two looks whether the children of a shell have ended."""

OnEnd = Callable[[str, int], None]
Bot = subprocess.Popen[bytes]


@asynccontextmanager
async def running(
    commands: Sequence[str],
    variables: Mapping[str, str],
    on_end: OnEnd = lambda *_: None,
    folder: Path | None = None,
) -> AsyncIterator[asyncio.Task[int]]:
    """Run commands while inside; yields a task that ends with the last one.

    Its result is 1 if one of them failed, or else 0. `on_end` gets each command that ends by
    itself, with its exit status. The Python of a command is this one, unless it names another. At
    the end each bot gets SIGTERM. Its standard input is a pipe that ends even if this process is
    killed.
    """
    bots = [_started(command, variables, folder) for command in commands]
    with ThreadPoolExecutor(2 * len(bots) + 1) as threads:
        ended = asyncio.create_task(_ended(bots, threads, on_end))
        try:
            yield ended
        finally:
            ended.cancel()
            loop = asyncio.get_running_loop()
            await asyncio.gather(*(loop.run_in_executor(threads, _stop, bot) for bot in bots))


def _started(command: str, variables: Mapping[str, str], folder: Path | None) -> Bot:
    """Start a bot in a group of processes of its own, so that a shell's children are reached."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    return subprocess.Popen(  # noqa: S602 -- the command is the user's own
        command,
        shell=True,
        stdin=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "PATH": path, **variables},
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


async def _ended(bots: Sequence[Bot], threads: Executor, on_end: OnEnd) -> int:
    """Wait for all bots, and report how each one ends; returns an exit status."""

    async def end(bot: Bot) -> int:
        status = await asyncio.get_running_loop().run_in_executor(threads, _waited, bot)
        on_end(str(bot.args), status)
        return status

    return int(any(await asyncio.gather(*map(end, bots))))


def _waited(bot: Bot) -> int:
    """Wait for a bot, then end the children that its shell left; returns its exit status."""
    status = bot.wait()
    _send(bot, "SIGTERM")
    end = time.monotonic() + ORPHANS_END_WITHIN
    while _has_children(bot) and time.monotonic() < end:
        time.sleep(POLL)
    _send(bot, "SIGKILL")
    return status


def _stop(bot: Bot) -> None:
    """Tell a bot and its children to stop, and kill it if it does not."""
    assert bot.stdin is not None
    with suppress(OSError):
        bot.stdin.close()
    if bot.poll() is None:
        _send(bot, "SIGTERM")
        try:
            bot.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            _send(bot, "SIGKILL")


def _send(bot: Bot, name: str) -> None:
    with suppress(ProcessLookupError, PermissionError):  # the latter on macOS, for a zombie
        if sys.platform != "win32":
            os.killpg(bot.pid, signal.Signals[name])
        elif name == "SIGKILL":
            bot.kill()
        else:
            bot.send_signal(signal.CTRL_BREAK_EVENT)


def _has_children(bot: Bot) -> bool:
    """Return whether a process of an ended bot's group is left."""
    if sys.platform == "win32":
        return False
    try:
        os.killpg(bot.pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True
