"""For learners: which rule applies now, and why a bot would make a move.

A reason claims only what the view shows to be true, for any legal move; a bot's own estimate is
worded as one.
"""

from games.core.text import Text, say
from games.tomate.ai import policy
from games.tomate.ai.glance import Glance, of_view
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


def reason(view: TomateView, move: TomateMove) -> Text | None:
    """Why a bot makes this move; None for a move bots never make."""
    if isinstance(move, PlayCard):
        return _card(view, move.card)
    if isinstance(move, Discard):
        return _discard(view, move.card)
    if view.stage is Stage.DEALER_OPTION:
        return _trump(view, takes=move.kind == "take")
    if view.stage is Stage.STOCK_OFFER:
        return _stock(view, takes=move.kind == "take_stock")
    return _bid(view, plays=move.kind == "play")


def _trump(view: TomateView, *, takes: bool) -> Text | None:
    is_high = POWER[view.trump] >= HIGH
    if takes and is_high:
        return say("A trump this high is worth a second trick.")
    if takes:
        return say("It guarantees you a trump, though you then need two tricks.")
    if is_high:
        return None
    return say("This trump is too low to promise a second trick.")


def _discard(view: TomateView, card: Card) -> Text | None:
    rivals = policy.likely_rivals(of_view(view))
    dealt = [mine.card for mine in view.hand if mine.playable]
    now = of_view(view)
    if policy.card_chance(now, card, rivals) == min(
        policy.card_chance(now, other, rivals) for other in dealt
    ):
        return say(
            "A bot estimates that of the cards you were dealt, this one is least likely to take a"
            " trick."
        )
    return None


def _stock(view: TomateView, *, takes: bool) -> Text | None:
    if takes and view.options.stock_mode == "protective":
        return say("Without a trick you pay nothing, so the stock costs you nothing.")
    if takes != policy.stock_pays(of_view(view)):
        return None
    if takes:
        return say(
            "A bot estimates that three unseen cards win often enough for what's in the pot."
        )
    return say(
        "A bot estimates that three unseen cards don't win often enough for what's in the pot."
    )


def _bid(view: TomateView, *, plays: bool) -> Text | None:
    cost = view.options.tomate_price(view.pot)
    others = [seat.bid for seat in view.seats if seat.seat != view.viewer]
    if set(others) == {"pass"}:
        if plays:
            if not view.has_stock:
                return say("Everyone else passed, so the pot is yours.")
            return say("Everyone else passed: the pot is yours unless the stock is taken.")
        if view.options.all_pass == "dealer_wins":  # noqa: S105 - a bid, no password
            return say("Everyone else passed, so the pot is yours without a trick.")
    if plays != policy.would_play(of_view(view)):
        return None
    if plays:
        return say(
            "A bot estimates that these cards take a trick often enough to risk {cost}.", cost=cost
        )
    return say(
        "A bot estimates that these cards take a trick too seldom to risk {cost}.", cost=cost
    )


def _card(view: TomateView, card: Card) -> Text | None:
    now = of_view(view)
    others = sum(seat.bid == "in" for seat in view.seats) - len(now.on_table) - 1
    if len(now.allowed) == 1:
        return say("It is the only card you may play.")
    if now.on_table:
        return _follow(now, card, others)
    chances = {candidate: policy.card_chance(now, candidate, others) for candidate in now.allowed}
    if chances[card] < max(chances.values()):
        return None
    return say("A bot estimates that of your cards, this one takes the trick most often.")


def _follow(now: Glance, card: Card, others: int) -> Text | None:
    """The cheapest winning card if nobody else plays, the best if others do, else the cheapest."""
    trump = SUIT[now.trump]
    price = {candidate: policy.worth(candidate, trump) for candidate in now.allowed}
    winners = [
        candidate for candidate in now.allowed if policy.wins(candidate, now.on_table, trump)
    ]
    if not winners and price[card] == min(price.values()):
        return say("Nothing you can play wins, so the least useful card goes.")
    if card in winners and others and price[card] == max(price[winner] for winner in winners):
        return say("It's winning now, and it's the hardest to beat for those still to play.")
    if card in winners and not others and price[card] == min(price[winner] for winner in winners):
        return say("Nobody plays after you, so the cheapest winning card is enough.")
    return None
