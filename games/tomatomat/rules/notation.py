"""Positions of Tomatomat as short words, for lessons and tests: cards "R1 Yt", slots "I IV"."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from games.core.cards import read_names
from games.core.rng import Rng
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
from games.tomatomat.rules.moves import SLOTS
from games.tomatomat.rules.state import DECK, DECKS, RING, State

OPEN = ("1R", "2G", "3Y", "1P")
"""Machines of four colours, one on each slot."""


def cards(words: str) -> tuple[Card, ...]:
    """Read cards separated by spaces."""
    return tuple(read_names(words.split(), KINDS))


def machines(words: str) -> tuple[Machine, ...]:
    """Read machines separated by spaces, the top one last."""
    return tuple(read_names(words.split(), MACHINE_COLOURS, "machine"))


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
    held = [in_order(cards(words)) for words in hands]
    gone = Counter(card for group in (*held, *piles) for card in group)
    rest = list((Counter(CARDS) - gone).elements())
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
    pile = list((Counter(MACHINES) - out).elements())
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
        face_down=[in_order(pile) for pile in piles],
        sealed=[tuple(map(SLOTS.index, words.split())) for words in sealed] or [()] * seats,
        won=taken,
        added=[tuple(counts) for counts in added] or [()] * seats,
        round=number,
        batch=batch,
    )
