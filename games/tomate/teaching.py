"""For who learns: which rule a moment comes under, and why a bot would move as it does."""

from __future__ import annotations

from games.core.text import Text, say
from games.tomate.cards import SUIT
from games.tomate.moves import Discard, PlayCard, TomateMove
from games.tomate.prompts import tomate_cost
from games.tomate.state import Stage
from games.tomate.tricks import winning
from games.tomate.views import TomateView

_RULES = {
    Stage.DEALER_OPTION: 9,
    Stage.DEALER_DISCARD: 10,
    Stage.BIDDING: 12,
    Stage.STOCK_OFFER: 15,
    Stage.TRICKS: 19,
    Stage.END: 5,
}
LEADING = 18

_REASONS = {
    "take": say("A trump as high as this is worth a second trick."),
    "leave": say("This trump is too low to promise two tricks against so many."),
    "decline": say("Three unseen cards win too seldom for what is in the pot."),
    "take_stock": say("Three unseen cards win often enough for what is in the pot."),
}


def rule(view: TomateView) -> int:
    """The number of the rule under which the viewer decides, or waits."""
    is_leading = view.trick is not None and not view.trick.plays
    return LEADING if is_leading else _RULES[view.stage]


def reason(view: TomateView, move: TomateMove) -> Text:
    """Why a mind makes this move."""
    if isinstance(move, PlayCard):
        return _card(view, move)
    if isinstance(move, Discard):
        return say("Of the cards that were dealt, this one takes a trick least often.")
    if move.kind in _REASONS:
        return _REASONS[move.kind]
    cost = tomate_cost(view)
    if move.kind == "play":
        return say(
            "These cards take a trick often enough: a share of {pot} is worth the risk of {cost}.",
            pot=view.pot,
            cost=cost,
        )
    return say(
        "These cards take a trick too seldom: a Tomate costs {cost}, and there are {pot} to share.",
        pot=view.pot,
        cost=cost,
    )


def _card(view: TomateView, move: PlayCard) -> Text:
    on_table = [] if view.trick is None else [play.card for play in view.trick.plays]
    if not on_table:
        return say("Of your cards this one takes the trick most often.")
    if winning([*on_table, move.card], SUIT[view.trump]) != len(on_table):
        return say("Nothing that you may play wins, so the least useful card goes.")
    others = sum(seat.bid == "in" for seat in view.seats) - len(on_table) - 1
    if others == 0:
        return say("Nobody plays after you: the cheapest card that wins will do.")
    return say("It wins now, and is the hardest to beat for who still plays.")
