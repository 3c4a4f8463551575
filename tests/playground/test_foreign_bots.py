"""Bots on other libraries run on the local Discord, unchanged.

They are installed from their registries, and skipped where those cannot be reached.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from playground.server import Playground
from playground.world.clock import RealClock
from tests.support.playground import opened

pytestmark = pytest.mark.slow

INSTALLATION = 120  # seconds after which a registry counts as out of reach

HIKARI = """
import os

import hikari

bot = hikari.GatewayBot(
    os.environ["DISCORD_TOKEN"],
    rest_url=os.environ["DISCORD_API"] + "/v10",
    intents=hikari.Intents.GUILDS,
    banner=None,
)


@bot.listen()
async def register(event: hikari.StartedEvent) -> None:
    me = bot.get_me()
    command = bot.rest.slash_command_builder("ask", "A question")
    await bot.rest.set_application_commands(me.id, [command])


@bot.listen()
async def answer(event: hikari.InteractionCreateEvent) -> None:
    interaction = event.interaction
    if isinstance(interaction, hikari.CommandInteraction):
        row = bot.rest.build_message_action_row()
        row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "yes", label="Yes")
        await interaction.create_initial_response(
            hikari.ResponseType.MESSAGE_CREATE, "Ready?", component=row
        )
    else:
        await interaction.create_initial_response(
            hikari.ResponseType.MESSAGE_UPDATE, f"{interaction.user.username} is.", component=None
        )


bot.run(check_for_updates=False)
"""


def install(*command: str, folder: Path) -> None:
    """Install a bot or a library into this folder; skip the test where that is impossible."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"no foreign bot: {command[0]} is not installed here")
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=INSTALLATION)
    except (subprocess.SubprocessError, OSError) as error:
        said = getattr(error, "stderr", None) or b""
        line = said.decode(errors="replace").strip().splitlines()[-1:]
        pytest.skip(f"no foreign bot: {' '.join(command)} failed: {''.join(line) or error!r}")


@asynccontextmanager
async def foreign(folder: Path, *command: str, **variables: str) -> AsyncIterator[Playground]:
    """Open a playground with a bot in a process of its own."""
    async with opened(clock=RealClock()) as playground:
        address = playground.address
        own = {"DISCORD_API": f"{address.origin}/api", "DISCORD_TOKEN": address.token}
        process = await asyncio.create_subprocess_exec(
            *command, cwd=folder, env={**os.environ, **own, **variables}
        )
        try:
            await playground.until(lambda: playground.sessions.online, "the bot to connect")
            yield playground
        finally:
            process.kill()
            await process.wait()
        assert playground.refusals() == []


async def test_a_bot_on_hikari(tmp_path: Path) -> None:
    """A bot on hikari, which sends binary frames, answers a command and a press."""
    target = ("--target", "libraries", "--no-deps", "hikari==2.7.0", "colorlog==6.9.0")
    install(sys.executable, "-m", "pip", "install", "-q", *target, folder=tmp_path)
    (tmp_path / "bot.py").write_text(HIKARI)
    libraries = {"PYTHONPATH": str(tmp_path / "libraries")}
    async with foreign(tmp_path, sys.executable, "bot.py", **libraries) as playground:
        ana = playground.person("Ana")
        await playground.until(lambda: "ask" in ana.commands("table-one"), "its command")
        asked = (await ana.slash("table-one", "ask")).message
        assert asked.buttons == ["Yes"]
        await ana.click(asked, "Yes")
        assert asked.text == "ana is."
