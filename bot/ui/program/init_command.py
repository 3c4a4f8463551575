"""`tomato-table init`: asks for the token, checks it, writes `.env`, and says what to do next."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from getpass import getpass
from pathlib import Path
from typing import NamedTuple

import discord
from pydantic import SecretStr, ValidationError

from bot.errors import HostError
from bot.metrics.address import is_free
from bot.metrics.meters import Meters
from bot.settings import PREFIX, Settings, SettingsError, env_example, load_settings
from bot.tables.jobs.system_clock import SystemClock
from bot.ui.i18n.readers import plain_reader
from bot.ui.i18n.texts import machine_texts
from bot.ui.interactions.bot_permissions import invite_link
from bot.ui.kit.discord_errors import described
from bot.ui.program import outages
from bot.ui.program.compose import paint_queue
from bot.ui.self_test import SelfTest
from games.core.text import speak

TOKEN = f"{PREFIX}TOKEN"
_TOKEN_LINE = re.compile(rf"^[ \t]*(?:export[ \t]+)?{TOKEN}[ \t]*=.*$", re.MULTILINE)
PORTAL = "https://discord.com/developers/applications"


class Way(NamedTuple):
    """One way to run the bot, by commands for the folder with `.env`."""

    title: str
    commands: tuple[str, ...]


BY_HAND = Way("Run it here until Ctrl-C", (f"{sys.executable} -m bot",))
SYSTEMD = Way("Or with systemd, as root", ("deploy/install.sh",))
SYSTEMD_RUNS = Path("/run/systemd/system")
"""Exists if systemd manages this machine's services."""
DOCKER = Way("Or with Docker", ("docker compose -f deploy/compose.yaml up -d --build",))


def set_up() -> Iterator[str]:
    """Set the bot up in the current folder, and yield what to tell the host; raises HostError."""
    settings = load_settings()
    token = _read_token(settings.token.get_secret_value())
    application = asyncio.run(_application_of(token))
    _write_token(token)
    yield f"The token of {application.name} works, and is in .env, which only you can read."
    yield "\nInvite the bot to a server with this link:\n"
    yield f"    {invite_link(application.id)}"
    for way in _ways():
        yield f"\n{way.title}:\n"
        yield from (f"    {command}" for command in way.commands)
    yield "\nSelf-test of this machine:\n"
    yield from (f"    {line}" for line in asyncio.run(_self_test(load_settings())))


def _read_token(present: str) -> str:
    """Return the token that is typed or piped in; nothing stands for the present one."""
    typed = ""
    if sys.stdin.isatty():
        keep = ", or press Enter to keep the present one" if present else ""
        prompt = (
            f"Create an application at {PORTAL}. Under *Bot*, reset the token and copy it.\n"
            f"Paste the token, which isn't shown{keep}: "
        )
        with suppress(EOFError):  # Ctrl-D: nothing is typed
            typed = getpass(prompt)
    else:
        typed = sys.stdin.read()
    try:
        token = Settings(_env_file=None, token=SecretStr(typed)).token.get_secret_value() or present
    except ValidationError as error:
        raise SettingsError("This is no token: it has spaces or line breaks inside.") from error
    if not token:
        raise SettingsError("There is no token. Paste it when you are asked, or pipe it in.")
    if present and token != present:
        _confirm_replacement()
    return token


def _confirm_replacement() -> None:
    """Ask whether the present token may be replaced; raises HostError if not."""
    if TOKEN in os.environ:
        raise HostError(
            f"{TOKEN} is set in the environment, which goes before .env. Unset it and try again."
        )
    if not sys.stdin.isatty():
        raise HostError(f".env has another token. Delete its line {TOKEN}, then start again.")
    answer = ""
    with suppress(EOFError):
        answer = input(".env has another token. Replace it? [y/N] ")
    if answer.strip().lower() not in ("y", "yes"):
        raise HostError("Nothing was changed.")


async def _application_of(token: str) -> discord.AppInfo:
    """Ask Discord whose token this is; raises HostError."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            async with outages.answer_expected():
                await client.login(token)
                return await client.application_info()
        except Exception as error:
            cause = outages.cause_of(error)
            if outages.refuses_token(cause):
                raise SettingsError(
                    f"Discord refuses this token. Reset it under *Bot* at {PORTAL} and copy it"
                    " whole."
                ) from error
            outage = outages.outage_of(cause)
            if outage is None:
                raise
            raise HostError(f"{outage.value} ({described(cause)}). Try again later.") from error


def _write_token(token: str) -> None:
    """Put the token into `.env`, and keep its other lines; raises HostError."""
    path = Path(os.path.realpath(".env"))
    line = f"{TOKEN}={token}"
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        changed, count = _TOKEN_LINE.subn(lambda _: line, text or env_example())
        _replace(path, changed if count else f"{text.rstrip()}\n{line}\n")
    except OSError as error:
        raise HostError(f"{path} can't be written: {error.strerror}.") from error


def _replace(path: Path, text: str) -> None:
    """Write a whole file that only its owner may read."""
    with tempfile.NamedTemporaryFile(  # its mode is 0600
        "w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False
    ) as file:
        try:
            file.write(text)
            file.close()
            if path.exists() and hasattr(os, "chown"):
                os.chown(file.name, path.stat().st_uid, path.stat().st_gid)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink()
            raise


def _ways() -> Iterator[Way]:
    """Yield the ways to run the bot that this machine and the current folder offer."""
    yield BY_HAND
    if has_compose() and Path("deploy/compose.yaml").exists():
        yield DOCKER
    if SYSTEMD_RUNS.is_dir() and Path("deploy/install.sh").exists():
        yield SYSTEMD


def has_compose() -> bool:
    """Tell whether Docker is here with its compose plugin, which some systems package apart."""
    docker = shutil.which("docker")
    if docker is None:
        return False
    try:
        version = subprocess.run(  # noqa: S603 - the program that PATH names
            [docker, "compose", "version"], capture_output=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return version.returncode == 0


async def _self_test(settings: Settings) -> list[str]:
    """Return a line for each problem of this machine, or one that says that there is none."""
    clock = SystemClock()
    painters = paint_queue(settings, clock, Meters())
    try:
        problems = await SelfTest(settings, painters, clock).problems()
    finally:
        painters.close()
    lines = [speak(problem, plain_reader()) for problem in problems]
    if settings.metrics and not is_free(settings.metrics):
        lines.append(
            f"{settings.metrics} is in use, by a running bot or by another program. If it is"
            f" another, set {PREFIX}METRICS to a free port."
        )
    return lines or [speak(machine_texts.WELL, plain_reader())]
