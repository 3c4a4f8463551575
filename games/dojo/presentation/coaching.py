"""Coaching: the rule that applies now, and why a bot would make a move.

A reason claims only what the view shows; a bot's own estimate is worded as one.
"""

from __future__ import annotations

from collections import Counter

from games.core.text import Text, say, seat
from games.dojo.ai.policy import DEFENCE, FIGHT, best_place, trophy_brings
from games.dojo.questions.laying import mine
from games.dojo.questions.views import DojoView
from games.dojo.rules.cards import BELT, DECK, Card
from games.dojo.rules.moves import DojoMove, Give, PutTrophy
from games.dojo.rules.state import Stage

_RULES = {
    Stage.RECRUIT: 6,
    Stage.CHALLENGE: 7,
    Stage.THROWS: 19,
    Stage.EXCHANGE: 8,
    Stage.TRAIN: 9,
    Stage.TROPHY: 10,
    Stage.END: 17,
}

_ANY_THROW = say("You can't know the other player's throw, so any throw is as good as another.")
_REASONS = {
    "throw": _ANY_THROW,
    "throws": _ANY_THROW,
    "exchange": say("A bot estimates that the other card fits your dojo better than yours does."),
    "keep": say("A bot estimates that the other card fits your dojo no better than yours does."),
}


def rule(view: DojoView) -> int:
    """The number of the rule that applies while the viewer decides or waits."""
    return _RULES[view.stage]


def reason(view: DojoView, move: DojoMove) -> Text | None:
    """Why a bot makes this move; None for a move bots never make."""
    if isinstance(move, Give):
        return _giving(view, int(move.to))
    if isinstance(move, PutTrophy):
        return _putting(view, move)
    if move.kind in {"challenge", "pass"}:
        return _fighting(view)
    if move.kind == "place":
        return _placing(view)
    return _REASONS.get(move.kind)


def _giving(view: DojoView, to: int) -> Text:
    assert view.drawn is not None, "the dealer looks at a card"
    if to == view.viewer and BELT[view.drawn] >= DEFENCE:
        return say("A dealer with this belt wins most duels, so you keep it.")
    if to == view.viewer:
        return say("A bot estimates that the card fits your own dojo well, so you keep it.")
    return say("Of the others without a card, {who} gains least from it.", who=seat(to))


def _fighting(view: DojoView) -> Text:
    """How good a belt is; the dealer's card is one of those the viewer has not seen."""
    own = mine(view).card
    assert own is not None, "everybody holds a card when challenging"
    unseen = unseen_cards(view)
    beaten = sum(BELT[card] <= BELT[own] for card in unseen)
    if BELT[own] >= FIGHT:
        return say(
            "The dealer holds one of {all} cards that you have not seen, and your belt wins "
            "against {n} of them.",
            all=len(unseen),
            n=beaten,
        )
    return say(
        "The dealer holds one of {all} cards that you have not seen, and your belt wins against "
        "only {n} of them. A bot challenges with a yellow belt or better.",
        all=len(unseen),
        n=beaten,
    )


def unseen_cards(view: DojoView) -> list[Card]:
    """The cards in no dojo and in no hand that the viewer may see."""
    seen = [card for panel in view.seats for card in (*panel.dojo, panel.card) if card]
    return list((Counter(DECK) - Counter(seen)).elements())


def _placing(view: DojoView) -> Text:
    own = mine(view)
    assert own.card is not None, "everybody holds a card when training"
    if best_place(view, own, own.card)[0] > 0:
        return say(
            "A bot estimates that the card adds most to its row and column here, now and later."
        )
    return say(
        "A bot estimates that no cell adds anything, and that the card does least harm here."
    )


def _putting(view: DojoView, move: PutTrophy) -> Text:
    line = view.frame.lines.index(move.line)
    if trophy_brings(view, mine(view), line) > 0:
        return say("A bot estimates that no line gains more from the trophy than this one.")
    return say("A bot estimates that the trophy adds nothing on any line, so it takes the first.")
