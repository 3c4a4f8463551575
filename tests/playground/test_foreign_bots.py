"""Bots in other languages and on other libraries run on the local Discord, unchanged.

They are installed from their registries, and skipped where those cannot be reached.
"""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from playground.bots import running
from playground.server import Playground
from playground.testing.people import InteractionFailedError
from playground.testing.snapshots import ShownMessage
from playground.world.clock import RealClock
from tests.support.playground import opened

pytestmark = pytest.mark.slow

FOREIGN = Path(__file__).parent / "foreign"
INSTALLATION = 30
"""Seconds after which a registry counts as out of reach; its clients try once."""
NPM = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=0")
PIP = (sys.executable, "-m", "pip", "install", "-q", "--retries", "0", "--target", "libraries")
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
        await interaction.message.edit(f"{interaction.user.username} is ready.")


bot.run(check_for_updates=False)
"""


def install(*command: str, folder: Path) -> None:
    """Install a library into this folder; skip the test where that is impossible."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"no foreign bot: {command[0]} is not installed here")
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=INSTALLATION)
    except (subprocess.SubprocessError, OSError) as error:
        output = (getattr(error, "stderr", None) or b"").decode(errors="replace")
        reasons = [line for line in output.splitlines() if "error" in line.lower()]
        pytest.skip(f"no foreign bot: {' '.join(command)} failed: {[*reasons, error][0]}")


@asynccontextmanager
async def run(command: str, folder: Path, **variables: str) -> AsyncIterator[Playground]:
    """Run a bot as `--bot` does until the test has played with it; none of its requests fails."""
    async with opened(clock=RealClock()) as playground:
        ended: list[str] = []

        def report(command: str, status: int) -> None:
            ended.append(f"{command} ended with status {status}")
            playground.signal.ring()

        own = {**playground.address.variables, **variables}
        async with running([command], own, report, folder):
            await playground.until(lambda: bool(ended) or playground.sessions.online, "the bot")
            assert ended == []
            yield playground
        assert playground.refusals() == []


@pytest.mark.nightly
async def test_a_bot_on_hikari(tmp_path: Path) -> None:
    """A bot on hikari, which sends binary frames, answers a command and a press."""
    install(*PIP, "--no-deps", "hikari==2.7.0", "colorlog==6.9.0", folder=tmp_path)
    (tmp_path / "bot.py").write_text(HIKARI)
    libraries = str(tmp_path / "libraries")
    async with run("python bot.py", tmp_path, PYTHONPATH=libraries) as playground:
        ana = playground.person("Ana")
        await playground.until(lambda: "ask" in ana.commands("table-one"), "its command")
        asked = (await ana.slash("table-one", "ask")).message
        assert (asked.text, asked.buttons) == ("Ready?", ["Yes"])
        await ana.click(asked, "Yes")
        await playground.until(lambda: asked.text == "ana is ready.", "its edit")
        assert asked.buttons == []


async def test_a_published_bot_plays_a_game(tmp_path: Path) -> None:
    """A bot of npm, on discord.js, sets up its command, and is played against to the end."""
    install(*NPM, "discord-tictactoe@4.2.1", "discord.js@14.28.1", folder=tmp_path)
    shutil.copy(FOREIGN / "tictactoe.js", tmp_path)
    turns = ("select your move", "has won the game!", "No one won the game")

    async def shown(board: ShownMessage) -> str:
        await playground.until(lambda: any(turn in board.text for turn in turns), "its move")
        return board.text

    async with run("node tictactoe.js", tmp_path) as playground:
        ana = playground.person("Ana")
        bot = playground.world.application.id
        ana.say("table-one", f"<@{bot}> tttdeploy")
        await playground.until(lambda: "tictactoe" in ana.commands("table-one"), "its command")
        board = (await ana.slash("table-one", "tictactoe")).message
        while "select your move" in await shown(board):
            # This bot listens only once its edit is answered; a quicker press fails.
            with contextlib.suppress(InteractionFailedError):
                await ana.click(board, "-")
        assert board.buttons.count("-") < 5
