"""Karma: rulings about earning, limits, spending and bits, as data."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.prompt import Choice, PickOne, Prompt
from games.core.text import PLAIN, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.state import State
from tests.games.diced_tomatoes.support.positions import fact, play, position
from tests.games.diced_tomatoes.test_rulings import Ruling

STRICT: dict[str, Any] = {"flip": "strict"}
ANY: dict[str, Any] = {"karma_reach": "any"}
BITS: dict[str, Any] = {"karma_overload": True}

EARNING = [
    Ruling(
        "D23-by-the-lowered-score",
        position(["", "5 5 5"], "b5"),
        ("place b5 2.1",),
        {"score 1": [4], "karma": [5, 3]},
    ),
    Ruling("D24-own-vines-bring-none", position(["5 5 5", ""], "5"), ("place 5 1.1",),
           {"score 0": [5], "karma": [3, 3]}),
    Ruling(
        "D27-twelve-in-the-turn",
        position(["", "5 5 5"], "5", karma=[11, 0]),
        ("place 5 2.1",),
        {"karma": [12, 0]},
    ),
    Ruling(
        "turn_karma_cap-six",
        position(["", "5 5 5"], "5", karma=[5, 0], turn_karma_cap=6),
        ("place 5 2.1",),
        {"karma": [6, 0]},
    ),
    Ruling(
        "D42-bits-are-used-up-at-the-limit",
        position(["", "1 1"], "1", karma=[12, 0], bits=[2, 0], **BITS),
        ("place 1 2.1",),
        {"karma": [12, 0], "bits": [0, 0]},
    ),
    Ruling(
        "D41-seeding-others-brings-a-bit",
        position(["", ""], "1", **BITS),
        ("place 1 2.1",),
        {"bits": [1, 0], "karma": [3, 3]},
    ),
    Ruling("own-vines-bring-no-bit", position(["", ""], "1", **BITS), ("place 1 1.1",),
           {"bits": [0, 0]}),
    Ruling("no-bits-without-the-option", position(["", ""], "1"), ("place 1 2.1",),
           {"bits": [0, 0]}),
    Ruling(
        "bits-for-dice-passed-on",
        position(["6 / 6 / 6", "6 / 6 / 6"], "1 1 b1 b1", **BITS),
        ("end_turn",),
        {"bits": [1, 0], "karma": [4, 3], "passed": [2, 2, 0]},
    ),
]  # fmt: skip

SPENDING = [
    Ruling("reroll", position(["", ""], "b4"), ("reroll b4",), {"karma": [2, 3]}),
    Ruling("shift-up", position(["", ""], "4"), ("shift 4 5",), {"hand": "5", "karma": [1, 3]}),
    Ruling("shift-down", position(["", ""], "b4"), ("shift b4 3",), {"hand": "b3"}),
    Ruling("shift-not-around", position(["", ""], "6"), (),
           {"refused shift 6 1": True, "refused shift 6 4": True, "refused shift 6 5": False}),
    Ruling("clean", position(["3 b3 4", ""]), ("clean 1.1",),
           {"vine 1.1": "-", "karma": [0, 3], "bushel": [22, 4, 0]}),
    Ruling("rollover", position(["", ""], "1 6", karma=8), ("rollover 1", "rollover 6"),
           {"karma": [0, 8], "hand": "1 6"}),
    Ruling("rollover-only-the-corners", position(["", ""], "2 5", karma=12), (),
           {"refused rollover 2": True, "refused rollover 5": True}),
    Ruling("change", position(["", ""], "g2", karma=6, golden=True), ("change g2 6",),
           {"hand": "g6", "karma": [0, 6]}),
    Ruling("change-to-another-face", position(["", ""], "2", karma=6), (),
           {"refused change 2 2": True}),
    Ruling("never-below-zero", position(["2", ""], "1", karma=0), (),
           {"refused reroll 1": True, "refused clean 1.1": True}),
    Ruling("as-often-as-one-can-pay", position(["", ""], "2", karma=6),
           ("shift 2 3", "shift 3 4", "shift 4 5"), {"hand": "5", "karma": [0, 6]}),
    Ruling("D8-own-vines-only", position(["2", "5"], karma=12), (),
           {"refused clean 2.1": True, "refused flip 2.1": True}),
    Ruling("D8-anybody-s", position(["2", "5"], karma=12, **ANY), ("clean 2.1",),
           {"vine 2.1": "-", "karma": [9, 12]}),
    Ruling("nothing-to-clean", position(["2", "5"], karma=12), (),
           {"refused clean 1.2": True}),
    Ruling("D9-loose-grows-as-planted", position(["2 3", ""], "4 1 5", karma=5), ("flip 1.1",),
           {"vine 1.1": "2* 3", "spots r4": ["1.1", "1.2", "2.1"],
            "spots r1": ["1.1", "1.2", "2.1"], "spots r5": ["1.2", "2.1"]}),
    Ruling("D9-loose-scores-as-flipped", position(["2 3 4", ""], "1", karma=5),
           ("flip 1.1", "place 1 1.1"), {"score 0": [5]}),
    Ruling("D9-strict-must-stay-whole", position(["2 3", ""], karma=5, **STRICT), (),
           {"refused flip 1.1": True}),
    Ruling("D9-strict-a-run-of-the-middle", position(["3 2", ""], karma=5, **STRICT), (),
           {"refused flip 1.1": True}),
    Ruling("D9-strict-grows-as-flipped", position(["2", ""], "6 1", karma=5, **STRICT),
           ("flip 1.1",), {"spots r6": ["1.1", "1.2", "2.1"], "spots r1": ["1.2", "2.1"]}),
    Ruling("D12-strict-a-run-may-become-one-again", position(["3 5", ""], "6", karma=5, **STRICT),
           ("flip 1.1",), {"vine 1.1": "3* 5", "spots r6": ["1.1", "1.2", "2.1"]}),
    Ruling("flipped-twice", position(["2", ""], karma=10), ("flip 1.1", "flip 1.1"),
           {"vine 1.1": "2", "karma": [0, 10]}),
    Ruling("D19-repaired-by-a-flip", position(["6 6 6 g6", ""], karma=5, golden=True),
           ("flip 1.1",), {"score 0": [2], "karma": [0, 5]}),
    Ruling("D54-of-another-s-vine-pays", position(["", "1 b1 1 1"], karma=5, **ANY),
           ("flip 2.1",), {"score 1": [5], "karma": [3, 5]}),
    Ruling("D54-not-with-six-tomatoes",
           position(["1 b1 1 1", ""], karma=5, tracks=[[1] * 6, []], finisher=0),
           ("flip 1.1",), {"vine 1.1": "1* b1 1 1", "score 0": [1] * 6}),
]  # fmt: skip

TAKING_BACK = [
    Ruling("D47-to-the-roll", position(["3 4 5", "2"], "6 3", karma=6),
           ("place 6 1.1", "place 3 2.1", "take_back"),
           {"vine 1.1": "3 4 5", "vine 2.1": "2", "score 0": [], "hand": "3 6", "karma": [6, 6],
            "undoable": False}),
    Ruling("D47-to-the-last-re-roll", position(["3 4 5", ""], "6 3"),
           ("place 6 1.1", "reroll 3"),
           {"score 0": [3], "refused take_back": True}),
    Ruling("D47-before-the-draw", position(["3 4", ""], stage="draw", karma=6),
           ("clean 1.1", "take_back"),
           {"vine 1.1": "3 4", "karma": [6, 6], "stage": "draw"}),
    Ruling("D47-not-past-the-draw", position(["3 4", ""], stage="draw", karma=6),
           ("clean 1.1", "draw rrr"), {"refused take_back": True, "vine 1.1": "-"}),
    Ruling("D47-first-to-six", position(["", "3 4 5"], "6", tracks=[[], [1] * 5]),
           ("place 6 2.1", "take_back"), {"finisher": -1, "score 1": [1] * 5}),
    Ruling("D47-while-zero-vines-are-chosen",
           position(["1 b1", ""], "3", zero_vines="choice"),
           ("place 3 1.2", "end_turn", "take_back"),
           {"stage": "place", "hand": "3", "vine 1.2": "-"}),
    Ruling("nothing-to-take-back", position(["", ""], "3"), (), {"refused take_back": True}),
]  # fmt: skip


@pytest.mark.parametrize(
    "ruling", [*EARNING, *SPENDING, *TAKING_BACK], ids=lambda ruling: ruling.id
)
def test_a_ruling_on_karma_holds(ruling: Ruling) -> None:
    """After its moves, a position has the facts that its ruling on karma requires."""
    state = play(ruling.given, *ruling.moves).state
    for name, expected in ruling.facts.items():
        assert fact(state, name) == expected, name


REGULAR = (1, 1, 2, 2, 3, 3)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("risky", [False, True])
def test_karma_is_earned_by_the_score(value: int, risky: bool) -> None:
    """Scores 1 and 2 bring 1 karma, 3 and 4 bring 2, 5 and 6 bring 3; risky ones, their score."""
    state = position(["", f"{value} {value} {value}"], str(value), karma=0, risky=risky)
    earned = play(state, f"place {value} 2.1").state.karma[0]
    assert earned == (value if risky else REGULAR[value - 1])


def test_a_re_roll_is_by_chance_and_may_show_the_same() -> None:
    """A re-rolled die keeps its colour, and any of the six faces can come up."""
    seen = {
        play(position(["", ""], "b4", seed=f"chance {n}"), "reroll b4").state.hand[0]
        for n in range(60)
    }
    assert seen == {"b1", "b2", "b3", "b4", "b5", "b6"}


def log_lines(state: State, *moves: str) -> list[str]:
    return [speak(event.text(), PLAIN) for event in play(state, *moves).events]


def test_an_attack_is_told_with_its_cost() -> None:
    """The log says who put which black die on whose vine, and what it cost and brought."""
    state = position(["", "5 5 5"], "b5", tracks=[[], [6]])
    assert log_lines(state, "place b5 2.1") == [
        "#1 puts the black 5 on #2's vine 1, now worth 4 instead of 5.",
        "#2 harvests vine 1 for 4 in slot 2.",
        "#1 earns 2 karma.",
    ]


def test_reaching_into_others_vines_is_told_with_its_cost() -> None:
    """Events of cleaning or flipping another's vine name its owner, the price and the values."""
    state = position(["", "5 6"], karma=12, **ANY)
    assert log_lines(state, "flip 2.1", "clean 2.1") == [
        "#1 spends 5 karma to flip the seed of #2's vine 1, now worth 2 instead of 5.",
        "#1 spends 3 karma to clean #2's vine 1 (worth 2), returning 2 dice to the bushel.",
    ]


def die_choices(prompt: Prompt) -> tuple[Choice, ...]:
    """Return the dice that can be placed."""
    slot = prompt.actions[0].slots[0]
    assert isinstance(slot, PickOne)
    return slot.choices


def hint(choice: Choice) -> str:
    assert choice.hint is not None
    return speak(choice.hint, PLAIN)


def test_the_outcome_stands_on_every_place() -> None:
    """Each place for a die says whose vine it is, and what placing it there would bring or cost."""
    state = position(["3 / 4 4 4", "5 5 5 / 1"], "b2 4 b5")
    prompt = DICED_TOMATOES.prompt(DICED_TOMATOES.view(state, 0))
    assert prompt is not None
    said = {
        (choice.id, place.id): (speak(place.label, PLAIN), hint(place))
        for choice in die_choices(prompt)
        for below in choice.then
        if isinstance(below, PickOne)
        for place in below.choices
    }
    assert said == {
        ("r4", "1.1"): ("your vine 1: 3", "Your vine grows to 2 of 4 dice, worth 3."),
        ("r4", "1.2"): ("your vine 2: 4, 4, and 4", "You harvest 4 points in slot 1."),
        ("r4", "1.3"): ("your vine 3: empty", "You plant a vine worth 4."),
        ("r4", "2.3"): ("#2's vine 3: empty", "You plant a vine worth 4 for #2."),
        ("b2", "1.1"): (
            "your vine 1: 3",
            "Your vine grows to 2 of 4 dice, worth 2. That is 1 less than before.",
        ),
        ("b2", "2.2"): (
            "#2's vine 2: 1",
            "#2's vine will be worth 0 and is lost when the turn ends.",
        ),
        ("b5", "2.1"): (
            "#2's vine 1: 5, 5, and 5",
            "#2 harvests 4 points in slot 1. The die costs #2 1 point. You earn 2 karma.",
        ),
    }


def test_a_die_with_one_place_says_where_it_goes() -> None:
    """A die with a single place says what placing it brings."""
    state = position(["3 / 4 4 4", "5 5 5 / 1"], "b5")
    prompt = DICED_TOMATOES.prompt(DICED_TOMATOES.view(state, 0))
    assert prompt is not None
    (choice,) = die_choices(prompt)
    assert hint(choice) == (
        "Only on #2's vine 1: 5, 5, and 5. "
        "#2 harvests 4 points in slot 1. The die costs #2 1 point. You earn 2 karma."
    )
