"""The titles of Tomate."""

from collections.abc import Iterator, Sequence

from games.core.event import Event
from games.core.progress.titles import Title
from games.core.text import say
from games.core.values import Seat
from games.tomate.rules.events import HandSettled, MatchEnded
from games.tomate.rules.records import Settlement

ALL_TRICKS = 3
CROWD = 3


def _hands(events: Sequence[Event]) -> Iterator[Settlement]:
    for event in events:
        if isinstance(event, HandSettled):
            yield event.settlement


def _took_all_blind(events: Sequence[Event]) -> set[Seat]:
    return {
        line.seat
        for hand in _hands(events)
        for line in hand.seats
        if hand.trump_taken and line.seat == hand.dealer and line.tricks == ALL_TRICKS
        if sum(line.part != "passed" for line in hand.seats) >= CROWD
    }


def _never_fell_short(events: Sequence[Event]) -> set[Seat]:
    tomates = {line.seat for hand in _hands(events) for line in hand.seats if line.part == "tomate"}
    ends = (event for event in events if isinstance(event, MatchEnded))
    return {seat for end in ends for seat in end.ranking[0]} - tomates


TITLES = (
    Title(
        key="blind",
        name=say("Sight unseen"),
        how=say(
            "As the dealer, take the trump card and win all three tricks against at least two"
            " others."
        ),
        earned=_took_all_blind,
        sign="icon:crown",
    ),
    Title(
        key="no_tomate",
        name=say("Spotless"),
        how=say("Win the match without getting Tomate in any hand."),
        earned=_never_fell_short,
    ),
)
