"""A seat's memory of Tomatomat: the twelve cards of decks, and where its own cards lie."""

from dataclasses import dataclass, field

from games.core.ai.memory import Memory, Recalled
from games.core.rng import Rng
from games.core.values import Seat
from games.tomatomat.rules import events
from games.tomatomat.rules.cards import Card
from games.tomatomat.rules.moves import SLOTS, Allot, Scatter
from games.tomatomat.rules.state import DECKS, RING


@dataclass(slots=True)
class OwnBatch:
    """Four cards that a seat placed; a slot is None if the card was placed at random."""

    cards: tuple[Card, ...]
    slots: tuple[int | None, ...]
    added: tuple[int, ...] = ()
    """How many of them went to each slot, once all have placed theirs."""

    def places(self, rng: Rng) -> tuple[int, ...]:
        """Return a slot for every card; unknown ones in a random order that fits the counts."""
        if not self.added:
            return tuple(rng.below(len(SLOTS)) if slot is None else slot for slot in self.slots)
        left = [slot for slot, count in enumerate(self.added) for _ in range(count)]
        for slot in self.slots:
            if slot is not None:
                left.remove(slot)
        rng.shuffle(left)
        return tuple(left.pop() if slot is None else slot for slot in self.slots)


@dataclass(slots=True)
class Recollection:
    """A seat's memory, built step by step; starts empty."""

    viewer: Seat
    seats: int
    decks: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    """Decks that somebody has played, by their first place in the ring."""
    own: list[OwnBatch] = field(default_factory=list)
    """The batches the seat has placed in this round."""
    _round: int = 0
    _drawn: tuple[Card, ...] = ()

    def take_in(self, step: Recalled) -> None:
        """Add what one step showed."""
        if isinstance(step.move, Allot | Scatter):
            self.own.append(OwnBatch(self._drawn, step.move.places()))
        turned: list[events.CardsTurned] = []
        for event in step.events:
            if isinstance(event, events.RoundStarted):
                self._round, self.own = event.round, []
            elif isinstance(event, events.BatchDrawn) and event.seat == self.viewer:
                self._drawn = event.cards
            elif isinstance(event, events.BatchLaid) and self.own:
                self.own[-1].added = event.added[self.viewer]
            elif isinstance(event, events.CardsTurned):
                turned.append(event)
                if len(turned) == len(SLOTS):
                    self._know_decks(turned)

    def _know_decks(self, turned: list[events.CardsTurned]) -> None:
        for seat, place in enumerate(RING[self.seats]):
            first = (place - self._round + 1) % DECKS
            self.decks[first] = tuple(card for event in turned for card in event.cards[seat])

    def deck_at(self, place: int, number: int) -> tuple[Card, ...] | None:
        """Return the cards of the deck at a place in round `number`, if remembered."""
        return self.decks.get((place - number + 1) % DECKS)


def recollect(memory: Memory, viewer: Seat, seats: int) -> Recollection:
    """Return everything useful that a seat remembers."""
    recollection = Recollection(viewer, seats)
    for step in memory.steps:
        recollection.take_in(step)
    return recollection
