"""The weekly deal of each game: weeks, and the hash chain from which the deals follow.

A chain is made from one random key, its last. Each key is the hash of the one after it, and the
hash of the first is the anchor, which is published before any deal is played. So every deal of the
chain is fixed from that moment, and a key that is published later can be checked against the anchor
by hashing it as often as its week says. The key of a week is published when the week is closed. The
deals of a week follow from its key, and none of them tells the key or another game's deal.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b, sha256

from bot.tables.domain.match_secrets import WEEKLY
from bot.tables.domain.time_controls import DAY
from data.records.challenges import Chain
from games.core.values import Frozen

WEEK = 7 * DAY
_FIRST_MONDAY = 4 * DAY
"""5 January 1970, in milliseconds since 1970."""
GRACE = DAY
"""How long after its week an attempt may still be finished."""
CHAIN_WEEKS = 520
"""Ten years."""


class WeeklyDeal(Frozen):
    """The week whose deal a match is, and whether it was begun as its player's counted attempt."""

    week: int
    counts: bool


def week_at(now: int) -> int:
    """Return the number of the week at a time, counted from 5 January 1970."""
    return (now - _FIRST_MONDAY) // WEEK


def starts_at(week: int) -> int:
    """Return when a week starts: on Monday at 0:00 UTC."""
    return _FIRST_MONDAY + week * WEEK


def closes_at(week: int) -> int:
    """Return when the attempts of a week must be finished; its key is published then."""
    return starts_at(week + 1) + GRACE


def new_chain(first_week: int) -> Chain:
    """Make a chain that begins in a week."""
    last = secrets.token_bytes(32)
    return Chain(
        first_week=first_week,
        weeks=CHAIN_WEEKS,
        last_key=last,
        anchor=_hashed(last, CHAIN_WEEKS).hex(),
    )


def key_of(chain: Chain, week: int) -> bytes:
    """Return the key of a week, which must belong to the chain."""
    last_week = chain.first_week + chain.weeks - 1
    if not chain.first_week <= week <= last_week:
        raise ValueError(f"week {week} does not belong to this chain")
    return _hashed(chain.last_key, last_week - week)


def times_to_anchor(chain: Chain, week: int) -> int:
    """Return how often a week's key must be hashed to give the anchor."""
    return week - chain.first_week + 1


def secret_of(key: bytes, week: int, game: str) -> bytes:
    """Return the secret of a week's matches of a game, from which all their chance follows."""
    words = f"{week} {game}".encode()
    return WEEKLY + blake2b(words, key=key, digest_size=32).digest()


def _hashed(key: bytes, times: int) -> bytes:
    for _ in range(times):
        key = sha256(key).digest()
    return key
