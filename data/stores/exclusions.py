"""Whom people have blocked, and whom servers have barred.

If an excluded player deletes their data, a keyed hash takes the place of the row.
"""

from itertools import permutations

from data.engine.database import Database, ReadConnection, Transaction
from data.engine.errors import ExclusionLimitError
from data.records.columns import to_array
from data.stores.guards import Guard, digest, exclusion_subject, guard_key, guards_of
from data.stores.guilds import know_guild

_SUBJECTS = {Guard.BLOCKED: "host_id", Guard.BARRED: "guild_id"}


class ExclusionStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, kind: Guard, owner_id: int, player_id: int, *, most: int) -> None:
        """Exclude a player; raises ExclusionLimitError if `most` others are excluded."""

        def work(transaction: Transaction) -> None:
            others = [other for other in _listed(transaction, kind, owner_id) if other != player_id]
            if len(others) >= most:
                raise ExclusionLimitError
            if kind is Guard.BARRED:
                know_guild(transaction, owner_id)
            transaction.run(
                "INSERT INTO exclusions (kind, owner_id, player_id) VALUES (?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (kind, owner_id, player_id),
            )

        await self._database.transaction("exclude", work)

    async def remove(self, kind: Guard, owner_id: int, player_id: int) -> bool:
        """Let a player in again; returns whether they were excluded."""

        def work(transaction: Transaction) -> bool:
            was = kind in excluding_guards(transaction, player_id, {kind: owner_id})
            transaction.run(
                "DELETE FROM exclusions WHERE kind = ? AND owner_id = ? AND player_id = ?",
                (kind, owner_id, player_id),
            )
            key, subject = guard_key(transaction), exclusion_subject(kind, owner_id)
            if key is not None:
                transaction.run(
                    "DELETE FROM guards WHERE kind = ? AND subject = ? AND digest = ?",
                    (kind, subject, digest(key, player_id, subject)),
                )
            return was

        return await self._database.transaction("include", work)

    async def of_owner(self, kind: Guard, owner_id: int) -> tuple[int, ...]:
        """Return the players whom a person or server excludes, without deleted ones."""
        return await self._database.read(lambda reading: _listed(reading, kind, owner_id))

    async def at_match(self, player_id: int, match_id: str) -> frozenset[Guard]:
        """Return all that keeps a player from a match: its host, its server, or a removal."""

        def work(reading: ReadConnection) -> frozenset[Guard]:
            row = reading.row(
                "SELECT guild_id, host_id FROM matches WHERE match_id = ?", (match_id,)
            )
            removed = guards_of(reading, player_id, match_id)
            if row is None:
                return removed
            owners = {kind: row[column] for kind, column in _SUBJECTS.items()}
            return removed | excluding_guards(reading, player_id, owners)

        return await self._database.read(work)

    async def excluding(self, player_id: int, owners: dict[Guard, int]) -> frozenset[Guard]:
        """Return which of these owners, by kind, exclude a player."""
        return await self._database.read(
            lambda reading: excluding_guards(reading, player_id, owners)
        )

    async def blocked_pairs(self, players: tuple[int, ...]) -> frozenset[tuple[int, int]]:
        """Return the pairs of these players of whom the first has blocked the second."""

        def work(reading: ReadConnection) -> frozenset[tuple[int, int]]:
            array = to_array(players)
            rows = reading.rows(
                "SELECT owner_id, player_id FROM exclusions WHERE kind = 'blocked'"
                " AND owner_id IN (SELECT value FROM json_each(?))"
                " AND player_id IN (SELECT value FROM json_each(?))",
                (array, array),
            )
            pairs = {(row["owner_id"], row["player_id"]) for row in rows}
            hashes = reading.rows("SELECT subject, digest FROM guards WHERE kind = 'blocked'")
            key = guard_key(reading)
            if key is not None and hashes:
                known = {(row["subject"], bytes(row["digest"])) for row in hashes}
                for owner, player in permutations(players, 2):
                    subject = exclusion_subject(Guard.BLOCKED, owner)
                    if (subject, digest(key, player, subject)) in known:
                        pairs.add((owner, player))
            return frozenset(pairs)

        return await self._database.read(work)


def _listed(reading: ReadConnection, kind: Guard, owner_id: int) -> tuple[int, ...]:
    rows = reading.rows(
        "SELECT player_id FROM exclusions WHERE kind = ? AND owner_id = ? ORDER BY player_id",
        (kind, owner_id),
    )
    return tuple(row["player_id"] for row in rows)


def excluding_guards(
    reading: ReadConnection, player_id: int, owners: dict[Guard, int]
) -> frozenset[Guard]:
    """Return the kinds of these owners that exclude a player, by row or by keyed hash."""
    rows = reading.rows("SELECT kind, owner_id FROM exclusions WHERE player_id = ?", (player_id,))
    standing = {(row["kind"], row["owner_id"]) for row in rows}
    return frozenset(
        kind
        for kind, owner in owners.items()
        if (kind, owner) in standing
        or kind in guards_of(reading, player_id, exclusion_subject(kind, owner))
    )
