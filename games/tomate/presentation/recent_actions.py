"""Recent actions at a table of Tomate, in brief."""

from __future__ import annotations

from games.core.tableau import RecentAction
from games.core.text import Text, say, say_as
from games.core.values import Seat
from games.tomate.presentation.tokens import card_token
from games.tomate.questions.views import TomateView
from games.tomate.rules.cards import Card
from games.tomate.rules.records import Aftermath, Settlement, Trick
from games.tomate.rules.state import Stage


def recent_actions(view: TomateView) -> tuple[RecentAction, ...]:
    """The results of the last move, or the growing trick, or the bids so far."""
    brought = _brought(view.aftermath)
    if brought:
        return brought
    if view.trick is not None and view.trick.cards:
        return tuple(_shown(play.seat, play.card) for play in view.trick.plays)
    if view.stage is Stage.DEALER_OPTION:
        return ()
    bids = [
        RecentAction(who=entry, word=say("in") if view.seats[entry].bid == "in" else say("pass"))
        for entry in view.from_mano
        if view.seats[entry].bid != "undecided"
    ]
    return (_trump(view), *bids)


def _trump(view: TomateView) -> RecentAction:
    """The dealer's decision on the trump card, which comes first."""
    word = say("takes") if view.trump_taken else say("leaves")
    return RecentAction(who=view.dealer, tokens=(card_token(view.trump),), word=word)


def _brought(after: Aftermath) -> tuple[RecentAction, ...]:
    actions = [_shown(draw.seat, draw.card) for draw in after.draws[-1]] if after.draws else []
    if after.stock is not None and after.stock.taker is not None:
        actions.append(RecentAction(who=after.stock.taker, word=say("stock")))
    actions += [deed for trick in after.tricks for deed in _taken(trick)]
    actions += _settled(after.settlement)
    if after.opening is not None:
        actions.append(RecentAction(who=after.opening.dealer, word=say_as("dealer", "deals")))
    return tuple(actions)


def _settled(settlement: Settlement | None) -> list[RecentAction]:
    """The winners and payers with amounts, or that nobody played."""
    if settlement is None:
        return []
    unplayed = settlement.outcome in {"void", "dealer_wins"}
    actions = [RecentAction(word=say("all pass"))] if unplayed else []
    return actions + [
        RecentAction(who=line.seat, word=_change(line.change))
        for line in settlement.seats
        if line.change
    ]


def _change(points: int) -> Text:
    return say("+{points}", points=points) if points > 0 else say("{points}", points=points)


def _taken(trick: Trick) -> list[RecentAction]:
    word = say("trick {number}", number=trick.number)
    plays = [_shown(play.seat, play.card) for play in trick.plays]
    return [*plays, RecentAction(who=trick.winner, word=word)]


def _shown(who: Seat, card: Card) -> RecentAction:
    return RecentAction(who=who, tokens=(card_token(card),))
