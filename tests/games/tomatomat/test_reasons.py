"""Reasons for bots' moves are true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import apply
from games.core.rng import Rng
from games.core.text import Text, TextList
from games.tomatomat import TOMATOMAT
from games.tomatomat.ai.policy import choose_move, of_view
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import COLOUR, MACHINE_COLOURS, VALUE, Card, worth
from games.tomatomat.rules.moves import SCATTER, Allot
from games.tomatomat.rules.state import State
from games.tomatomat.rules.texts import CARD_NAMES, SLOT_NAMES
from tests.games.random_moves import random_move
from tests.games.reason_claims import sentences, untrue

MATCHES = 5
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"own_peek": True, "deck_tracker": True}),
    (4, {"rounds": 8}),
]
Placed = tuple[Card, int]


def named(text: Text) -> list[Placed]:
    """Return the cards that a sentence names, each with its slot."""
    listed = text.args["cards"]
    assert isinstance(listed, TextList)
    cards = {repr(name): card for card, name in CARD_NAMES.items()}
    return [
        (cards[repr(one.args["card"])], SLOT_NAMES.index(one.args["slot"])) for one in listed.items
    ]


def is_sold(view: TomatomatView, card: Card, slot: int) -> bool:
    return COLOUR[card] in MACHINE_COLOURS[view.stacks[slot][-1]]


def counts_twice(view: TomatomatView, move: Allot, text: Text) -> bool:
    return all(
        VALUE[card] and worth(card, view.stacks[slot][-1]) == 2 * VALUE[card]
        for card, slot in named(text)
    )


def beside(view: TomatomatView, move: Allot, text: Text) -> bool:
    return all(card[1] == "p" and is_sold(view, card, slot) for card, slot in named(text))


def counts_once(view: TomatomatView, move: Allot, text: Text) -> bool:
    return all(
        VALUE[card] and worth(card, view.stacks[slot][-1]) == VALUE[card]
        for card, slot in named(text)
    )


def alone(view: TomatomatView, move: Allot, text: Text) -> bool:
    return all(card[1] == "p" and not is_sold(view, card, slot) for card, slot in named(text))


def coin_slots(view: TomatomatView, move: Allot) -> set[int]:
    return {slot for card, slot in zip(view.hand, move.places(), strict=True) if VALUE[card]}


def away_from_coins(view: TomatomatView, move: Allot, text: Text) -> bool:
    taken = coin_slots(view, move)
    return all(card[1] == "t" and slot not in taken for card, slot in named(text))


def near_coins(view: TomatomatView, move: Allot, text: Text) -> bool:
    taken = coin_slots(view, move)
    return all(card[1] == "t" and slot in taken for card, slot in named(text))


REASONS = {
    "This coin counts twice: {cards}.": counts_twice,
    "This coin counts once here, but may be enough to win the machine: {cards}.": counts_once,
    "This officer keeps thieves from coins that count twice: {cards}.": beside,
    "This officer catches any thief of its colour here: {cards}.": alone,
    "This thief goes where none of your batch's coins lie: {cards}.": away_from_coins,
    "This thief is worth the coins of others that it may steal, though some of yours lie here"
    " too: {cards}.": near_coins,
}
"""The claim of each sentence about the view and the move, in singular and plural."""


def moments(seats: int, options: dict[str, Any]) -> Iterator[tuple[TomatomatView, Allot]]:
    """Yield bots' views and moves in matches in which about half of the batches are random."""
    for match in range(MATCHES):
        rng = Rng(f"reasons {seats} {match}")
        chosen = TOMATOMAT.options.model_validate(options)
        state: State = TOMATOMAT.setup(seats, chosen, rng).state
        while awaited := sorted(TOMATOMAT.awaited(state)):
            view = TOMATOMAT.view(state, awaited[0])
            move = choose_move(of_view(view, NO_MEMORY), Level.NORMAL, rng)
            yield view, move
            made = move if rng.below(2) else random_move(TOMATOMAT, view, rng)
            state = apply(TOMATOMAT, state, awaited[0], made).state


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_reasons_are_true(seats: int, options: dict[str, Any]) -> None:
    """Every card of a batch has one reason, which is true in the view."""
    told = set()
    for view, move in moments(seats, options):
        why = TOMATOMAT.reason(view, move)
        assert why is not None
        assert untrue(REASONS, why, view, move) == [], (view, move)
        listed = [placed for sentence in sentences(why) for placed in named(sentence)]
        assert sorted(listed) == sorted(zip(view.hand, move.places(), strict=True))
        told.add(repr(why))
    assert len(told) > 20


def test_what_no_bot_would_do_has_no_reason() -> None:
    """A timeout's placement has no reason."""
    state = TOMATOMAT.setup(2, TOMATOMAT.options(), Rng("others")).state
    assert TOMATOMAT.reason(TOMATOMAT.view(state, 0), SCATTER) is None
