"""Karma by the score, by chance and in words, and what a button says about placing a die."""

import pytest

from games.core.text import PLAIN, say, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.notation import position
from tests.games.diced_tomatoes.support.positions import play

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


def test_reaching_into_others_vines_is_told_with_its_cost() -> None:
    """Events of cleaning or flipping another's vine name its owner, the price and the values."""
    state = position(["", "5 6"], karma=12, karma_reach="any")
    events = play(state, "flip 2.1", "clean 2.1").events
    assert [speak(event.text(), PLAIN) for event in events] == [
        "#1 spends 5 karma to flip the seed of #2's vine 1, now worth 2 instead of 5.",
        "#1 spends 3 karma to clean #2's vine 1 (worth 2), returning 2 dice to the bushel.",
    ]


@pytest.mark.parametrize(
    ("gardens", "dice", "words"),
    [
        (["3 / 4 4 4", "5 5 5 / 1"], "b2",
         {"1.1": "Vine 1, now worth 2", "2.2": "!Spoil #2's vine 2"}),
        (["3 / 4 4 4", "5 5 5 / 1"], "b5", {"2.1": "#2's vine 1, +2♥"}),
        (["3 / 4 4 4 / 6", "6 / 5 6"], "4",
         {"1.1": "Vine 1, 2nd of 4", "1.2": "+Harvest vine 2: +4", "2.2": "#2's vine 2, 3rd of 4",
          "2.3": "Plant for #2"}),
        (["1 / 4 4 4", "6"], "b1", {"1.1": "!Spoil vine 1"}),
        (["1 b1 / -", "1 2 3 / 6"], "b1", {"1.1": "Vine 1, now worth \N{MINUS SIGN}1"}),
        (["1 b1 b1 / 5", "3"], "1",
         {"1.1": "Vine 1, 4th of 4", "1.3": "New vine, worth 1",
          "2.2": "Plant for #2"}),
        (["1 1 1"], "1", {"1.1": "+Harvest vine 1: match", "1.2": "New vine, worth 1"}),
        (["2 2 2"], "2", {"1.1": "+Harvest vine 1: slot 1", "1.2": "New vine, worth 2"}),
    ],
)  # fmt: skip
def test_a_button_says_what_the_die_makes_of_the_vine(
    gardens: list[str], dice: str, words: dict[str, str]
) -> None:
    """A place's button names the vine and what it becomes: + marks a green one, ! a red one."""
    state = position(gardens, dice)
    prompt = DICED_TOMATOES.prompt(DICED_TOMATOES.view(state, 0))
    assert prompt is not None
    marks = {"good": "+", "bad": "!", "plain": ""}
    dice_slot = prompt.actions[0].slots[0]
    below = dice_slot.choices[0].then[0].choices
    assert {
        place.id: marks[place.tone] + speak(place.short or say(""), PLAIN) for place in below
    } == words


@pytest.mark.parametrize(
    ("die", "kind", "labels"),
    [("1", "shift", ["becomes 2"]), ("b4", "shift", ["3", "5"]), ("6", "shift", ["becomes 5"])],
)
def test_a_die_with_one_new_face_says_what_it_becomes(
    die: str, kind: str, labels: list[str]
) -> None:
    """A single choice stands on the button of the die, so it is more than a number."""
    prompt = DICED_TOMATOES.prompt(DICED_TOMATOES.view(position(["", ""], die, karma=12), 0))
    assert prompt is not None
    (slot,) = next(action for action in prompt.actions if action.kind == kind).slots
    (choice,) = slot.choices
    assert [speak(face.label, PLAIN) for face in choice.then[0].choices] == labels
