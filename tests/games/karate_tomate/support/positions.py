"""Variants of Karate Tomate for tests, and moves made from a position."""

from collections.abc import Mapping
from typing import Any

from games.core.game import Step, apply
from games.core.values import Seat
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules import moves as made
from games.karate_tomate.rules.notation import cards, triumphs
from games.karate_tomate.rules.state import State

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"open_triumphs": True, "trophies_to_call": 15}),
    (5, {"tomato_swap": False, "trophies_to_call": 8, "open_discards": True}),
    (6, {"swap_after_draw": True, "open_discards": True}),
    (8, {"auto_end": True, "stalemate_rounds": 5}),
    (10, {"trophies_to_call": 10}),
]
"""Seat counts and option sets that together use every option."""
PLAIN: dict[str, made.KarateMove] = {
    "T": made.TOMATO, "draw": made.DRAW, "keep": made.KEEP, "call": made.CALL, "on": made.GO_ON
}  # fmt: skip


def move(words: str) -> made.KarateMove:
    """Read a move: a card, "T" for the tomato, "draw", "-C3 M4", "keep", "[310]", "call", "on"."""
    if words in PLAIN:
        return PLAIN[words]
    if words.startswith("["):
        return made.TAKES[triumphs(words.strip("[]"))[0]]
    if words.startswith("-"):
        return made.Exchange(cards=cards(words[1:]))
    return made.PLAYS[cards(words)[0]]


def play(state: State, *moves: tuple[Seat, str]) -> Step[State]:
    """Make moves through the protocol; return the last state and all events."""
    texts: list[Any] = []
    for seat, words in moves:
        step = apply(KARATE_TOMATE, state, seat, move(words))
        state = step.state
        texts += step.events
    return Step(state, tuple(texts))


def at_once(state: State, moves: Mapping[Seat, str]) -> Step[State]:
    """Make the answers of several seats, in this order."""
    return play(state, *moves.items())
