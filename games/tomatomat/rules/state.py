"""The complete state of a match of Tomatomat, and how decks move."""

from dataclasses import dataclass, field
from typing import Literal

from games.core.game import ranked
from games.core.rng import Rng
from games.core.values import Seat
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules.cards import Card, Machine, stars
from games.tomatomat.rules.records import Resolution

BATCH = 4
"""How many cards are drawn and placed at once."""
BATCHES = 3
DECKS = 4
DECK = 12

RING: dict[int, tuple[int, ...]] = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Places of the seats in the ring of four decks, by number of seats; the rest are dummies (B1)."""

Stage = Literal["allocate", "end"]


@dataclass(slots=True)
class State:
    """Tops are the ends of tuples; tuples are replaced, never changed, so that copies are cheap.

    `face_down` has a pile for each seat and slot: that of seat 2 at slot III is number 2 * 4 + 2.
    """

    options: TomatomatOptions
    rng: Rng
    seats: int
    decks: list[tuple[Card, ...]]
    """By place in the ring: the cards left to draw; after slot IV the discard pile."""
    pile: tuple[Machine, ...]
    """Machines face down."""
    stacks: list[tuple[Machine, ...]]
    """By slot, the top machine last."""
    hands: list[tuple[Card, ...]]
    face_down: list[tuple[Card, ...]]
    """Cards placed in completed batches, in order."""
    sealed: list[tuple[int, ...]]
    """The slot of each card in the hand, once committed; empty before."""
    won: list[tuple[Machine, ...]]
    added: list[tuple[int, ...]]
    """How many cards each seat laid at each slot in the last batch; empty before the first."""
    round: int = 0
    batch: int = 0
    stage: Stage = "allocate"
    resolution: Resolution | None = field(default=None)
    """The last round's resolution, until the next round's first batch is complete."""

    def owing(self) -> list[Seat]:
        """The seats that have not committed the batch, in seat order."""
        if self.stage == "end":
            return []
        return [seat for seat, slots in enumerate(self.sealed) if not slots]

    def piles_of(self, seat: Seat) -> list[tuple[Card, ...]]:
        """A seat's four piles, by slot."""
        return self.face_down[4 * seat : 4 * seat + 4]

    def deck_of(self, seat: Seat) -> list[Card]:
        """All twelve cards that a seat plays with in this round."""
        piles = [card for pile in self.piles_of(seat) for card in pile]
        return [*self.decks[RING[self.seats][seat]], *self.hands[seat], *piles]


def was_played(seats: int, place: int, number: int) -> bool:
    """Tell whether somebody played the deck now at `place` before round `number`.

    Decks move one place after each round, so this is the same in every match.
    """
    return any((place - back) % DECKS in RING[seats] for back in range(1, number))


def final_ranking(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Section 4: most stars, then most machines, each in a stack counting as one (B9, B29)."""
    return ranked([100 * stars(won) + len(won) for won in state.won])
