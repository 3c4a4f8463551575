"""Legal cards and who takes a trick: rulings C14 to C19 and C34 as data."""

from typing import Any, NamedTuple

import pytest

from games.core.text import PLAIN, speak
from games.tomate import TOMATE
from games.tomate.rules.cards import PACK
from games.tomate.rules.notation import cards, position
from games.tomate.rules.tricks import winning


class Case(NamedTuple):
    """A hand and the trick so far; trump is clubs."""

    id: str
    trick: str
    hand: str
    allowed: str
    options: dict[str, Any] = {}  # noqa: RUF012 - read only
    refused: tuple[str, str] | None = None
    """A blocked card, and the reason that its owner reads."""


DUTIES = [
    Case("C14-follow-and-beat", "10O", "12O 4O 1C", "12O",
     refused=("4O", "You must beat the jack of coins (10).")),
    Case("C14-follow-before-anything", "10O", "12O 4O 1C", "12O",
     refused=("1C", "You must follow suit: coins.")),
    Case("C14-beat-the-highest-not-the-last", "12O 5O", "11O 1O 4B", "1O"),
    Case("C14-no-beating-in-a-trumped-trick", "10O 3B", "12O 4O 1C", "12O 4O",
     refused=("1C", "You must follow suit: coins.")),
    Case("C14-strict-beat-in-a-trumped-trick", "10O 3B", "12O 4O 1C", "12O", {"strict_beat": True},
     ("4O", "You must beat the jack of coins (10).")),
    Case("C14-strict-beat-where-it-cannot-be", "1O 3B", "12O 4O 1C", "12O 4O",
     {"strict_beat": True}),
    Case("C15-any-beating-card", "6O", "7O 12O 1O", "7O 12O 1O"),
    Case("C15-only-the-beating-ones", "7O", "6O 12O 1O", "12O 1O"),
    Case("C16-any-lower-card", "3O", "12O 4O 1C", "12O 4O"),
    Case("C17-must-trump", "10O", "4B 12C 1E", "4B",
     refused=("12C", "You can't follow suit, so you must trump: clubs.")),
    Case("C17-free-any-trump", "10O 7B", "4B 12B 1E", "4B 12B"),
    Case("C17-if_able-overtrumps", "10O 7B", "4B 12B 1E", "12B", {"overtrump": "if_able"},
     ("4B", "You must overtrump the 7 of clubs.")),
    Case("C17-if_able-else-still-a-trump", "10O 3B", "4B 12B 1E", "4B 12B",
     {"overtrump": "if_able"}, ("1E", "You can't follow suit, so you must trump: clubs.")),
    Case("C17-if_able-nothing-to-overtrump", "10O", "4B 12B 1E", "4B 12B",
     {"overtrump": "if_able"}),
    Case("C17-else_any-overtrumps", "10O 7B", "4B 12B 1E", "12B",
     {"overtrump": "if_able_else_any"}),
    Case("C17-else_any-is-excused", "10O 3B", "4B 12B 1E", "4B 12B 1E",
     {"overtrump": "if_able_else_any"}),
    Case("C17-else_any-trumps-a-plain-trick", "10O", "4B 12B 1E", "4B 12B",
     {"overtrump": "if_able_else_any"}),
    Case("C17-highest-trump-counts", "10O 7B 11B", "10B 12B 1E", "12B", {"overtrump": "if_able"}),
    Case("C18-trump-led-beat", "10B", "12B 4B 1C", "12B",
     refused=("1C", "You must follow suit: clubs.")),
    Case("C18-trump-led-cannot-beat", "3B", "12B 4B 1C", "12B 4B"),
    Case("C18-trump-led-second-trump-counts", "10B 12B", "11B 3B 1C", "3B"),
    Case("3.5-neither-suit-nor-trump", "10O", "4E 12C 1E", "4E 12C 1E"),
    Case("C19-lead-anything", "", "1B 4O 7C", "1B 4O 7C"),
]  # fmt: skip


@pytest.mark.parametrize("case", DUTIES, ids=lambda case: case.id)
def test_a_hand_may_play_exactly_what_the_rulings_allow(case: Case) -> None:
    """Legal cards are as ruled, in moves and in the view, and blocked ones have a reason."""
    filler = [card for card in PACK if card not in cards(f"{case.trick} {case.hand} 2B")]
    mover = len(cards(case.trick))
    hands = [" ".join(filler[2 * seat : 2 * seat + 2]) for seat in range(4)]
    hands[mover] = case.hand
    state = position("tricks", hands, bids="iiii", trick=case.trick, **case.options)
    view = TOMATE.view(state, mover)
    assert {move.model_dump()["card"] for move in TOMATE.moves(state, mover)} == set(
        cards(case.allowed)
    )
    assert {mine.card for mine in view.hand if mine.playable} == set(cards(case.allowed))
    if case.refused is not None:
        card, reason = case.refused
        held = next(mine for mine in view.hand if mine.card == card)
        assert held.why is not None
        assert speak(held.why, PLAIN) == reason


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("7O 12O 3O", "3O"),
        ("7O 1C 3E", "7O"),
        ("7O 4B 1O", "4B"),
        ("7O 4B 12B 1O", "12B"),
        ("4B 1O 5B", "5B"),
        ("1O 3O 12O", "1O"),
        ("10O 11O 7O", "11O"),
        ("2O 4O", "4O"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(trick: str, winner: str) -> None:
    """The highest trump wins a trick, or without trumps the highest card of the suit led (3.5)."""
    assert cards(trick)[winning(cards(trick), "B")] == winner


@pytest.mark.parametrize(
    ("trick", "hand", "asked", "buttons"),
    [
        ("7O", "1C 3C 4E", "They all lose. Which card?", ["1", "3", "4"]),
        ("7O", "1O 3O 12O", "They all lead. Which card?", ["1", "3", "12"]),
        ("7O", "1O 3O", "Which card do you play?", ["1 leads", "3 leads"]),
        ("", "1O 3O 12O", "You lead. Which card do you play?", ["1", "3", "12"]),
    ],
)
def test_three_cards_say_once_what_they_all_do(
    trick: str, hand: str, asked: str, buttons: list[str]
) -> None:
    """The question says what three cards do; two have room for it on their buttons."""
    hands = ["5O 6O", hand, "4E 6E 7E"] if trick else [hand, "5O 6O 7E", "4E 6E 2O"]
    state = position("tricks", hands, bids="iii", trick=trick)
    prompt = TOMATE.prompt(TOMATE.view(state, int(bool(trick))))
    assert prompt is not None
    slot = prompt.actions[0].slots[0]
    assert speak(prompt.ask, PLAIN) == asked
    assert sorted(speak(choice.short or choice.label, PLAIN) for choice in slot.choices) == sorted(
        buttons
    )
