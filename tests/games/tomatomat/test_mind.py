"""The game's own mind: rules of thumb that a seasoned player would agree with."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.rng import Rng
from games.tomatomat import TOMATOMAT
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules.moves import Allot
from tests.bench.bench_policies import GOAL, advantage
from tests.games.tomatomat.support.positions import VARIANTS, allot, position

STACKS = ["3R", "1GP", "1R", "3GY"]
"""Worth fighting for: IV, I and II; left alone: III."""
THUMBS: list[tuple[str, str, Allot]] = [
    ("coins-where-they-count-twice", "R1 G1 Y2 P1", allot("I IV IV II")),
    ("police-beside-coins-of-its-colour", "R1 R2 Rp Pp", allot("I I I II")),
    ("thieves-where-it-has-no-coins", "Rt Rt Gt Pt", allot("III III III III")),
]


@pytest.mark.parametrize(("name", "hand", "move"), THUMBS, ids=[thumb[0] for thumb in THUMBS])
def test_it_follows_the_rules_of_thumb(name: str, hand: str, move: Allot) -> None:
    """In a plain position the mind does what a seasoned player would do."""
    state = position([hand, ""], stacks=STACKS, batch=1)
    assert (
        TOMATOMAT.policy(TOMATOMAT.view(state, 0), NO_MEMORY, Level.NORMAL, Rng("thumb")) == move
    ), name


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_it_can_play_every_match_to_the_end(seats: int, options: dict[str, Any]) -> None:
    """Minds alone finish a match under every option, with legal moves only."""
    state = TOMATOMAT.setup(seats, TomatomatOptions(**options), Rng("minds")).state
    while awaited := TOMATOMAT.awaited(state):
        seat = min(awaited)
        view = TOMATOMAT.view(state, seat)
        move = TOMATOMAT.policy(view, NO_MEMORY, Level.NORMAL, Rng("any"))
        assert TOMATOMAT.check(view, move) is None
        TOMATOMAT.advance(state, seat, move)
    assert TOMATOMAT.result(state) is not None


def test_it_beats_chance_clearly() -> None:
    """At a full table of random seats the mind wins well above its share."""
    assert advantage(TOMATOMAT, 4, 100) >= GOAL
