"""A description of a table as data: enough to paint it, to read it aloud and to test both.

A tableau is made from one view, so it holds only what that viewer may see. It names things by
`Token`s (a card, a die, a pile), in zones in the middle or in front of a seat.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from games.core.cards import letter
from games.core.text import Text
from games.core.values import Frozen, Seat

TokenLook = Literal["plain", "playable", "dim", "winning", "out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A thing on the table: a card, a die, a counter, a pile of backs."""

    sprite: str
    """Its appearance as `family:value` ("spanish:12E", "back:spanish", "die:red-4").

    "" for a plain tile with the short text.
    """
    name: Text
    """Its name when read aloud: "king of clubs (12)". One with a plural includes its own count.

    "" for an empty place, which nobody reads aloud.
    """
    short: Text
    """The text on a plain tile, of at most three letters: "12E"."""
    count: int = 1
    look: TokenLook = "plain"
    letter: str = ""
    """The letter of the button that chooses it, in a private hand."""
    owner: Seat | None = None
    """The seat that put it there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A named group of tokens."""

    title: Text
    tokens: tuple[Token, ...] = ()
    note: Text | None = None
    """A fact in words that tokens do not show ("24 cards")."""
    layout: Literal["row", "stack", "grid"] = "row"
    columns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number with a name: the pot, a score, the cards left in a stock."""

    label: Text
    value: int
    sprite: str = ""
    of: int | None = None
    """The full amount, for numbers like "trick 2 of 3"."""


class Mark(StrEnum):
    """A state of a seat, as a sign that every scene can draw."""

    TURN = "turn"
    DEALER = "dealer"
    READY = "ready"
    OUT = "out"
    LEADER = "leader"
    WINNER = "winner"


def marks(**states: bool) -> tuple[Mark, ...]:
    """Return the marks of a seat by their names: `marks(turn=..., dealer=...)`."""
    return tuple(Mark(name) for name, holds in states.items() if holds)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPanel:
    """The things in front of one seat, and its state."""

    seat: Seat
    points: Figure | None = None
    marks: tuple[Mark, ...] = ()
    word: Text | None = None
    """One state word, printed on the panel: "pass", "out"."""
    figures: tuple[Figure, ...] = ()
    zones: tuple[Zone, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LastEvent:
    """What happened last that matters for the viewer's answer, in one clause."""

    text: Text
    """About 40 characters at most: "Ben took trick 1"."""
    own: Text | None = None
    """The same for the viewer alone, where the viewer had part in it: "You took trick 1"."""
    who: Seat | None = None
    """The seat that it is about; None if nobody did it."""
    sprite: str = ""
    """A sign after the clause."""
    is_climax: bool = False
    """Whether bots leave everybody time to see it."""


class Tableau(Frozen):
    """One table as one viewer sees it; `Game.tableau` fills in the first four fields."""

    game: str = ""
    title: Text = Text(message="")
    headline: Text = Text(message="")
    """The seats the table waits for and why, or how it ended."""
    viewer: Seat | None = None
    progress: Figure | None = None
    """How far the match has got: "hand 3 of 8"."""
    figures: tuple[Figure, ...] = ()
    centre: tuple[Zone, ...] = ()
    seats: tuple[SeatPanel, ...] = ()
    hand: tuple[Zone, ...] = ()
    """Private to the viewer."""
    aftermath: tuple[Text, ...] = ()
    """The results of the last step, in order."""
    totals: tuple[int, ...] = ()
    """Points by seat after these results, where the next round has cost or brought some already."""
    last: LastEvent | None = None
    """Stands at the foot of the viewer's hand until something more important happens."""


def lettered(tokens: Iterable[Token], *, is_playable: bool = False) -> tuple[Token, ...]:
    """Return the tokens of a hand with the letters of their buttons."""
    look: TokenLook = "playable" if is_playable else "plain"
    return tuple(
        replace(token, letter=letter(place), look=look) for place, token in enumerate(tokens)
    )
