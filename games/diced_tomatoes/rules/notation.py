"""Positions of Diced Tomatoes as short words, for lessons and tests.

A garden is three vines separated by "/": "1 2 b3 / - / 5". A bare number is a red die; "*" after
the seed means that it was flipped.
"""

from collections.abc import Sequence
from typing import Any

from games.core.cards import read_names
from games.core.rng import Rng
from games.core.values import Seat
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules.dice import ALL_DICE, EACH, Die, counted, in_order
from games.diced_tomatoes.rules.state import NOBODY, Stage, State


def dice(words: str) -> list[Die]:
    """Read dice separated by spaces: "1 b6 g2"."""
    names = [word if word[0] in "rbg" else f"r{word}" for word in words.split()]
    return read_names(names, ALL_DICE, "die")


def position(
    gardens: Sequence[str],
    hand: str = "",
    *,
    turn: Seat = 0,
    last: Seat = -1,
    stage: str = "place",
    tracks: Sequence[Sequence[int]] = (),
    karma: int | Sequence[int] = 3,
    bits: Sequence[int] = (),
    passed: Sequence[int] = (0, 0, 0),
    bushel: Sequence[int] | None = None,
    finisher: Seat = NOBODY,
    turns: int = 0,
    seed: str = "fixed",
    **options: Any,
) -> State:
    """Build a state with nothing to take back. The bushel contains what is left, or `bushel`.

    `tracks` are the scores in the slots; each seed on them shows its score.
    """
    seats = len(gardens)
    chosen = DicedOptions(**options)
    words = [vine.strip() for garden in gardens for vine in f"{garden} / / ".split("/")[:3]]
    vines = [tuple(dice(vine.replace("*", "").replace("-", ""))) for vine in words]
    state = State(
        options=chosen,
        rng=Rng(seed),
        seats=seats,
        last=last % seats,
        turn=turn,
        vines=vines,
        flipped=["*" in vine for vine in words],
        tracks=[tuple((score, score) for score in track) for track in tracks or [()] * seats],
        karma=[karma] * seats if isinstance(karma, int) else list(karma),
        bits=list(bits) or [0] * seats,
        bushel=[0, 0, 0],
        passed=list(passed),
        hand=in_order(dice(hand)),
        stage=Stage(stage),
        turns=turns,
        finisher=finisher,
    )
    state.bushel = _left(state) if bushel is None else list(bushel)
    return state


def _left(state: State) -> list[int]:
    used = list(counted([*state.hand, *(die for vine in state.vines for die in vine)]))
    used[0] += sum(map(len, state.tracks))
    each = EACH if state.options.golden else (*EACH[:2], 0)
    return [
        n * state.seats - gone - waiting
        for n, gone, waiting in zip(each, used, state.passed, strict=True)
    ]
