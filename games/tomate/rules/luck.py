"""Luck at Tomate: how strong the cards dealt to a seat were."""

from collections.abc import Iterable

from games.core.event import Event
from games.core.values import NO_LUCK, Luck, Seat
from games.tomate.rules.cards import PACK, POWER
from games.tomate.rules.events import CardsDealt, TrumpDecided

_AVERAGE = sum(POWER.values()) / len(PACK)


def dealt_luck(events: Iterable[Event]) -> dict[Seat, Luck]:
    """Add up how high the cards rank within their suits, from 0 for a 2 to 9 for an as.

    The stock counts, as it is taken unseen. A trump card that the dealer took does not, as it was
    face up.
    """
    lucks: dict[Seat, Luck] = {}
    taken = ""
    for event in events:
        if isinstance(event, TrumpDecided):
            taken = event.card if event.taken else ""
        elif isinstance(event, CardsDealt):
            for card in event.cards:
                if card != taken:
                    luck = lucks.get(event.seat, NO_LUCK)
                    lucks[event.seat] = luck.more(POWER[card], _AVERAGE)
            taken = ""
    return lucks
