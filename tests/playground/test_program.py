"""`python -m playground`: what it prints, how it fails, whom it outlives."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from playground.__main__ import arguments, main

ROOT = Path(__file__).parents[2]
DEMO = "tests.playground.demo_bot:start"
LINK = re.compile(r"  (\w+) +(http://127\.0\.0\.1:\d+)/\?as=(\d+)&key=(\S+)")

PATIENCE = 60
"""How many seconds a program may take on a busy machine."""


@asynccontextmanager
async def program(*line: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the program in its own process, which is killed at the end of the block or the test."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "playground",
        "--with-parent",
        *line,
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def first_link(process: asyncio.subprocess.Process) -> tuple[str, str]:
    """Return the server's address and the first person's socket address."""
    assert process.stdout
    async with asyncio.timeout(PATIENCE):
        while line := (await process.stdout.readline()).decode():
            found = LINK.match(line)
            if found:
                _, origin, user, key = found.groups()
                return origin, f"{origin}/page/socket?as={user}&key={key}"
    raise AssertionError((await process.communicate())[1].decode())


async def online(page: aiohttp.ClientWebSocketResponse, state: bool) -> None:
    """Wait until the page is told that the bot connected or disconnected."""
    while True:
        item = await page.receive_json(timeout=PATIENCE)
        if item.get("t") == "bot" and item["d"]["online"] is state:
            return


async def test_the_bot_may_be_killed_on_its_own(tmp_path: Path) -> None:
    """A bot in its own process can be killed and restarted while the page stays open."""
    data = ("--data", str(tmp_path))
    server_line = (*data, "--port", "0", "--server-only")
    async with program(*server_line) as server, aiohttp.ClientSession() as http:
        origin, address = await first_link(server)
        bot_line = (*data, "--port", str(URL(origin).port), "--bot-only", "--bot", DEMO)
        async with http.ws_connect(address) as page:
            for _ in range(2):
                async with program(*bot_line) as bot:
                    await online(page, state=True)
                    bot.kill()
                await online(page, state=False)


PARENT = """
import subprocess, sys
line = [sys.executable, "-m", "playground", "--with-parent", "--server-only", "--port", "0"]
subprocess.Popen([*line, "--data", sys.argv[1]], stdin=subprocess.PIPE).wait()
"""
"""A process that starts a playground; both write to the same output."""


async def test_a_playground_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    """A playground ends if its parent process is killed."""
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PARENT, str(tmp_path)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert parent.stdout
    try:
        async with asyncio.timeout(PATIENCE):
            while b"Ctrl-C" not in await parent.stdout.readline():
                pass
            parent.kill()
            rest = await parent.stdout.read()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)
        await parent.wait()
    assert rest == b""


def test_a_start_says_what_takes_so_long(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program says that it is loading before it loads anything."""
    assert main(["--data", str(tmp_path), "--bot", "nowhere:start"]) == 1
    assert "Loading the games" in capsys.readouterr().out


def test_an_occupied_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A taken port is reported in one line with exit code 1."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code = main(["--port", str(port), "--data", str(tmp_path), "--server-only"])
    assert code == 1
    assert capsys.readouterr().err == (
        f"Port {port} is taken: the playground is probably running already."
        " To use another port, set PLAYGROUND_PORT or pass --port.\n"
    )


def test_an_unwritable_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that can't be created is reported in one line with exit code 1."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    assert main(["--data", str(folder), "--server-only"]) == 1
    assert capsys.readouterr().err == f"Cannot use the folder {folder}: Not a directory.\n"


def test_a_bot_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong entry point is reported in one line with exit code 1."""
    assert main(["--data", str(tmp_path), "--bot", "nowhere:start"]) == 1
    assert capsys.readouterr().err == (
        "There is no bot at nowhere:start: No module named 'nowhere'.\n"
    )


def test_a_server_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot without a server is reported in one line with exit code 1."""
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        port = unheard.getsockname()[1]
        line = ["--bot-only", "--port", str(port), "--data", str(tmp_path), "--bot", DEMO]
        assert main(line) == 1
    assert capsys.readouterr().err == (
        f"No playground answers on 127.0.0.1:{port}; start one with --server-only.\n"
    )


def test_the_port_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The port on the command line overrides PLAYGROUND_PORT."""
    monkeypatch.setitem(os.environ, "PLAYGROUND_PORT", "9001")
    assert arguments([]).port == 9001
    assert arguments(["--port", "9002"]).port == 9002
