"""A player's counted matches, prepared for their profile."""

from collections.abc import Mapping, Sequence

from bot.tables.leaderboards.ratings import Strength, strength
from bot.tables.leaderboards.views import LuckSummary, RatingAfter, RecentResult
from data.records.leaderboards import PlayedMatch, RatingMark
from games.core.game import AnyGame

RECENT = 6


def curve_of(played: Sequence[PlayedMatch]) -> tuple[RatingAfter, ...]:
    """The rating after each match, oldest first."""
    return tuple(RatingAfter(at=match.ended_at, strength=_after(match)) for match in played)


def recent_of(
    played: Sequence[PlayedMatch], games: Mapping[str, AnyGame]
) -> tuple[RecentResult, ...]:
    """The last matches, the latest first."""
    known = [match for match in played if match.game in games]
    return tuple(_result(match, games) for match in reversed(known[-RECENT:]))


def best_of(played: Sequence[PlayedMatch], games: Mapping[str, AnyGame]) -> RecentResult | None:
    """The match that was won with the greatest gain, the latest of several."""
    won = [
        result
        for match in reversed(played)
        if match.game in games
        if (result := _result(match, games)).place == 1 and result.change > 0
    ]
    return max(won, key=lambda result: result.change, default=None)


def gains_of(played: Sequence[PlayedMatch]) -> tuple[int, ...]:
    """What the last matches did to the rating, from the oldest."""
    return tuple(change_of(match.mark) for match in played[-RECENT:])


def chances_of(
    played: Sequence[PlayedMatch], games: Mapping[str, AnyGame]
) -> tuple[LuckSummary, ...]:
    """The luck in all these matches, for each game that can measure it."""
    return tuple(
        chance
        for game in games.values()
        if (chance := _chance(game, [match for match in played if match.game == game.info.key]))
    )


def change_of(mark: RatingMark) -> int:
    """What a match did to the shown rating."""
    before = strength(mark.mu_before, mark.sigma_before)
    return strength(mark.mu, mark.sigma).rating - before.rating


def _chance(game: AnyGame, played: Sequence[PlayedMatch]) -> LuckSummary | None:
    expected = sum(match.placing.luck.expected for match in played)
    if game.info.luck is None or expected == 0:
        return None
    return LuckSummary(
        game=game,
        measure=game.info.luck,
        draws=sum(match.placing.luck.draws for match in played),
        percent=round(100 * sum(match.placing.luck.total for match in played) / expected),
    )


def _result(match: PlayedMatch, games: Mapping[str, AnyGame]) -> RecentResult:
    return RecentResult(
        match_id=match.match_id,
        game=games[match.game],
        at=match.ended_at,
        place=match.placing.place,
        places=match.places,
        part=match.placing.part,
        change=change_of(match.mark),
    )


def _after(match: PlayedMatch) -> Strength:
    return strength(match.mark.mu, match.mark.sigma)
