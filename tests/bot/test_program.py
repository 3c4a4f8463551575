"""The bot as a program: what a host sees when something is wrong, and how it stops."""

import asyncio
import logging
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot import __version__
from bot.__main__ import WRONG_SETTINGS, main
from bot.errors import HostError
from bot.settings import (
    Settings,
    SettingsError,
    env_example,
    load_settings,
    open_settings,
    read_store_address,
    unknown_settings,
)
from bot.ui.program.local import VARIABLES
from bot.ui.program.main import log_start, run
from data.engine.files import RESTORED, UNFINISHED, companion
from tests.support.sampling import leading

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""How many seconds a program may take on a busy machine."""


async def program(module: str, *arguments: str, **environment: str) -> Process:
    """Start `python -m module` as a host would, without this folder's .env."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TOMATO_")}
    clean["TOMATO_CACHE"] = "off"
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        cwd=ROOT,
        env=clean | environment,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )


async def output_of(process: Process) -> tuple[int | None, str, str]:
    """Wait for the process to end; return exit code, output and errors."""
    out, error = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode, out.decode(), error.decode()


def test_the_example_names_every_setting() -> None:
    """.env.example is exactly what the settings class generates."""
    assert (ROOT / ".env.example").read_text(encoding="utf-8") == env_example()


def test_the_example_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Removing any # before a setting of .env.example changes nothing."""
    for name in [name for name in os.environ if name.startswith("TOMATO_")]:
        monkeypatch.delenv(name)
    example = tmp_path / ".env"
    example.write_text(env_example().replace("\n#TOMATO_", "\nTOMATO_"), encoding="utf-8")

    assert load_settings(example) == Settings(_env_file=None)


def test_only_the_token_is_set_by_the_example() -> None:
    """A copied .env.example overrides no setting of a service file."""
    assert re.findall(r"^(\w+)=", env_example(), re.MULTILINE) == ["TOMATO_TOKEN"]


@pytest.mark.parametrize(
    ("setting", "value", "allowed"),
    [
        ("TOMATO_BOT_SEAT_DELAY", "soon", "number"),
        ("TOMATO_PAINTERS", "many", "integer"),
        ("TOMATO_PAINTERS", "many", "'auto'"),
        ("TOMATO_LOG_LEVEL", "LOUD", "'WARNING'"),
        ("TOMATO_METRICS", "a..b:9100", "127.0.0.1:9100"),
        ("TOMATO_WEBHOOK", "http://host/x", "https://"),
        ("TOMATO_WEBHOOK", "https://results..example.org/x", "name of a server"),
        ("TOMATO_WEBHOOK", "https://[::1", "name of a server"),
        ("TOMATO_WEBHOOK", "https://host:99999/x", "name of a server"),
        ("TOMATO_DATABASE", "~nobody-of-that-name/x.db", "home folder"),
        ("TOMATO_CACHE", "~nobody-of-that-name/x", "home folder"),
        ("TOMATO_DATABASE", "postgresql://me:hunter2/9@host:54/name", "%2F"),
        ("TOMATO_DATABASE", "postgresql://me:hunter%ZZ@host/name", "postgresql://user"),
    ],
)
def test_a_wrong_setting_is_named(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    setting: str,
    value: str,
    allowed: str,
) -> None:
    """An invalid setting is reported in one line that names it and what it may be.

    No line holds a part of a password.
    """
    monkeypatch.setenv(setting, value)
    code = main([])
    error = capsys.readouterr().err

    assert code == WRONG_SETTINGS
    assert setting in error
    assert allowed in error
    assert "hunter" not in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    "address",
    [
        "mysql://tomato:hunter2@host/name",
        "sqlite:///hunter2.db",
        "postgresql+asyncpg://tomato:hunter2@host/name",
        "POSTGRESQL+psycopg://tomato:hunter2@host/name",
        "tomato:hunter2@host/name",
        "host=localhost user=tomato password=hunter2",
    ],
)
@pytest.mark.parametrize("command", ["run", "backup", "move"])
def test_an_address_of_another_kind_is_no_file(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    address: str,
    command: str,
) -> None:
    """An address that isn't PostgreSQL's is refused in one line that doesn't repeat it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOMATO_DATABASE", address)
    line = {"run": ["run"], "backup": ["backup", "copy.db"], "move": ["move", address, "new.db"]}
    code = main(line[command])
    error = capsys.readouterr().err

    assert code == (1 if command == "move" else WRONG_SETTINGS)
    assert "postgresql://user:password@host" in error
    assert "hunter2" not in error
    assert len(error.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("POSTGRESQL://Ana:pW@host/Name", "postgresql://Ana:pW@host/Name"),
        ("Postgres://h/d", "postgres://h/d"),
        ("a/b.db", Path("a/b.db")),
        ("C:/x.db", Path("C:/x.db")),
        ("~/tables.db", Path("/home/ana/tables.db")),
    ],
)
def test_an_address_is_read(monkeypatch: pytest.MonkeyPatch, typed: str, read: str | Path) -> None:
    """The scheme of PostgreSQL may be in capitals; any path is a file, a tilde the home folder."""
    monkeypatch.setenv("HOME", "/home/ana")
    assert read_store_address(typed) == read


def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is in every setting that is a path."""
    monkeypatch.setenv("HOME", "/home/ana")
    settings = Settings(cache=Path("~/c"), feed_file=Path("~/f"), _env_file=None)
    assert (settings.cache, settings.feed_file) == (Path("/home/ana/c"), Path("/home/ana/f"))


def test_settings_that_nobody_knows_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One line names unknown settings of the environment and of .env, with the nearest known."""
    for name in [name for name in os.environ if name.startswith("TOMATO_")]:
        monkeypatch.delenv(name)
    file = tmp_path / ".env"
    file.write_text("TOMATO_KEEPDAYS=30\nOTHER=1\nTOMATO_CACHE=off\n")
    monkeypatch.setenv("TOMATO_GREENHOUSE", "1")
    monkeypatch.setenv("TOMATO_PAINTERS", "1")
    assert unknown_settings(file) == (
        "Unknown settings are ignored: TOMATO_GREENHOUSE, TOMATO_KEEPDAYS (did you mean"
        " TOMATO_KEEP_DAYS?). See .env.example."
    )
    monkeypatch.delenv("TOMATO_GREENHOUSE")
    assert unknown_settings(ROOT / ".env.example") is None


def test_the_log_level_may_be_in_small_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log level is the same in small letters."""
    monkeypatch.setenv("TOMATO_LOG_LEVEL", "debug")

    assert load_settings(None).log_level == "DEBUG"


@pytest.mark.parametrize(("mode", "is_named"), [(0o600, False), (0o640, True), (0o644, True)])
def test_settings_that_others_can_read_are_named(tmp_path: Path, mode: int, is_named: bool) -> None:
    """A file of settings that other users can read is named, with the command that closes it."""
    env_file = tmp_path / ".env"
    env_file.touch(mode=0o600)
    env_file.chmod(mode)
    line = open_settings(env_file)

    assert (line is not None and "chmod 600" in line) is is_named


@pytest.mark.parametrize("command", [["backup", "copy.db"], ["recompute"]])
def test_commands_name_settings_that_nobody_knows(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    command: list[str],
) -> None:
    """A command that uses the settings names the unknown ones."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOMATO_DATABSE", "tables.db")
    main(command)
    assert "TOMATO_DATABSE (did you mean TOMATO_DATABASE?)" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["backup", "copy.db"], ["recompute", "--write"]])
def test_commands_need_the_database_that_they_read(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    command: list[str],
) -> None:
    """Where there is no database, a command that reads one says so and creates none."""
    monkeypatch.chdir(tmp_path)
    assert main(command) == 1
    error = capsys.readouterr().err
    assert (error.count("\n"), "There is no database" in error) == (1, True)
    assert not list(tmp_path.iterdir())


def test_recomputing_names_the_part_of_a_copy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Where only a part of a copy is left of a restore, its name and what to do are told."""
    monkeypatch.chdir(tmp_path)
    database = Path(str(load_settings(None).store_address))
    part = companion(companion(database, RESTORED), UNFINISHED)
    part.parent.mkdir(exist_ok=True)
    part.touch()
    assert main(["recompute"]) == 1
    assert part.name in capsys.readouterr().err


def test_a_folder_in_place_of_the_settings_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A `.env` that is a folder, as Docker makes it, is reported in one line."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").mkdir()
    assert main([]) == WRONG_SETTINGS
    assert capsys.readouterr().err.startswith(".env is a folder.")


def test_a_token_is_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token loses the white space around it, and is refused with any inside, unrepeated."""
    monkeypatch.setenv("TOMATO_TOKEN", " secret.word\n")
    assert load_settings(None).token.get_secret_value() == "secret.word"
    monkeypatch.setenv("TOMATO_TOKEN", "secret\nword")
    with pytest.raises(SettingsError, match="TOMATO_TOKEN is wrong") as refusal:
        load_settings(None)
    assert "secret" not in str(refusal.value)


def test_the_program_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`--version` prints the name of the program and its version."""
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"tomato-table {__version__}\n")


def test_a_start_says_what_it_uses(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    """The first line of the log names version, whole path, cache folder and shards."""
    caplog.set_level(logging.INFO)
    path = tmp_path / "tables.db"
    log_start(Settings(database=path, cache="off", shards="0-3/8", _env_file=None))
    log_start(Settings(database=SecretStr("postgres://ana:pw@host/name"), _env_file=None))
    first, second = [record.getMessage() for record in caplog.records]
    assert first == (
        f"Tomato Table {__version__}: database {path}, cache folder none, shards 0-3/8"
    )
    assert "database PostgreSQL at host:5432/name, " in second
    assert second.endswith("shards all")


@pytest.mark.parametrize(
    ("file", "why"), [("/dev/zero", "too large"), (".", "Is a directory"), ("none", "No such file")]
)
def test_what_cannot_be_replayed_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    file: str,
    why: str,
) -> None:
    """`replay` of an endless device, a folder or nothing ends with one line."""
    monkeypatch.chdir(tmp_path)
    assert main(["replay", file]) == 1
    error = capsys.readouterr().err
    assert why in error
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


def test_a_local_discord_is_named_by_its_variables(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`local` without a local Discord names the missing variables and what sets them."""
    for name in VARIABLES:
        monkeypatch.setenv(name, "x")
    for name in VARIABLES[1:]:
        monkeypatch.delenv(name)

    assert main(["local"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("DISCORD_API, DISCORD_GATEWAY, DISCORD_CDN, PLAYGROUND_DATA must be")
    assert "python -m playground" in error


async def test_an_unwritable_database_is_said_in_one_line(tmp_path: Path) -> None:
    """A database in an invalid folder is reported in one line without a traceback."""
    (tmp_path / "file").write_text("no folder")
    database = str(tmp_path / "file" / "tomato.db")
    code, _, error = await output_of(
        await program("bot", TOMATO_TOKEN="x", TOMATO_DATABASE=database)
    )

    assert code == 1
    assert database in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("number", "status"), leading([(signal.SIGINT, 0), (signal.SIGKILL, -signal.SIGKILL)])
)
async def test_the_bot_stops_with_its_local_discord(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    """Ctrl-C ends the local Discord and our bot cleanly; our bot ends even if that is killed."""
    bot = ("--bot", "python -m bot local")
    process = await program("playground", "--port", "0", "--data", str(tmp_path), *bot)
    assert process.stdout is not None
    line = b""
    while b"Ctrl-C" not in line:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
    process.send_signal(number)
    code, _, error = await output_of(process)  # until the bot has closed its output, too

    assert code == status
    assert number is signal.SIGKILL or error == ""
    assert (tmp_path / "world.db").exists()
