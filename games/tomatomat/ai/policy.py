"""A sensible player: coins where they count most, police with them, thieves elsewhere.

It uses only face-up cards and the counts of its own placed cards. Chance matters most: bots that
all fight for the same machines rob each other there and leave the rest to anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.ai.memory import Level
from games.core.rng import Rng
from games.core.values import Seat
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import COLOUR, MACHINE_COLOURS, VALUE, Card, Machine, stars, worth
from games.tomatomat.rules.moves import SLOTS, Allot
from games.tomatomat.rules.state import State

ANY = range(4)
"""All slots."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The policy's facts, cheap enough for thousands of playouts."""

    stacks: Sequence[tuple[Machine, ...]]
    hand: tuple[Card, ...]
    counts: Sequence[int]
    """The seat's own cards face down at each slot."""


def think(now: Glance, level: Level, rng: Rng) -> Allot:
    """Return a sensible move for this hand."""
    slots = _beginner(now, rng) if level is Level.EASY else _places(now, rng)
    first, second, third, fourth = (SLOTS[slot] for slot in slots)
    return Allot(first=first, second=second, third=third, fourth=fourth)


def _beginner(now: Glance, rng: Rng) -> list[int]:
    """Coins where they count twice, whatever the stars; thieves and police anywhere."""
    return [
        rng.choice([slot for slot in range(len(SLOTS)) if sells(now, slot, COLOUR[card])] or ANY)
        if VALUE[card]
        else rng.choice(ANY)
        for card in now.hand
    ]


def _places(now: Glance, rng: Rng) -> list[int]:
    """Coins where value and stars are highest, police with them, thieves where others' coins are.

    Much is random, because bots that all fight for the same machines leave the rest to anybody.
    """
    weights = [
        stars(stack) ** 0.5 * (8 + now.counts[slot]) * (20 + rng.below(161))
        for slot, stack in enumerate(now.stacks)
    ]
    coins = [0] * len(SLOTS)
    placed: dict[int, int] = {}
    for at, card in enumerate(now.hand):
        if VALUE[card]:
            slot = max(ANY, key=lambda one: worth(card, now.stacks[one][-1]) ** 2 * weights[one])
            placed[at], coins[slot] = slot, coins[slot] + 1
    mine = [coins[slot] + now.counts[slot] for slot in ANY]
    for at, card in enumerate(now.hand):
        if not VALUE[card]:
            fits = [3 if sells(now, slot, COLOUR[card]) else 2 for slot in ANY]
            beside = [(mine[slot] + 1) * fits[slot] for slot in ANY]
            among = [weights[slot] * fits[slot] / (1 + 2 * mine[slot]) for slot in ANY]
            placed[at] = max(ANY, key=(beside if card.endswith("p") else among).__getitem__)
    return [placed[at] for at in range(len(now.hand))]


def sells(now: Glance, slot: int, colour: str) -> bool:
    """Tell whether the colours that count at a slot include this one."""
    return colour in MACHINE_COLOURS[now.stacks[slot][-1]]


def of_view(view: TomatomatView) -> Glance:
    """Return the facts from a view."""
    return Glance(view.stacks, view.hand, view.seats[view.viewer or 0].counts)


def of_state(state: State, seat: Seat) -> Glance:
    """Return the facts from a state, limited to what the seat may see."""
    return Glance(state.stacks, state.hands[seat], [len(pile) for pile in state.piles_of(seat)])
