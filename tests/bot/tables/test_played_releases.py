"""Databases that earlier versions left while people played: they open, continue and come back.

Each was made by that version's own program. It has finished rated matches, one of each game in the
middle, a lobby, since 0.3.0 a deal that has begun, and up to the last commit before 1.0 (20050b05)
messages and a tournament.
"""

import sqlite3
import tarfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from bot import __version__
from bot.tables.domain.player import Player
from bot.tables.history.replay import Finding
from bot.tables.leaderboards.recompute import Recompute
from data.engine.backups import restore
from data.engine.migrations import MIGRATIONS, newest_version
from data.records.leaderboards import Rating
from data.records.matches import Life
from games import GAMES
from tests.bot.tables.support import NOON, Guest, LocalApp, ManualClock, local_app
from tests.support.sampling import leading

PLAYED = Path(__file__).parents[2] / "data" / "played.tar.xz"
with tarfile.open(PLAYED) as _archive:
    VERSIONS = sorted(Path(name).stem for name in _archive.getnames() if name.endswith(".sql"))

every_version = pytest.mark.parametrize("version", VERSIONS)


class Played(NamedTuple):
    """A database as a version left it."""

    app: LocalApp
    players: tuple[Player, ...]
    guild_id: int
    matches: dict[str, str]
    """The stage of each match."""
    ratings: dict[tuple[str, int], tuple[float, ...]]
    dump: list[str]


def left_by(version: str, path: Path) -> Path:
    """Create the file that people of a version played on."""
    with tarfile.open(PLAYED) as archive, closing(sqlite3.connect(path)) as connection:
        sql = archive.extractfile(f"{version}.sql")
        assert sql is not None
        connection.executescript(sql.read().decode())
    return path


def dump(path: Path) -> list[str]:
    """Return a whole file as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        marks = [(name, connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in MARKS]
        return [*connection.iterdump(), *(f"PRAGMA {name} = {value};" for name, value in marks)]


MARKS = ("application_id", "user_version")


def backups_of(path: Path) -> list[Path]:
    return list(path.parent.glob(f"{path.name}.backup-*"))


@asynccontextmanager
async def opened(version: str, folder: Path) -> AsyncIterator[Played]:
    path = left_by(version, folder / "tables.db")
    before = dump(path)
    with closing(sqlite3.connect(path)) as connection:
        people = connection.execute("SELECT player_id, name FROM members").fetchall()
        lives = connection.execute("SELECT match_id, life FROM matches").fetchall()
        ((guild_id,),) = connection.execute("SELECT DISTINCT guild_id FROM seasons").fetchall()
        ratings = connection.execute(
            "SELECT board, player_id, mu, sigma, matches, wins, streak, best_streak FROM ratings"
        ).fetchall()
    clock = ManualClock(NOON + 3_600_000)
    async with local_app(path, games=GAMES, clock=clock) as app:
        rated = {(board, player): tuple(values) for board, player, *values in ratings}
        players = tuple(Player(*each) for each in people)
        yield Played(app, players, guild_id, dict(lives), rated, before)


def plain(rating: Rating) -> tuple[float, ...]:
    """Return what no version has ever counted in another way."""
    names = ("mu", "sigma", "matches", "wins", "streak", "best_streak")
    return tuple(getattr(rating, name) for name in names)


def test_this_version_has_left_a_file() -> None:
    """A version comes with the file that people played on: see `play_release`."""
    assert __version__ in VERSIONS


@every_version
async def test_what_was_played_stays(tmp_path: Path, version: str) -> None:
    """Finished matches of every version can be seen and checked, and ratings are the same."""
    async with opened(version, tmp_path) as played:
        ratings = await played.app.store.leaderboards.ratings(played.guild_id, 1)
        archive = played.app.tables.archive
        visitor = Guest(played.players[0].id, played.guild_id)
        for match_id in (each for each, life in played.matches.items() if life == "finished"):
            summary = await played.app.summary(match_id)
            end = await archive.moment(match_id, summary.step, "open", visitor)
            verdict = await archive.verify(match_id, visitor)
            log = await archive.log(match_id, visitor)
            assert end.entry.step == end.last == summary.step
            assert verdict.finding in (Finding.AGREES, Finding.OLD_RULES)
            assert len(log.entries) == summary.step + 1

    assert {(item.board, item.player_id): plain(item) for item in ratings} == played.ratings
    assert len(ratings) > 8


@every_version
async def test_matches_continue_to_their_end(tmp_path: Path, version: str) -> None:
    """Running matches of every version take answers to the end, count, and can be recomputed."""
    async with opened(version, tmp_path) as played:
        app = played.app
        running = [match for match, life in played.matches.items() if life == "running"]
        whole = leading(running[VERSIONS.index(version) :])
        for match_id in running:
            owing = await app.awaited(match_id, played.players)
            await app.press(match_id, owing[0])
            if match_id in whole:
                await app.play_out(match_id, played.players)
        lives = {match: (await app.summary(match)).life for match in running}
        [_ async for _ in Recompute(app.store, GAMES).run(write=True)]
        recomputed = [each async for each in Recompute(app.store, GAMES).run(write=False)]

    assert len(running) > 4
    assert {match for match, life in lives.items() if life is Life.FINISHED} == set(whole)
    assert [season.differences for season in recomputed] == [()]
    assert recomputed[0].matches > list(played.matches.values()).count("finished")


@every_version
async def test_the_way_back_is_the_copy_of_before(tmp_path: Path, version: str) -> None:
    """After an update of every version, its backup restores the file as that version left it."""
    async with opened(version, tmp_path) as played:
        pass
    backups = backups_of(played.app.path)
    for backup in backups:
        restore(played.app.path, backup)
        assert dump(played.app.path) == played.dump

    newest = f"PRAGMA user_version = {newest_version(MIGRATIONS)};"
    assert len(backups) == (newest not in played.dump)
