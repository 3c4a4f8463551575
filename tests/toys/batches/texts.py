"""Names of things, and its events."""

from collections.abc import Sequence
from typing import Annotated

from games.core.event import Event, Named, PrivateEvent
from games.core.text import Text, say, say_many, seat
from games.core.values import Seat


def card_name(value: int) -> Text:
    return say("card {value}", value=value)


def machine_name(machine: int) -> Text:
    return say("machine {number}", number=machine + 1)


def per_machine(counts: Sequence[Sequence[int]]) -> list[Text]:
    """Return four numbers for each seat."""
    return [
        say("{who} {a}/{b}/{c}/{d}", who=seat(number), a=mine[0], b=mine[1], c=mine[2], d=mine[3])
        for number, mine in enumerate(counts)
    ]


Shares = Annotated[tuple[tuple[int, ...], ...], Named(per_machine, whole=True)]
"""By seat and machine."""


class Drawn(PrivateEvent):
    """Four cards, which may be looked at until they are allotted."""

    sentence = say("{who} draws {cards}.")
    cards: Annotated[tuple[int, ...], Named(card_name)]

    def logged_for(self) -> frozenset[Seat]:
        return frozenset()


class Answered(Event):
    """A stake or a batch was sealed."""

    sentence = say("{who} has decided.")
    seat: Seat


class StarsShown(Event):
    """All stakes were shown."""

    sentence = say("The stars: {stars}.")
    stars: Shares


class Stacked(Event):
    """A batch lies face down; everybody sees how many cards lie where."""

    sentence = say("Face down: {counts}.")
    counts: Shares


class Ran(Event):
    """A machine turned up its cards, seen by all but not logged."""

    machine: int
    cards: tuple[tuple[int, ...], ...]

    def text(self) -> Text:
        return turned_up(self.machine, self.cards)

    def logged_for(self) -> frozenset[Seat]:
        return frozenset()


class Taken(Event):
    """A machine's points went to a seat, or to nobody."""

    machine: int
    winner: Seat | None
    points: int

    def text(self) -> Text:
        name = machine_name(self.machine)
        if self.winner is None:
            return say("Nobody takes {machine}.", machine=name)
        return say_many(
            "{who} takes {machine} for {n} point.",
            "{who} takes {machine} for {n} points.",
            self.points,
            who=seat(self.winner),
            machine=name,
        )


def turned_up(machine: int, cards: Sequence[Sequence[int]]) -> Text:
    """Say what lay on a machine."""
    shown = [
        say("{who} {cards}", who=seat(number), cards=[card_name(value) for value in mine])
        for number, mine in enumerate(cards)
        if mine
    ]
    name = machine_name(machine)
    if not shown:
        return say("{machine} runs empty.", machine=name)
    return say("{machine} turns up {cards}.", machine=name, cards=shown)
