"""A running digest over all that is stored of a match, kept with it: one changed byte breaks it.

Replaying finds every change that has consequences. A move that was taken back or changed before
anybody saw it has none, and only this digest tells that it is still the one that was made.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from data.records.matches import Json, NewStep, StepRecord
from games.core import exact_json

_BETWEEN = b"\x1f"
"""Saved values are JSON, which holds no such byte."""


def begun(seed_hash: str, options: bytes, events: Iterable[bytes]) -> str:
    """The digest of a match that has just been dealt."""
    return _digest("", (seed_hash.encode(), options, *events))


def grown(before: str, step: NewStep | StepRecord) -> str:
    """The digest with one more step."""
    made = f"{step.seat} {step.actor} {step.made_at}".encode()
    return _digest(before, (made, step.move or b"", *step.events))


def closed(before: str, result: Json) -> str:
    """The digest of a match that has ended with a result."""
    return _digest(before, (exact_json.dumps(result),))


def _digest(before: str, parts: tuple[bytes, ...]) -> str:
    return blake2b(_BETWEEN.join((before.encode(), *parts)), digest_size=16).hexdigest()
