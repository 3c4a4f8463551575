"""The titles of Diced Tomatoes."""

from collections import Counter
from collections.abc import Sequence

from games.core.event import Event
from games.core.progress.titles import Title
from games.core.text import say
from games.core.values import Seat
from games.diced_tomatoes.rules.events import (
    DieTurned,
    HandRolled,
    TurnEnded,
    TurnTakenBack,
    VineHarvested,
)
from games.diced_tomatoes.rules.vines import owner_of

MATCHED = 3
BEST = 6


def _harvests(events: Sequence[Event]) -> list[VineHarvested]:
    """All harvests that were not taken back; a turn is taken back to its start or last roll."""
    harvests, count = list[VineHarvested](), 0
    for event in events:
        if isinstance(event, (HandRolled, TurnEnded)) or (
            isinstance(event, DieTurned) and event.how == "reroll"
        ):
            count = len(harvests)
        elif isinstance(event, TurnTakenBack):
            del harvests[count:]
        elif isinstance(event, VineHarvested):
            harvests.append(event)
    return harvests


def _matched(events: Sequence[Event]) -> set[Seat]:
    slots = Counter(
        owner_of(harvest.vine) for harvest in _harvests(events) if harvest.score == harvest.slot
    )
    return {seat for seat, count in slots.items() if count >= MATCHED}


def _last_is_best(events: Sequence[Event]) -> set[Seat]:
    return {
        owner_of(harvest.vine)
        for harvest in _harvests(events)
        if harvest.slot == BEST and harvest.score == BEST
    }


TITLES = (
    Title(
        key="three_matched",
        name=say("In good order"),
        how=say("Fill three slots of the score track with vines worth their numbers."),
        earned=_matched,
        sign="die-mini:red-3",
    ),
    Title(
        key="best_for_last",
        name=say("Best for last"),
        how=say("Fill the sixth slot with a vine worth 6."),
        earned=_last_is_best,
        sign="die-mini:red-6",
    ),
)
