"""Matches between bots, and what sentences about them name."""

from collections.abc import Iterator
from typing import Any

from games.core.game import apply
from games.core.rng import Rng
from games.core.text import Text
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.ai.policy import choose_move
from games.diced_tomatoes.rules.moves import DicedMove
from games.diced_tomatoes.rules.state import State

TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (1, {"risky": True, "golden": True}),
    (2, {"risky": True, "golden": True, "karma_overload": True, "turn_karma_cap": 6}),
    (2, {"golden": True, "karma_reach": "any", "turn_karma_cap": 0}),
    (3, {"risky": True, "slot_bonus": "7", "karma_overload": True}),
    (3, {"flip": "strict", "dice_pick": "random", "zero_vines": "automatic"}),
]
"""Seats and options of the matches that the laws use."""
MATCHES = 4
"""How many matches are played with each of them."""


def number(text: Text, name: str) -> int:
    """Return a number that a sentence names, alone or counted ("2 points")."""
    value = text.args[name]
    if isinstance(value, Text):
        return value.n
    assert isinstance(value, int)
    return value


def of(text: Text) -> int:
    """Return the seat that a sentence names."""
    return text.args["who"].seat  # type: ignore[union-attr]  # every sentence says so of a seat


def moments(seats: int, options: dict[str, Any]) -> Iterator[tuple[State, DicedMove]]:
    """Yield states of matches between bots, some moves of which are random, with a bot's move."""
    for match in range(MATCHES):
        rng = Rng(f"told {seats} {sorted(options)} {match}")
        chosen_options = DICED_TOMATOES.options.model_validate(options)
        state = DICED_TOMATOES.setup(seats, chosen_options, rng).state
        while DICED_TOMATOES.awaited(state):
            view = DICED_TOMATOES.view(state, state.turn)
            move = choose_move(view)
            yield state, move
            by_chance = [
                item for item in DICED_TOMATOES.moves(state, state.turn) if item.kind != "take_back"
            ]
            if by_chance and rng.below(3) == 0:
                move = rng.choice(by_chance)
            state = apply(DICED_TOMATOES, state, state.turn, move).state
