"""The complete state of a Dojo match."""

from dataclasses import dataclass
from enum import StrEnum

from games.core.rng import Rng
from games.core.values import Seat
from games.dojo.options import DojoOptions
from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.events import DojoEvent
from games.dojo.rules.frame import FRAMES, Dojo, Frame, Lines
from games.dojo.rules.moves import Throw
from games.dojo.rules.records import Duel, Final, RoundResult, Throws

NOBODY: Seat = -1
NOWHERE = -1
"""No cell is chosen."""
THROWS_OF_A_DUEL = 3


class Stage(StrEnum):
    """The section of the rules under which somebody has to decide."""

    RECRUIT = "recruit"
    CHALLENGE = "challenge"
    THROWS = "throws"
    EXCHANGE = "exchange"
    TRAIN = "train"
    TROPHY = "trophy"
    END = "end"


@dataclass(slots=True)
class State:
    """Seats are indexes, the top of a pile is its end; only `rng` and lists change in place."""

    options: DojoOptions
    rng: Rng
    seats: int
    start: Seat
    """The first dealer."""
    deck: list[Card]
    pile: list[Trophy]
    dojos: tuple[Dojo, ...]
    """By seat, the cards by place of the frame."""
    lines: tuple[Lines, ...]
    """By seat, the trophies of rows, then of columns."""
    tokens: tuple[tuple[Trophy, ...], ...]
    """With White Belt: the trophies that each seat holds."""
    held: list[Card | None]
    """The card of this round, by seat."""
    choices: list[int]
    """The places chosen for these cards, sealed; NOWHERE if none."""
    removed: tuple[Trophy, ...] = ()
    face_up: Trophy | None = None
    """The trophy to be won."""
    prize: Trophy | None = None
    """The trophy won in this round, until it is placed."""
    round: int = 0
    stage: Stage = Stage.RECRUIT
    dealer: Seat = NOBODY
    """NOBODY in rounds dealt at random."""
    turn: Seat = NOBODY
    """The seat that decides; NOBODY while several may answer, and at the end."""
    drawn: Card | None = None
    """The card that the dealer looks at."""
    gifts: tuple[Seat, ...] = ()
    """The seats that got this round's cards, in order."""
    challenger: Seat = NOBODY
    winner: Seat = NOBODY
    """The winner of this round's duel."""
    sealed: tuple[tuple[Throw, ...], tuple[Throw, ...]] = ((), ())
    """Throws that are not shown yet: the dealer's, the challenger's."""
    throws: tuple[Throws, ...] = ()
    """Throws of this round's duel that are shown."""
    duel: Duel | None = None
    """The last duel that was decided."""
    result: RoundResult | None = None
    """What the last round with cards laid has brought so far."""
    recent: tuple[DojoEvent, ...] = ()
    """The public events since the last decision that was not sealed."""
    finals: tuple[Final, ...] = ()
    """At the end, how every dojo was counted."""

    @property
    def frame(self) -> Frame:
        """The frame of all dojos."""
        return FRAMES[self.options.frame]

    @property
    def duellists(self) -> tuple[Seat, Seat]:
        """The dealer and the challenger."""
        return self.dealer, self.challenger

    @property
    def loser(self) -> Seat:
        """The loser of this round's duel."""
        return self.dealer if self.winner == self.challenger else self.challenger

    def next_seat(self, seat: Seat) -> Seat:
        """The neighbour to the left."""
        return (seat + 1) % self.seats

    def possession(self, seat: Seat) -> int:
        """The trophies a seat has: placed in its dojo, or held with White Belt (A40)."""
        return len(self.tokens[seat]) + sum(1 for trophy in self.lines[seat] if trophy)

    def waiting(self) -> list[Seat]:
        """The seats that owe an answer."""
        if self.stage is Stage.TRAIN:
            return [seat for seat, place in enumerate(self.choices) if place == NOWHERE]
        if self.stage is Stage.THROWS:
            pairs = zip(self.duellists, self.sealed, strict=True)
            return sorted(seat for seat, throws in pairs if not throws)
        return [] if self.turn == NOBODY else [self.turn]
