"""The titles of Tomatomat."""

from collections.abc import Sequence

from games.core.event import Event
from games.core.progress.titles import Title
from games.core.text import say
from games.core.values import Seat
from games.tomatomat.rules.events import RoundStarted, StackAwarded, ThievesCaught

SLOTS = 4
BOTH = 2


def _cleared_out(events: Sequence[Event]) -> set[Seat]:
    winners, won = set[Seat](), list[Seat | None]()
    for event in events:
        if isinstance(event, RoundStarted):
            won = []
        elif isinstance(event, StackAwarded):
            won.append(event.winner)
            if len(won) == SLOTS and len(set(won)) == 1 and event.winner is not None:
                winners.add(event.winner)
    return winners


def _caught_both(events: Sequence[Event]) -> set[Seat]:
    return {
        event.arrest.officer
        for event in events
        if isinstance(event, ThievesCaught)
        and sum(thief != event.arrest.officer for thief in event.arrest.thieves) == BOTH
    }


TITLES = (
    Title(
        key="sold_out",
        name=say("Sold out"),
        how=say("Win the machines at all four slots in one round."),
        earned=_cleared_out,
    ),
    Title(
        key="both_thieves",
        name=say("Red-handed"),
        how=say("Catch two thieves of other players with one police officer."),
        earned=_caught_both,
        sign="figure:Yp",
    ),
)
