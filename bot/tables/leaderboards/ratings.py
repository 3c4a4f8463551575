"""Ratings by OpenSkill's Plackett-Luce model: places of two and more people, ties included.

A rating is a mean and a deviation. People are shown the mean on a scale that starts at 1,000, and
twice the deviation as its uncertainty: nineteen times of twenty the true strength lies within. A
rating settles with the tenth match, so that one lucky match does not beat fifty good ones. A board
is sorted by settled ratings. New players come after them, sorted by what is sure: the rating less
its uncertainty.

Bot seats are no opponents here, neither fixed nor learning: how a bot plays changes with every
version of the program, and whoever brings ten bots along must not be rated for beating them. So
people are rated by the order in which they came in among themselves.

A substitute took over a hand that somebody else had given up, and is never rated down for it: the
match counts, the better of the two ratings stays, and a run of wins is not broken.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from openskill.models import PlackettLuce

from data.records import leaderboards
from games.core.game import has_medal

_MODEL = PlackettLuce()
_POINTS = 24
"""Shown points for one of the model's."""
_START = 1000
_SURE = 2
"""Deviations that a rating is shown to be unsure by."""
SETTLED = 10
"""How many matches a rating takes to settle."""
_LAST = 1000
"""By how much a new player's score is less, so that it is below every settled one."""


class Strength(NamedTuple):
    """A rating as people read it; `spread` is how far the truth may lie above or below."""

    rating: int
    spread: int


def strength(mu: float, sigma: float) -> Strength:
    """A mean and a deviation on the scale that people read."""
    return Strength(
        rating=round(_START + _POINTS * (mu - _MODEL.mu)), spread=round(_POINTS * _SURE * sigma)
    )


def unrated(board: str, player_id: int) -> leaderboards.Rating:
    """The rating of a player before their first match."""
    return leaderboards.Rating(
        board=board,
        player_id=player_id,
        mu=_MODEL.mu,
        sigma=_MODEL.sigma,
        score=_score(_MODEL.mu, _MODEL.sigma, 0),
    )


def fold(
    matches: Sequence[leaderboards.CountedMatch], before: Sequence[leaderboards.Rating]
) -> leaderboards.ComputedRatings:
    """Rate matches in their order, each on the board of its game and on the one over all."""
    held = {(rating.board, rating.player_id): rating for rating in before}
    marks: list[leaderboards.RatingMark] = []
    for match in matches:
        for board in (leaderboards.ALL, match.outcome.game):
            players = [placing.player_id for placing in match.outcome.placings]
            old = [held.get((board, player)) or unrated(board, player) for player in players]
            new = _rated(match.outcome, old)
            held.update(((board, rating.player_id), rating) for rating in new)
            marks += [_mark(match, *pair) for pair in zip(old, new, strict=True)]
    return leaderboards.ComputedRatings(tuple(held.values()), tuple(marks))


def _rated(
    outcome: leaderboards.MatchOutcome, old: Sequence[leaderboards.Rating]
) -> list[leaderboards.Rating]:
    """The ratings of those who were placed, in the order of their placings."""
    teams = [[_MODEL.rating(rating.mu, rating.sigma)] for rating in old]
    ranks = [float(placing.rank) for placing in outcome.placings]
    after = _MODEL.rate(teams, ranks=ranks)
    return [
        _counted(outcome, placing, rating, float(team[0].mu), float(team[0].sigma))
        for placing, rating, team in zip(outcome.placings, old, after, strict=True)
    ]


def _counted(
    outcome: leaderboards.MatchOutcome,
    placing: leaderboards.Placing,
    old: leaderboards.Rating,
    mu: float,
    sigma: float,
) -> leaderboards.Rating:
    spared = placing.part is leaderboards.Participation.SUBSTITUTE and mu < old.mu
    if spared:
        mu, sigma = old.mu, old.sigma
    streak = _streak(placing, old.streak)
    return replace(
        old,
        mu=mu,
        sigma=sigma,
        score=_score(mu, sigma, old.matches + 1),
        matches=old.matches + 1,
        wins=old.wins + (placing.place == 1),
        podiums=old.podiums + has_medal(placing.place, outcome.places),
        streak=streak,
        best_streak=max(old.best_streak, streak),
        last_at=outcome.ended_at,
    )


def _streak(placing: leaderboards.Placing, before: int) -> int:
    """Matches won in a row; below zero, matches in a row that were not won."""
    if placing.place == 1:
        return max(before, 0) + 1
    return before if placing.part is leaderboards.Participation.SUBSTITUTE else min(before, 0) - 1


def _mark(
    match: leaderboards.CountedMatch, old: leaderboards.Rating, new: leaderboards.Rating
) -> leaderboards.RatingMark:
    return leaderboards.RatingMark(
        number=match.number,
        board=new.board,
        player_id=new.player_id,
        mu_before=old.mu,
        sigma_before=old.sigma,
        mu=new.mu,
        sigma=new.sigma,
    )


def _score(mu: float, sigma: float, matches: int) -> float:
    return mu if matches >= SETTLED else mu - _SURE * sigma - _LAST
