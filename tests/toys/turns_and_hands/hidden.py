"""What is hidden in a match, row by row of the table in RULES.md."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from games.core.cards import take
from games.core.cloning import clone
from games.core.rng import Rng
from games.core.values import Seat
from tests.toys.turns_and_hands.state import PACK, State


def reshuffle(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Exchange others' hands, the pile and the coming draws."""
    twin = clone(state)
    others = [seat for seat in range(len(twin.hands)) if seat != viewer]
    pool = [*twin.pile, *(card for seat in others for card in twin.hands[seat])]
    rng.shuffle(pool)
    for seat in others:
        twin.hands[seat] = sorted(take(pool, len(twin.hands[seat])), key=PACK.index)
    twin.pile = pool
    twin.rng = rng.fork("coming draws")
    return twin


def census(state: State) -> Counter[str]:
    """Count all cards."""
    return Counter([*chain(*state.hands), *state.pile, *state.swapped])


def unseen(state: State, viewer: Seat | None) -> dict[str, list[str]]:
    """Return others' hands, and the pile."""
    hands = {f"hand {s}": hand for s, hand in enumerate(state.hands) if s != viewer}
    return {"pile": state.pile, **hands}
