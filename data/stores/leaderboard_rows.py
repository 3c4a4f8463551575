"""Convert rows of the leaderboards to values, and values to rows."""

from __future__ import annotations

from collections import defaultdict

from data.engine.database import DatabaseRow, ReadConnection, Transaction
from data.records.columns import to_array, upsert
from data.records.leaderboards import (
    ALL,
    EVER,
    ComputedRatings,
    CountedMatch,
    Duel,
    LuckDrawn,
    MatchOutcome,
    Participation,
    Placing,
    PlayedMatch,
    Rating,
    RatingMark,
    Reset,
    Season,
)

VISIBLE = (
    "guild_id = :guild AND season = :season AND board = :board AND NOT EXISTS"
    " (SELECT 1 FROM hidden_players AS hidden WHERE hidden.guild_id = ratings.guild_id"
    " AND hidden.player_id = ratings.player_id)"
)
"""Condition for ratings that one board may show."""


def write_outcome(
    transaction: Transaction, guild_id: int, season: int, outcome: MatchOutcome
) -> CountedMatch:
    (row,) = transaction.returning(
        "INSERT INTO outcomes (match_id, guild_id, season, game, places, ended_at)"
        " VALUES (?, ?, ?, ?, ?, ?) RETURNING number",
        (outcome.match_id, guild_id, season, outcome.game, outcome.places, outcome.ended_at),
    )
    _write_placings(transaction, row["number"], outcome.placings)
    return CountedMatch(number=row["number"], season=season, outcome=outcome)


def replace_outcome(transaction: Transaction, number: int, outcome: MatchOutcome) -> None:
    transaction.run(
        "UPDATE outcomes SET game = ?, places = ?, ended_at = ? WHERE number = ?",
        (outcome.game, outcome.places, outcome.ended_at, number),
    )
    transaction.run("DELETE FROM placings WHERE number = ?", (number,))
    _write_placings(transaction, number, outcome.placings)


def _write_placings(transaction: Transaction, number: int, placings: tuple[Placing, ...]) -> None:
    transaction.run_many(
        "INSERT INTO placings (number, player_id, place, rank, part,"
        " luck_draws, luck_total, luck_expected) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                number,
                one.player_id,
                one.place,
                one.rank,
                one.part,
                one.luck.draws,
                one.luck.total,
                one.luck.expected,
            )
            for one in placings
        ],
    )


def write_folded(
    transaction: Transaction, guild_id: int, season: int, folded: ComputedRatings
) -> None:
    transaction.run_many(
        upsert(
            "ratings",
            ("guild_id", "season", "board", "player_id"),
            *("mu", "sigma", "score", "matches", "wins", "podiums"),
            *("streak", "best_streak", "last_at"),
        ),
        [
            (
                guild_id,
                season,
                one.board,
                one.player_id,
                one.mu,
                one.sigma,
                one.score,
                one.matches,
                one.wins,
                one.podiums,
                one.streak,
                one.best_streak,
                one.last_at,
            )
            for one in folded.ratings
        ],
    )
    transaction.run_many(
        "INSERT INTO marks (number, board, player_id, mu_before, sigma_before, mu, sigma)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (
                one.number,
                one.board,
                one.player_id,
                one.mu_before,
                one.sigma_before,
                one.mu,
                one.sigma,
            )
            for one in folded.marks
        ],
    )


def clear_folded(transaction: Transaction, guild_id: int, season: int) -> None:
    transaction.run("DELETE FROM ratings WHERE guild_id = ? AND season = ?", (guild_id, season))
    transaction.run(
        "DELETE FROM marks WHERE number IN"
        " (SELECT number FROM outcomes WHERE guild_id = ? AND season = ?)",
        (guild_id, season),
    )


def ratings_of(
    reading: ReadConnection,
    guild_id: int,
    season: int,
    boards: tuple[str, ...],
    players: tuple[int, ...],
) -> tuple[Rating, ...]:
    rows = reading.rows(
        "SELECT * FROM ratings WHERE guild_id = ? AND season = ?"
        " AND board IN (SELECT value FROM json_each(?))"
        " AND player_id IN (SELECT value FROM json_each(?)) ORDER BY board, player_id",
        (guild_id, season, to_array(boards), to_array(players)),
    )
    return tuple(rating(row) for row in rows)


def all_ratings(reading: ReadConnection, guild_id: int, season: int) -> tuple[Rating, ...]:
    rows = reading.rows(
        "SELECT * FROM ratings WHERE guild_id = ? AND season = ? ORDER BY board, player_id",
        (guild_id, season),
    )
    return tuple(rating(row) for row in rows)


def counted(
    reading: ReadConnection, guild_id: int, season: int, after: int = 0
) -> tuple[CountedMatch, ...]:
    """Return all matches of one season or all, after a number, reset ones included."""
    which = "guild_id = ? AND number > ?" + ("" if season == EVER else " AND season = ?")
    values = (guild_id, after) if season == EVER else (guild_id, after, season)
    placings: defaultdict[int, list[Placing]] = defaultdict(list)
    for row in reading.rows(
        "SELECT placings.* FROM outcomes JOIN placings USING (number)"  # noqa: S608 - our own words
        f" WHERE {which} ORDER BY number, rank, player_id",
        values,
    ):
        placings[row["number"]].append(_placing(row))
    rows = reading.rows(
        f"SELECT * FROM outcomes WHERE {which} ORDER BY number",  # noqa: S608 - our own words
        values,
    )
    return tuple(
        CountedMatch(
            number=row["number"],
            season=row["season"],
            outcome=MatchOutcome(
                match_id=row["match_id"],
                game=row["game"],
                ended_at=row["ended_at"],
                places=row["places"],
                placings=tuple(placings[row["number"]]),
            ),
            is_reset=row["reset_id"] is not None,
        )
        for row in rows
    )


def live_numbers(
    reading: ReadConnection, guild_id: int, season: int, board: str
) -> tuple[int, ...]:
    rows = reading.rows(
        "SELECT number FROM outcomes WHERE guild_id = ? AND season = ? AND reset_id IS NULL"
        " AND ? IN (game, ?) ORDER BY number",
        (guild_id, season, board, ALL),
    )
    return tuple(row["number"] for row in rows)


def write_reset(
    transaction: Transaction,
    guild_id: int,
    season: int,
    board: str,
    *,
    taken: tuple[int, ...],
    by: int,
    at: int,
) -> None:
    (row,) = transaction.returning(
        "INSERT INTO resets (guild_id, season, board, made_by, made_at) VALUES (?, ?, ?, ?, ?)"
        " RETURNING reset_id",
        (guild_id, season, board, by, at),
    )
    transaction.run(
        "UPDATE outcomes SET reset_id = ? WHERE number IN (SELECT value FROM json_each(?))",
        (row["reset_id"], to_array(taken)),
    )


def undo_last_reset(transaction: Transaction, guild_id: int, season: int, at: int) -> Reset | None:
    row = transaction.row(
        "SELECT * FROM resets WHERE guild_id = ? AND season = ? AND undone_at IS NULL"
        " ORDER BY reset_id DESC LIMIT 1",
        (guild_id, season),
    )
    if row is None:
        return None
    transaction.run("UPDATE resets SET undone_at = ? WHERE reset_id = ?", (at, row["reset_id"]))
    transaction.run("UPDATE outcomes SET reset_id = NULL WHERE reset_id = ?", (row["reset_id"],))
    return Reset(
        reset_id=row["reset_id"],
        season=season,
        board=row["board"],
        made_by=row["made_by"],
        made_at=row["made_at"],
        undone_at=at,
    )


def has_reset(reading: ReadConnection, guild_id: int, season: int) -> bool:
    """Tell whether a season has a reset that is still valid."""
    row = reading.row(
        "SELECT 1 FROM resets WHERE guild_id = ? AND season = ? AND undone_at IS NULL",
        (guild_id, season),
    )
    return row is not None


def join_to_last(transaction: Transaction, guild_id: int, season: int) -> None:
    """Move everything in a season to the one before, which is open again; ratings are deleted."""
    clear_folded(transaction, guild_id, season)
    for table in ("outcomes", "resets"):
        transaction.run(
            f"UPDATE {table} SET season = ? WHERE guild_id = ? AND season = ?",  # noqa: S608 - our own words
            (season - 1, guild_id, season),
        )
    transaction.run("DELETE FROM seasons WHERE guild_id = ? AND season = ?", (guild_id, season))
    transaction.run(
        "UPDATE seasons SET ended_at = NULL WHERE guild_id = ? AND season = ?",
        (guild_id, season - 1),
    )


def played(
    reading: ReadConnection, guild_id: int, season: int, board: str, player_id: int
) -> tuple[PlayedMatch, ...]:
    rows = reading.rows(
        "SELECT * FROM marks JOIN outcomes USING (number) JOIN placings USING (number, player_id)"
        " WHERE marks.player_id = ? AND board = ? AND guild_id = ? AND season = ?"
        " ORDER BY number",
        (player_id, board, guild_id, season),
    )
    return tuple(
        PlayedMatch(
            number=row["number"],
            match_id=row["match_id"],
            game=row["game"],
            ended_at=row["ended_at"],
            places=row["places"],
            placing=_placing(row),
            mark=mark(row),
        )
        for row in rows
    )


def duels(
    reading: ReadConnection, guild_id: int, player_id: int, other_id: int
) -> tuple[Duel, ...]:
    rows = reading.rows(
        "SELECT game, count(*) AS matches,"
        " count(*) FILTER (WHERE mine.rank < theirs.rank) AS ahead,"
        " count(*) FILTER (WHERE mine.rank > theirs.rank) AS behind FROM placings AS mine"
        " JOIN placings AS theirs USING (number) JOIN outcomes USING (number)"
        " WHERE mine.player_id = ? AND theirs.player_id = ? AND guild_id = ?"
        " AND reset_id IS NULL GROUP BY game ORDER BY matches DESC, game",
        (player_id, other_id, guild_id),
    )
    return tuple(
        Duel(
            game=row["game"],
            matches=row["matches"],
            ahead=int(row["ahead"]),
            behind=int(row["behind"]),
        )
        for row in rows
    )


def season(row: DatabaseRow) -> Season:
    return Season(
        guild_id=row["guild_id"],
        season=row["season"],
        name=row["name"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
    )


def rating(row: DatabaseRow) -> Rating:
    return Rating(
        board=row["board"],
        player_id=row["player_id"],
        mu=row["mu"],
        sigma=row["sigma"],
        score=row["score"],
        matches=row["matches"],
        wins=row["wins"],
        podiums=row["podiums"],
        streak=row["streak"],
        best_streak=row["best_streak"],
        last_at=row["last_at"],
    )


def mark(row: DatabaseRow) -> RatingMark:
    return RatingMark(
        number=row["number"],
        board=row["board"],
        player_id=row["player_id"],
        mu_before=row["mu_before"],
        sigma_before=row["sigma_before"],
        mu=row["mu"],
        sigma=row["sigma"],
    )


def _placing(row: DatabaseRow) -> Placing:
    return Placing(
        player_id=row["player_id"],
        place=row["place"],
        rank=row["rank"],
        part=Participation(row["part"]),
        luck=LuckDrawn(
            draws=row["luck_draws"], total=row["luck_total"], expected=row["luck_expected"]
        ),
    )
