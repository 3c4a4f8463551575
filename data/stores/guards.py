"""What somebody may not do again although their data was deleted, as keyed hashes.

The key is random and never leaves the database. Without it, a hash names nobody.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2b
from secrets import token_bytes

from data.engine.database import ReadConnection, Transaction


class Guard(StrEnum):
    """What is guarded: a match, or a day's deal."""

    REMOVED = "removed"
    """The host removed them from this lobby."""
    SEATED = "seated"
    """They have seen a hand of this match."""
    PLAYED = "played"
    """They have used the attempt that counts."""


def deal_subject(day: int, game: str) -> str:
    """Return the subject of the guard of a deal."""
    return f"day {day} {game}"


def guards_of(reading: ReadConnection, player_id: int, subject: str) -> frozenset[Guard]:
    """Return what keeps a player from a match or deal."""
    row = reading.row("SELECT key FROM guard_key WHERE number = 1")
    if row is None:  # nobody's data was ever deleted
        return frozenset()
    rows = reading.rows(
        "SELECT kind FROM guards WHERE subject = ? AND digest = ?",
        (subject, _digest(row["key"], player_id, subject)),
    )
    return frozenset(Guard(row["kind"]) for row in rows)


def guard_deleted(transaction: Transaction, player_id: int) -> None:
    """Keep what a player may not do again, before their rows are deleted."""
    values = {"player": player_id}
    removed = transaction.rows(
        "SELECT match_id FROM match_people JOIN matches USING (match_id)"
        " WHERE player_id = :player AND kind = 'kicked' AND ended_at IS NULL",
        values,
    )
    seated = transaction.rows(
        "SELECT DISTINCT match_id FROM tenures JOIN matches USING (match_id)"
        " WHERE player_id = :player AND matches.ended_at IS NULL",
        values,
    )
    played = transaction.rows(
        "SELECT day, game FROM attempts WHERE player_id = :player AND counts = 1", values
    )
    subjects = [
        *((Guard.REMOVED, row["match_id"], None) for row in removed),
        *((Guard.SEATED, row["match_id"], None) for row in seated),
        *((Guard.PLAYED, deal_subject(row["day"], row["game"]), row["day"]) for row in played),
    ]
    if not subjects:
        return
    transaction.run(
        "INSERT INTO guard_key (number, key) VALUES (1, ?) ON CONFLICT DO NOTHING",
        (token_bytes(32),),
    )
    key = transaction.row("SELECT key FROM guard_key WHERE number = 1")
    assert key is not None  # it was just written
    transaction.insert(
        "guards",
        [
            {
                "kind": kind,
                "subject": subject,
                "digest": _digest(key["key"], player_id, subject),
                "day": day,
            }
            for kind, subject, day in subjects
        ],
        *("kind", "subject", "digest"),
    )


def lift_removal(transaction: Transaction, player_id: int, match_id: str) -> None:
    """Let somebody back into a lobby whose host invites them again."""
    row = transaction.row("SELECT key FROM guard_key WHERE number = 1")
    if row is not None:
        transaction.run(
            "DELETE FROM guards WHERE kind = ? AND subject = ? AND digest = ?",
            (Guard.REMOVED, match_id, _digest(row["key"], player_id, match_id)),
        )


def prune_guards(transaction: Transaction, day: int) -> None:
    """Delete the guards of ended matches, and of deals of days before this one."""
    transaction.run(
        "DELETE FROM guards WHERE day < ? OR (day IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM matches WHERE match_id = subject AND ended_at IS NULL))",
        (day,),
    )


def _digest(key: bytes, player_id: int, subject: str) -> bytes:
    return blake2b(f"{player_id} {subject}".encode(), key=key, digest_size=16).digest()
