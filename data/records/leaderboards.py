"""The plain values of the leaderboards: seasons, outcomes of matches, ratings.

A board is a game's key, or `ALL` for the one over all games. Nothing in here knows how a rating is
worked out: `mu` and `sigma` are the mean and the deviation of whatever the caller believes in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

ALL = ""
"""The board over all games."""
EVER = 0
"""In the place of a season: all of them together. The first season is number 1."""


class Participation(StrEnum):
    """Which part of a match a player had: all of it, its end, or all but its end."""

    WHOLE = "whole"
    SUBSTITUTE = "substitute"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A server's time between two fresh starts; open while `ended_at` is None."""

    guild_id: int
    season: int
    name: str | None
    started_at: int
    ended_at: int | None = None


@dataclass(frozen=True, slots=True)
class BoardsVersion:
    """What tells whether a server's counted matches have changed.

    `last` is the number of the match counted last. While `history` stays the same, matches are only
    added, with greater numbers.
    """

    history: tuple[int, ...]
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckDrawn:
    """What chance gave a player: so many draws, what they came to, what they come to on average."""

    draws: int = 0
    total: float = 0.0
    expected: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """How one player came out of a match.

    `place` counts everybody who has a place, bots too, from 1; the tied share one. `rank` is the
    same among people alone.
    """

    player_id: int
    place: int
    rank: int
    part: Participation = Participation.WHOLE
    luck: LuckDrawn = LuckDrawn()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOutcome:
    """What a rated match came to; `places` is how many places there were."""

    match_id: str
    game: str
    ended_at: int
    places: int
    placings: tuple[Placing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedMatch:
    """An outcome that counts in a season; numbers grow in the order of counting."""

    number: int
    season: int
    outcome: MatchOutcome
    is_reset: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """What stands on a board of one player; boards are sorted by `score`, the greatest first."""

    board: str
    player_id: int
    mu: float
    sigma: float
    score: float
    matches: int = 0
    wins: int = 0
    podiums: int = 0
    streak: int = 0
    best_streak: int = 0
    last_at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingMark:
    """What one counted match made of one rating."""

    number: int
    board: str
    player_id: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class ComputedRatings:
    """Ratings after some matches, and the marks that these left."""

    ratings: tuple[Rating, ...]
    marks: tuple[RatingMark, ...]


Fold: TypeAlias = Callable[[Sequence[CountedMatch], Sequence[Rating]], ComputedRatings]
"""A pure function: matches in their order, played by people whose ratings were these before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A counted match from one player's seat; `mark` is of the board that was asked for."""

    number: int
    match_id: str
    game: str
    ended_at: int
    places: int
    placing: Placing
    mark: RatingMark


@dataclass(frozen=True, slots=True, kw_only=True)
class Reset:
    """That a board of a season was emptied, until `undone_at`."""

    reset_id: int
    season: int
    board: str
    made_by: int
    made_at: int
    undone_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Two players' matches of one game with each other: how many, and who came out ahead."""

    game: str
    matches: int
    ahead: int
    behind: int
