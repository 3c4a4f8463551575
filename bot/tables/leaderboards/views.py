"""Views of the leaderboards: frozen values that anybody in the server may know."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.leaderboards.ratings import Strength
from data.records.leaderboards import Participation, Season
from games.core.game import AnyGame
from games.core.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardLine:
    """One player on a board; `name` is a stranger's words, empty for one no longer known."""

    place: int
    player_id: int
    name: str
    strength: Strength
    matches: int
    wins: int
    podiums: int
    streak: int
    """Matches won in a row; below zero, matches in a row that were not won."""
    best_streak: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardPage:
    """One page of a board, counted from 0; `game` is None on the board over all games.

    `viewer` is the line of whoever asked, on whatever page it stands; `is_only` tells that the
    server is in its first season.
    """

    game: AnyGame | None
    season: Season
    is_only: bool
    page: int
    pages: int
    lines: tuple[LeaderboardLine, ...]
    viewer: LeaderboardLine | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingAfter:
    """A rating after a match; `at` in milliseconds since 1970 (UTC)."""

    at: int
    strength: Strength


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentResult:
    """One match of a player; `change` is what it did to the shown rating."""

    match_id: str
    game: AnyGame
    at: int
    place: int
    places: int
    part: Participation
    change: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckSummary:
    """A player's luck in one game: `percent` of what chance gives on average."""

    game: AnyGame
    measure: Text
    draws: int
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EarnedTitle:
    """A title, and the sentence that says how to earn it."""

    game: AnyGame
    name: Text
    how: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTitle:
    """A title that a player earned for the first time."""

    name: str
    title: EarnedTitle


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A player on one board of one season.

    `line` is None where they have not played; of somebody who hides only they themselves are told.
    `games` are those that have a board with the player on it.
    """

    player_id: int
    name: str
    game: AnyGame | None
    season: Season
    is_hidden: bool
    line: LeaderboardLine | None
    curve: tuple[RatingAfter, ...] = ()
    recent: tuple[RecentResult, ...] = ()
    """From the latest."""
    chances: tuple[LuckSummary, ...] = ()
    games: tuple[AnyGame, ...] = ()
    titles: tuple[EarnedTitle, ...] = ()
    """Of all seasons."""
    missing: tuple[EarnedTitle, ...] = ()
    """The titles of this game that the player, who asks about themselves, can still earn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivalry:
    """One game between two players: `ahead` is how often the first came in before the other."""

    game: AnyGame
    matches: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """Two players' rated matches with each other, in all seasons, by game."""

    name: str
    other_name: str
    rivalries: tuple[Rivalry, ...]


@dataclass(frozen=True, slots=True)
class ClearedBoard:
    """A board that was reset, of a game or (None) of all, and how many matches no longer count."""

    game: AnyGame | None
    matches: int


@dataclass(frozen=True, slots=True)
class Begun:
    """The open season, and how many matches have been counted in it."""

    season: Season
    matches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChange:
    """What a match did to one player's rating in its game."""

    player_id: int
    name: str
    game: AnyGame
    before: Strength
    after: Strength
