"""Reading whole matches, and the one way to change them: by the revision one has seen."""

from __future__ import annotations

import sqlite3

from data import clock, surfaces
from data.answers import claim
from data.columns import from_array, from_json, to_array, to_json
from data.database import Reading, Transaction
from data.errors import UnknownMatchError, VersionConflictError, WrongLifeError
from data.records import Life, Match, Sitter, Tenure, Terms, Together


def find(reading: Reading, match_id: str) -> Match | None:
    row = reading.row("SELECT * FROM matches WHERE match_id = ?", (match_id,))
    return None if row is None else _match(reading, row)


def load(reading: Reading, match_id: str) -> Match:
    """Return a match; raises UnknownMatchError."""
    match = find(reading, match_id)
    if match is None:
        raise UnknownMatchError(match_id)
    return match


def select(
    reading: Reading, where: str, values: tuple[object, ...], lives: tuple[Life, ...]
) -> tuple[Match, ...]:
    """Return the matches in those stages of life that answer a condition, the oldest first."""
    rows = reading.rows(
        f"SELECT * FROM matches WHERE {where}"  # noqa: S608 - conditions of our own
        " AND life IN (SELECT value FROM json_each(?)) ORDER BY created_at, rowid",
        (*values, to_array(lives)),
    )
    return tuple(_match(reading, row) for row in rows)


def tenures(reading: Reading, match_id: str) -> tuple[Tenure, ...]:
    rows = reading.rows("SELECT * FROM tenures WHERE match_id = ? ORDER BY tenure_id", (match_id,))
    return tuple(_tenure(row) for row in rows)


def advance(
    transaction: Transaction, match_id: str, expected: int, life: Life, together: Together
) -> None:
    """Begin a change: claim the interaction, then raise the match's revision by one.

    Raises AlreadyAnsweredError, UnknownMatchError, VersionConflictError or WrongLifeError.
    """
    claim(transaction, together.seen)
    changed = transaction.run(
        "UPDATE matches SET revision = revision + 1"
        " WHERE match_id = ? AND revision = ? AND life = ?",
        (match_id, expected, life),
    )
    if changed:
        return
    row = transaction.row("SELECT revision, life FROM matches WHERE match_id = ?", (match_id,))
    if row is None:
        raise UnknownMatchError(match_id)
    if row["revision"] != expected:
        raise VersionConflictError(match_id, expected, row["revision"])
    raise WrongLifeError(match_id, row["life"], life)


def write_along(transaction: Transaction, match_id: str, together: Together) -> None:
    """End a change: write what belongs to it (the interaction was claimed at the beginning)."""
    clock.drop(transaction, together.drop_deadlines)
    clock.arm(transaction, together.deadlines)
    for surface in together.surfaces:
        surfaces.add(transaction, surface)
    if together.memo is not None:
        transaction.run(
            "UPDATE matches SET memo = ? WHERE match_id = ?", (to_json(together.memo), match_id)
        )


def _match(reading: Reading, row: sqlite3.Row) -> Match:
    match_id = row["match_id"]
    sitters = reading.rows(
        "SELECT * FROM lobby_seats WHERE match_id = ? ORDER BY seat", (match_id,)
    )
    latest = {tenure.seat: tenure for tenure in tenures(reading, match_id)}
    return Match(
        match_id=match_id,
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        game=row["game"],
        life=Life(row["life"]),
        terms=Terms(
            host_id=row["host_id"],
            options=row["options"],
            sitters=tuple(_sitter(sitter) for sitter in sitters),
            rated=bool(row["rated"]),
        ),
        revision=row["revision"],
        step=row["step"],
        created_at=row["created_at"],
        rematch_of=row["rematch_of"],
        state_version=row["state_version"],
        secret=row["secret"] or b"",
        seed_hash=row["seed_hash"],
        moves_made=from_array(row["moves_made"]),
        holders=tuple(latest[seat] for seat in sorted(latest)),
        memo=from_json(row["memo"]),
        result=None if row["result"] is None else from_json(row["result"]),
        started_at=row["started_at"],
        ended_at=row["ended_at"],
    )


def _sitter(row: sqlite3.Row) -> Sitter:
    return Sitter(player_id=row["player_id"], bot=row["bot"], strength=row["strength"])


def _tenure(row: sqlite3.Row) -> Tenure:
    return Tenure(
        tenure_id=row["tenure_id"],
        match_id=row["match_id"],
        seat=row["seat"],
        sitter=_sitter(row),
        from_step=row["from_step"],
        started_at=row["started_at"],
        reason=row["reason"],
        ended_at=row["ended_at"],
        end_reason=row["end_reason"],
    )
