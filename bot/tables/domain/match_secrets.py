"""Ids that cannot be guessed, and the one secret of a match from which all others are derived.

A match has a single random secret. The seed of its deal, the key of its tickets, the order of its
seats and the random choices of its bots are keyed hashes of it, each with its own label. So the
seed that is published at the end tells none of the others, and a restart changes none of them.

All attempts at a weekly deal have one secret, so they meet the same cards, dice and bots.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from string import ascii_letters, digits

from bot.tables.domain.time_controls import DAY
from games.core.rng import BY_PURPOSE, Rng
from games.core.values import Seat

_SIGNS = ascii_letters + digits
WEEKLY = b"weekly:"
"""How the secrets of weekly deals begin: whoever plays one again meets the same chance."""
_LENGTH = 12
"""71 bits, so that nobody can guess another server's table."""


class SecretSource:
    """Draws from the system's randomness; tests pass their own."""

    def match_id(self) -> str:
        """Draw a code without "-" and "_", which older ones have: Discord reads them as layout."""
        return "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))

    def secret(self) -> bytes:
        return secrets.token_bytes(32)

    def jitter(self, bound: int) -> int:
        """A number of milliseconds from 0 to `bound`."""
        return secrets.randbelow(bound + 1)


def seed_of(secret: bytes) -> str:
    """The seed of the deal, to be published when the match has ended."""
    seed = _derive(secret, "seed")
    return BY_PURPOSE + seed if secret.startswith(WEEKLY) else seed


def ticket_key(secret: bytes) -> bytes:
    return bytes.fromhex(_derive(secret, "tickets"))


def seat_rng(secret: bytes) -> Rng:
    return Rng(_derive(secret, "seats"))


def policy_rng(secret: bytes, seat: Seat, moves_made: int) -> Rng:
    """The random numbers of a bot for one decision, independent of the deal."""
    return Rng(_derive(secret, f"mind {seat} {moves_made}"))


def mark(secret: bytes, *words: str) -> str:
    """A short hash of some words that can't be computed without the secret."""
    return _derive(secret, "\0".join(("mark", *words)))[:20]


def _derive(secret: bytes, label: str) -> str:
    return blake2b(label.encode(), key=secret, digest_size=32).hexdigest()


WEEK = 7 * DAY
_FIRST_MONDAY = 4 * DAY
"""5 January 1970, in milliseconds since 1970."""
GRACE = DAY
"""How long after its week an attempt may still be finished."""


def week_at(now: int) -> int:
    """Return the number of the week at a time, counted from 5 January 1970."""
    return (now - _FIRST_MONDAY) // WEEK


def starts_at(week: int) -> int:
    """Return when a week starts: on Monday at 0:00 UTC."""
    return _FIRST_MONDAY + week * WEEK


def closes_at(week: int) -> int:
    """Return when the attempts of a week must be finished; its seeds are shown then."""
    return starts_at(week + 1) + GRACE


def first_open(now: int) -> int:
    """Return the first week whose attempts may still be finished."""
    return week_at(now - GRACE)
