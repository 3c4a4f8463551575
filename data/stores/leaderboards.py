"""Leaderboards: rated matches, counted once each, and the ratings computed from them.

A column in the row of a finished match says whether it is counted. It is set in the same
transaction that writes the outcome. Ratings are the caller's pure `Fold` of a season's outcomes, in
the order of their numbers. A reset leaves outcomes out, and undoing it puts them back; both
recompute the season. Resetting one game also removes its matches from the board over all games, as
if they had never been played.
"""

from collections import Counter
from collections.abc import Iterable

from data.engine.database import Database, Transaction
from data.records import leaderboards
from data.records.columns import record, to_array
from data.stores import leaderboard_rows
from data.stores.competitions.deal_posts import SHOW_DEALS_AGAIN
from data.stores.guilds import know_guild

_LEFT_OUT = 2
"""Value of the column `counted` for a match that can't be counted. 0 is waiting, 1 is done."""

_HIDE = "INSERT INTO hidden_players (guild_id, player_id) VALUES (?, ?) ON CONFLICT DO NOTHING"


class LeaderboardStore:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._rewrites: Counter[int] = Counter()
        """How often each server was rewritten; `recompute` runs while the bot is stopped."""

    async def waiting(self, guild_id: int) -> tuple[str, ...]:
        """Return the finished rated matches of a server that aren't counted yet, in order."""
        rows = await self._database.rows(
            "SELECT match_id FROM matches WHERE guild_id = ? AND life = 'finished' AND rated = 1"
            " AND counted = 0 ORDER BY ended_at, number",
            (guild_id,),
        )
        return tuple(row["match_id"] for row in rows)

    async def guilds_waiting(self, ended_before: int) -> tuple[int, ...]:
        """Return the servers with an uncounted match that ended before this time."""
        rows = await self._database.rows(
            "SELECT DISTINCT guild_id FROM matches INDEXED BY matches_ended"
            " WHERE ended_at < ? AND life = 'finished' AND rated = 1 AND counted = 0",
            (ended_before,),
        )
        return tuple(row["guild_id"] for row in rows)

    async def count(
        self, guild_id: int, outcome: leaderboards.MatchOutcome, fold: leaderboards.Fold
    ) -> bool:
        """Count a finished match in the open season; returns False if it was counted before."""

        def work(transaction: Transaction) -> bool:
            if not _claim(transaction, outcome.match_id):
                return False
            season = _open_season(transaction, guild_id, outcome.ended_at)
            counted = leaderboard_rows.write_outcome(transaction, guild_id, season, outcome)
            before = leaderboard_rows.ratings_of(
                transaction,
                guild_id,
                season,
                (leaderboards.ALL, outcome.game),
                tuple(placing.player_id for placing in outcome.placings),
            )
            leaderboard_rows.write_folded(transaction, guild_id, season, fold((counted,), before))
            return True

        return await self._database.transaction("count match", work)

    async def leave_out(self, match_id: str) -> None:
        """Mark a match that can't be counted, so that it isn't tried again."""
        await self._database.transaction(
            "leave out match",
            lambda transaction: transaction.run(
                "UPDATE matches SET counted = ? WHERE match_id = ? AND counted = 0",
                (_LEFT_OUT, match_id),
            ),
        )

    async def left_out(self) -> tuple[tuple[int, str], ...]:
        """Return the matches that can't be counted, in order, each after its server's id."""
        rows = await self._database.rows(
            "SELECT guild_id, match_id FROM matches WHERE counted = ? ORDER BY ended_at, number",
            (_LEFT_OUT,),
        )
        return tuple((row["guild_id"], row["match_id"]) for row in rows)

    async def dismiss(self, match_id: str) -> None:
        """Drop a match that can't be counted from that list."""
        await self._database.transaction(
            "dismiss match", lambda transaction: _claim(transaction, match_id)
        )

    async def seasons(self, guild_id: int) -> tuple[leaderboards.Season, ...]:
        """Return a server's seasons, the newest first; none before the first counted match."""
        rows = await self._database.rows(
            "SELECT * FROM seasons WHERE guild_id = ? ORDER BY season DESC", (guild_id,)
        )
        return tuple(record(leaderboards.Season, row) for row in rows)

    async def new_season(
        self, guild_id: int, name: str | None, now: int, *, after: int | None = None
    ) -> leaderboards.Season | None:
        """End the open season and start the next one, with empty boards.

        Returns None, and changes nothing, if the open season isn't number `after`.
        """

        def work(transaction: Transaction) -> leaderboards.Season | None:
            know_guild(transaction, guild_id)
            last = _last_season(transaction, guild_id)
            if after not in (None, last):
                return None
            transaction.run(
                "UPDATE seasons SET ended_at = ? WHERE guild_id = ? AND ended_at IS NULL",
                (now, guild_id),
            )
            _begin(transaction, guild_id, last + 1, name, now)
            return leaderboards.Season(
                guild_id=guild_id, season=last + 1, name=name, started_at=now
            )

        return await self._database.transaction("new season", work)

    async def undo_season(self, guild_id: int, season: int, fold: leaderboards.Fold) -> bool:
        """Reopen the season before the open one, and move everything counted since into it.

        Returns False, and changes nothing, if `season` isn't the open one, is the first, or has a
        reset that is still valid.
        """

        def work(transaction: Transaction) -> bool:
            if season != _last_season(transaction, guild_id) or season == 1:
                return False
            if leaderboard_rows.has_reset(transaction, guild_id, season):
                return False
            leaderboard_rows.join_to_last(transaction, guild_id, season)
            _refold(transaction, guild_id, season - 1, fold)
            return True

        return await self._database.transaction("undo season", work)

    async def reset(
        self, guild_id: int, board: str, fold: leaderboards.Fold, *, by: int, now: int
    ) -> int:
        """Empty a board of the open season (`ALL`: every board); returns the number of matches
        removed.

        Writes nothing if there is nothing to remove.
        """

        def work(transaction: Transaction) -> int:
            season = _last_season(transaction, guild_id)
            taken = leaderboard_rows.live_numbers(transaction, guild_id, season, board)
            if not taken:
                return 0
            leaderboard_rows.write_reset(
                transaction, guild_id, season, board, taken=taken, by=by, now=now
            )
            _refold(transaction, guild_id, season, fold)
            return len(taken)

        return await self._database.transaction("reset board", work)

    async def undo_reset(
        self, guild_id: int, fold: leaderboards.Fold, now: int
    ) -> leaderboards.Reset | None:
        """Undo the open season's last reset; None if there is none."""

        def work(transaction: Transaction) -> leaderboards.Reset | None:
            season = _last_season(transaction, guild_id)
            undone = leaderboard_rows.undo_last_reset(transaction, guild_id, season, now)
            if undone is not None:
                _refold(transaction, guild_id, season, fold)
            return undone

        return await self._database.transaction("undo reset", work)

    async def rewrite(
        self,
        guild_id: int,
        season: int,
        outcomes: dict[int, leaderboards.MatchOutcome],
        fold: leaderboards.Fold,
    ) -> None:
        """Replace outcomes by number, and all ratings of the season by their fold."""

        def work(transaction: Transaction) -> None:
            for number, outcome in outcomes.items():
                leaderboard_rows.replace_outcome(transaction, number, outcome)
            _refold(transaction, guild_id, season, fold)

        try:
            await self._database.transaction("rewrite boards", work)
        finally:
            self._rewrites[guild_id] += 1

    async def guilds(self) -> tuple[int, ...]:
        """Return the servers that have a season."""
        rows = await self._database.rows("SELECT DISTINCT guild_id FROM seasons")
        return tuple(row["guild_id"] for row in rows)

    async def counted(self, guild_id: int, season: int) -> tuple[leaderboards.CountedMatch, ...]:
        """Return all counted matches of a season (`EVER`: of all), reset ones included, in
        order.
        """
        return await self._database.read(
            lambda reading: leaderboard_rows.counted(reading, guild_id, season)
        )

    async def ever_counted(
        self, guild_id: int, after: int = 0
    ) -> tuple[leaderboards.CountedMatch, ...]:
        """Return the counted matches of all seasons in order, without reset ones.

        Only those with a number greater than `after`.
        """
        matches = await self._database.read(
            lambda reading: leaderboard_rows.counted(reading, guild_id, leaderboards.EVER, after)
        )
        return tuple(match for match in matches if not match.is_reset)

    async def version(self, guild_id: int) -> leaderboards.BoardsVersion:
        """Return a value that changes with a server's counted matches: results, resets, deletions.

        A deleted player leaves a hidden stand-in with a negative id.
        """
        row = await self._database.row(
            "SELECT (SELECT min(number) FROM outcomes WHERE guild_id = :guild) AS first,"
            " (SELECT max(number) FROM outcomes WHERE guild_id = :guild) AS last,"
            " (SELECT count(*) FROM resets WHERE guild_id = :guild) AS resets,"
            " (SELECT count(undone_at) FROM resets WHERE guild_id = :guild) AS undone,"
            " (SELECT count(*) FROM hidden_players WHERE guild_id = :guild AND player_id < 0)"
            " AS forgotten",
            {"guild": guild_id},
        )
        assert row is not None  # it selects values, not rows of a table
        history = (row["first"] or 0, row["resets"], row["undone"], row["forgotten"])
        return leaderboards.BoardsVersion((*history, self._rewrites[guild_id]), row["last"] or 0)

    async def ratings(self, guild_id: int, season: int) -> tuple[leaderboards.Rating, ...]:
        """Return every rating of a season on every board, hidden players included."""
        return await self._database.read(
            lambda reading: leaderboard_rows.all_ratings(reading, guild_id, season)
        )

    async def marks(self, guild_id: int, match_id: str) -> tuple[leaderboards.RatingMark, ...]:
        """Return how a counted match changed ratings, without hidden players.

        Nothing for a match that was reset or belongs to another server.
        """
        rows = await self._database.rows(
            "SELECT marks.* FROM outcomes JOIN marks USING (number)"
            " WHERE match_id = ? AND guild_id = ? AND reset_id IS NULL AND NOT EXISTS"
            " (SELECT 1 FROM hidden_players AS hidden WHERE hidden.guild_id = outcomes.guild_id"
            " AND hidden.player_id = marks.player_id) ORDER BY board, player_id",
            (match_id, guild_id),
        )
        return tuple(record(leaderboards.RatingMark, row) for row in rows)

    async def size(self, guild_id: int, season: int, board: str) -> int:
        """Return the number of visible players on a board."""
        row = await self._database.row(
            f"SELECT count(*) AS n FROM ratings WHERE {leaderboard_rows.VISIBLE}",  # noqa: S608 - our own words
            {"guild": guild_id, "season": season, "board": board},
        )
        return int(row["n"]) if row else 0

    async def page(
        self, guild_id: int, season: int, board: str, *, after: int, most: int
    ) -> tuple[leaderboards.Rating, ...]:
        """Return visible players of a board after the first `after`, the best first."""
        rows = await self._database.rows(
            f"SELECT * FROM ratings WHERE {leaderboard_rows.VISIBLE}"  # noqa: S608 - our own words
            " ORDER BY score DESC, player_id LIMIT :most OFFSET :after",
            {"guild": guild_id, "season": season, "board": board, "most": most, "after": after},
        )
        return tuple(record(leaderboards.Rating, row) for row in rows)

    async def better(self, guild_id: int, season: int, board: str, score: float) -> int:
        """Return the number of visible players on a board with a higher score."""
        row = await self._database.row(
            "SELECT count(*) AS n FROM ratings"  # noqa: S608 - our own words
            f" WHERE {leaderboard_rows.VISIBLE} AND score > :score",
            {"guild": guild_id, "season": season, "board": board, "score": score},
        )
        return int(row["n"]) if row else 0

    async def of_player(
        self, guild_id: int, season: int, player_id: int
    ) -> tuple[leaderboards.Rating, ...]:
        """Return a player's ratings, one per board."""
        rows = await self._database.rows(
            "SELECT * FROM ratings WHERE guild_id = ? AND season = ? AND player_id = ?"
            " ORDER BY board",
            (guild_id, season, player_id),
        )
        return tuple(record(leaderboards.Rating, row) for row in rows)

    async def played(
        self, guild_id: int, season: int, board: str, player_id: int
    ) -> tuple[leaderboards.PlayedMatch, ...]:
        """Return a player's counted matches on a board, without reset ones, the oldest first."""
        return await self._database.read(
            lambda reading: leaderboard_rows.played(reading, guild_id, season, board, player_id)
        )

    async def duels(
        self, guild_id: int, player_id: int, other_id: int
    ) -> tuple[leaderboards.Duel, ...]:
        """Return two players' matches with each other, in all seasons, one line per game."""
        return await self._database.read(
            lambda reading: leaderboard_rows.duels(reading, guild_id, player_id, other_id)
        )

    async def latest_marks(
        self, guild_id: int, season: int, board: str, players: Iterable[int]
    ) -> tuple[leaderboards.RatingMark, ...]:
        """Return what these players' latest matches on a board did, each player's latest last."""
        chosen = to_array(tuple(players))
        rows = await self._database.rows(
            "SELECT * FROM marks WHERE board = :board AND player_id IN"
            " (SELECT value FROM json_each(:players)) AND number IN (SELECT max(number) FROM marks"
            " JOIN outcomes USING (number) WHERE board = :board AND player_id IN"
            " (SELECT value FROM json_each(:players)) AND guild_id = :guild AND season = :season"
            " GROUP BY player_id) ORDER BY number",
            {"guild": guild_id, "season": season, "board": board, "players": chosen},
        )
        return tuple(record(leaderboards.RatingMark, row) for row in rows)

    async def matches_since(self, guild_id: int, season: int, board: str, since: int) -> int:
        """Return how many matches on a board ended at that time or later."""
        row = await self._database.row(
            "SELECT count(*) AS n FROM outcomes WHERE guild_id = ? AND season = ?"
            " AND reset_id IS NULL AND ended_at >= ? AND ? IN (game, ?)",
            (guild_id, season, since, board, leaderboards.ALL),
        )
        return int(row["n"]) if row else 0

    async def honours(
        self, guild_id: int, players: Iterable[int]
    ) -> tuple[leaderboards.Honours, ...]:
        """Return the matches that players won or earned titles in, in order of counting.

        Of all seasons, without matches that were reset.
        """
        rows = await self._database.rows(
            f"{leaderboard_rows.HONOURS} AND player_id IN (SELECT value FROM json_each(:players))"  # noqa: S608 - our own words
            " ORDER BY number",
            {"guild": guild_id, "players": to_array(tuple(players))},
        )
        return tuple(record(leaderboards.Honours, row) for row in rows)

    async def honours_after(self, guild_id: int, match_id: str) -> tuple[leaderboards.Honours, ...]:
        """Return the same of each player of a match, except of hidden ones."""
        rows = await self._database.rows(
            f"{leaderboard_rows.HONOURS} AND player_id IN (SELECT player_id FROM outcomes"  # noqa: S608 - our own words
            " JOIN placings USING (number) WHERE match_id = :match) AND NOT EXISTS"
            " (SELECT 1 FROM hidden_players AS hidden WHERE hidden.guild_id = outcomes.guild_id"
            " AND hidden.player_id = placings.player_id) ORDER BY number, player_id",
            {"guild": guild_id, "match": match_id},
        )
        return tuple(record(leaderboards.Honours, row) for row in rows)

    async def hide(self, guild_id: int, player_id: int, *, hidden: bool) -> None:
        """Hide a player from a server's boards, or show them again."""

        def work(transaction: Transaction) -> None:
            know_guild(transaction, guild_id)
            if hidden:
                words = _HIDE
            else:
                words = "DELETE FROM hidden_players WHERE guild_id = ? AND player_id = ?"
            transaction.run(words, (guild_id, player_id))
            transaction.run(
                f"{SHOW_DEALS_AGAIN} AND guild_id = :guild",
                {"player": player_id, "guild": guild_id},
            )

        await self._database.transaction("hide player", work)

    async def hidden(self, guild_id: int) -> frozenset[int]:
        """Return the players hidden from a server's boards."""
        rows = await self._database.rows(
            "SELECT player_id FROM hidden_players WHERE guild_id = ?", (guild_id,)
        )
        return frozenset(row["player_id"] for row in rows)

    async def is_hidden(self, guild_id: int, player_id: int) -> bool:
        row = await self._database.row(
            "SELECT 1 FROM hidden_players WHERE guild_id = ? AND player_id = ?",
            (guild_id, player_id),
        )
        return row is not None


def _claim(transaction: Transaction, match_id: str) -> bool:
    claimed = transaction.returning(
        "UPDATE matches SET counted = 1 WHERE match_id = ? AND counted <> 1"
        " AND life = 'finished' AND rated = 1 RETURNING match_id",
        (match_id,),
    )
    return bool(claimed)


def _last_season(transaction: Transaction, guild_id: int) -> int:
    row = transaction.row("SELECT max(season) AS last FROM seasons WHERE guild_id = ?", (guild_id,))
    return 0 if row is None or row["last"] is None else int(row["last"])


def _open_season(transaction: Transaction, guild_id: int, now: int) -> int:
    """Return the number of the open season; the first counted match starts the first one."""
    last = _last_season(transaction, guild_id)
    if last == 0:
        _begin(transaction, guild_id, 1, None, now)
    return max(last, 1)


def _begin(
    transaction: Transaction, guild_id: int, season: int, name: str | None, now: int
) -> None:
    transaction.run(
        "INSERT INTO seasons (guild_id, season, name, started_at) VALUES (?, ?, ?, ?)",
        (guild_id, season, name, now),
    )


def _refold(transaction: Transaction, guild_id: int, season: int, fold: leaderboards.Fold) -> None:
    """Recompute a whole season, which takes the writer a second for thousands of matches."""
    matches = leaderboard_rows.counted(transaction, guild_id, season)
    live = [match for match in matches if not match.is_reset]
    folded = fold(live, ())
    leaderboard_rows.clear_folded(transaction, guild_id, season)
    leaderboard_rows.write_folded(transaction, guild_id, season, folded)
