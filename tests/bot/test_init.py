"""`tomato-table init` as a program: a host's first command, at a terminal and in scripts."""

import asyncio
import io
import os
import pty
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol
from unittest.mock import AsyncMock

import pytest

from bot.__main__ import WRONG_SETTINGS, main
from bot.errors import HostError
from bot.metrics.address import is_free
from bot.settings import SettingsError, env_example, load_settings
from bot.ui.interactions.bot_permissions import invite_link
from bot.ui.program import init_command
from playground.server import Playground
from tests.support.bad_discord import bad_discord
from tests.support.playground import opened
from tests.support.sampling import leading

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""How many seconds a program may take on a busy machine."""
PROGRAM = """
import os, sys
import discord
discord.http.Route.BASE, terminal = sys.argv[1:3]
if terminal:
    os.login_tty(int(terminal))
from bot.__main__ import main
sys.exit(main(["init"]))
"""
"""The bot's program with another address of Discord, at a terminal if its number is given."""
WRONG = "MTIz.wrong.token"


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with opened() as playground:
        yield playground


async def start(folder: Path, api: str, terminal: int | None = None) -> Process:
    """Start the program in a folder."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TOMATO_")}
    clean |= {"PYTHONPATH": str(ROOT), "TOMATO_CACHE": "off"}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, api, "" if terminal is None else str(terminal)),
        cwd=folder,
        env=clean,
        stdin=PIPE if terminal is None else DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        pass_fds=() if terminal is None else (terminal,),
    )


class Piped(Protocol):
    """Pipe a token into the command; return its exit code, output and errors."""

    async def __call__(self, api: str, token: str) -> tuple[int, str, str]: ...


@pytest.fixture
def piped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Piped:
    """The command in a thread of this process, in a folder of its own."""
    for name in [name for name in os.environ if name.startswith("TOMATO_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("TOMATO_CACHE", "off")
    monkeypatch.chdir(tmp_path)

    async def run(api: str, token: str) -> tuple[int, str, str]:
        monkeypatch.setattr("discord.http.Route.BASE", api)
        monkeypatch.setattr("sys.stdin", io.StringIO(token))
        code = await asyncio.to_thread(main, ["init"])
        return (code, *capsys.readouterr())

    return run


def files(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def test_a_piped_token_is_checked_and_written(playground: Playground, tmp_path: Path) -> None:
    """A good token ends in a private .env with all settings; the link and the findings follow."""
    address, world = playground.address, playground.world
    process = await start(tmp_path, address.api)
    line = f"{address.token}\n".encode()
    out, error = await asyncio.wait_for(process.communicate(line), PATIENCE)
    env = tmp_path / ".env"

    assert (process.returncode, error) == (0, b"")
    assert invite_link(world.application.id) in out.decode()
    assert address.token not in out.decode()
    assert b"Self-test of this machine:\n" in out
    assert mode(env) == 0o600
    assert env.read_text() == env_example().replace(
        "TOMATO_TOKEN=\n", f"TOMATO_TOKEN={address.token}\n"
    )


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("", "There is no token. Paste it when you are asked, or pipe it in."),
        ("two words", "This is no token: it has spaces or line breaks inside."),
        (WRONG, "Discord refuses this token. Reset it under *Bot* at https://discord.com/"),
    ],
)
async def test_a_wrong_token_is_explained(
    playground: Playground, piped: Piped, tmp_path: Path, token: str, sentence: str
) -> None:
    """A wrong token is one sentence without the token, and writes nothing."""
    code, out, error = await piped(playground.address.api, token)

    assert (code, out, error.count("\n")) == (WRONG_SETTINGS, "", 1)
    assert error.startswith(sentence)
    assert WRONG not in error
    assert files(tmp_path) == []


async def test_no_network_is_explained(piped: Piped, tmp_path: Path) -> None:
    """Without Discord, the program says so in one sentence and writes nothing."""
    code, _, error = await piped("http://127.0.0.1:9/api", WRONG)

    assert (code, error.count("\n")) == (1, 1)
    assert error.startswith("There is no connection to Discord (")
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (200, "Something else answers in Discord's place"),
        (401, "Something else answers in Discord's place"),
        (403, "Discord refuses requests from this address"),
        (503, "Discord has an outage"),
    ],
)
async def test_a_page_is_explained(
    piped: Piped, tmp_path: Path, status: int, sentence: str
) -> None:
    """A page in Discord's place is one sentence, which blames no token."""
    async with bad_discord() as discord:
        discord.always["/users/@me"] = status
        code, _, error = await piped(discord.address.api, discord.address.token)

    assert (code, error.count("\n")) == (1, 1)
    assert error.startswith(sentence)
    assert files(tmp_path) == []


async def test_another_token_is_not_overwritten(
    playground: Playground, piped: Piped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script replaces no token; the same one, or none, is checked again."""
    address, env = playground.address, tmp_path / ".env"
    env.write_text(f"TOMATO_TOKEN={address.token}\n")
    monkeypatch.setattr(init_command, "_self_test", AsyncMock(return_value=[]))
    refused = await piped(address.api, WRONG)
    results = [(await piped(address.api, same))[0] for same in ("", address.token)]

    assert refused[0] == 1
    assert refused[2].startswith(".env has another token. Delete its line TOMATO_TOKEN")
    assert results == [0, 0]
    assert env.read_text() == f"TOMATO_TOKEN={address.token}\n"


async def test_a_token_in_the_environment_is_named(
    playground: Playground, piped: Piped, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token in the environment would win over .env, so another one is refused."""
    monkeypatch.setenv("TOMATO_TOKEN", WRONG)
    address = playground.address
    code, _, error = await piped(address.api, address.token)

    assert (code, error.partition(",")[0]) == (1, "TOMATO_TOKEN is set in the environment")


@pytest.mark.parametrize(("answer", "is_replaced"), leading([("y", True), ("", False)]))
async def test_a_terminal_asks(
    playground: Playground, tmp_path: Path, answer: str, is_replaced: bool
) -> None:
    """At a terminal the token isn't shown, and another one is replaced only after a question."""
    address, env = playground.address, tmp_path / ".env"
    env.write_text(f"TOMATO_TOKEN={WRONG}\n")
    ours, theirs = pty.openpty()
    process = await start(tmp_path, address.api, theirs)
    os.close(theirs)
    shown = ""
    for prompt, line in (("isn't shown", address.token), ("[y/N]", answer)):
        while prompt not in shown:
            shown += (await asyncio.to_thread(os.read, ours, 1024)).decode()
        os.write(ours, f"{line}\n".encode())
    await asyncio.wait_for(process.wait(), PATIENCE)
    os.close(ours)

    assert address.token not in shown
    assert env.read_text() == f"TOMATO_TOKEN={address.token if is_replaced else WRONG}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("TOMATO_TOKEN=\nTOMATO_KEEP_DAYS=30\n", "TOMATO_TOKEN=new\nTOMATO_KEEP_DAYS=30\n"),
        ("# mine\nexport TOMATO_TOKEN = 'old'  # x\n", "# mine\nTOMATO_TOKEN=new\n"),
        ("#TOMATO_TOKEN=old\nOTHER=1", "#TOMATO_TOKEN=old\nOTHER=1\nTOMATO_TOKEN=new\n"),
    ],
)
def test_other_settings_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str
) -> None:
    """Only the line of the token changes, and others lose the right to read the file."""
    monkeypatch.chdir(tmp_path)
    env = tmp_path / ".env"
    env.write_text(before)
    env.chmod(0o644)
    init_command._write_token("new")

    assert (env.read_text(), mode(env)) == (after, 0o600)
    assert load_settings().token.get_secret_value() == "new"
    assert files(tmp_path) == [".env"]


@pytest.mark.parametrize(
    "way", [init_command.DOCKER, init_command.SYSTEMD], ids=lambda way: way.title
)
def test_commands_are_those_of_the_documents(way: init_command.Way) -> None:
    """The commands for running the bot also stand in the page about installing it."""
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")

    assert way.commands
    assert [command for command in way.commands if f"    {command}\n" not in page] == []


@pytest.mark.parametrize("is_checkout", [False, True])
@pytest.mark.parametrize("has_docker", [False, True])
@pytest.mark.parametrize("has_systemd", [False, True])
def test_only_what_is_there_is_offered(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_checkout: bool,
    has_docker: bool,
    has_systemd: bool,
) -> None:
    """Docker and systemd are offered where the machine has them, in a checkout of the project."""
    monkeypatch.chdir(ROOT if is_checkout else tmp_path)
    monkeypatch.setattr(init_command, "has_compose", lambda: has_docker)
    runs = tmp_path if has_systemd else tmp_path / "nowhere"
    monkeypatch.setattr(init_command, "SYSTEMD_RUNS", runs)
    offered = {init_command.BY_HAND}
    if is_checkout and has_docker:
        offered.add(init_command.DOCKER)
    if is_checkout and has_systemd:
        offered.add(init_command.SYSTEMD)

    assert set(init_command._ways()) == offered


def end_of_input(*_: object) -> str:
    raise EOFError


def test_ctrl_d_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of the input stands for no token, and for no at a question."""
    monkeypatch.delenv("TOMATO_TOKEN", raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(init_command, "getpass", end_of_input)
    monkeypatch.setattr("builtins.input", end_of_input)

    with pytest.raises(SettingsError, match="There is no token"):
        init_command._read_token("")
    with pytest.raises(HostError, match="Nothing was changed"):
        init_command._confirm_replacement()


@pytest.mark.parametrize("status", [0, 125])
def test_docker_counts_with_its_compose_plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """A Docker client whose `compose version` fails offers no way to run the bot."""
    docker = tmp_path / "docker"
    docker.write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
    docker.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert init_command.has_compose() is (status == 0)


def test_a_taken_port_is_found() -> None:
    """The address of the metrics is free until something listens on it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        taken = is_free(address)

    assert (taken, is_free(address)) == (False, True)
