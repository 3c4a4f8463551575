"""Positions of Tomatomat as short words, for lessons and tests: cards "R1 Yt", slots "I IV"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, cast

from games.core.rng import Rng
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules import cards as things
from games.tomatomat.rules.moves import SLOTS
from games.tomatomat.rules.state import DECK, DECKS, RING, State

OPEN = ("1R", "2G", "3Y", "1P")
"""Machines of four colours, one on each slot."""


def cards(words: str) -> tuple[things.Card, ...]:
    """Read cards separated by spaces."""
    if not set(words.split()) <= set(things.KINDS):
        raise ValueError(f"no such card in {words!r}")
    return tuple(cast("things.Card", word) for word in words.split())


def machines(words: str) -> tuple[things.Machine, ...]:
    """Read machines separated by spaces, the top one last."""
    if not set(words.split()) <= set(things.MACHINE_COLOURS):
        raise ValueError(f"no such machine in {words!r}")
    return tuple(cast("things.Machine", word) for word in words.split())


def position(
    hands: Sequence[str],
    placed: Sequence[Sequence[str]] = (),
    *,
    stacks: Sequence[str] = OPEN,
    batch: int = 3,
    number: int = 1,
    won: Sequence[str] = (),
    sealed: Sequence[str] = (),
    added: Sequence[Sequence[int]] = (),
    seed: str = "fixed",
    shuffled: bool = False,
    **options: Any,
) -> State:
    """Build a state in which everybody has to place a batch, or has: `sealed` has the slots.

    `placed` has each seat's face-down cards by slot. All other cards are in the decks, so that each
    has twelve with those in the hand and face down. `shuffled` piles follow the seed.
    """
    seats = len(hands)
    piles = [cards(words) for mine in placed or [[""] * 4] * seats for words in mine]
    held = [things.in_order(cards(words)) for words in hands]
    gone = Counter(card for group in (*held, *piles) for card in group)
    rest = list((Counter(things.CARDS) - gone).elements())
    rng = Rng(seed)
    (rng if shuffled else Rng("rest")).shuffle(rest)
    left = iter(rest)
    named = {
        place: len(held[seat]) + sum(map(len, piles[4 * seat : 4 * seat + 4]))
        for seat, place in enumerate(RING[seats])
    }
    taken = [machines(words) for words in won] or [()] * seats
    open_now = [machines(words) for words in stacks]
    out = Counter(machine for group in (*taken, *open_now) for machine in group)
    pile = list((Counter(things.MACHINES) - out).elements())
    if shuffled:
        rng.shuffle(pile)
    return State(
        options=TomatomatOptions(**options),
        rng=rng,
        seats=seats,
        decks=[tuple(islice(left, DECK - named.get(place, 0))) for place in range(DECKS)],
        pile=tuple(pile),
        stacks=open_now,
        hands=held,
        face_down=[things.in_order(pile) for pile in piles],
        sealed=[tuple(map(SLOTS.index, words.split())) for words in sealed] or [()] * seats,
        won=taken,
        added=[tuple(counts) for counts in added] or [()] * seats,
        round=number,
        batch=batch,
    )
