"""A player's counted matches, prepared for their profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.tables.leaderboards.ratings import Strength, strength
from bot.tables.leaderboards.views import LuckSummary, RatingAfter, RecentResult
from data.records.leaderboards import PlayedMatch
from games.core.game import AnyGame

RECENT = 6


def curve_of(played: Sequence[PlayedMatch]) -> tuple[RatingAfter, ...]:
    """The rating after each match, oldest first."""
    return tuple(RatingAfter(at=one.ended_at, strength=_after(one)) for one in played)


def recent_of(
    played: Sequence[PlayedMatch], games: Mapping[str, AnyGame]
) -> tuple[RecentResult, ...]:
    """The last matches, the latest first."""
    known = [one for one in played if one.game in games]
    return tuple(
        RecentResult(
            match_id=one.match_id,
            game=games[one.game],
            at=one.ended_at,
            place=one.placing.place,
            places=one.places,
            part=one.placing.part,
            change=_after(one).rating - strength(one.mark.mu_before, one.mark.sigma_before).rating,
        )
        for one in reversed(known[-RECENT:])
    )


def chances_of(
    played: Sequence[PlayedMatch], games: Mapping[str, AnyGame]
) -> tuple[LuckSummary, ...]:
    """The luck in all these matches, for each game that can measure it."""
    return tuple(
        chance
        for game in games.values()
        if (chance := _chance(game, [one for one in played if one.game == game.info.key]))
    )


def _chance(game: AnyGame, played: Sequence[PlayedMatch]) -> LuckSummary | None:
    expected = sum(one.placing.luck.expected for one in played)
    if game.info.luck is None or expected == 0:
        return None
    return LuckSummary(
        game=game,
        measure=game.info.luck,
        draws=sum(one.placing.luck.draws for one in played),
        percent=round(100 * sum(one.placing.luck.total for one in played) / expected),
    )


def _after(one: PlayedMatch) -> Strength:
    return strength(one.mark.mu, one.mark.sigma)
