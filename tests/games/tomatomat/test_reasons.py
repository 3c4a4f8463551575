"""Why a bot moves as it does is told truly: every sentence against the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.core.game import apply
from games.core.rng import Rng
from games.core.text import Text, TextList
from games.tomatomat import TOMATOMAT
from games.tomatomat.ai.policy import think
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import COLOUR, MACHINE_COLOURS, VALUE, Card, stars, worth
from games.tomatomat.rules.moves import Allot
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
    """The cards that a sentence names, each with its slot."""
    listed = text.args["cards"]
    assert isinstance(listed, TextList)
    cards = {repr(name): card for card, name in CARD_NAMES.items()}
    return [
        (cards[repr(one.args["card"])], SLOT_NAMES.index(one.args["slot"])) for one in listed.items
    ]


def fought_for(view: TomatomatView, card: Card) -> set[int]:
    """The slots that sell a card's colour, but for one with the fewest stars that nobody wants."""
    return {
        slot for slot, stack in enumerate(view.stacks) if COLOUR[card] in MACHINE_COLOURS[stack[-1]]
    }


def shine(view: TomatomatView, slot: int) -> int:
    return stars(view.stacks[slot])


def brightest(view: TomatomatView, slot: int) -> bool:
    return shine(view, slot) == max(shine(view, other) for other in range(4))


def dullest(view: TomatomatView, slot: int) -> bool:
    return shine(view, slot) == min(shine(view, other) for other in range(4))


def counts_twice(view: TomatomatView, move: Allot, text: Text) -> bool:
    return all(
        VALUE[card] and worth(card, view.stacks[slot][-1]) == 2 * VALUE[card]
        for card, slot in named(text)
    )


def beside(view: TomatomatView, move: Allot, text: Text) -> bool:
    return all(card[1] == "p" and slot in fought_for(view, card) for card, slot in named(text))


def to_the_brightest(figure: str) -> Any:
    """Of the three machines fought for none sells the colour, and no other has more stars."""

    def claim(view: TomatomatView, move: Allot, text: Text) -> bool:
        for card, slot in named(text):
            selling = fought_for(view, card)
            if card[1] not in figure or not brightest(view, slot) or slot in selling:
                return False
            if len(selling) > 1 or not all(dullest(view, other) for other in selling):
                return False
        return True

    return claim


def away_from_coins(view: TomatomatView, move: Allot, text: Text) -> bool:
    taken = {slot for card, slot in zip(view.hand, move.places(), strict=True) if VALUE[card]}
    return all(
        card[1] == "t" and slot not in taken and dullest(view, slot) for card, slot in named(text)
    )


START = "No machine that a bot would fight for sells its color, so this "
REASONS = {
    "This coin counts twice: {cards}.": counts_twice,
    START + "coin goes to the one with the most stars: {cards}.": to_the_brightest("12"),
    "This officer keeps thieves from coins that count twice: {cards}.": beside,
    START + "officer goes to the one with the most stars: {cards}.": to_the_brightest("p"),
    "A bot fights for the three other machines, so this thief goes where none of your batch's "
    "coins lie: {cards}.": away_from_coins,
}
"""What each sentence claims of the view and the move, in the singular as in the plural."""


def moments(seats: int, options: dict[str, Any]) -> Iterator[tuple[TomatomatView, Allot]]:
    """What bots look at and place, in matches in which every other batch is placed by chance."""
    for match in range(MATCHES):
        rng = Rng(f"reasons {seats} {match}")
        chosen = TOMATOMAT.options.model_validate(options)
        state: State = TOMATOMAT.setup(seats, chosen, rng).state
        while awaited := sorted(TOMATOMAT.awaited(state)):
            view = TOMATOMAT.view(state, awaited[0])
            move = think(view, rng)
            yield view, move
            made = move if rng.below(2) else random_move(TOMATOMAT, view, rng)
            state = apply(TOMATOMAT, state, awaited[0], made).state


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_reasons_are_true(seats: int, options: dict[str, Any]) -> None:
    """Every card of a batch has one reason, and the view bears it out."""
    told = set()
    for view, move in moments(seats, options):
        why = TOMATOMAT.reason(view, move)
        assert why is not None
        assert untrue(REASONS, why, view, move) == [], (view, move)
        listed = [placed for sentence in sentences(why) for placed in named(sentence)]
        assert sorted(listed) == sorted(zip(view.hand, move.places(), strict=True))
        told.add(why.model_dump_json())
    assert len(told) > 20


def test_what_no_bot_would_do_has_no_reason() -> None:
    """A placement against a bot's own rule of thumb is not explained."""
    state = TOMATOMAT.setup(2, TOMATOMAT.options(), Rng("others")).state
    view = TOMATOMAT.view(state, 0)
    explained = [move for move in TOMATOMAT.moves(state, 0) if TOMATOMAT.reason(view, move)]
    assert think(view, Rng("any")) in explained
    assert len(explained) < 256
