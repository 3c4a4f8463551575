"""An answer is put in words in one way, which names each thing with its place."""

from itertools import islice
from typing import Any

import pytest

from bot.ui.controls.answers import answer_in_words
from bot.ui.match.messages.why_and_hint import blocked, grouped
from games.core.answer import forms
from games.core.game import AnyGame
from games.core.prompt import Form, Prompt
from games.core.text import Reader, speak
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.notation import position as diced_position
from games.dojo import DOJO
from games.dojo.rules.notation import position as dojo_position
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.notation import position as karate_position
from games.tomate import TOMATE
from games.tomate.rules.notation import position as tomate_position
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.notation import position as tomatomat_position
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.games.plays import table
from tests.limits.measuring import asked_in

READER = Reader(("Ana", "Ben", "Chen"))
MOST = 60
"""The most answers to one question that are compared."""
BATCH = tomatomat_position(["R1 R2 Rt Gp", "G1 G1 G2 Gt"])

ANSWERS: list[tuple[AnyGame, Any, Form, str]] = [
    (
        TOMATOMAT,
        BATCH,
        {"kind": "allot", "first": "II", "second": "II", "third": "IV", "fourth": "IV"},
        "A · red coin 1 → II, B · red coin 2 → II, C · red thief → IV, D · green officer → IV",
    ),
    (
        DICED_TOMATOES,
        diced_position(["5 5", "3"], "5 1"),
        {"kind": "place", "die": "r5", "vine": "1.1"},
        "Place a die: red 5 → your vine 1 (5 and 5)",
    ),
    (
        KARATE_TOMATE,
        karate_position("drop_draw", ["T1 C1 C2 B3", "T2 C3", "T3 M1"], asked=[0]),
        {"kind": "exchange", "cards": ["C1", "B3"]},
        "Discard two, draw four: A · corn 1 and C · broccoli 3",
    ),
    (TOMATE, tomate_position("bidding", ["1O", "4E", "6E"], bids="uuu"), {"kind": "play"}, "Play"),
]


def question(game: AnyGame, state: Any) -> Prompt:
    """Return the question of the first seat that is asked one."""
    prompt = game.prompt(game.view(state, min(game.awaited(state))))
    assert prompt is not None
    return prompt


@pytest.mark.parametrize(
    ("game", "state", "form", "words"), ANSWERS, ids=[answer[0].info.key for answer in ANSWERS]
)
def test_each_thing_is_named_with_its_place(
    game: AnyGame, state: Any, form: Form, words: str
) -> None:
    """An answer names its action, and each card or die with its place."""
    assert speak(answer_in_words(question(game, state), form), READER) == words


def test_a_filled_cell_is_named_by_its_place() -> None:
    """/why names each cell that can't be chosen by its place, not by the card that lies there."""
    state = dojo_position("train", dojos=["A1:M3 B1:F2"], held="M3 F4 T2")
    lines = [speak(line, READER) for line in grouped(blocked(question(DOJO, state)))]
    assert lines[0].startswith("- A1 and B1: There's already a card there.")


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_different_answers_have_different_words(case: Case) -> None:
    """No two answers to one question read the same."""
    for prompt in asked_in(table(case, 0), 8):
        offered = list(islice(forms(prompt), MOST))
        words = {speak(answer_in_words(prompt, form), READER) for form in offered}
        assert len(words) == len(offered)
