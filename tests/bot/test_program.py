"""The bot as a program: what a host sees when something is wrong, and how it stops."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.__main__ import main
from bot.errors import HostError
from bot.settings import Settings, SettingsError, env_example, load_settings
from bot.ui.app.main import run

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""How many seconds a program may take on a busy machine."""


async def program(module: str, *arguments: str, **environment: str) -> Process:
    """Start `python -m module` as a host would, without this folder's .env."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TOMATO_")}
    clean["TOMATO_CACHE"] = "off"
    tied = ("--with-parent",) if module == "bot.playground" else ()
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *tied,
        *arguments,
        cwd=ROOT,
        env=clean | environment,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )


async def said(process: Process) -> tuple[int | None, str, str]:
    """Wait for the process to end; return exit code, output and errors."""
    out, error = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode, out.decode(), error.decode()


def test_the_example_names_every_setting() -> None:
    """.env.example is exactly what the settings class generates."""
    assert (ROOT / ".env.example").read_text(encoding="utf-8") == env_example()


def test_the_example_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copied .env.example changes nothing."""
    for name in [name for name in os.environ if name.startswith("TOMATO_")]:
        monkeypatch.delenv(name)

    assert load_settings(ROOT / ".env.example") == Settings(_env_file=None)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("TOMATO_BOT_SEAT_DELAY", "soon"), ("TOMATO_PAINTERS", "many"), ("TOMATO_LOG_LEVEL", "LOUD")],
)
def test_a_wrong_setting_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], setting: str, value: str
) -> None:
    """An invalid setting is reported in one line that names it."""
    monkeypatch.setenv(setting, value)
    code = main([])
    error = capsys.readouterr().err

    assert code == 1
    assert setting in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("language", ["klingon", "fr", "zz"])
def test_a_language_without_a_catalogue_is_refused(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """An unknown language is refused with a list of the known ones; a regional variant is fine."""
    monkeypatch.setenv("TOMATO_LANGUAGE", language)
    with pytest.raises(SettingsError, match="there are en, de, es"):
        load_settings(None)
    monkeypatch.setenv("TOMATO_LANGUAGE", "es-MX")
    assert load_settings(None).language == "es-MX"


async def test_a_missing_token_is_named() -> None:
    """A missing token raises an error that names its setting."""
    with pytest.raises(HostError, match="TOMATO_TOKEN is missing"):
        await run(Settings(token=SecretStr(""), _env_file=None))


async def test_an_unwritable_database_is_said_in_one_line(tmp_path: Path) -> None:
    """A database in an invalid folder is reported in one line without a traceback."""
    (tmp_path / "file").write_text("no folder")
    database = str(tmp_path / "file" / "tomato.db")
    code, _, error = await said(await program("bot", TOMATO_TOKEN="x", TOMATO_DATABASE=database))

    assert code == 1
    assert database in error
    assert "Traceback" not in error


async def test_the_playground_stops_cleanly(tmp_path: Path) -> None:
    """Ctrl-C ends the playground with exit code 0 and no error output; its world is kept."""
    process = await program("bot.playground", "--port", "0", "--data", str(tmp_path))
    assert process.stdout is not None
    line = b""
    while b"Ctrl-C" not in line:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
    process.send_signal(signal.SIGINT)
    code, _, error = await said(process)

    assert (code, error) == (0, "")
    assert (tmp_path / "world.db").exists()
