"""A sensible player: places each batch where it expects to win the most stars.

It counts its own cards and guesses what others' face-down cards are worth. Chance matters too: bots
that all fight for the same machines leave the rest to anybody.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, sqrt
from typing import NamedTuple

from games.core.ai.memory import Memory
from games.core.rng import Rng
from games.core.values import Seat
from games.tomatomat.ai.recollection import recollect
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import (
    COLOUR,
    COLOURS,
    MACHINE_COLOURS,
    VALUE,
    WORTH,
    Card,
    Machine,
    stars,
)
from games.tomatomat.rules.moves import ALLOTS, SLOTS, Allot
from games.tomatomat.rules.state import BATCH, BATCHES, State

ANY = range(len(SLOTS))
"""All slots."""
_CARD = 1.2
"""What a card is worth on average where its owner chose to place it."""
_STOLEN = (0.15, 0.35)
"""How much of others' worth a thief steals: of a colour that does not count there, or does."""
_SAFE = 0.85
"""How likely a coin without an officer is to escape every thief."""
_TIE = 0.3
"""By how much a lead falls short on average: a tie wins nothing."""
_MOOD = 30
"""By how many percent a slot's stars may seem fewer or more."""
_WAYS = tuple(tuple(way) for way in product(ANY, repeat=BATCH))
MASKS = tuple(
    tuple(sum(1 << card for card in range(BATCH) if way[card] == slot) for slot in ANY)
    for way in _WAYS
)
"""For each way to place a batch: which of its cards go to each slot, as bits."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The policy's facts, cheap enough for thousands of playouts."""

    seat: Seat
    stacks: Sequence[tuple[Machine, ...]]
    hand: tuple[Card, ...]
    counts: Sequence[Sequence[int]]
    """Every seat's cards face down at each slot."""
    own: Sequence[tuple[Card, ...]]
    """The seat's own cards there, as far as it knows them."""
    batch: int


class Pile(NamedTuple):
    """A seat's cards at a slot: the worth of its coins by colour, and its thieves and police."""

    coins: tuple[float, ...] = (0.0,) * len(COLOURS)
    number: int = 0
    thieves: int = 0
    """A bit for each colour."""
    police: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card], value: Mapping[Card, int]) -> "Pile":
        pile = cls()
        for card in cards:
            pile = pile.with_card(card, value)
        return pile

    def with_card(self, card: Card, value: Mapping[Card, int]) -> "Pile":
        """Return the pile with one card more."""
        index = COLOURS.index(COLOUR[card])
        if VALUE[card]:
            coins = (*self.coins[:index], self.coins[index] + value[card], *self.coins[index + 1 :])
            return Pile(coins, self.number + 1, self.thieves, self.police)
        if card[1] == "t":
            return Pile(self.coins, self.number, self.thieves | 1 << index, self.police)
        return Pile(self.coins, self.number, self.thieves, self.police | 1 << index)

    def worth(self, stolen: int) -> float:
        """Add up the coins, except those of stolen colours."""
        return sum([coins for index, coins in enumerate(self.coins) if not stolen >> index & 1])


def choose_move(now: Glance, rng: Rng) -> Allot:
    """Return a sensible move for this hand."""
    gains = [_gains(now, slot, rng) for slot in ANY]
    hopes = [gains[0][a] + gains[1][b] + gains[2][c] + gains[3][d] for a, b, c, d in MASKS]
    return ALLOTS[max(range(len(hopes)), key=hopes.__getitem__)]


def _gains(now: Glance, slot: int, rng: Rng) -> list[float]:
    """Return the stars to expect at a slot, for every part of the hand that may go there."""
    prize = stars(now.stacks[slot]) * (100 - _MOOD + rng.below(2 * _MOOD + 1)) / 100
    value = WORTH[now.stacks[slot][-1]]
    rivals = _rivals(now, slot)
    shares = [1 - _STOLEN[sells(now.stacks, slot, colour)] for colour in COLOURS]
    return [
        prize * _chance(now, pile, rivals, shares) for pile in piles(now.own[slot], now.hand, value)
    ]


def piles(own: Iterable[Card], hand: Sequence[Card], value: Mapping[Card, int]) -> list[Pile]:
    """Return a seat's pile at a slot with every part of its hand, numbered as in `MASKS`."""
    result = [Pile.of(own, value)]
    for mask in range(1, 1 << BATCH):
        first = (mask & -mask).bit_length() - 1
        result.append(result[mask & (mask - 1)].with_card(hand[first], value))
    return result


def _rivals(now: Glance, slot: int) -> list[tuple[float, float]]:
    """Guess what each rival will have at a slot at the end of the round, and how surely."""
    share = stars(now.stacks[slot]) / max(1, sum(map(stars, now.stacks)))
    later = BATCH * (BATCHES - now.batch + 1)
    results = []
    for seat, counts in enumerate(now.counts):
        if seat != now.seat:
            placed = sum(counts)
            held = (counts[slot] / placed + share) / 2 if placed else share
            cards = counts[slot] + later * held
            results.append((_CARD * cards, cards + 2 * later * held))
    return results


def _chance(
    now: Glance, pile: Pile, rivals: list[tuple[float, float]], shares: list[float]
) -> float:
    """Guess how often the seat wins a slot with this pile; `kept` is what thieves leave others."""
    mine, left = 0.0, 1.0
    for index, coins in enumerate(pile.coins):
        if pile.police >> index & 1:
            mine += coins
        elif pile.thieves >> index & 1:
            left *= shares[index]
        else:
            mine += _SAFE * coins
    # The batches to come follow the coins placed so far.
    later = (BATCHES - now.batch) * pile.number / now.batch
    mine += _CARD * later - _TIE
    chance = 1.0
    for theirs, spread in rivals:
        doubt = sqrt(spread + later + 0.5)
        chance /= 1 + exp(-1.7 * (mine - left * theirs) / doubt)
    return chance


def sells(stacks: Sequence[tuple[Machine, ...]], slot: int, colour: str) -> bool:
    """Tell whether the colours that count at a slot include this one."""
    return colour in MACHINE_COLOURS[stacks[slot][-1]]


def of_view(view: TomatomatView, memory: Memory) -> Glance:
    """Return the facts from a view and a memory."""
    viewer = view.viewer or 0
    own = view.own or _remembered(view, memory)
    counts = [seat.counts for seat in view.seats]
    return Glance(viewer, view.stacks, view.hand, counts, own, view.batch)


def _remembered(view: TomatomatView, memory: Memory) -> list[tuple[Card, ...]]:
    """Return the viewer's own face-down cards by slot; those placed at random are left out."""
    piles: list[tuple[Card, ...]] = [()] * len(SLOTS)
    past = recollect(memory, view.viewer or 0, len(view.seats))
    for batch in past.own[: view.batch - 1]:
        for card, slot in zip(batch.cards, batch.slots, strict=True):
            if slot is not None:
                piles[slot] = (*piles[slot], card)
    return piles


def of_state(state: State, seat: Seat) -> Glance:
    """Return the facts from a state, limited to what the seat may know."""
    counts = [[len(pile) for pile in state.piles_of(other)] for other in range(state.seats)]
    own = state.piles_of(seat)
    return Glance(seat, state.stacks, state.hands[seat], counts, own, state.batch)
