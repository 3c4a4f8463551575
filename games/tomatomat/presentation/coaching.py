"""Coaching: the rule that a moment comes under, and why a bot would move as it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from games.core.text import Text, TextList, say, say_many
from games.tomatomat.ai.policy import aims_of, sells
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import COLOUR, VALUE, Card
from games.tomatomat.rules.moves import Allot, TomatomatMove
from games.tomatomat.rules.texts import CARD_NAMES, SLOT_NAMES

PLACING, END = 5, 15

Why = Literal["coin twice", "coin", "officer beside", "officer", "thief"]


def rule(view: TomatomatView) -> int:
    """The number of the rule under which the viewer decides, or waits."""
    return END if view.stage == "end" else PLACING


def reason(view: TomatomatView, move: TomatomatMove) -> Text | None:
    """Why a bot makes this move, card by card; None for one that no bot makes."""
    if not isinstance(move, Allot):
        return None
    aims, by_why = aims_of(view), dict[Why, list[Text]]()
    for card, slot in zip(view.hand, move.places(), strict=True):
        why = _why(view, card, slot, aims)
        if why is None:
            return None
        placed = say("{card} at {slot}", card=CARD_NAMES[card], slot=SLOT_NAMES[slot])
        by_why.setdefault(why, []).append(placed)
    told = [tell(by_why[why]) for why, tell in _TOLD.items() if why in by_why]
    whole = told[0]
    for sentence in told[1:]:
        whole = say("{first} {then}", first=whole, then=sentence)
    return whole


def _why(view: TomatomatView, card: Card, slot: int, aims: Sequence[int]) -> Why | None:
    """What speaks for this slot: `aims` are the machines that a bot fights for, the best first."""
    if card.endswith("t"):
        return None if slot in aims else "thief"
    is_coin = VALUE[card] > 0
    if slot in aims and sells(view, slot, COLOUR[card]):
        return "coin twice" if is_coin else "officer beside"
    if slot != aims[0] or any(sells(view, aim, COLOUR[card]) for aim in aims):
        return None
    return "coin" if is_coin else "officer"


def _coins_twice(cards: Sequence[Text]) -> Text:
    return say_many(
        "This coin counts twice: {cards}.",
        "These coins count twice: {cards}.",
        len(cards),
        cards=_list(cards),
    )


def _coins(cards: Sequence[Text]) -> Text:
    return say_many(
        "No machine that a bot would fight for sells its color, so this coin goes to the one"
        " with the most stars: {cards}.",
        "No machine that a bot would fight for sells their colors, so these coins go to the one"
        " with the most stars: {cards}.",
        len(cards),
        cards=_list(cards),
    )


def _officers_beside(cards: Sequence[Text]) -> Text:
    return say_many(
        "This officer keeps thieves from coins that count twice: {cards}.",
        "These officers keep thieves from coins that count twice: {cards}.",
        len(cards),
        cards=_list(cards),
    )


def _officers(cards: Sequence[Text]) -> Text:
    return say_many(
        "No machine that a bot would fight for sells its color, so this officer goes to the one"
        " with the most stars: {cards}.",
        "No machine that a bot would fight for sells their colors, so these officers go to the"
        " one with the most stars: {cards}.",
        len(cards),
        cards=_list(cards),
    )


def _thieves(cards: Sequence[Text]) -> Text:
    return say_many(
        "A bot fights for the three other machines, so this thief goes where none of your batch's "
        "coins lie: {cards}.",
        "A bot fights for the three other machines, so these thieves go where none of your "
        "batch's coins lie: {cards}.",
        len(cards),
        cards=_list(cards),
    )


def _list(cards: Sequence[Text]) -> TextList:
    return TextList(items=tuple(cards), style="unit")


_TOLD: dict[Why, Callable[[Sequence[Text]], Text]] = {
    "coin twice": _coins_twice,
    "coin": _coins,
    "officer beside": _officers_beside,
    "officer": _officers,
    "thief": _thieves,
}
"""The sentence for each reason, in the order in which they are told."""
