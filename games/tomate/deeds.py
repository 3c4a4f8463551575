"""What just happened at a table of Tomate, in small."""

from __future__ import annotations

from games.core.tableau import Deed
from games.core.text import Text, say
from games.core.values import Seat
from games.tomate.cards import Card
from games.tomate.records import Aftermath, Trick
from games.tomate.tokens import card_token
from games.tomate.views import TomateView


def deeds(view: TomateView) -> tuple[Deed, ...]:
    """What the last move brought; in between, the trick as it grows, or who has decided."""
    brought = _brought(view.aftermath)
    if brought:
        return brought
    if view.trick is not None and view.trick.cards:
        return tuple(_shown(play.seat, play.card) for play in view.trick.plays)
    decided = [one for one in _from_mano(view) if view.seats[one].bid != "undecided"]
    return tuple(
        Deed(who=one, word=say("in") if view.seats[one].bid == "in" else say("pass"))
        for one in decided
    )


def _from_mano(view: TomateView) -> list[Seat]:
    """All seats in the order in which they decide."""
    count = len(view.seats)
    return [(view.dealer + 1 + place) % count for place in range(count)]


def _brought(after: Aftermath) -> tuple[Deed, ...]:
    found = [_shown(draw.seat, draw.card) for draw in after.draws[-1]] if after.draws else []
    if after.stock is not None and after.stock.taker is not None:
        found.append(Deed(who=after.stock.taker, word=say("stock")))
    found += [_taken(trick) for trick in after.tricks]
    if after.settlement is not None:
        found += [
            Deed(who=one.seat, word=_change(one.change))
            for one in after.settlement.seats
            if one.change
        ]
    if after.opening is not None:
        found.append(Deed(who=after.opening.dealer, word=say("deals")))
    return tuple(found)


def _change(points: int) -> Text:
    return say("+{points}", points=points) if points > 0 else say("{points}", points=points)


def _taken(trick: Trick) -> Deed:
    best = next(play for play in trick.plays if play.seat == trick.winner)
    word = say("trick {number}", number=trick.number)
    return _shown(best.seat, best.card).model_copy(update={"word": word})


def _shown(who: Seat, card: Card) -> Deed:
    return Deed(who=who, tokens=(card_token(card),))
