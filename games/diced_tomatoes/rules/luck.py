"""Luck at Diced Tomatoes: how high a seat's dice rolled."""

from collections.abc import Iterable

from games.core.event import Event
from games.core.values import NO_LUCK, Luck, Seat
from games.diced_tomatoes.rules.dice import FACE, Die
from games.diced_tomatoes.rules.events import DieTurned, HandRolled

_AVERAGE = 3.5


def rolled_luck(events: Iterable[Event]) -> dict[Seat, Luck]:
    """Add up the pips of every die rolled for placing, re-rolls by karma included.

    High dice are good only for some vines, so the total is merely compared with the average.
    """
    lucks: dict[Seat, Luck] = {}
    for event in events:
        rolled: tuple[Die, ...]
        if isinstance(event, HandRolled):
            rolled = event.dice
        elif isinstance(event, DieTurned) and event.how == "reroll":
            rolled = (event.now,)
        else:
            continue
        for die in rolled:
            lucks[event.seat] = lucks.get(event.seat, NO_LUCK).more(FACE[die], _AVERAGE)
    return lucks
