"""Who holds which seat, and since when: seats are taken at the deal and may change hands."""

from __future__ import annotations

from collections.abc import Iterable

from data.engine.database import Transaction
from data.records.columns import to_strength
from data.records.matches import HandOver, Sitter
from data.stores.drafts import drop_drafts
from data.stores.premoves import drop_advances


def open_tenures(
    transaction: Transaction,
    match_id: str,
    seated: Iterable[tuple[int, Sitter]],
    *,
    reason: str,
    at: int,
) -> None:
    """Write down who sits where from the match's last step on."""
    transaction.run_many(
        "INSERT INTO tenures"
        " (match_id, seat, player_id, bot, strength, from_step, started_at, reason)"
        " VALUES (?, ?, ?, ?, ?, (SELECT step FROM matches WHERE match_id = ?), ?, ?)",
        [
            (
                match_id,
                seat,
                sitter.player_id,
                sitter.bot,
                to_strength(sitter.level),
                match_id,
                at,
                reason,
            )
            for seat, sitter in seated
        ],
    )


def change_hands(transaction: Transaction, match_id: str, change: HandOver) -> None:
    """End one tenure of a seat and begin another; what its player had prepared goes."""
    transaction.run(
        "UPDATE tenures SET ended_at = ?, end_reason = ?"
        " WHERE match_id = ? AND seat = ? AND ended_at IS NULL",
        (change.at, change.reason, match_id, change.seat),
    )
    seated = [(change.seat, change.sitter)]
    open_tenures(transaction, match_id, seated, reason=change.reason, at=change.at)
    drop_drafts(transaction, match_id, change.seat)
    drop_advances(transaction, match_id, change.seat)
