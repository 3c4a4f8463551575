"""What is hidden in a match, row by row of the table in RULES.md."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from games.core.cards import take
from games.core.cloning import clone
from games.core.rng import Rng
from games.core.values import Seat
from tests.toys.seals.options import SealsOptions
from tests.toys.seals.rules import setup
from tests.toys.seals.state import FLAG, KINDS, State


def reshuffle(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Exchange others' cards, the pile, discards, and sealed answers with their owners."""
    twin = clone(state)
    others = [seat for seat in range(len(twin.hands)) if seat != viewer]
    pool = [*twin.deck, *twin.discard, *(card for seat in others for card in twin.hands[seat])]
    rng.shuffle(pool)
    for seat in others:
        twin.hands[seat] = sorted(take(pool, len(twin.hands[seat])), key=KINDS.index)
    twin.discard = take(pool, len(twin.discard))
    twin.deck = pool
    _reseal(twin, others, rng)
    twin.rng = rng.fork("coming draws")
    return twin


def _reseal(twin: State, others: list[Seat], rng: Rng) -> None:
    chosen = sum(1 for seat in others if twin.choices[seat])
    choosers = rng.sample(others, chosen)
    for seat in others:
        choice = rng.choice([*twin.hands[seat], FLAG])
        twin.choices[seat] = choice if seat in choosers else ""
        if twin.swaps.get(seat) is not None:
            can_swap = len(twin.hands[seat]) >= 2 and rng.below(2)
            twin.swaps[seat] = rng.sample(twin.hands[seat], 2) if can_swap else []


def census(state: State) -> Counter[str]:
    """Count the cards in hands, in the pile, laid away and on the table."""
    table = [card for card in state.shown if card in KINDS]
    return Counter([*chain(*state.hands), *state.deck, *state.discard, *table])


def unseen(state: State, viewer: Seat | None) -> dict[str, list[str]]:
    """Return others' hands, the pile and the discards."""
    hands = {f"hand {s}": hand for s, hand in enumerate(state.hands) if s != viewer}
    return {"pile": state.deck, "laid away": state.discard, **hands}


def tiny() -> tuple[State, Seat | None]:
    """Return a small state with two cards for others, one in the pile, and one sealed choice."""
    state = setup(3, SealsOptions(rounds=1), Rng("tiny")).state
    others = ["r1", "g2", "b3"]
    mine = [card for hand in (*state.hands, state.deck) for card in hand]
    for card in others:
        mine.remove(card)
    state.hands = [sorted(mine, key=KINDS.index), ["r1"], ["g2"]]
    state.deck = ["b3"]
    state.choices = ["r1", "", "g2"]
    return state, 0
