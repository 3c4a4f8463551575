"""Moments of a bot-played example match that illustrate the rules; the same for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bot.tables.domain.fingerprint import fingerprint
from bot.tables.domain.seating import NAMES
from bot.tables.domain.views import MatchSummary, MatchView, Occupant
from data.records.matches import Life
from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import AnyGame, apply
from games.core.rng import Rng

SEED = "an example for everybody"
SEATS = 3
"""Enough seats to show the game, and few enough to read on a phone."""
LONGEST = 400
"""The most moves of an example match."""


@dataclass(frozen=True, slots=True)
class Example:
    """A moment: the public table, and the view of the seat that has to decide."""

    table: MatchView = field(repr=False)
    hand: MatchView | None = field(repr=False)


@cache
def examples(game: AnyGame) -> Mapping[int, Example]:
    """The first moment of the example match for each rule, by rule number.

    Plays a match, which takes up to a second the first time; call it in a worker thread.
    """
    least, most = game.info.seats
    seats = max(least, min(SEATS, most))
    state = game.setup(seats, game.options(), Rng(SEED)).state
    rng, results = Rng("minds"), dict[int, Example]()
    for _ in range(LONGEST):
        awaited = sorted(game.awaited(state))
        seat = awaited[0] if awaited else None
        rule = game.rule(game.view(state, seat))
        if rule not in results:
            hand = None if seat is None else _match_view(game, state, seats, seat)
            results[rule] = Example(_match_view(game, state, seats, None), hand)
        if seat is None:
            break
        view = game.view(state, seat)
        state = apply(game, state, seat, game.policy(view, NO_MEMORY, Level.NORMAL, rng)).state
    return results


def _match_view(game: AnyGame, state: Any, seats: int, viewer: int | None) -> MatchView:
    view = game.view(state, viewer)
    summary = MatchSummary(
        id="example",
        game=game,
        life=Life.RUNNING if game.awaited(state) else Life.FINISHED,
        host_id=0,
        options=game.options(),
        occupants=tuple(
            Occupant(seat=seat, name=NAMES[seat], player_id=None, is_bot=True)
            for seat in range(seats)
        ),
        step=0,
        revision=0,
        created=0,
    )
    return MatchView(
        summary=summary,
        viewer=None,
        view=view,
        tableau=game.tableau(view),
        standing=game.standing(state),
        result=game.result(state),
        fingerprint=fingerprint(summary, view),
    )
