"""`tomato-table`: the bot on the real Discord; the other commands take care of its data."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from bot import __version__
from bot.errors import HostError
from bot.garbage import loading
from bot.progress import ProgressBar
from bot.settings import (
    Settings,
    SettingsError,
    load_settings,
    read_store_address,
    unknown_settings,
)
from bot.stopping import INTERRUPTED
from data.engine.backups import back_up, restore
from data.engine.errors import DatabaseError, DatabaseMissingError
from data.engine.files import is_missing

WRONG_SETTINGS = 78
"""Exit code after which a start can't succeed before somebody changes the settings (EX_CONFIG)."""


def main(words: list[str] | None = None) -> int:
    """Do what the command line says; returns the exit code."""
    asked = _parser().parse_args(words)
    try:
        return DEEDS[asked.deed](asked)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return WRONG_SETTINGS
    except (HostError, DatabaseError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tomato-table", description=__doc__)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    deeds = parser.add_subparsers(dest="deed")
    deeds.add_parser("init", help="ask for the token, check it, and write .env; the first command")
    deeds.add_parser("run", help="run the bot until Ctrl-C; the default")
    local = deeds.add_parser("local", help="run the bot at a local Discord that starts it")
    local.add_argument(
        "--database", help="a file or a PostgreSQL address; by default a file beside its world"
    )
    backup = deeds.add_parser("backup", help="copy the database, even while the bot runs")
    backup.add_argument("file", type=Path, help="a new file")
    restoring = deeds.add_parser("restore", help="put a copy back, while the bot is stopped")
    restoring.add_argument("file", type=Path, help="a copy; the current database is kept beside it")
    moving = deeds.add_parser(
        "move", help="copy a SQLite file to PostgreSQL, or back, while the bot is stopped"
    )
    moving.add_argument("source", help="a file, or postgresql://user:password@host:5432/name")
    moving.add_argument("target", help="the other of the two: a new file, or an empty database")
    deeds.add_parser("warm", help="draw the parts of pictures now instead of at the first table")
    publishing = deeds.add_parser(
        "publish", help="draw the pictures and the film for an app directory, in every language"
    )
    publishing.add_argument("folder", type=Path, help="where they go, a folder for each language")
    recomputing = deeds.add_parser(
        "recompute", help="recompute the leaderboards and compare, while the bot is stopped"
    )
    recomputing.add_argument("--write", action="store_true", help="correct the differences")
    replaying = deeds.add_parser("replay", help="print a match that was saved as a file")
    replaying.add_argument("file", type=Path, help="a file from /match replay")
    replaying.add_argument("--seat", type=int, help="show only what this seat saw, counted from 1")
    return parser


def _settings() -> Settings:
    """Return the settings of a command; the unknown ones are named on standard error."""
    settings = load_settings()
    if line := unknown_settings():
        print(line, file=sys.stderr)
    return settings


def _address(argument: str) -> Path | str:
    """Read a database on the command line; raises HostError for an address of another kind."""
    try:
        return read_store_address(argument)
    except ValueError as error:
        raise HostError(f"A database on the command line is wrong: {error}.") from error


def _file(instead: str) -> Path:
    """Return the SQLite file; raises HostError with what to do for a PostgreSQL database."""
    database = _settings().database
    if isinstance(database, Path):
        return database
    raise HostError(f"TOMATO_DATABASE is a PostgreSQL database: {instead}.")


def _run(_: argparse.Namespace) -> int:
    with loading():
        from bot.ui.program.main import main as run_bot  # noqa: PLC0415 - a copy needs no client of Discord

    return run_bot()


def _run_locally(asked: argparse.Namespace) -> int:
    database = _address(asked.database) if asked.database else None
    with loading():
        from bot.ui.program.local import main as run_local  # noqa: PLC0415 - as above

    return run_local(database)


def _init(_: argparse.Namespace) -> int:
    with loading():
        from bot.ui.program.init_command import set_up  # noqa: PLC0415 - as above

    for line in set_up():
        print(line, flush=True)
    return 0


def _back_up(asked: argparse.Namespace) -> int:
    back_up(_file("back it up with pg_dump"), asked.file)
    print(f"The database is copied to {asked.file}.")
    return 0


def _restore(asked: argparse.Namespace) -> int:
    database = _file("restore it with pg_restore")
    aside = restore(database, asked.file)
    print(f"{asked.file} is the database now, at {database}.")
    if aside is not None:
        print(f"The previous database is kept at {aside}.")
    return 0


def _move(asked: argparse.Namespace) -> int:
    from data.engine.moves import move  # noqa: PLC0415 - a run on a file needs no PostgreSQL

    source, target = _address(asked.source), _address(asked.target)
    bar = ProgressBar(sys.stderr, "Copying", "%d rows are copied.")
    rows = move(source, target, bar)
    where = target if isinstance(target, Path) else "The PostgreSQL database"
    print(f"{where} has all {rows} rows now. Write its address into .env as TOMATO_DATABASE.")
    return 0


def _warm(_: argparse.Namespace) -> int:
    from bot.ui.pictures.warmup import fill  # noqa: PLC0415 - a copy needs no pictures

    figures = fill(_settings(), sys.stderr)
    print(f"{figures.files} parts of pictures are kept, {figures.size // 1_000_000} MB.")
    return 0


def _publish(asked: argparse.Namespace) -> int:
    from bot.ui.pictures.store_pictures import publish  # noqa: PLC0415 - a copy needs no pictures

    try:
        for line in publish(asked.folder):
            print(line)
    except OSError as error:
        raise HostError(f"{asked.folder} can't be written: {error.strerror}.") from error
    return 0


def _recompute(asked: argparse.Namespace) -> int:
    from bot.tables.leaderboards.report import recompute  # noqa: PLC0415 - a copy needs no games

    database = _settings().store_address
    if isinstance(database, Path) and is_missing(database):
        raise DatabaseMissingError(database)

    async def tell() -> None:
        async for line in recompute(database, write=asked.write):
            print(line)

    asyncio.run(tell())
    return 0


def _replay(asked: argparse.Namespace) -> int:
    from bot.tables.errors import TableError  # noqa: PLC0415 - as below
    from bot.tables.history.match_file import LARGEST  # noqa: PLC0415 - as below
    from bot.tables.history.terminal import match_lines  # noqa: PLC0415 - a copy needs no games

    try:
        with asked.file.open("rb") as file:
            content = file.read(LARGEST + 1)  # a device may have no end
    except OSError as error:
        raise HostError(f"{asked.file} can't be read: {error.strerror}.") from error
    try:
        for line in match_lines(content, asked.seat):
            print(line)
    except TableError as error:
        raise HostError(str(error)) from error
    return 0


DEEDS: dict[str | None, Callable[[argparse.Namespace], int]] = {
    None: _run,
    "init": _init,
    "run": _run,
    "local": _run_locally,
    "backup": _back_up,
    "restore": _restore,
    "recompute": _recompute,
    "move": _move,
    "warm": _warm,
    "publish": _publish,
    "replay": _replay,
}


if __name__ == "__main__":
    sys.exit(main())
