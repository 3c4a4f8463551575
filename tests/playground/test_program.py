"""`python -m playground`: what it prints, how it fails, whom it outlives."""

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

from bot.ui.program.local import VARIABLES
from playground.__main__ import arguments, main
from playground.bots import running
from playground.server import PlaygroundAddress

ROOT = Path(__file__).parents[2]
DEMO = "exec python -m tests.playground.demo_bot"
CAT = "printf 'a bot %s\\n' begins; cat; printf 'its input %s\\n' ended"
VARIABLE = re.compile(r"  ([A-Z_]+)=(\S+)")
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


async def first_link(process: asyncio.subprocess.Process) -> tuple[dict[str, str], str]:
    """Return the variables of a bot, and the address of the first person's socket."""
    assert process.stdout
    variables: dict[str, str] = {}
    async with asyncio.timeout(PATIENCE):
        while line := (await process.stdout.readline()).decode():
            if result := LINK.match(line):
                _, origin, user, key = result.groups()
                return variables, f"{origin}/page/socket?as={user}&key={key}"
            if result := VARIABLE.match(line):
                variables[result[1]] = result[2]
    raise AssertionError((await process.communicate())[1].decode())


async def online(page: aiohttp.ClientWebSocketResponse, state: bool) -> None:
    """Wait until the page is told that the bot connected or disconnected."""
    while True:
        item = await page.receive_json(timeout=PATIENCE)
        if item.get("t") == "bot" and item["d"]["online"] is state:
            return


@pytest.mark.nightly
async def test_the_bot_may_be_killed_on_its_own(tmp_path: Path) -> None:
    """A bot of another terminal can be killed and restarted while the page stays open."""
    line = ("--data", str(tmp_path), "--port", "0")
    async with program(*line) as server, aiohttp.ClientSession() as http:
        variables, address = await first_link(server)
        async with http.ws_connect(address) as page:
            for _ in range(2):
                async with running([DEMO], variables, folder=ROOT):
                    await online(page, state=True)
                await online(page, state=False)


async def test_a_bot_stops_with_its_playground(tmp_path: Path) -> None:
    """A bot is ended when the playground stops, even if the playground is killed."""
    line = ("--data", str(tmp_path), "--port", "0", "--bot", CAT)
    for number, status in ((signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)):
        async with program(*line) as process:
            assert process.stdout
            async with asyncio.timeout(PATIENCE):
                while b"a bot begins" not in await process.stdout.readline():
                    pass
                process.send_signal(number)
                rest = await process.stdout.read()  # ends once the bot has closed it, too
            assert await process.wait() == status
        assert number is signal.SIGTERM or b"its input ended" in rest


async def test_a_playground_ends_with_its_bots(tmp_path: Path) -> None:
    """When all bots have ended, the playground ends, names them and fails if one of them did."""
    line = ("--data", str(tmp_path), "--port", "0", "--bot", "exit 3", "--bot", "exit 0")
    async with program(*line) as process, asyncio.timeout(PATIENCE):
        assert process.stderr
        error = await process.stderr.read()  # its input stays open: its end would end the program
        assert await process.wait() == 1
    assert sorted(error.decode().splitlines()) == [
        "The bot ended with status 0: exit 0",
        "The bot ended with status 3: exit 3",
    ]


PARENT = """
import subprocess, sys
line = [sys.executable, "-m", "playground", "--port", "0"]
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


def test_the_readme_names_what_a_bot_gets() -> None:
    """README.md names every variable that a bot gets, and every option of the program."""
    readme = (ROOT / "playground/README.md").read_text(encoding="utf-8")
    variables = {*PlaygroundAddress(0, "").variables, "PLAYGROUND_DATA"}
    options = {f"--{name}" for name in vars(arguments([]))}

    assert set(re.findall(r"^\| `([A-Z_]+)` \|", readme, re.MULTILINE)) == variables
    assert set(re.findall(r"^\| `(--\w+)", readme, re.MULTILINE)) == options
    assert set(VARIABLES) == variables, "our own bot needs them all"


def test_an_occupied_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A taken port is reported in one line with exit code 1."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code = main(["--port", str(port), "--data", str(tmp_path)])
    assert code == 1
    assert capsys.readouterr().err == (
        f"Port {port} is taken: the playground is probably running already."
        " To use another port, set PLAYGROUND_PORT or pass --port.\n"
    )


def test_an_unwritable_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that can't be created is reported in one line with exit code 1."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    assert main(["--data", str(folder)]) == 1
    assert capsys.readouterr().err == f"Cannot use the folder {folder}: Not a directory.\n"


def test_the_port_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The port on the command line overrides PLAYGROUND_PORT."""
    monkeypatch.setitem(os.environ, "PLAYGROUND_PORT", "9001")
    assert arguments([]).port == 9001
    assert arguments(["--port", "9002"]).port == 9002
