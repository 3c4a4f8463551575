"""A sensible player: counts what can beat its cards, and plays when the odds pay for a Tomate.

It wins about twice its share against players who answer at random.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.tomate.questions.prompts import tomate_cost
from games.tomate.questions.views import TomateView
from games.tomate.rules.cards import PACK, POWER, SUIT, Card, Suit
from games.tomate.rules.moves import (
    CARDS,
    DECLINE,
    DISCARDS,
    LEAVE,
    PASS,
    PLAY,
    TAKE,
    TAKE_STOCK,
    TomateMove,
)
from games.tomate.rules.state import Stage
from games.tomate.rules.tricks import winning

_STOCK_CHANCE = 0.6
"""How often three unseen cards take a trick from one who chose to play."""
_CAUTION = 2
"""How much dearer a Tomate is taken than it is: against others who think, guesses are too rosy."""
_VOID_TRUMPS = 0.69
"""How often who has none of a plain suit holds a trump among three cards."""


def think(view: TomateView) -> TomateMove:
    """Return a sensible move of the viewer, who must be asked for one."""
    match view.stage:
        case Stage.DEALER_OPTION:
            return TAKE if _takes_trump(view) else LEAVE
        case Stage.DEALER_DISCARD:
            dealt = [mine.card for mine in view.hand if mine.playable]
            rivals = likely_rivals(view)
            return DISCARDS[min(dealt, key=lambda card: card_chance(view, card, rivals))]
        case Stage.BIDDING:
            return PLAY if _bids(view) else PASS
        case Stage.STOCK_OFFER:
            return TAKE_STOCK if _pays(view, _STOCK_CHANCE, rivals=1) else DECLINE
        case _:
            return CARDS[_card(view)]


def _takes_trump(view: TomateView) -> bool:
    """Two tricks are much to ask, but one of four cards may go: any trump will do against one.

    The more rivals, the better a trump it has to be, up to the sota from five seats on.
    """
    return POWER[view.trump] >= min(2 * (len(view.seats) - 2), 5)


def likely_rivals(view: TomateView) -> float:
    """How many others will probably be in."""
    others = [seat for seat in view.seats if seat.seat != view.viewer]
    return sum({"in": 1.0, "undecided": 0.4, "pass": 0.0}[seat.bid] for seat in others)


def _bids(view: TomateView) -> bool:
    rivals = max(likely_rivals(view), 0.3)
    misses = 1.0
    for mine in view.hand:
        misses *= 1 - card_chance(view, mine.card, rivals)
    return _pays(view, 1 - misses, rivals)


def _pays(view: TomateView, chance: float, rivals: float) -> bool:
    """Tell whether winning a share that often is worth paying a Tomate the other times."""
    cost = tomate_cost(view)
    if view.stage is Stage.STOCK_OFFER and view.options.stock_mode == "protective":
        cost = 0
    share = view.pot / (1 + 0.6 * min(rivals, 2))
    return chance * share > (1 - chance) * cost * _CAUTION


def card_chance(view: TomateView, card: Card, rivals: float) -> float:
    """Guess how often a card takes a trick against so many rivals with three cards each.

    A rival beats it with a higher card of the suit, or has none of the suit and trumps.
    """
    absent = 1 - 3 / 38
    unbeaten = absent ** len(_stronger(view, card))
    if SUIT[card] != SUIT[view.trump]:
        unbeaten -= absent**9 * _VOID_TRUMPS
    return float(unbeaten**rivals)


def _stronger(view: TomateView, card: Card) -> list[Card]:
    """The cards of its suit above it that the viewer has not seen."""
    seen = {mine.card for mine in view.hand} | {
        play.card for trick in view.tricks for play in trick.plays
    }
    if view.own_discard is not None:
        seen.add(view.own_discard)
    if not view.trump_taken:
        seen.add(view.trump)
    above = (other for other in PACK if SUIT[other] == SUIT[card] and POWER[other] > POWER[card])
    return [other for other in above if other not in seen]


def _card(view: TomateView) -> Card:
    """Win as cheaply as is safe; where nothing wins, part with the least."""
    trump = SUIT[view.trump]
    allowed = [mine.card for mine in view.hand if mine.playable]
    on_table = [] if view.trick is None else [play.card for play in view.trick.plays]
    inside = sum(seat.bid == "in" for seat in view.seats)
    rivals = inside - len(on_table) - 1
    if not on_table:
        return max(allowed, key=lambda card: (card_chance(view, card, rivals), -worth(card, trump)))
    winners = [card for card in allowed if wins(card, on_table, trump)]
    if not winners:
        return min(allowed, key=lambda card: worth(card, trump))
    best = min if rivals == 0 else max
    return best(winners, key=lambda card: worth(card, trump))


def wins(card: Card, on_table: Sequence[Card], trump: Suit) -> bool:
    """Tell whether a card takes the trick as it lies."""
    return winning([*on_table, card], trump) == len(on_table)


def worth(card: Card, trump: Suit) -> int:
    """How dear a card is to part with."""
    return POWER[card] + (10 if SUIT[card] == trump else 0)
