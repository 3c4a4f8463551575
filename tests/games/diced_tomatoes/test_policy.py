"""The policy of bot seats: rules of thumb in clear positions, and alone better than random play."""

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.rng import Rng
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules.notation import position
from games.diced_tomatoes.rules.state import State
from tests.games.diced_tomatoes.support.positions import move
from tests.games.random_moves import random_move

NORMAL, HARD = Level.NORMAL, Level.HARD

THUMBS: list[tuple[Level, str, State, str]] = [
    (NORMAL, "draws-red", position(["", ""], stage="draw"), "draw rrr"),
    (NORMAL, "harvests-its-own", position(["6 6 6 / 5", "4 4"], "6"), "finish 6 1.1"),
    (NORMAL, "plants-high-at-home", position(["", ""], "6"), "finish 6 1.1"),
    (NORMAL, "gives-a-one-away", position(["4 / 5 / -", "4 / 5"], "1"), "finish 1 2.3"),
    (NORMAL, "harvests-for-itself-rather-than-for-karma",
     position(["5 5 5", "5 5 5"], "b5"), "finish b5 1.1"),
    (NORMAL, "helps-a-one-for-karma",
     position(["6 / 5 / 5", "1 1 1 / 3 / 3"], "1"), "finish 1 2.1"),
    (NORMAL, "shifts-into-a-harvest", position(["6 6 6", ""], "5"), "shift 5 6"),
    (NORMAL, "does-not-end-the-match-while-behind",
     position(["6 6 6", "5"], "6", tracks=[[1] * 5, [6] * 4]), "finish 6 1.2"),
    (NORMAL, "ends-the-match-while-ahead",
     position(["1 1 1 / 6 6", "5"], "1", tracks=[[6] * 5, [1] * 4]), "finish 1 1.1"),
    (NORMAL, "flips-a-seed-into-a-harvest",
     position(["1 b1 1 b1 / 5 / 4", ""], "", karma=6), "flip 1.1"),
    (NORMAL, "clears-its-own-zero-vine-alone",
     position(["1 b1", "1 b1"], stage="clear"), "clear 1.1"),
    (NORMAL, "leaves-others-zero-vines", position(["", "1 b1 1"], stage="clear"), "end_turn"),
    (NORMAL, "leaves-what-scores-in-the-last-round",
     position(["1 b1 1", "1 b1"], stage="clear", tracks=[[], [1] * 6], finisher=1), "end_turn"),
    (NORMAL, "clears-what-scores-for-others-in-the-last-round",
     position(["1 b1 1", "1 b1 1"], stage="clear", tracks=[[], [1] * 6], finisher=1), "clear 2.1"),
    (NORMAL, "matches-alone", position(["2 2 2 / 6"], "2", tracks=[[1]]), "finish 2 1.1"),
    (HARD, "makes-room-before-planting",
     position(["6 6 6 / 5 / 4", "2 3 / 1 / 6"], "5 6"), "place 6 1.1"),
    (HARD, "harvests-its-own", position(["6 6 6 / 5", "4 4"], "6"), "finish 6 1.1"),
    (HARD, "ends-the-match-while-ahead",
     position(["1 1 1 / 6 6", "5"], "1", tracks=[[6] * 5, [1] * 4]), "finish 1 1.1"),
]  # fmt: skip
"""The hard level makes the first move of the best turn."""


@pytest.mark.parametrize(
    ("level", "name", "state", "words"), THUMBS, ids=[f"{row[0]}-{row[1]}" for row in THUMBS]
)
def test_it_follows_the_rules_of_thumb(level: Level, name: str, state: State, words: str) -> None:
    """In a clear position, the policy makes the move that an experienced player would make."""
    view = DICED_TOMATOES.view(state, state.turn)
    assert DICED_TOMATOES.policy(view, NO_MEMORY, level, Rng(name)) == move(words)


def test_alone_it_beats_chance_clearly() -> None:
    """With one seat, the policy scores more than twice the points of random play."""
    thinking, guessing = (
        sum(solo_points(number, thinks) for number in range(10)) for thinks in (1, 0)
    )
    assert thinking > 2 * guessing


def solo_points(number: int, thinks: int) -> int:
    """Play a match with one seat; return its points."""
    rng = Rng(f"alone {number}")
    state = DICED_TOMATOES.setup(1, DicedOptions(), rng.fork("match")).state
    while DICED_TOMATOES.awaited(state):
        view = DICED_TOMATOES.view(state, 0)
        chosen = (
            DICED_TOMATOES.policy(view, NO_MEMORY, Level.NORMAL, rng)
            if thinks
            else random_move(DICED_TOMATOES, view, rng)
        )
        DICED_TOMATOES.advance(state, 0, chosen)
    return DICED_TOMATOES.standing(state).points[0]
