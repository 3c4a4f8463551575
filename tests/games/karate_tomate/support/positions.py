"""Karate Tomate positions for tests, in a short notation: "T4 C5 C4 B1 M2 A3"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from games.core.game import Step, apply
from games.core.rng import Rng
from games.core.values import Seat
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.rules.cards import KINDS, PACK, TOMATOES, TRIUMPH_PILE, Card, TriumphId
from games.karate_tomate.rules.moves import (
    CALL,
    DRAW,
    GO_ON,
    KEEP,
    PLAYS,
    TAKES,
    TOMATO,
    Exchange,
    KarateMove,
)
from games.karate_tomate.rules.state import Stage, State, in_order, pick_order

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"open_triumphs": True, "trophies_to_call": 15}),
    (5, {"tomato_swap": False, "trophies_to_call": 8, "open_discards": True}),
    (6, {"swap_after_draw": True, "open_discards": True}),
    (8, {"auto_end": True, "stalemate_rounds": 5}),
    (10, {"trophies_to_call": 10}),
]
"""Seat counts and option sets that together use every option."""


def cards(words: str) -> tuple[Card, ...]:
    """Read number cards separated by spaces."""
    assert set(words.split()) <= set(KINDS), f"no such card in {words!r}"
    return tuple(cast("Card", word) for word in words.split())


def triumphs(words: str) -> tuple[TriumphId, ...]:
    """Read triumph cards as [trophies/knives/tomatoes]: "310 500"."""
    found = [f"t{word}" for word in words.split()]
    assert set(found) <= set(TRIUMPH_PILE), f"no such triumph card in {words!r}"
    return tuple(cast("TriumphId", name) for name in found)


def position(
    stage: str,
    hands: Sequence[str],
    *,
    played: Sequence[str] = (),
    out: Sequence[Seat] = (),
    asked: Sequence[Seat] = (),
    row: str = "500 120",
    won: Sequence[str] = (),
    shown: Sequence[Seat] = (),
    deck: str | None = None,
    discard: str = "",
    pile: str | None = None,
    heat: int = 0,
    number: int = 1,
    barren: int = 0,
    seed: str = "fixed",
    **options: Any,
) -> State:
    """Build a state. A hand starts with its tomato; `out` have dropped out before.

    `asked` dropped out in the last heat. Draw pile and triumph pile are written from the top; cards
    that aren't named are in these piles, or left out if the piles are given.
    """
    seats = len(hands)
    split = [hand.split(maxsplit=1) for hand in hands]
    tomatoes = [int(words[0].removeprefix("T")) for words in split]
    table = [cards(words) for words in played] or [()] * seats
    gone = {*out, *asked}
    state = State(
        options=KarateOptions(**options),
        rng=Rng(seed),
        hands=[in_order(cards("".join(words[1:]))) for words in split],
        tomatoes=tomatoes,
        shown=[seat in {*gone, *shown} for seat in range(seats)],
        box=tuple(value for value in TOMATOES if value not in tomatoes),
        deck=(),
        pile=(),
        stage=Stage(stage),
        round=number,
        heat=heat or 1 + max(map(len, table)),
        discard=cards(discard),
        table=table,
        fighters=[seat for seat in range(seats) if seat not in gone],
        row=list(triumphs(row)),
        won=[triumphs(words) for words in won] or [()] * seats,
        barren=barren,
        drawn=[()] * seats,
    )
    state.deck = _left(state) if deck is None else cards(deck)[::-1]
    state.pile = _left_triumphs(state) if pile is None else triumphs(pile)[::-1]
    _ask(state, asked)
    return state


def _left(state: State) -> tuple[Card, ...]:
    used = Counter(card for held in (*state.hands, *state.table, state.discard) for card in held)
    return tuple((Counter(PACK) - used).elements())


def _left_triumphs(state: State) -> tuple[TriumphId, ...]:
    used = Counter(card for held in (*state.won, state.row) for card in held)
    return tuple((Counter(TRIUMPH_PILE) - used).elements())


def _ask(state: State, asked: Sequence[Seat]) -> None:
    if state.stage is Stage.HEAT:
        state.answers = dict.fromkeys(state.fighters)
    elif state.stage is Stage.DROP_DRAW:
        state.answers = dict.fromkeys(asked)
    elif state.stage is Stage.TRIUMPH:
        state.queue = pick_order(state, state.fighters)
    elif state.stage is Stage.END_CALL:
        state.fighters = []
        state.answers = dict.fromkeys(range(state.seats))


def move(words: str) -> KarateMove:
    """Read a move: a card, "T" for the tomato, "draw", "-C3 M4", "keep", "[310]", "call", "on"."""
    plain: dict[str, KarateMove] = {
        "T": TOMATO,
        "draw": DRAW,
        "keep": KEEP,
        "call": CALL,
        "on": GO_ON,
    }
    if words in plain:
        return plain[words]
    if words.startswith("["):
        return TAKES[triumphs(words.strip("[]"))[0]]
    if words.startswith("-"):
        return Exchange(cards=cards(words[1:]))
    return PLAYS[cards(words)[0]]


def play(state: State, *moves: tuple[Seat, str]) -> Step[State]:
    """Make moves through the protocol; return the last state and all events."""
    told: list[Any] = []
    for seat, words in moves:
        step = apply(KARATE_TOMATE, state, seat, move(words))
        state = step.state
        told += step.events
    return Step(state, tuple(told))


def at_once(state: State, moves: Mapping[Seat, str]) -> Step[State]:
    """Make the answers of several seats, in this order."""
    return play(state, *moves.items())
