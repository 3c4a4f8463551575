"""What is hidden in a match, row by row of the table in RULES.md."""

from collections import Counter
from itertools import chain

from games.core.cards import take
from games.core.cloning import clone
from games.core.rng import Rng
from games.core.values import Seat
from tests.toys.batches.state import MACHINES, State, awaited


def reshuffle(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Exchange every card that isn't open to the viewer, and every sealed answer."""
    twin = clone(state)
    owing = awaited(state)
    for seat in range(len(twin.decks)):
        looking = seat == viewer and seat in owing
        pool = [*twin.decks[seat], *chain(*twin.piles[seat])]
        pool += [] if looking else twin.hands[seat]
        rng.shuffle(pool)
        if not looking:
            twin.hands[seat] = take(pool, len(twin.hands[seat]))
        twin.piles[seat] = [take(pool, len(pile)) for pile in twin.piles[seat]]
        twin.decks[seat] = pool
        twin.sealed[seat] = [rng.below(len(MACHINES)) for _ in twin.sealed[seat]]
        if seat != viewer:
            rng.shuffle(twin.staked[seat])
    twin.rng = rng.fork("coming shuffles")
    return twin


def census(state: State) -> Counter[str]:
    """Count every seat's cards by value."""
    count: Counter[str] = Counter()
    for seat, deck in enumerate(state.decks):
        cards = [*deck, *state.hands[seat], *chain(*state.piles[seat])]
        count.update(f"{seat}: {card}" for card in cards)
    return count


def unseen(state: State, viewer: Seat | None) -> dict[str, list[str]]:
    """Return decks, cards face down, and hands: others' always, one's own once it is allotted."""
    owing = awaited(state)
    places: dict[str, list[str]] = {}
    for seat, deck in enumerate(state.decks):
        places[f"deck {seat}"] = [f"{seat}: {card}" for card in deck]
        for machine, pile in enumerate(state.piles[seat]):
            places[f"machine {machine} of {seat}"] = [f"{seat}: {card}" for card in pile]
        if seat != viewer or seat not in owing:
            places[f"hand {seat}"] = [f"{seat}: {card}" for card in state.hands[seat]]
    return places
