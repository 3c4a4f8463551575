"""The titles of Diced Tomatoes."""

from collections import Counter
from collections.abc import Sequence

from games.core.event import Event
from games.core.progress.titles import Title
from games.core.text import say
from games.core.values import Seat
from games.diced_tomatoes.rules.events import (
    DiePlaced,
    DieTurned,
    HandRolled,
    SeedFlipped,
    TurnEnded,
    TurnTakenBack,
    VineCleaned,
    VineHarvested,
)
from games.diced_tomatoes.rules.vines import owner_of

MATCHED = 3
BEST = 6


def _harvests(events: Sequence[Event]) -> list[VineHarvested]:
    """All harvests that were not taken back; one move at a time is, back to the last roll."""
    harvests, before_moves = list[VineHarvested](), list[int]()
    for event in events:
        is_rolled = isinstance(event, DieTurned) and event.how == "reroll"
        if isinstance(event, (HandRolled, TurnEnded)) or is_rolled:
            before_moves = []
        elif isinstance(event, TurnTakenBack) and before_moves:
            del harvests[before_moves.pop() :]
        elif isinstance(event, VineHarvested):
            harvests.append(event)
        elif isinstance(event, (DiePlaced, DieTurned, SeedFlipped, VineCleaned)):
            before_moves.append(len(harvests))
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
