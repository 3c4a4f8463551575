"""Choices that would take too many buttons share a menu."""

from dataclasses import replace

import pytest

from bot.ui.controls.drawing.prompt import draw_public
from games.core.prompt import PickOne
from games.core.text import say
from tests.bot.ui.controls.drawn import READER, parts, selects
from tests.bot.ui.controls.questions import question_of
from tests.bot.ui.controls.samples import PLACE, action, choices, prompt


def test_a_large_group_is_one_menu_of_whole_answers() -> None:
    """Up to two actions of a group are buttons, more are one menu that asks nothing further."""
    group = say("Use karma")
    card = PickOne(name="card", ask=say("Which?"), choices=choices(["as", "rey"]))
    kinds = (action("reroll", "Re-roll", card), PLACE.actions[0], action("flip", "Flip"))
    small = [replace(kind, group=group, short=kind.label) for kind in kinds]
    [menu] = selects(prompt(*small))

    assert not selects(prompt(*small[:2]))
    assert menu["placeholder"] == "Use karma"
    assert [(option["value"], option["label"]) for option in menu["options"][:4]] == [
        ("0.0.0", "Re-roll: as"),
        ("0.0.1", "Re-roll: rey"),
        ("1.0.0.0.0", "Place a die: die 0 → plot 1"),
        ("1.0.1.0.0", "Place a die: die 1 → plot 1"),
    ]
    assert menu["options"][-1]["value"] == "2"


@pytest.mark.parametrize(
    ("names", "is_menu"), [("four words on it", False), ("now seven words stand on it", True)]
)
def test_many_buttons_become_a_menu_in_the_channel(names: str, is_menu: bool) -> None:
    """A slot has at most two rows of buttons below a table, otherwise one select."""
    slot = PickOne(
        name="card",
        ask=say("Which?"),
        choices=choices([f"{each_name} is long" for each_name in names.split()]),
    )
    drawn = draw_public(
        question_of(prompt(action("card", "Play", slot)).model_copy(update={"public": True})),
        READER,
    )

    assert [len(parts(drawn, kind)) for kind in (1, 3)] == ([1, 1] if is_menu else [2, 0])
