"""For learners: which rule applies now, and why a bot would make a move.

A reason claims only what the view shows to be true, for any legal move.
"""

from __future__ import annotations

from games.core.text import Text, say
from games.tomate.ai.glance import of_view
from games.tomate.ai.policy import card_chance, likely_rivals, wins, worth
from games.tomate.questions.views import TomateView
from games.tomate.rules.cards import POWER, SUIT, Card
from games.tomate.rules.moves import Discard, PlayCard, TomateMove
from games.tomate.rules.state import Stage

_RULES = {
    Stage.DEALER_OPTION: 9,
    Stage.DEALER_DISCARD: 10,
    Stage.BIDDING: 12,
    Stage.STOCK_OFFER: 15,
    Stage.TRICKS: 19,
    Stage.END: 5,
}
LEADING, TRUMPING = 18, 20
HIGH = POWER["10O"]
"""A trump is high from the jack up."""


def rule(view: TomateView) -> int:
    """The number of the rule that applies while the viewer decides or waits."""
    if view.trick is None:
        return _RULES[view.stage]
    if not view.trick.plays:
        return LEADING
    led = SUIT[view.trick.plays[0].card]
    is_void = all(SUIT[mine.card] != led for mine in view.hand)
    return TRUMPING if view.viewer is not None and view.viewer == view.turn and is_void else 19


def reason(view: TomateView, move: TomateMove) -> Text:
    """Why a bot makes this move."""
    if isinstance(move, PlayCard):
        return _card(view, move.card)
    if isinstance(move, Discard):
        return _discard(view, move.card)
    if view.stage is Stage.DEALER_OPTION:
        return _trump(view, takes=move.kind == "take")
    if view.stage is Stage.STOCK_OFFER:
        return _stock(view, takes=move.kind == "take_stock")
    return _bid(view, plays=move.kind == "play")


def _trump(view: TomateView, *, takes: bool) -> Text:
    is_high = POWER[view.trump] >= HIGH
    if takes and is_high:
        return say("A trump this high is worth a second trick.")
    if takes:
        return say("It guarantees you a trump, though you then need two tricks.")
    if is_high:
        return say("You look at your cards first, and one trick is enough.")
    return say("This trump is too low to promise a second trick.")


def _discard(view: TomateView, card: Card) -> Text:
    rivals = likely_rivals(of_view(view))
    dealt = [mine.card for mine in view.hand if mine.playable]
    now = of_view(view)
    if card_chance(now, card, rivals) == min(card_chance(now, one, rivals) for one in dealt):
        return say("Of the cards you were dealt, this one is least likely to take a trick.")
    return say("You keep the trump card and two of your three dealt cards.")


def _stock(view: TomateView, *, takes: bool) -> Text:
    if takes and view.options.stock_mode == "protective":
        return say("Without a trick you pay nothing, so the stock costs you nothing.")
    if takes:
        return say("Three unseen cards win often enough for what's in the pot.")
    return say("Three unseen cards don't win often enough for what's in the pot.")


def _bid(view: TomateView, *, plays: bool) -> Text:
    cost = view.options.tomate_price(view.pot)
    others = [seat.bid for seat in view.seats if seat.seat != view.viewer]
    if set(others) == {"pass"}:
        if plays:
            return say("Everybody else passed: the pot is yours unless the stock is taken.")
        if view.options.all_pass == "dealer_wins":  # noqa: S105 - a bid, no password
            return say("Everybody else passed, so the pot is yours without a trick.")
    if plays:
        return say(
            "These cards take a trick often enough: a share of {pot} is worth risking {cost}.",
            pot=view.pot,
            cost=cost,
        )
    return say(
        "These cards don't take a trick often enough: a Tomate costs {cost}, with {pot} to share.",
        pot=view.pot,
        cost=cost,
    )


def _card(view: TomateView, card: Card) -> Text:
    allowed = [mine.card for mine in view.hand if mine.playable]
    on_table = [] if view.trick is None else [play.card for play in view.trick.plays]
    others = sum(seat.bid == "in" for seat in view.seats) - len(on_table) - 1
    if len(allowed) == 1:
        return say("It is the only card you may play.")
    if not on_table:
        return _lead(view, card, allowed, others)
    trump = SUIT[view.trump]
    price = {one: worth(one, trump) for one in allowed}
    winners = [one for one in allowed if wins(one, on_table, trump)]
    if card in winners:
        return _winning(price[card], [price[one] for one in winners], others)
    if winners:
        return say("It doesn't win, but you keep the cards that do.")
    if price[card] == min(price.values()):
        return say("Nothing you can play wins, so the least useful card goes.")
    return say("No card you may play wins this trick.")


def _lead(view: TomateView, card: Card, allowed: list[Card], others: int) -> Text:
    now = of_view(view)
    if card_chance(now, card, others) == max(card_chance(now, one, others) for one in allowed):
        return say("Of your cards, this one takes the trick most often.")
    return say("You keep a stronger card for a later trick.")


def _winning(price: int, prices: list[int], others: int) -> Text:
    """Explain a card that takes the trick so far; `prices` are those of all such cards."""
    if others == 0 and price == min(prices):
        return say("Nobody plays after you, so the cheapest winning card is enough.")
    if others == 0:
        return say("Nobody plays after you, and it takes the trick.")
    if price == max(prices):
        return say("It's winning now, and it's the hardest to beat for those still to play.")
    return say("It wins now, and keeps a more valuable card for later.")
