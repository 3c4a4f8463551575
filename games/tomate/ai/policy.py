"""A sensible player: counts the cards that beat its own, and plays if the odds pay for a Tomate.

It wins about twice its share against players who answer at random.
"""

from collections.abc import Sequence

from games.tomate.ai.glance import Glance
from games.tomate.rules import cards, moves
from games.tomate.rules.state import Bid, Stage
from games.tomate.rules.tricks import winning

_STOCK_CHANCE = 0.6
"""How often three unseen cards take a trick from one who chose to play."""
_CAUTION = 2
"""How much to overrate a Tomate's cost: against thinking opponents, guesses are too optimistic."""
_VOID_TRUMPS = 0.69
"""How often a player without a plain suit holds a trump among three cards."""
_JOINS: dict[Bid, float] = {"in": 1.0, "undecided": 0.4, "pass": 0.0}
"""How likely a seat with this bid is to be in."""
ABOVE: dict[cards.Card, frozenset[cards.Card]] = {
    card: frozenset(
        other
        for other in cards.PACK
        if cards.SUIT[other] == cards.SUIT[card] and cards.POWER[other] > cards.POWER[card]
    )
    for card in cards.PACK
}
"""The cards of the suit that rank above each card."""


def choose_move(now: Glance) -> moves.TomateMove:
    """Return a sensible move for the seat, which must be asked for one."""
    match now.stage:
        case Stage.DEALER_OPTION:
            return moves.TAKE if _takes_trump(now) else moves.LEAVE
        case Stage.DEALER_DISCARD:
            rivals = likely_rivals(now)
            return moves.DISCARDS[min(now.allowed, key=lambda card: card_chance(now, card, rivals))]
        case Stage.BIDDING:
            return moves.PLAY if would_play(now) else moves.PASS
        case Stage.STOCK_OFFER:
            return moves.TAKE_STOCK if stock_pays(now) else moves.DECLINE
        case _:
            return moves.CARDS[_card(now)]


def _takes_trump(now: Glance) -> bool:
    """Tell whether to take the trump card and owe two tricks.

    Against one rival any trump will do, as one of four cards may go. More rivals call for a better
    trump, up to the jack from five seats on.
    """
    return cards.POWER[now.trump] >= min(2 * (len(now.bids) - 2), 5)


def likely_rivals(now: Glance) -> float:
    """Estimate how many others will be in; a dealer who took the trump card certainly is."""
    rivals = 0.0
    for seat, bid in enumerate(now.bids):
        if seat != now.seat:
            sure = now.took and seat == now.dealer
            rivals += 1.0 if sure else _JOINS[bid]
    return rivals


def would_play(now: Glance) -> bool:
    """Tell whether these cards take a trick often enough to play."""
    rivals = max(likely_rivals(now), 0.3)
    misses = 1.0
    for card in now.hand:
        misses *= 1 - card_chance(now, card, rivals)
    return _pays(now, 1 - misses, rivals)


def stock_pays(now: Glance) -> bool:
    """Tell whether three unseen cards take a trick often enough to take the stock."""
    return _pays(now, _STOCK_CHANCE, rivals=1)


def _pays(now: Glance, chance: float, rivals: float) -> bool:
    """Tell whether a share won this often is worth a Tomate the rest of the time."""
    cost = now.options.tomate_price(now.pot)
    if now.stage is Stage.STOCK_OFFER and now.options.stock_mode == "protective":
        cost = 0
    share = now.pot / (1 + 0.6 * min(rivals, 2))
    return chance * share > (1 - chance) * cost * _CAUTION


def card_chance(now: Glance, card: cards.Card, rivals: float) -> float:
    """Guess how often a card takes a trick against this many rivals with three cards each.

    A rival beats it with a higher card of the suit, or by trumping with none of the suit.
    """
    absent = 1 - 3 / 38
    unbeaten = absent ** _stronger(now, card)
    if cards.SUIT[card] != cards.SUIT[now.trump]:
        unbeaten -= absent**9 * _VOID_TRUMPS
    return float(unbeaten**rivals)


def _stronger(now: Glance, card: cards.Card) -> int:
    """How many higher cards of its suit the seat has not seen."""
    seen = 0 if now.took else int(now.trump in ABOVE[card])
    above = ABOVE[card] - now.gone
    return len(above) - sum(card in above for card in now.hand) - seen


def _card(now: Glance) -> cards.Card:
    """Win as cheaply as is safe; if nothing wins, play the least valuable card."""
    trump = cards.SUIT[now.trump]
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


def wins(card: cards.Card, on_table: Sequence[cards.Card], trump: cards.Suit) -> bool:
    """Tell whether a card takes the trick so far."""
    return winning([*on_table, card], trump) == len(on_table)


def worth(card: cards.Card, trump: cards.Suit) -> int:
    """How valuable a card is to keep."""
    return cards.POWER[card] + (10 if cards.SUIT[card] == trump else 0)
