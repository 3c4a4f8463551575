"""A picture-free description of a table: enough to paint it, to read it aloud and to test both.

A tableau is made from one view, so it holds what that viewer may look at and nothing more. It
speaks of things by `Token`s (a card, a die, a pile), in zones, in the middle or before a seat.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from games.core.text import Text
from games.core.values import Frozen, Seat


class Token(Frozen):
    """A thing on the table: a card, a die, a counter, a pile of backs."""

    sprite: str
    """What it looks like, as `family:value` ("spanish:12E", "back:spanish", "die:red-4")."""
    name: Text
    """How it is called when read aloud: "rey of bastos". One with a plural tells its own count."""
    short: Text
    """What stands on it when a plain tile is painted: "12 E"."""
    count: int = 1
    look: Literal["plain", "playable", "dim", "winning", "out"] = "plain"
    letter: str = ""
    """The letter of the button that chooses it, in a private hand."""
    owner: Seat | None = None
    """Who put it there."""


class Zone(Frozen):
    """A named group of tokens."""

    title: Text
    tokens: tuple[Token, ...] = ()
    note: Text | None = None
    """A fact in words where tokens would not tell it ("24 cards")."""
    layout: Literal["row", "stack", "grid"] = "row"
    columns: int = 0


class Figure(Frozen):
    """A number with a name: the pot, a score, the cards left in a stock."""

    label: Text
    value: int
    sprite: str = ""
    of: int | None = None
    """The full amount, for numbers like "trick 2 of 3"."""


class Mark(StrEnum):
    """What is true of a seat, as a sign that every scene knows how to draw."""

    TURN = "turn"
    DEALER = "dealer"
    READY = "ready"
    OUT = "out"
    LEADER = "leader"
    WINNER = "winner"


class SeatPanel(Frozen):
    """What lies before one seat and what is true of it."""

    seat: Seat
    points: Figure | None = None
    marks: tuple[Mark, ...] = ()
    word: Text | None = None
    """One state word, printed on the panel: "pass", "out"."""
    figures: tuple[Figure, ...] = ()
    zones: tuple[Zone, ...] = ()


class RecentAction(Frozen):
    """One thing that just happened, in small: who, with what, to whom, in a word or two."""

    who: Seat | None = None
    """None where nobody did it."""
    tokens: tuple[Token, ...] = ()
    to: Seat | None = None
    word: Text | None = None
    """At most two words, or a number; None where the tokens tell it."""


class Tableau(Frozen):
    """One table as one viewer sees it."""

    game: str
    title: Text
    headline: Text
    """Whom the table waits for and for what, or how it ended."""
    viewer: Seat | None = None
    progress: Figure | None = None
    """Where in the match we are: "hand 3 of 8"."""
    figures: tuple[Figure, ...] = ()
    centre: tuple[Zone, ...] = ()
    seats: tuple[SeatPanel, ...] = ()
    hand: tuple[Zone, ...] = ()
    """What the viewer alone may look at."""
    aftermath: tuple[Text, ...] = ()
    """What the last step brought, in the order it happened."""
    recent_actions: tuple[RecentAction, ...] = ()
    """The same in small, or what has been done since, for a strip of little pictures.

    They name nobody and show nothing that the aftermath or the rest of the tableau does not.
    """
