"""Coaching: the rule that applies now, and why a bot would make a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from games.core.text import Text, TextList, say, say_many
from games.tomatomat.ai.policy import sells
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import COLOUR, VALUE, Card
from games.tomatomat.rules.moves import Allot, TomatomatMove
from games.tomatomat.rules.texts import CARD_NAMES, SLOT_NAMES

PLACING, END = 5, 15

Why = Literal["coin twice", "coin", "officer beside", "officer", "thief", "thief near"]


def rule(view: TomatomatView) -> int:
    """The number of the rule that applies while the viewer decides or waits."""
    return END if view.stage == "end" else PLACING


def reason(view: TomatomatView, move: TomatomatMove) -> Text | None:
    """Why a bot makes this move, card by card; None for a move bots never make."""
    if not isinstance(move, Allot):
        return None
    by_why = dict[Why, list[Text]]()
    coins = {slot for card, slot in zip(view.hand, move.places(), strict=True) if VALUE[card]}
    for card, slot in zip(view.hand, move.places(), strict=True):
        why = _why(card, is_double=sells(view.stacks, slot, COLOUR[card]), is_near=slot in coins)
        placed = say("{card} at {slot}", card=CARD_NAMES[card], slot=SLOT_NAMES[slot])
        by_why.setdefault(why, []).append(placed)
    told = [
        tell(len(by_why[why]), TextList(items=tuple(by_why[why]), style="unit"))
        for why, tell in _TOLD.items()
        if why in by_why
    ]
    whole = told[0]
    for sentence in told[1:]:
        whole = say("{first} {then}", first=whole, then=sentence)
    return whole


def _why(card: Card, *, is_double: bool, is_near: bool) -> Why:
    """The reason for a slot: does the colour count twice there, and are coins of the batch near?"""
    if card.endswith("t"):
        return "thief near" if is_near else "thief"
    if VALUE[card]:
        return "coin twice" if is_double else "coin"
    return "officer beside" if is_double else "officer"


_TOLD: dict[Why, Callable[[int, TextList], Text]] = {
    "coin twice": lambda n, cards: say_many(
        "This coin counts twice: {cards}.",
        "These coins count twice: {cards}.",
        n,
        cards=cards,
    ),
    "coin": lambda n, cards: say_many(
        "This coin counts once here, but may be enough to win the machine: {cards}.",
        "These coins count once here, but may be enough to win: {cards}.",
        n,
        cards=cards,
    ),
    "officer beside": lambda n, cards: say_many(
        "This officer keeps thieves from coins that count twice: {cards}.",
        "These officers keep thieves from coins that count twice: {cards}.",
        n,
        cards=cards,
    ),
    "officer": lambda n, cards: say_many(
        "This officer catches any thief of its colour here: {cards}.",
        "These officers catch any thief of their colours here: {cards}.",
        n,
        cards=cards,
    ),
    "thief": lambda n, cards: say_many(
        "This thief goes where none of your batch's coins lie: {cards}.",
        "These thieves go where none of your batch's coins lie: {cards}.",
        n,
        cards=cards,
    ),
    "thief near": lambda n, cards: say_many(
        "This thief is worth the coins of others that it may steal, though some of yours lie here"
        " too: {cards}.",
        "These thieves are worth the coins of others that they may steal, though some of yours"
        " lie here too: {cards}.",
        n,
        cards=cards,
    ),
}
"""The sentence for each reason, in the order of listing."""
