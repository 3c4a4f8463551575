"""A sensible player: counts what can beat its cards, and plays when the odds pay for a Tomate.

It wins about twice its share against players who answer at random.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.ai.memory import Level
from games.core.rng import Rng
from games.tomate.ai.glance import Glance
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
from games.tomate.rules.state import Bid, Stage
from games.tomate.rules.tricks import winning

_STOCK_CHANCE = 0.6
"""How often three unseen cards take a trick from one who chose to play."""
_CAUTION = 2
"""How much dearer a Tomate is taken than it is: against others who think, guesses are too rosy."""
_VOID_TRUMPS = 0.69
"""How often who has none of a plain suit holds a trump among three cards."""
_JOINS: dict[Bid, float] = {"in": 1.0, "undecided": 0.4, "pass": 0.0}
"""How likely a seat with this bid is in."""
HOPEFUL = POWER["7O"]
"""From here on a beginner takes any trump card."""
ABOVE: dict[Card, frozenset[Card]] = {
    card: frozenset(
        other for other in PACK if SUIT[other] == SUIT[card] and POWER[other] > POWER[card]
    )
    for card in PACK
}
"""The cards of the suit that rank above each."""


def think(now: Glance, level: Level, rng: Rng) -> TomateMove:
    """Return a sensible move of the seat, which must be asked for one."""
    easy = level is Level.EASY
    match now.stage:
        case Stage.DEALER_OPTION:
            takes = POWER[now.trump] >= HOPEFUL if easy else _takes_trump(now)
            return TAKE if takes else LEAVE
        case Stage.DEALER_DISCARD:
            rivals = 0 if easy else likely_rivals(now)
            return DISCARDS[min(now.allowed, key=lambda card: card_chance(now, card, rivals))]
        case Stage.BIDDING:
            plays = _hopes(now) if easy else _bids(now)
            return PLAY if plays else PASS
        case Stage.STOCK_OFFER:
            return TAKE_STOCK if _pays(now, _STOCK_CHANCE, rivals=1) else DECLINE
        case _:
            blindly = easy and rng.below(3) == 0
            return CARDS[rng.choice(now.allowed) if blindly else _card(now)]


def _hopes(now: Glance) -> bool:
    """A beginner plays with any trump or any as, whoever else is in."""
    trump = SUIT[now.trump]
    return any(SUIT[card] == trump or POWER[card] == POWER["1O"] for card in now.hand)


def _takes_trump(now: Glance) -> bool:
    """Two tricks are much to ask, but one of four cards may go: any trump will do against one.

    The more rivals, the better a trump it has to be, up to the sota from five seats on.
    """
    return POWER[now.trump] >= min(2 * (len(now.bids) - 2), 5)


def likely_rivals(now: Glance) -> float:
    """How many others will probably be in; a dealer who took the trump card certainly is."""
    rivals = 0.0
    for seat, bid in enumerate(now.bids):
        if seat != now.seat:
            sure = now.took and seat == now.dealer
            rivals += 1.0 if sure else _JOINS[bid]
    return rivals


def _bids(now: Glance) -> bool:
    rivals = max(likely_rivals(now), 0.3)
    misses = 1.0
    for card in now.hand:
        misses *= 1 - card_chance(now, card, rivals)
    return _pays(now, 1 - misses, rivals)


def _pays(now: Glance, chance: float, rivals: float) -> bool:
    """Tell whether winning a share that often is worth paying a Tomate the other times."""
    cost = now.cost
    if now.stage is Stage.STOCK_OFFER and now.options.stock_mode == "protective":
        cost = 0
    share = now.pot / (1 + 0.6 * min(rivals, 2))
    return chance * share > (1 - chance) * cost * _CAUTION


def card_chance(now: Glance, card: Card, rivals: float) -> float:
    """Guess how often a card takes a trick against so many rivals with three cards each.

    A rival beats it with a higher card of the suit, or has none of the suit and trumps.
    """
    absent = 1 - 3 / 38
    unbeaten = absent ** _stronger(now, card)
    if SUIT[card] != SUIT[now.trump]:
        unbeaten -= absent**9 * _VOID_TRUMPS
    return float(unbeaten**rivals)


def _stronger(now: Glance, card: Card) -> int:
    """How many cards of its suit above it the seat has not seen."""
    seen = 0 if now.took else int(now.trump in ABOVE[card])
    above = ABOVE[card] - now.gone
    return len(above) - sum(one in above for one in now.hand) - seen


def _card(now: Glance) -> Card:
    """Win as cheaply as is safe; where nothing wins, part with the least."""
    trump = SUIT[now.trump]
    rivals = sum(bid == "in" for bid in now.bids) - len(now.on_table) - 1
    if not now.on_table:
        return max(
            now.allowed, key=lambda card: (card_chance(now, card, rivals), -worth(card, trump))
        )
    winners = [card for card in now.allowed if wins(card, now.on_table, trump)]
    if not winners:
        return min(now.allowed, key=lambda card: worth(card, trump))
    best = min if rivals == 0 else max
    return best(winners, key=lambda card: worth(card, trump))


def wins(card: Card, on_table: Sequence[Card], trump: Suit) -> bool:
    """Tell whether a card takes the trick as it lies."""
    return winning([*on_table, card], trump) == len(on_table)


def worth(card: Card, trump: Suit) -> int:
    """How dear a card is to part with."""
    return POWER[card] + (10 if SUIT[card] == trump else 0)
