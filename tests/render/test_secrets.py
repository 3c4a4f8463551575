"""A picture depends only on its viewer's view."""

from __future__ import annotations

import pytest

from games.core.game import apply
from games.core.rng import Rng
from games.core.text import Reader
from render.paint import forget, paint_hand, paint_table
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.games.random_moves import random_move

NAMES = Reader(tuple(f"Seat {number}" for number in range(1, 14)))
MOMENTS = (0, 3, 9, 20)
"""After how many moves of a random match the pictures are compared."""


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_hidden_things_change_no_byte(case: Case) -> None:
    """Replacing everything a viewer may not know leaves the viewer's pictures unchanged."""
    game, rng = case.game, Rng("pictures tell nothing")
    state = game.setup(max(2, game.info.seats[0]), game.options(), rng.fork("deal")).state
    for moment in range(MOMENTS[-1] + 1):
        awaited = sorted(game.awaited(state))
        if moment in MOMENTS or not awaited:
            for viewer in (None, 0):
                other = case.reshuffle(state, viewer, rng.fork(f"{moment} {viewer}"))

                assert painted(case, other, viewer) == painted(case, state, viewer)
        if not awaited:
            break
        seat = rng.choice(awaited)
        move = random_move(game, game.view(state, seat), rng.fork(f"move {moment}"))
        state = apply(game, state, seat, move).state


def painted(case: Case, state: object, viewer: int | None) -> list[tuple[bytes, str]]:
    """Return the viewer's pictures and their descriptions, painted without a cache."""
    forget()
    view = case.game.view(state, viewer)
    tableau = case.game.tableau(view)
    pictures = [paint_table(tableau, NAMES, view)]
    if viewer is not None:
        pictures.append(paint_hand(tableau, NAMES, view))
    return [(picture.png, picture.alt) for picture in pictures]
