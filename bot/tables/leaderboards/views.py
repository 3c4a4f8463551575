"""Views of the leaderboards: frozen values that anybody in the server may know."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.tables.leaderboards.ratings import SETTLED, Strength
from data.records.leaderboards import Participation, Season
from games.core.game import AnyGame
from games.core.text import Text


class EarnedTitle(NamedTuple):
    """A title, and the sentence that says how to earn it; `game` is None for one of all games."""

    game: AnyGame | None
    name: Text
    how: Text
    sign: str = ""
    """The sprite on its sticker; by default the game's."""


class LeaderboardLine(NamedTuple):
    """One player on a board; `name` is a stranger's words, empty for one no longer known."""

    place: int
    """Shown only for a settled rating."""
    player_id: int
    name: str
    strength: Strength
    matches: int
    wins: int
    podiums: int
    streak: int
    """Matches won in a row; below zero, matches in a row that were not won."""
    best_streak: int
    change: int = 0
    """What the last match did to the rating; told only on a page."""
    title: EarnedTitle | None = None
    """The player's rarest title; told only on a page."""

    @property
    def is_new(self) -> bool:
        """Whether there are too few matches for a rating that means something."""
        return self.matches < SETTLED


class NextPlace(NamedTuple):
    """The medal, or the better one, that a player can reach next, and how far away it is."""

    place: int
    points: int


class LeaderboardPage(NamedTuple):
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
    next_place: NextPlace | None = None
    """Of whoever asked."""
    week: int = 0
    """How many matches have counted here within seven days."""


class RatingAfter(NamedTuple):
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


class GameRecord(NamedTuple):
    """A player on the board of one game; `gains` are what the last matches did to the rating."""

    game: AnyGame
    line: LeaderboardLine
    gains: tuple[int, ...]
    """From the oldest."""


class LuckSummary(NamedTuple):
    """A player's luck in one game: `percent` of what chance gives on average."""

    game: AnyGame
    measure: Text
    draws: int
    percent: int


class NewTitle(NamedTuple):
    """A title that a player earned for the first time."""

    player_id: int
    name: str
    title: EarnedTitle


class Profile(NamedTuple):
    """A player on one board of one season.

    `line` is None where they have not played; of somebody who hides only they themselves are told.
    `games` are those that have a board with the player on it, `unplayed` the others.
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
    unplayed: tuple[AnyGame, ...] = ()
    records: tuple[GameRecord, ...] = ()
    """Of the games that this profile is about."""
    best: RecentResult | None = None
    """The match that was won with the greatest gain."""
    streak: int = 0
    """How many days in a row the player, who asks, has finished the deal of the day."""
    titles: tuple[EarnedTitle, ...] = ()
    """Of all seasons."""
    missing: tuple[EarnedTitle, ...] = ()
    """The titles of this game that the player, who asks about themselves, can still earn."""
    has_board: bool = True
    """Whether there is a leaderboard to look at: servers have one, groups have none."""


class Rivalry(NamedTuple):
    """One game between two players: `ahead` is how often the first came in before the other."""

    game: AnyGame
    matches: int
    ahead: int
    behind: int


class HeadToHead(NamedTuple):
    """Two players' rated matches with each other, in all seasons, by game."""

    name: str
    other_name: str
    rivalries: tuple[Rivalry, ...]


class ClearedBoard(NamedTuple):
    """A board that was reset, of a game or (None) of all, and how many matches no longer count."""

    game: AnyGame | None
    matches: int


class Begun(NamedTuple):
    """The open season, and how many matches have been counted in it."""

    season: Season
    matches: int


class RatingChange(NamedTuple):
    """What a match did to one player's rating in its game."""

    player_id: int
    name: str
    game: AnyGame
    before: Strength
    after: Strength


class Outcome(NamedTuple):
    """What a match changed for its players: ratings and titles without those who are hidden."""

    leavers: tuple[str, ...] = ()
    """The names of those who left it; they rank behind all others."""
    changes: tuple[RatingChange, ...] = ()
    """Greatest gain first; none if it is not rated or leaderboards are off."""
    titles: tuple[NewTitle, ...] = ()
    """Those earned for the first time."""


NO_OUTCOME = Outcome()
