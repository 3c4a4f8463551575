"""Everything that can happen in Tomatomat, and who may see it or read it later.

Cards are seen twice: when drawn, and when turned up. The log of a running match leaves them out, so
players have to remember them.
"""

from typing import Annotated

from games.core.event import Event, Named, OpeningEvent, PrivateEvent, SealedEvent
from games.core.text import Text, say
from games.core.values import Seat
from games.tomatomat.rules import texts
from games.tomatomat.rules.cards import Card, Machine
from games.tomatomat.rules.records import Arrest, Theft

NOBODY: frozenset[Seat] = frozenset()


class RoundStarted(OpeningEvent):
    """Four machines are opened; from round two on, the decks have been passed."""

    round: int
    machines: tuple[Machine, ...]

    def text(self) -> Text:
        return texts.tell_round(self.round, self.machines)


class BatchDrawn(PrivateEvent):
    """A seat draws four cards, visible to it until they are committed."""

    sentence = say("{who} draws: {cards}.")
    cards: Annotated[tuple[Card, ...], Named(texts.grouped, whole=True)]
    kept: bool
    """Whether its owner may look again (`own_peek`)."""

    def logged_for(self) -> frozenset[Seat]:
        return self.seen_by() if self.kept else NOBODY


class Committed(SealedEvent):
    """A seat has placed its batch, in secret until all have."""

    sentence = say("{who} has placed four cards.")


class BatchLaid(Event):
    """A batch is complete; the event shows how many cards each seat laid where."""

    batch: int
    added: tuple[tuple[int, ...], ...]

    def text(self) -> Text:
        return texts.tell_added(self.batch, self.added)


class CardsTurned(Event):
    """The cards at a slot are turned up."""

    slot: int
    cards: tuple[tuple[Card, ...], ...]

    def text(self) -> Text:
        return texts.tell_turned(self.slot, self.cards)

    def logged_for(self) -> frozenset[Seat]:
        return NOBODY


class ThievesCaught(Event):
    """An officer catches thieves."""

    arrest: Arrest

    def text(self) -> Text:
        return texts.tell_arrest(self.arrest)

    def logged_for(self) -> frozenset[Seat]:
        return NOBODY


class ThievesStole(Event):
    """Thieves steal coins."""

    theft: Theft

    def text(self) -> Text:
        return texts.tell_theft(self.theft)

    def logged_for(self) -> frozenset[Seat]:
        return NOBODY


class StackAwarded(Event):
    """Somebody wins the machines at a slot, or nobody does."""

    slot: int
    stack: tuple[Machine, ...]
    totals: tuple[int, ...]
    winner: Seat | None
    lost: bool

    def text(self) -> Text:
        return texts.tell_award(self.slot, self.stack, self.totals, self.winner, self.lost)


class MatchEnded(Event):
    """The last round is resolved."""

    ranking: tuple[tuple[Seat, ...], ...]
    stars: int
    machines: int

    def text(self) -> Text:
        return texts.tell_winners(self.ranking, self.stars, self.machines)
