"""A seat's memory of Karate Tomate: who took which triumph card, and what was discarded."""

from collections import defaultdict
from dataclasses import dataclass, field

from games.core.ai.memory import Memory
from games.core.event import Event
from games.core.values import Seat
from games.karate_tomate.rules import events
from games.karate_tomate.rules.cards import Card, TriumphId


@dataclass(slots=True)
class Recollection:
    """A seat's memory, built event by event; starts empty."""

    triumphs: defaultdict[Seat, list[TriumphId]] = field(default_factory=lambda: defaultdict(list))
    """The triumph cards that each seat took, in order."""
    discarded: list[Card] = field(default_factory=list)
    """Cards known to be in the discard pile; forgotten once it is shuffled."""
    _played: list[Card] = field(default_factory=list)

    def take_in(self, event: Event) -> None:
        """Add what one event showed."""
        if isinstance(event, events.TriumphTaken):
            self.triumphs[event.seat].append(event.card)
        elif isinstance(event, events.HeatRevealed):
            self._played += [strike.card for strike in event.strikes if strike.card is not None]
        elif isinstance(event, events.Discarded):
            self.discarded += event.cards
        elif isinstance(event, events.RoundOver):
            self.discarded += self._played
            self._played = []
        elif isinstance(event, events.PileRenewed):
            self.discarded = []


def recollect(memory: Memory) -> Recollection:
    """Return everything useful that a seat remembers."""
    recollection = Recollection()
    for event in memory.events():
        recollection.take_in(event)
    return recollection
