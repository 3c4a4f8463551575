"""The values of the daily deals. Days are numbered from 1 January 1970."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class OpeningMove:
    """A move with which bots brought a deal to the position where attempts begin."""

    seat: int
    move: str = field(repr=False)
    """As JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDeal:
    """A day's deal of a game; `opening` is None until bots have played it.

    The secret of an old one may be lost.
    """

    day: int
    game: str
    secret: bytes | None = field(repr=False)
    opening: tuple[OpeningMove, ...] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A match in which a deal is played.

    `counts` marks a player's first match of a deal. It has a result once it is settled; without a
    `place` it was stopped, left or ended too late. `points` are those gained since the deal began,
    `place` is that of the gain among all seats. `margins` says for each round how many more points
    its player gained than the best rival.
    """

    match_id: str
    day: int
    game: str
    player_id: int
    counts: bool
    begun_at: int
    settled_at: int | None = None
    ended_at: int | None = None
    place: int | None = None
    places: int | None = None
    points: int | None = None
    margins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekTotal:
    """What a player's deals of one week are worth together on a server's board.

    `monday` is its first day, `days` how many were finished.
    """

    monday: int
    player_id: int
    total: int
    days: int


@dataclass(frozen=True, slots=True)
class DealPost:
    """A server's message about the deal of a day; `revision` grows as people begin and end it."""

    post_id: str
    guild_id: int
    day: int
    revision: int
