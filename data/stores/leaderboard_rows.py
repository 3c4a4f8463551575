"""Convert rows of the leaderboards to values, and values to rows."""

from collections import defaultdict

from data.engine.database import DatabaseRow, ReadConnection, Transaction
from data.records import leaderboards
from data.records.columns import columns, record, to_array

VISIBLE = (
    "guild_id = :guild AND season = :season AND board = :board AND NOT EXISTS"
    " (SELECT 1 FROM hidden_players AS hidden WHERE hidden.guild_id = ratings.guild_id"
    " AND hidden.player_id = ratings.player_id)"
)
"""Condition for ratings that one board may show."""

HONOURS = (
    "SELECT number, match_id, game, player_id, place, titles FROM placings"
    " JOIN outcomes USING (number) WHERE guild_id = :guild AND reset_id IS NULL"
    " AND (place = 1 OR titles <> '[]')"
)
"""Selects the matches of a server that somebody won or earned titles in."""

_RATING_KEY = ("guild_id", "season", "board", "player_id")


def write_outcome(
    transaction: Transaction, guild_id: int, season: int, outcome: leaderboards.MatchOutcome
) -> leaderboards.CountedMatch:
    (row,) = transaction.returning(
        "INSERT INTO outcomes (match_id, guild_id, season, game, places, ended_at)"
        " VALUES (?, ?, ?, ?, ?, ?) RETURNING number",
        (outcome.match_id, guild_id, season, outcome.game, outcome.places, outcome.ended_at),
    )
    _write_placings(transaction, row["number"], outcome.placings)
    return leaderboards.CountedMatch(number=row["number"], season=season, outcome=outcome)


def replace_outcome(
    transaction: Transaction, number: int, outcome: leaderboards.MatchOutcome
) -> None:
    transaction.run(
        "UPDATE outcomes SET game = ?, places = ?, ended_at = ? WHERE number = ?",
        (outcome.game, outcome.places, outcome.ended_at, number),
    )
    transaction.run("DELETE FROM placings WHERE number = ?", (number,))
    _write_placings(transaction, number, outcome.placings)


def _write_placings(
    transaction: Transaction, number: int, placings: tuple[leaderboards.Placing, ...]
) -> None:
    rows = []
    for placing in placings:
        luck = {f"luck_{name}": value for name, value in columns(placing.luck).items()}
        rows.append({"number": number, **columns(placing, "luck"), **luck})
    transaction.insert("placings", rows)


def write_folded(
    transaction: Transaction, guild_id: int, season: int, folded: leaderboards.ComputedRatings
) -> None:
    season_of = {"guild_id": guild_id, "season": season}
    transaction.insert(
        "ratings", [{**season_of, **columns(rating)} for rating in folded.ratings], *_RATING_KEY
    )
    transaction.insert("marks", [columns(mark) for mark in folded.marks])


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
) -> tuple[leaderboards.Rating, ...]:
    rows = reading.rows(
        "SELECT * FROM ratings WHERE guild_id = ? AND season = ?"
        " AND board IN (SELECT value FROM json_each(?))"
        " AND player_id IN (SELECT value FROM json_each(?)) ORDER BY board, player_id",
        (guild_id, season, to_array(boards), to_array(players)),
    )
    return tuple(record(leaderboards.Rating, row) for row in rows)


def all_ratings(
    reading: ReadConnection, guild_id: int, season: int
) -> tuple[leaderboards.Rating, ...]:
    rows = reading.rows(
        "SELECT * FROM ratings WHERE guild_id = ? AND season = ? ORDER BY board, player_id",
        (guild_id, season),
    )
    return tuple(record(leaderboards.Rating, row) for row in rows)


def counted(
    reading: ReadConnection, guild_id: int, season: int, after: int = 0
) -> tuple[leaderboards.CountedMatch, ...]:
    """Return all matches of one season or all, after a number, reset ones included."""
    which = "guild_id = ? AND number > ?" + (
        "" if season == leaderboards.EVER else " AND season = ?"
    )
    values = (guild_id, after) if season == leaderboards.EVER else (guild_id, after, season)
    placings: defaultdict[int, list[leaderboards.Placing]] = defaultdict(list)
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
    return tuple(_counted(row, tuple(placings[row["number"]])) for row in rows)


def live_numbers(
    reading: ReadConnection, guild_id: int, season: int, board: str
) -> tuple[int, ...]:
    rows = reading.rows(
        "SELECT number FROM outcomes WHERE guild_id = ? AND season = ? AND reset_id IS NULL"
        " AND ? IN (game, ?) ORDER BY number",
        (guild_id, season, board, leaderboards.ALL),
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
    now: int,
) -> None:
    (row,) = transaction.returning(
        "INSERT INTO resets (guild_id, season, board, made_by, made_at) VALUES (?, ?, ?, ?, ?)"
        " RETURNING reset_id",
        (guild_id, season, board, by, now),
    )
    transaction.run(
        "UPDATE outcomes SET reset_id = ? WHERE number IN (SELECT value FROM json_each(?))",
        (row["reset_id"], to_array(taken)),
    )


def undo_last_reset(
    transaction: Transaction, guild_id: int, season: int, now: int
) -> leaderboards.Reset | None:
    row = transaction.row(
        "SELECT * FROM resets WHERE guild_id = ? AND season = ? AND undone_at IS NULL"
        " ORDER BY reset_id DESC LIMIT 1",
        (guild_id, season),
    )
    if row is None:
        return None
    transaction.run("UPDATE resets SET undone_at = ? WHERE reset_id = ?", (now, row["reset_id"]))
    transaction.run("UPDATE outcomes SET reset_id = NULL WHERE reset_id = ?", (row["reset_id"],))
    return record(leaderboards.Reset, row, undone_at=now)


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
) -> tuple[leaderboards.PlayedMatch, ...]:
    rows = reading.rows(
        "SELECT * FROM marks JOIN outcomes USING (number) JOIN placings USING (number, player_id)"
        " WHERE marks.player_id = ? AND board = ? AND guild_id = ? AND season = ?"
        " ORDER BY number",
        (player_id, board, guild_id, season),
    )
    return tuple(
        record(
            leaderboards.PlayedMatch,
            row,
            placing=_placing(row),
            mark=record(leaderboards.RatingMark, row),
        )
        for row in rows
    )


def duels(
    reading: ReadConnection, guild_id: int, player_id: int, other_id: int
) -> tuple[leaderboards.Duel, ...]:
    rows = reading.rows(
        "SELECT game, count(*) AS matches,"
        " count(*) FILTER (WHERE mine.rank < theirs.rank) AS ahead,"
        " count(*) FILTER (WHERE mine.rank > theirs.rank) AS behind FROM placings AS mine"
        " JOIN placings AS theirs USING (number) JOIN outcomes USING (number)"
        " WHERE mine.player_id = ? AND theirs.player_id = ? AND guild_id = ?"
        " AND reset_id IS NULL GROUP BY game ORDER BY matches DESC, game",
        (player_id, other_id, guild_id),
    )
    return tuple(record(leaderboards.Duel, row) for row in rows)


def _counted(
    row: DatabaseRow, placings: tuple[leaderboards.Placing, ...]
) -> leaderboards.CountedMatch:
    outcome = record(leaderboards.MatchOutcome, row, placings=placings)
    return record(
        leaderboards.CountedMatch, row, outcome=outcome, is_reset=row["reset_id"] is not None
    )


def _placing(row: DatabaseRow) -> leaderboards.Placing:
    luck = leaderboards.LuckDrawn(
        draws=row["luck_draws"], total=row["luck_total"], expected=row["luck_expected"]
    )
    return record(leaderboards.Placing, row, luck=luck)
