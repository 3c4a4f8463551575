"""The database, read while the bot runs: what is done, and what a crash must not change."""

import json
import sqlite3
import zlib
from contextlib import closing
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import psycopg

from bot.tables.domain.match_secrets import SecretSource
from data.engine.dialect import translate
from tests.bot.tables.support import Repeating

_TOURNAMENTS = {
    "tournaments": "SELECT host_id, game, options, clock, stage, round FROM tournaments",
    "tournament players": "SELECT player_id, presence, place FROM tournament_players"
    " ORDER BY tournament_id, position",
    "tournament tables": "SELECT round, number, match_id FROM tournament_tables"
    " ORDER BY tournament_id, round, number",
    "tournament seats": "SELECT round, number, seat, player_id, rank FROM tournament_seats"
    " ORDER BY tournament_id, round, number, seat",
}
"""What a crash must not change of tournaments."""


@dataclass(frozen=True)
class Truth:
    """One look at a database that the bot may have open; nothing is cached."""

    where: Path | str
    """A SQLite file, or the address of a PostgreSQL database."""

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Query the newest committed state; a missing database has no rows."""
        if isinstance(self.where, str):
            return _server_rows(self.where, sql, values)
        if not self.where.exists():
            return []
        with closing(sqlite3.connect(f"file:{self.where}?mode=ro", uri=True)) as connection:
            return connection.execute(sql, values).fetchall()

    @cached_property
    def matches(self) -> list[tuple[str, str, int]]:
        """Return every match in the order of creation: id, life, step."""
        return self.rows("SELECT match_id, life, step FROM matches ORDER BY number")

    @property
    def newest(self) -> str:
        return self.matches[-1][0]

    @property
    def life(self) -> str:
        """Return the life of the newest match, or an empty text."""
        return self.matches[-1][1] if self.matches else ""

    @property
    def step(self) -> int:
        """Return the number of steps of the newest match, or 0."""
        return self.matches[-1][2] if self.matches else 0

    @property
    def progress(self) -> tuple[object, ...]:
        """Return what changes with every step of a match or a tournament."""
        return (self.newest, self.step, self.tournament)

    @property
    def is_over(self) -> bool:
        return self.life not in ("", "lobby", "running")

    def sits(self, player: int) -> bool:
        """Tell whether somebody has a seat in the newest match or lobby."""
        table = "lobby_seats" if self.life == "lobby" else "tenures"
        still = "" if self.life == "lobby" else " AND ended_at IS NULL"
        sql = f"SELECT 1 FROM {table} WHERE match_id = ? AND player_id = ?{still}"
        return bool(self.rows(sql, self.newest, player))

    @property
    def bots(self) -> int:
        """Return the number of bots in the newest lobby."""
        sql = "SELECT 1 FROM lobby_seats WHERE match_id = ? AND bot IS NOT NULL"
        return len(self.rows(sql, self.newest))

    def is_paused(self) -> bool:
        """Tell whether the newest match is paused."""
        sql = "SELECT table_state FROM matches WHERE match_id = ?"
        ((table_state,),) = self.rows(sql, self.newest)
        return bool(json.loads(table_state).get("paused"))

    def votes(self) -> int:
        """Return how many players of the newest match have voted to stop it."""
        sql = "SELECT 1 FROM match_people WHERE match_id = ? AND kind = 'votes'"
        return len(self.rows(sql, self.newest))

    @property
    def tournament(self) -> tuple[str, int, int]:
        """Return the stage, round and revision of the only tournament; empty if there is none."""
        result = self.rows("SELECT stage, round, revision FROM tournaments")
        return result[0] if result else ("", 0, 0)

    def presence(self, player: int) -> str:
        """Return whether somebody takes part in the tournament, or an empty text."""
        sql = "SELECT presence FROM tournament_players WHERE player_id = ?"
        return next((presence for (presence,) in self.rows(sql, player)), "")

    def record(self) -> dict[str, object]:
        """Return everything about matches, tournaments and lessons that a crash must not change."""
        tournaments = {name: self.rows(sql) for name, sql in _TOURNAMENTS.items()}
        own = {"lessons": self.lessons(), "reviews": self.reviews(), "guesses": self.guesses()}
        return self._matches() | tournaments | own

    def lessons(self) -> dict[int, dict[str, list[str]]]:
        """Return the lessons that everybody has passed, by player and game."""
        people = self.rows("SELECT player_id, settings FROM people ORDER BY player_id")
        results = {player: json.loads(settings).get("lessons", {}) for player, settings in people}
        return {
            player: result["passed"] for player, result in results.items() if "passed" in result
        }

    def reviews(self) -> list[tuple[int, list[int]]]:
        """Return every review: its player, and how far they are with each costly decision."""
        sql = "SELECT player_id, content FROM reviews WHERE content IS NOT NULL ORDER BY player_id"
        return [
            (player, [mistake["stage"] for mistake in json.loads(content)["mistakes"]])
            for player, content in self.rows(sql)
        ]

    def guesses(self) -> list[tuple[Any, ...]]:
        """Return what everybody guessed about matches, and what that brought."""
        return self.rows("SELECT player_id, seat, worth, points FROM guesses ORDER BY player_id")

    def _matches(self) -> dict[str, object]:
        return {
            match_id: {
                "head": self.rows(
                    "SELECT game, life, step, host_id, options, rated, moves_made, seed_hash,"
                    " result, rematch_of FROM matches WHERE match_id = ?",
                    match_id,
                ),
                "state": self._state(match_id),
                # Answers that are given at once may come in any order, with the same result.
                "moves": self.rows(
                    "SELECT seat, actor, move FROM steps WHERE match_id = ? ORDER BY seat, step",
                    match_id,
                ),
                "attempt": self.rows(
                    "SELECT day, counts, place, places, points, margins FROM attempts"
                    " WHERE match_id = ?",
                    match_id,
                ),
                "tenures": self.rows(
                    "SELECT seat, player_id, bot, reason, end_reason FROM tenures"
                    " WHERE match_id = ? ORDER BY tenure_id",
                    match_id,
                ),
            }
            for match_id, _, _ in self.matches
        }

    def _state(self, match_id: str) -> bytes | None:
        """Return the newest state, also of a match that has been archived."""
        for (state,) in self.rows("SELECT state FROM states WHERE match_id = ?", match_id):
            return bytes(state)
        sql = "SELECT packed FROM checkpoints WHERE match_id = ? ORDER BY step DESC LIMIT 1"
        packed = self.rows(sql, match_id)
        return zlib.decompress(packed[0][0]) if packed else None

    def broken(self) -> list[str]:
        """Return what no crash may cause: missing steps, or outdated messages."""
        holes = self.rows(
            "SELECT match_id FROM steps GROUP BY match_id"
            " HAVING min(step) > 1 OR max(step) - min(step) + 1 <> count(*)"
        )
        behind = self.rows(
            "SELECT kind FROM surfaces JOIN matches USING (match_id)"
            " WHERE retired = 0 AND (lacks_pictures = 1"
            " OR coalesce(shown_revision, -1) < revision)"
        )
        cups = self.rows("SELECT 'tournament' FROM tournaments WHERE shown_revision < revision")
        late = [f"{first} is behind" for (first,) in (*behind, *cups)]
        return [f"a hole in {first}" for (first,) in holes] + late


@cache
def _connection(address: str) -> psycopg.Connection[tuple[Any, ...]]:
    """Return this process's only connection to a PostgreSQL database, which dies with it."""
    return psycopg.connect(address, autocommit=True)


def _server_rows(address: str, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
    statement = translate(sql)
    try:
        return _connection(address).execute(statement.sql, statement.bind(values)).fetchall()
    except psycopg.errors.UndefinedTable:
        return []


@dataclass
class Steady(SecretSource):
    """Draws only from stored data, so a restarted process draws what the last one would have.

    The id of a match is its number, and its secret follows from that.
    """

    where: Path | str

    def match_id(self) -> str:
        return f"match-{len(Truth(self.where).matches)}"

    def secret(self) -> bytes:
        return Repeating(f"drill {len(Truth(self.where).matches)}").secret()

    def jitter(self, bound: int) -> int:
        return bound // 2
