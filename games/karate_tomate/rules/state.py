"""The complete state of a Karate Tomate match."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from games.core.rng import Rng
from games.core.values import Frozen, Seat
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.rules.cards import COLOUR, PLACE, Card, Colour, TriumphId, total, trophies
from games.karate_tomate.rules.endings import Ending
from games.karate_tomate.rules.events import KarateEvent


class Stage(StrEnum):
    """The section of the rules under which somebody has to decide."""

    HEAT = "heat"
    DROP_DRAW = "drop_draw"
    TRIUMPH = "triumph"
    END_CALL = "end_call"
    END = "end"


Sealed = Literal[Card, "tomato"]
"""A possible choice for a heat."""


class Pick(Frozen):
    """A triumph card that a fighter has taken in this round."""

    seat: Seat
    card: TriumphId
    total: int
    tomato: int
    """The tomato that it showed in a tie; 0 without one."""


@dataclass(slots=True)
class State:
    """Flat values only; seats are indexes, hands are sorted, the top of a pile is its end.

    Piles and each seat's cards are tuples, which clones share: they are replaced, never changed.
    """

    options: KarateOptions
    rng: Rng
    hands: list[tuple[Card, ...]]
    """Number cards; a card chosen for a heat stays here until it is turned up."""
    tomatoes: list[int]
    """By seat."""
    shown: list[bool]
    """Whether everybody has seen the tomato a seat now holds."""
    box: tuple[int, ...]
    """Tomatoes not in play, sorted because they have no order."""
    deck: tuple[Card, ...]
    pile: tuple[TriumphId, ...]
    stage: Stage = Stage.HEAT
    round: int = 0
    heat: int = 0
    discard: tuple[Card, ...] = ()
    table: list[tuple[Card, ...]] = field(default_factory=list)
    """The cards each seat has played in this round, in order."""
    fighters: list[Seat] = field(default_factory=list)
    """The seats still in this round's fight, ascending."""
    answers: dict[Seat, tuple[Sealed, ...] | None] = field(default_factory=dict)
    """By seat asked: None while missing, else sealed. A strike in a heat; nothing, or two cards to
    discard, after dropping out; nothing for going on."""
    row: list[TriumphId] = field(default_factory=list)
    """Triumph cards face up, those left over first."""
    won: list[tuple[TriumphId, ...]] = field(default_factory=list)
    queue: list[Seat] = field(default_factory=list)
    """Fighters still to take a triumph card, in order."""
    picks: tuple[Pick, ...] = ()
    """The triumph cards taken in this round, in order; forgotten with the next reveal."""
    barren: int = 0
    """Consecutive rounds in which nobody took a triumph card."""
    ending: Ending | None = None
    recent: tuple[KarateEvent, ...] = ()
    """The public results of the last step; sealed answers leave it unchanged."""
    drawn: list[tuple[Card, ...]] = field(default_factory=list)
    """The cards each seat drew in that step; they are in its hand."""

    @property
    def seats(self) -> int:
        return len(self.hands)

    def locked(self, seat: Seat) -> Colour | None:
        """The colour this seat must play: that of its first heat."""
        played = self.table[seat]
        return COLOUR[played[0]] if played else None

    def playable(self, seat: Seat) -> list[Card]:
        """The kinds of number cards this seat may play in a heat, each once (3.2)."""
        locked = self.locked(seat)
        kinds = dict.fromkeys(self.hands[seat])
        if locked is None:
            return [*kinds]
        return [card for card in kinds if COLOUR[card] == locked]

    def tied(self, seat: Seat) -> list[Seat]:
        """The fighters with this seat's total, itself included, the highest tomato first."""
        mine = total(self.table[seat])
        same = [other for other in self.fighters if total(self.table[other]) == mine]
        return sorted(same, key=self.tomatoes.__getitem__, reverse=True)

    def may_call(self, seat: Seat) -> bool:
        """Tell whether this seat has enough trophies to call the end."""
        return trophies(self.won[seat]) >= self.options.trophies_to_call


def pick_order(state: State, seats: list[Seat]) -> list[Seat]:
    """The order of taking triumph cards: by total, then by tomato (3.5)."""
    return sorted(seats, key=lambda s: (-total(state.table[s]), -state.tomatoes[s]))


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort as the hand is shown: colour by colour, low to high."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the hand without one such card; raises ValueError if it holds none."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def awaited(state: State) -> frozenset[Seat]:
    """The seats that owe a decision."""
    if state.stage is Stage.TRIUMPH:
        return frozenset(state.queue[:1])
    return frozenset([seat for seat, answer in state.answers.items() if answer is None])


def to_act(state: State) -> frozenset[Seat]:
    """The seats that may answer now: choices may be changed until all are in (A20, A39)."""
    return frozenset(state.answers) if state.stage is Stage.HEAT else awaited(state)
