"""Positions of Tomatomat for tests, in a short notation: cards "R1 Yt", slots "I IV"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from games.core.cards import take
from games.core.event import Event
from games.core.game import Step, apply
from games.core.rng import Rng
from games.tomatomat import TOMATOMAT
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules.cards import (
    CARDS,
    KINDS,
    MACHINE_COLOURS,
    MACHINES,
    Card,
    Machine,
    in_order,
)
from games.tomatomat.rules.moves import Allot, TomatomatMove
from games.tomatomat.rules.state import DECK, DECKS, RING, State

OPEN = ("1R", "2G", "3Y", "1P")
"""Machines of four colours, one on each slot."""
VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"own_peek": True}),
    (4, {"deck_tracker": True}),
    (3, {"own_peek": True, "deck_tracker": True, "rounds": 8}),
    (2, {"deck_tracker": True, "rounds": 8}),
]
"""Seat counts and option sets that together use every option."""


def cards(words: str) -> tuple[Card, ...]:
    """Read cards separated by spaces."""
    assert set(words.split()) <= set(KINDS), f"no such card in {words!r}"
    return tuple(cast("Card", word) for word in words.split())


def machines(words: str) -> tuple[Machine, ...]:
    """Read machines separated by spaces, the top one last."""
    assert set(words.split()) <= set(MACHINE_COLOURS), f"no such machine in {words!r}"
    return tuple(cast("Machine", word) for word in words.split())


def allot(words: str) -> Allot:
    """Read the slots of the four cards, in the order of the hand."""
    fields = zip(("first", "second", "third", "fourth"), words.split(), strict=True)
    return Allot.model_validate({"kind": "allot", **dict(fields)})


def position(
    hands: Sequence[str],
    placed: Sequence[Sequence[str]] = (),
    *,
    stacks: Sequence[str] = OPEN,
    batch: int = 3,
    number: int = 1,
    won: Sequence[str] = (),
    **options: Any,
) -> State:
    """Build a state in which everybody has to place a batch.

    `placed` has each seat's face-down cards by slot. All other cards are in the decks, so that each
    has
    twelve with those in the hand and face down.
    """
    seats = len(hands)
    piles = [cards(words) for mine in placed or [[""] * 4] * seats for words in mine]
    held = [in_order(cards(words)) for words in hands]
    gone = Counter(card for group in (*held, *piles) for card in group)
    rest = list((Counter(CARDS) - gone).elements())
    Rng("rest").shuffle(rest)
    named = {
        place: len(held[seat]) + sum(map(len, piles[4 * seat : 4 * seat + 4]))
        for seat, place in enumerate(RING[seats])
    }
    taken = [machines(words) for words in won] or [()] * seats
    open_now = [machines(words) for words in stacks]
    out = Counter(machine for group in (*taken, *open_now) for machine in group)
    return State(
        options=TomatomatOptions(**options),
        rng=Rng("fixed"),
        seats=seats,
        decks=[tuple(take(rest, DECK - named.get(place, 0))) for place in range(DECKS)],
        pile=tuple((Counter(MACHINES) - out).elements()),
        stacks=open_now,
        hands=held,
        face_down=[in_order(pile) for pile in piles],
        sealed=[()] * seats,
        won=taken,
        added=[()] * seats,
        round=number,
        batch=batch,
    )


def play(state: State, *moves: str | TomatomatMove) -> Step[State]:
    """Let the seats place their batches in seat order; return the last state and all events."""
    told: list[Event] = []
    for seat, move in enumerate(moves):
        made = allot(move) if isinstance(move, str) else move
        step = apply(TOMATOMAT, state, seat, made)
        state = step.state
        told += step.events
    return Step(state, tuple(told))
