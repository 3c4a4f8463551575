"""What somebody may not do again although their data was deleted, as keyed hashes.

The key is random and never leaves the database. Without it, a hash names nobody.
"""

from enum import StrEnum
from hashlib import blake2b
from secrets import token_bytes

from data.engine.database import ReadConnection, Transaction


class Guard(StrEnum):
    """What is guarded: a match, tournament, or day's deal, or tables of a person or server."""

    REMOVED = "removed"
    """The host removed them from this lobby."""
    SEATED = "seated"
    """They have seen a hand of this match."""
    PLAYED = "played"
    """They have used the attempt that counts."""
    HOSTS = "hosts"
    """They host this tournament."""
    BLOCKED = "blocked"
    """A person has blocked them; the subject is that person."""
    BARRED = "barred"
    """A server has barred them; the subject is that server."""


def deal_subject(day: int, game: str) -> str:
    """Return the subject of the guard of a deal."""
    return f"day {day} {game}"


def exclusion_subject(kind: Guard, owner_id: int) -> str:
    """Return the subject of the guard of a person's or a server's tables."""
    return f"{kind} {owner_id}"


def guards_of(reading: ReadConnection, player_id: int, subject: str) -> frozenset[Guard]:
    """Return what keeps a player from a match, tournament or deal."""
    key = guard_key(reading)
    if key is None:  # nobody's data was ever deleted
        return frozenset()
    rows = reading.rows(
        "SELECT kind FROM guards WHERE subject = ? AND digest = ?",
        (subject, digest(key, player_id, subject)),
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
    hosted = transaction.rows(
        "SELECT tournament_id FROM tournaments WHERE host_id = :player AND ended_at IS NULL", values
    )
    played = transaction.rows("SELECT day, game FROM attempts WHERE player_id = :player", values)
    excluded = transaction.rows(
        "SELECT kind, owner_id FROM exclusions WHERE player_id = :player", values
    )
    subjects = [
        *(
            (Guard(row["kind"]), exclusion_subject(Guard(row["kind"]), row["owner_id"]), None)
            for row in excluded
        ),
        *((Guard.REMOVED, row["match_id"], None) for row in removed),
        *((Guard.SEATED, row["match_id"], None) for row in seated),
        *((Guard.HOSTS, row["tournament_id"], None) for row in hosted),
        *((Guard.PLAYED, deal_subject(row["day"], row["game"]), row["day"]) for row in played),
    ]
    if not subjects:
        return
    transaction.run(
        "INSERT INTO guard_key (number, key) VALUES (1, ?) ON CONFLICT DO NOTHING",
        (token_bytes(32),),
    )
    key = guard_key(transaction)
    assert key is not None  # it was just written
    transaction.insert(
        "guards",
        [
            {
                "kind": kind,
                "subject": subject,
                "digest": digest(key, player_id, subject),
                "day": day,
            }
            for kind, subject, day in subjects
        ],
        *("kind", "subject", "digest"),
    )


def lift_removal(transaction: Transaction, player_id: int, match_id: str) -> None:
    """Let somebody back into a lobby whose host invites them again."""
    key = guard_key(transaction)
    if key is not None:
        transaction.run(
            "DELETE FROM guards WHERE kind = ? AND subject = ? AND digest = ?",
            (Guard.REMOVED, match_id, digest(key, player_id, match_id)),
        )


def prune_guards(transaction: Transaction, day: int) -> None:
    """Delete the guards of what has ended, and of deals of days before this one."""
    transaction.run(
        "DELETE FROM guards WHERE day < ? OR (day IS NULL"
        " AND kind NOT IN ('blocked', 'barred') AND NOT EXISTS"
        " (SELECT 1 FROM matches WHERE match_id = subject AND ended_at IS NULL) AND NOT EXISTS"
        " (SELECT 1 FROM tournaments WHERE tournament_id = subject AND ended_at IS NULL))",
        (day,),
    )


def guard_key(reading: ReadConnection) -> bytes | None:
    """Return the key of all hashes; None if nobody's data was ever deleted."""
    row = reading.row("SELECT key FROM guard_key WHERE number = 1")
    return None if row is None else bytes(row["key"])


def digest(key: bytes, player_id: int, subject: str) -> bytes:
    """Return the keyed hash of a player and a subject."""
    return blake2b(f"{player_id} {subject}".encode(), key=key, digest_size=16).digest()
