"""The values of the leaderboards: seasons, outcomes of matches and ratings.

A board is a game's key, or `ALL` for the board over all games. `mu` and `sigma` are the mean and
the deviation of a rating, which the caller computes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

ALL = ""
"""The board over all games."""
EVER = 0
"""Stands for all seasons together. The first season is number 1."""


class Participation(StrEnum):
    """Which part of a match a player played: all of it, only its end, or all but its end."""

    WHOLE = "whole"
    SUBSTITUTE = "substitute"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A season of a server; open while `ended_at` is None."""

    guild_id: int
    season: int
    name: str | None
    started_at: int
    ended_at: int | None = None


@dataclass(frozen=True, slots=True)
class BoardsVersion:
    """Tells whether a server's counted matches have changed.

    `last` is the number of the last counted match. As long as `history` is equal, matches were only
    added, with higher numbers.
    """

    history: tuple[int, ...]
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckDrawn:
    """A player's luck: the number of draws, their sum, and the sum to expect on average."""

    draws: int = 0
    total: float = 0.0
    expected: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """The result of one player in a match.

    `place` counts from 1 among everybody with a place, bots included; ties share a place. `rank` is
    the same among people only.
    """

    player_id: int
    place: int
    rank: int
    part: Participation = Participation.WHOLE
    luck: LuckDrawn = LuckDrawn()
    titles: tuple[str, ...] = ()
    """The keys of the game's titles that the player earned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOutcome:
    """The result of a rated match; `places` is the number of places."""

    match_id: str
    game: str
    ended_at: int
    places: int
    placings: tuple[Placing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedMatch:
    """An outcome counted in a season; numbers grow in the order of counting."""

    number: int
    season: int
    outcome: MatchOutcome
    is_reset: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """One player's row on a board; boards are sorted by `score`, highest first."""

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
    """How one counted match changed one rating."""

    number: int
    board: str
    player_id: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class ComputedRatings:
    """Ratings after some matches, and the marks of these matches."""

    ratings: tuple[Rating, ...]
    marks: tuple[RatingMark, ...]


Fold: TypeAlias = Callable[[Sequence[CountedMatch], Sequence[Rating]], ComputedRatings]
"""A pure function from matches in order, and the ratings before them, to ratings after them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A counted match as one player's result; `mark` belongs to the requested board."""

    number: int
    match_id: str
    game: str
    ended_at: int
    places: int
    placing: Placing
    mark: RatingMark


@dataclass(frozen=True, slots=True, kw_only=True)
class Honours:
    """A player's successes in one counted match: a win, titles, or both."""

    number: int
    match_id: str
    game: str
    player_id: int
    place: int
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reset:
    """A reset of one board of a season, valid until `undone_at`."""

    reset_id: int
    season: int
    board: str
    made_by: int
    made_at: int
    undone_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """The matches of one game that two players shared, and how often each ranked higher."""

    game: str
    matches: int
    ahead: int
    behind: int
