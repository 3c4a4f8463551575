"""A running digest over everything stored about a match: one changed byte makes it differ.

Replaying finds every change that has consequences. Some changes have none, such as another time of
a move, and only this digest finds those.
"""

from collections.abc import Iterable
from hashlib import blake2b

from data.records.matches import Json, NewStep, StepRecord
from games.core import exact_json

_BETWEEN = b"\x1f"
"""Saved values are JSON, which holds no such byte."""


def begun(seed_hash: str, options: bytes, events: Iterable[bytes]) -> str:
    """Return the digest of a match that has just been dealt."""
    return _digest("", (seed_hash.encode(), options, *events))


def grown(before: str, step: NewStep | StepRecord) -> str:
    """Return the digest after one more step."""
    made = f"{step.seat} {step.actor} {step.made_at}".encode()
    return _digest(before, (made, step.move or b"", *step.events))


def closed(before: str, result: Json) -> str:
    """Return the digest of a match that has ended with a result."""
    return _digest(before, (exact_json.dumps(result),))


def _digest(before: str, parts: tuple[bytes, ...]) -> str:
    return blake2b(_BETWEEN.join((before.encode(), *parts)), digest_size=16).hexdigest()
