"""Controls that Discord refuses, or that leave no room for others, are found by the tests."""

from typing import Any

import pytest
from discord import ui

from bot.ui.kit.limits import Item
from tests.bot.ui.controls.drawn import modal_problems, problems

FULL: list[Item] = [
    ui.TextDisplay("x" * 2800),
    *(ui.ActionRow[Any](ui.Button(label="ok", custom_id=f"{n}")) for n in range(15)),
]
REFUSED: dict[str, list[Item]] = {
    "33 of 32": [*FULL, ui.TextDisplay(""), ui.TextDisplay("")],
    "2801 of 2800": [*FULL, ui.TextDisplay("x")],
    "CUSTOM_ID_DUPLICATED": [*FULL, FULL[-1]],
    "UNION_TYPE_CHOICES": [ui.Button(label="outside a row", custom_id="a")],
    "This field is required": [ui.TextDisplay(" ")],
}


@pytest.mark.parametrize("result", REFUSED)
def test_what_discord_refuses_is_found(result: str) -> None:
    """Each broken limit is named; a message within all of them has no problems."""
    assert any(result in problem for problem in problems(REFUSED[result]))
    assert problems(FULL) == []


def test_a_form_that_discord_refuses_is_found() -> None:
    """A form without a field is refused, and one with a field is not."""
    form = ui.Modal(title="t", custom_id="m")
    assert modal_problems(form) != []
    form.add_item(ui.Label(text="x", component=ui.TextInput(custom_id="f")))
    assert modal_problems(form) == []
