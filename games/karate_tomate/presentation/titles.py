"""The titles of Karate Tomate."""

from collections import Counter
from collections.abc import Sequence

from games.core.event import Event
from games.core.progress.titles import Title
from games.core.text import say
from games.core.values import Seat
from games.karate_tomate.rules.endings import MatchEnded
from games.karate_tomate.rules.events import DroppedOut, TriumphTaken

OFTEN = 4


def _won_with_fewer(events: Sequence[Event]) -> set[Seat]:
    return {
        event.winner
        for event in events
        if isinstance(event, MatchEnded)
        and max(line.trophies for line in event.counted) > event.counted[event.winner].trophies
    }


def _often_alone(events: Sequence[Event]) -> set[Seat]:
    rounds, left = Counter[Seat](), 0
    for event in events:
        if isinstance(event, DroppedOut):
            left = event.left
        elif isinstance(event, TriumphTaken) and left == 1:
            rounds[event.seat] += 1
    return {seat for seat, count in rounds.items() if count >= OFTEN}


TITLES = (
    Title(
        key="knife_edge",
        name=say("Knife edge"),
        how=say("Win the match although somebody with more trophies is out."),
        earned=_won_with_fewer,
        sign="icon:kitchen-knife",
    ),
    Title(
        key="last_fighter",
        name=say("Last fighter"),
        how=say("Be the only fighter left, and take a triumph card, in four rounds of a match."),
        earned=_often_alone,
    ),
)
