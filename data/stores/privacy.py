"""All stored data of one player, for export and for deletion.

Deletion replaces the player by a stand-in, an id that no Discord user has. So the matches of others
stay complete: their seats, their steps and their ratings. The stand-in has no name and appears on
no leaderboard. What somebody may not do again stays as a guard, a keyed hash.
"""

from data.engine.database import Database, DatabaseRow, ReadConnection, Transaction
from data.records.columns import from_json
from data.records.matches import Json
from data.stores.competitions.deal_posts import SHOW_DEALS_AGAIN
from data.stores.guards import (
    Guard,
    deal_subject,
    exclusion_subject,
    guard_deleted,
    guards_of,
    lift_removal,
    prune_guards,
)

_EXPORTED: dict[str, str] = {
    "preferences": "SELECT language, prefers_dm, text_only, dm_closed, settings FROM people"
    " WHERE player_id = :player",
    "names": "SELECT guild_id, name FROM members WHERE player_id = :player",
    "hidden_in": "SELECT guild_id FROM hidden_players WHERE player_id = :player",
    "hosted": "SELECT match_id, guild_id, channel_id, game, life, created_at FROM matches"
    " WHERE host_id = :player ORDER BY created_at",
    "lobbies": "SELECT match_id, game, seat FROM lobby_seats JOIN matches USING (match_id)"
    " WHERE player_id = :player ORDER BY created_at",
    "seats": "SELECT match_id, guild_id, game, life, seat, tenures.started_at, tenures.ended_at,"
    " reason, end_reason FROM tenures JOIN matches USING (match_id)"
    " WHERE player_id = :player ORDER BY tenure_id",
    "moves": "SELECT steps.match_id, steps.step, steps.seat, move, made_at FROM tenures"
    " JOIN matches USING (match_id) JOIN steps ON steps.match_id = tenures.match_id"
    " AND steps.seat = tenures.seat AND steps.step > tenures.from_step"
    " AND made_at <= coalesce(tenures.ended_at, made_at)"
    " WHERE player_id = :player AND actor = 'player' AND matches.ended_at IS NOT NULL"
    " ORDER BY made_at",
    "prepared": "SELECT match_id, seat, form FROM premoves JOIN tenures USING (match_id, seat)"
    " WHERE player_id = :player AND ended_at IS NULL"
    " UNION ALL SELECT match_id, seat, form FROM drafts JOIN tenures USING (match_id, seat)"
    " WHERE player_id = :player AND ended_at IS NULL",
    "listed": "SELECT match_id, game, kind FROM match_people JOIN matches USING (match_id)"
    " WHERE player_id = :player ORDER BY created_at, kind",
    "reminders": "SELECT match_id, kind, due_at, remaining FROM deadlines"
    " WHERE player_id = :player ORDER BY match_id, kind",
    "interactions": "SELECT interaction_id, answer, seen_at FROM interactions"
    " WHERE player_id = :player ORDER BY seen_at",
    "messages": "SELECT match_id, kind, channel_id, message_id FROM surfaces"
    " WHERE player_id = :player AND retired = 0",
    "called": "SELECT match_id, channel_id, message_id FROM owed_answers"
    " JOIN surfaces USING (surface_id) WHERE owed_answers.player_id = :player ORDER BY number",
    "ratings": "SELECT guild_id, season, board, mu, sigma, matches, wins, podiums, streak,"
    " best_streak, last_at FROM ratings WHERE player_id = :player",
    "results": "SELECT match_id, guild_id, season, game, place, rank, part, titles,"
    " luck_draws, luck_total, luck_expected, ended_at FROM placings JOIN outcomes USING (number)"
    " WHERE player_id = :player ORDER BY number",
    "changes_of_rating": "SELECT match_id, board, mu_before, sigma_before, mu, sigma FROM marks"
    " JOIN outcomes USING (number) WHERE player_id = :player ORDER BY number",
    "reviews": "SELECT match_id, content FROM reviews WHERE player_id = :player ORDER BY match_id",
    "tournaments": "SELECT tournament_id, guild_id, game, stage, presence, place FROM"
    " tournament_players JOIN tournaments USING (tournament_id) WHERE player_id = :player"
    " ORDER BY created_at",
    "tournament_tables": "SELECT tournament_id, round, number, seat, rank FROM tournament_seats"
    " WHERE player_id = :player ORDER BY tournament_id, round",
    "hosted_tournaments": "SELECT tournament_id, guild_id, channel_id, game, stage, created_at"
    " FROM tournaments WHERE host_id = :player ORDER BY created_at",
    "deals": "SELECT match_id, day, game, counts, begun_at, ended_at, place, places, points,"
    " margins FROM attempts WHERE player_id = :player ORDER BY begun_at",
    "blocked": "SELECT player_id FROM exclusions WHERE kind = 'blocked' AND owner_id = :player",
    "barred_in": "SELECT owner_id AS guild_id FROM exclusions WHERE kind = 'barred'"
    " AND player_id = :player",
    "watched": "SELECT guild_id, game, called_at FROM watches WHERE player_id = :player",
    "guesses": "SELECT match_id, seat, worth, points FROM guesses WHERE player_id = :player"
    " ORDER BY match_id",
    "roles": "SELECT guild_id, role_id FROM granted_roles WHERE player_id = :player",
    "resets": "SELECT guild_id, season, board, made_at, undone_at FROM resets"
    " WHERE made_by = :player",
}
"""The query behind each heading. Moves of a running match are exported after its end.

"listed" names the lists of a table that contain the player: invited, called, kicked, ready or
votes.
"""

_DELETED = (
    "people",
    "members",
    "hidden_players",
    "match_people",
    "deadlines",
    "interactions",
    "owed_answers",
    "reviews",
    "attempts",
    "exclusions",
    "watches",
    "granted_roles",
    "guesses",
)
_REPLACED = (
    ("matches", "host_id"),
    ("lobby_seats", "player_id"),
    ("tenures", "player_id"),
    ("placings", "player_id"),
    ("marks", "player_id"),
    ("ratings", "player_id"),
    ("resets", "made_by"),
    ("tournaments", "host_id"),
    ("tournament_players", "player_id"),
    ("tournament_seats", "player_id"),
)


_DOCUMENTS = ("settings", "form", "answer", "content")
"""Columns that hold JSON documents as text."""


class PrivacyStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player_id: int) -> Json:
        """Return all stored data of a player as rows under headings, with times as stored."""
        return await self._database.read(lambda reading: _exported(reading, player_id))

    async def forget(self, player_id: int, stand_in: int) -> tuple[str, ...]:
        """Replace a player by a stand-in where others need one, and delete everything else.

        The player must hold no seat in an open match. A match with a list that contains the player
        gets a new revision, so that an older snapshot can't write the old list back; so does a
        tournament of theirs, whose next rounds they are out of. Returns the open ones of these
        matches.
        """
        if stand_in >= 0:
            raise ValueError("a stand-in is negative: every other number may be a player's id")

        def work(transaction: Transaction) -> tuple[str, ...]:
            ids = {"player": player_id, "stand_in": stand_in}
            listed = _withdraw(transaction, ids)
            transaction.run(SHOW_DEALS_AGAIN, ids)
            guard_deleted(transaction, player_id)
            for table in _DELETED:
                transaction.run(
                    f"DELETE FROM {table} WHERE player_id = :player",  # noqa: S608 - our own names
                    ids,
                )
            for table, column in _REPLACED:
                transaction.run(
                    f"UPDATE {table} SET {column} = :stand_in"  # noqa: S608 - our own names
                    f" WHERE {column} = :player",
                    ids,
                )
            transaction.run(
                "DELETE FROM exclusions WHERE kind = 'blocked' AND owner_id = :player", ids
            )
            transaction.run(
                "DELETE FROM guards WHERE subject = ?",
                (exclusion_subject(Guard.BLOCKED, player_id),),
            )
            transaction.run(
                "UPDATE surfaces SET player_id = :stand_in, token = NULL, token_until = NULL,"
                " retired = 1, version = version + 1 WHERE player_id = :player",
                ids,
            )
            transaction.run(
                "INSERT INTO hidden_players (guild_id, player_id) SELECT DISTINCT guild_id,"
                " :stand_in FROM tenures JOIN matches USING (match_id)"
                " WHERE player_id = :stand_in UNION SELECT guild_id, :stand_in FROM ratings"
                " WHERE player_id = :stand_in UNION SELECT guild_id, :stand_in FROM placings"
                " JOIN outcomes USING (number) WHERE player_id = :stand_in",
                ids,
            )
            return listed

        return await self._database.transaction("forget player", work)

    async def guards(self, player_id: int, subject: str) -> frozenset[Guard]:
        """Return what keeps a player from a match or deal although their data was deleted."""
        return await self._database.read(lambda reading: guards_of(reading, player_id, subject))

    async def has_used(self, player_id: int, day: int, game: str) -> bool:
        """Tell whether somebody has used the attempt that counts, and deleted it since."""
        return bool(await self.guards(player_id, deal_subject(day, game)))

    async def lift_removal(self, player_id: int, match_id: str) -> None:
        """Let a removed player into a lobby again."""
        await self._database.transaction(
            "lift removal", lambda transaction: lift_removal(transaction, player_id, match_id)
        )

    async def prune_guards(self, day: int) -> None:
        """Delete the guards of what has ended, and of deals of days before this one."""
        await self._database.transaction(
            "prune guards", lambda transaction: prune_guards(transaction, day)
        )


def _withdraw(transaction: Transaction, ids: dict[str, int]) -> tuple[str, ...]:
    """Take a player off the tournaments to come; returns the open matches that list the player."""
    listed = transaction.rows(
        "SELECT DISTINCT match_id FROM match_people JOIN matches USING (match_id)"
        " WHERE player_id = :player AND ended_at IS NULL",
        ids,
    )
    transaction.run(
        "UPDATE matches SET revision = revision + 1 WHERE match_id IN"
        " (SELECT match_id FROM match_people WHERE player_id = :player)",
        ids,
    )
    transaction.run(
        "UPDATE tournaments SET revision = revision + 1 WHERE host_id = :player"
        " OR tournament_id IN (SELECT tournament_id FROM tournament_players"
        " WHERE player_id = :player)",
        ids,
    )
    transaction.run(
        "DELETE FROM tournament_players WHERE player_id = :player AND tournament_id IN"
        " (SELECT tournament_id FROM tournaments WHERE round = 0)",
        ids,
    )
    transaction.run(
        "UPDATE tournament_players SET presence = 'out' WHERE player_id = :player"
        " AND tournament_id IN (SELECT tournament_id FROM tournaments WHERE ended_at IS NULL)",
        ids,
    )
    return tuple(row["match_id"] for row in listed)


def _exported(reading: ReadConnection, player_id: int) -> Json:
    rows = {
        heading: [_plain(row) for row in reading.rows(sql, {"player": player_id})]
        for heading, sql in _EXPORTED.items()
    }
    return {"player_id": player_id, **rows}


def _plain(row: DatabaseRow) -> Json:
    """Return a row as JSON, with its JSON documents decoded."""
    return {name: _value(name, row[name]) for name in row.keys()}  # noqa: SIM118 - no dict


def _value(name: str, value: object) -> object:
    text = value.decode() if isinstance(value, bytes) else value
    if not isinstance(text, str) or (text is value and name not in _DOCUMENTS):
        return value
    try:
        return from_json(text)
    except ValueError:
        return text  # damaged, but still the player's own
