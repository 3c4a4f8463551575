"""`python -m bot.playground` as people start it: what it prints, how it fails, how it ends."""

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

from bot.playground.__main__ import arguments, main

ROOT = Path(__file__).parents[3]
DEMO = "tests.bot.playground.demo_bot:start"
LINK = re.compile(r"  (\w+) +(http://127\.0\.0\.1:\d+)/\?as=(\d+)&key=(\S+)")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def program(*line: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The program in a process of its own, killed if it is still there at the end, or after it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.playground",
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
    """The server's address and the socket address of the first person's page."""
    assert process.stdout
    async with asyncio.timeout(30):
        while line := (await process.stdout.readline()).decode():
            found = LINK.match(line)
            if found:
                _, origin, user, key = found.groups()
                return origin, f"{origin}/page/socket?as={user}&key={key}"
    raise AssertionError((await process.communicate())[1].decode())


async def online(page: aiohttp.ClientWebSocketResponse, state: bool) -> None:
    """Wait until the page is told that the bot came or went."""
    while True:
        item = await page.receive_json(timeout=30)
        if item.get("t") == "bot" and item["d"]["online"] is state:
            return


async def test_links_and_a_clean_end(tmp_path: Path) -> None:
    """It prints a link per person that opens a page, and a SIGTERM ends it with 0."""
    line = ("--port", str(free_port()), "--data", str(tmp_path), "--bot", DEMO)
    async with program(*line) as process, aiohttp.ClientSession() as http:
        _, page = await first_link(process)
        async with http.ws_connect(page):
            process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
        assert (process.returncode, errors.decode()) == (0, "")
    assert (tmp_path / "world.db").exists()


async def test_the_bot_may_be_killed_on_its_own(tmp_path: Path) -> None:
    """With the halves apart the bot dies and comes back while the page stays open."""
    line = ("--port", str(free_port()), "--data", str(tmp_path))
    async with program(*line, "--server-only") as server, aiohttp.ClientSession() as http:
        _, address = await first_link(server)
        async with http.ws_connect(address) as page:
            for _ in range(2):
                async with program(*line, "--bot-only", "--bot", DEMO) as bot:
                    await online(page, state=True)
                    bot.kill()
                await online(page, state=False)


PARENT = """
import subprocess, sys
line = [sys.executable, "-m", "bot.playground", "--with-parent", "--server-only", "--port", "0"]
subprocess.Popen([*line, "--data", sys.argv[1]], stdin=subprocess.PIPE).wait()
"""
"""A process that starts a playground; both write to one output."""


async def test_a_playground_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    """A test that gets SIGKILL leaves no playground behind: their common output ends."""
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PARENT, str(tmp_path)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert parent.stdout
    try:
        async with asyncio.timeout(30):
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
    """Before anything is loaded the program tells what it is doing."""
    assert main(["--data", str(tmp_path), "--bot", "nowhere:start"]) == 1
    assert "Loading the games" in capsys.readouterr().out


def test_an_occupied_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A port that is taken is one clear line and exit code 1."""
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
    """A folder that cannot be made is one clear line and exit code 1."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    assert main(["--data", str(folder), "--server-only"]) == 1
    assert capsys.readouterr().err == f"Cannot use the folder {folder}: Not a directory.\n"


def test_a_bot_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong entry point is one clear line and exit code 1."""
    assert main(["--data", str(tmp_path), "--bot", "nowhere:start"]) == 1
    assert capsys.readouterr().err == (
        "There is no bot at nowhere:start: No module named 'nowhere'.\n"
    )


def test_a_server_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot without a server is one clear line and exit code 1."""
    port = free_port()
    assert main(["--bot-only", "--port", str(port), "--data", str(tmp_path), "--bot", DEMO]) == 1
    assert capsys.readouterr().err == (
        f"No playground answers on 127.0.0.1:{port}; start one with --server-only.\n"
    )


def test_the_port_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """PLAYGROUND_PORT is the port unless the command line says another."""
    monkeypatch.setitem(os.environ, "PLAYGROUND_PORT", "9001")
    assert arguments([]).port == 9001
    assert arguments(["--port", "9002"]).port == 9002
