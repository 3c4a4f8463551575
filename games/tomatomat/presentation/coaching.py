"""Coaching: the rule that applies now, and why a bot would make a move."""

from collections.abc import Callable, Sequence
from typing import Literal

from games.core.text import Text, TextList, say, say_many
from games.tomatomat.ai.policy import sells
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import COLOUR, VALUE, Card
from games.tomatomat.rules.moves import Allot, TomatomatMove
from games.tomatomat.rules.texts import CARD_NAMES, SLOT_NAMES

PLACING, END = 5, 15

Why = Literal["coin twice", "coin", "officer beside", "officer", "thief", "thief near", "caught"]


def rule(view: TomatomatView) -> int:
    """The number of the rule that applies while the viewer decides or waits."""
    return END if view.stage == "end" else PLACING


def reason(view: TomatomatView, move: TomatomatMove) -> Text | None:
    """The best reason for a bot to make this move; None for a move bots never make.

    It names the cards of the batch that it holds for.
    """
    if not isinstance(move, Allot):
        return None
    by_why = dict[Why, list[Text]]()
    placed = list(zip(view.hand, move.places(), strict=True))
    for card, slot in placed:
        batch = [other for other, place in placed if place == slot]
        why = _why(view, card, slot, batch)
        by_why.setdefault(why, []).append(
            say("{card} at {slot}", card=CARD_NAMES[card], slot=SLOT_NAMES[slot])
        )
    best = next(why for why in _TOLD if why in by_why)
    return _TOLD[best](len(by_why[best]), TextList(items=tuple(by_why[best]), style="unit"))


def _why(view: TomatomatView, card: Card, slot: int, batch: Sequence[Card]) -> Why:
    """The reason for a card's slot, which the `batch` reaches at the same time.

    Of the cards of earlier batches, only those that the view shows count.
    """
    colour, is_double = COLOUR[card], sells(view.stacks, slot, COLOUR[card])
    if VALUE[card]:
        return "coin twice" if is_double else "coin"
    if not card.endswith("t"):
        return "officer beside" if is_double else "officer"
    own = [other for other in (*batch, *(view.own[slot] if view.own else ())) if other[0] == colour]
    if any(other.endswith("p") for other in own):
        return "caught"
    return "thief near" if any(VALUE[other] for other in own) else "thief"


_TOLD: dict[Why, Callable[[int, TextList], Text]] = {
    "thief": lambda n, cards: say_many(
        "This thief can't take any coin of this batch: {cards}.",
        "These thieves can't take any coins of this batch: {cards}.",
        n,
        cards=cards,
    ),
    "officer beside": lambda n, cards: say_many(
        "This officer keeps thieves from coins that count twice: {cards}.",
        "These officers keep thieves from coins that count twice: {cards}.",
        n,
        cards=cards,
    ),
    "thief near": lambda n, cards: say_many(
        "This thief would take coins of yours here too, so others have to lose more: {cards}.",
        "These thieves would take coins of yours here too, so others have to lose more: {cards}.",
        n,
        cards=cards,
    ),
    "caught": lambda n, cards: say_many(
        "This thief takes nothing here, as an officer of yours catches it: {cards}.",
        "These thieves take nothing here, as officers of yours catch them: {cards}.",
        n,
        cards=cards,
    ),
    "officer": lambda n, cards: say_many(
        "This officer catches any thief of its colour here: {cards}.",
        "These officers catch any thief of their colours here: {cards}.",
        n,
        cards=cards,
    ),
    "coin twice": lambda n, cards: say_many(
        "This coin counts twice: {cards}.", "These coins count twice: {cards}.", n, cards=cards
    ),
    "coin": lambda n, cards: say_many(
        "This coin counts once here, but may be enough to win the machine: {cards}.",
        "These coins count once here, but may be enough to win: {cards}.",
        n,
        cards=cards,
    ),
}
"""The sentence for each reason, the best first: a coin explains itself."""
