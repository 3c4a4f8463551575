"""The values of the weekly deals. Weeks are numbered from the Monday of 5 January 1970 (UTC)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A match in which a weekly deal is played.

    `counts` marks a player's first match of a deal. It has a result once it is settled; without a
    `place` it was stopped, left or ended too late. `course` has a letter for each round.
    """

    match_id: str
    week: int
    game: str
    player_id: int
    counts: bool
    begun_at: int
    settled_at: int | None = None
    ended_at: int | None = None
    place: int | None = None
    places: int | None = None
    points: int | None = None
    course: str = ""
