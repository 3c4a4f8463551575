"""Ids that cannot be guessed, and the one secret of a match from which all others are derived.

A match has a single random secret. The seed of its deal, the key of its tickets, the order of its
seats and the random choices of its bots are keyed hashes of it, each with its own label. So the
seed that is published at the end tells none of the others, and a restart changes none of them.

All attempts at a daily deal have one secret, so they meet the same cards, dice and bots.
"""

import secrets
from hashlib import blake2b
from string import ascii_letters, digits

from games.core.rng import BY_PURPOSE, Rng
from games.core.values import Seat

_SIGNS = ascii_letters + digits
SHARED = b"weekly:"
"""How the secrets of daily deals begin: whoever plays one again meets the same chance."""
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
    return BY_PURPOSE + seed if secret.startswith(SHARED) else seed


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
