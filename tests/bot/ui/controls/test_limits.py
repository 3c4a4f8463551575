"""The checker of Discord's limits finds what Discord refuses."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from bot.ui.controls.limits import Item, modal_problems, problems


def button(label: str = "ok", custom_id: str = "a") -> ui.Button[Any]:
    return ui.Button(label=label, custom_id=custom_id)


def select(count: int, *, least: int = 1, most: int = 1, **facts: Any) -> ui.ActionRow[Any]:
    options = [discord.SelectOption(label=str(n), value=str(n)) for n in range(count)]
    chosen = {"options": options, "custom_id": "s", **facts}
    return ui.ActionRow(ui.Select(min_values=least, max_values=most, **chosen))


TWINS = [discord.SelectOption(label="x", value="1"), discord.SelectOption(label="y", value="1")]
CHOSEN = [discord.SelectOption(label=str(n), value=str(n), default=True) for n in range(3)]
HINTED = [discord.SelectOption(label="x", value="1", description="d" * 101)]
NAMELESS = [discord.SelectOption(label=" ", value="1")]

REFUSED: dict[str, list[Item]] = {
    "custom_id twice": [ui.ActionRow(button()), ui.ActionRow(button())],
    "components: 33": [ui.TextDisplay("x") for _ in range(33)],
    "characters of text: 2801": [ui.TextDisplay("x" * 2801)],
    "custom_id: 101": [ui.ActionRow(button(custom_id="c" * 101))],
    "button label: 0": [ui.ActionRow(button(label=" "))],
    "button label: 81": [ui.ActionRow(button(label="l" * 81))],
    "text: 0": [ui.TextDisplay(" ")],
    "stands outside a row": [button()],
    "a row holds nothing": [ui.ActionRow()],
    "options: 0": [select(0)],
    "options: 26": [select(26)],
    "most to choose: 4": [select(3, most=4)],
    "least to choose: 4": [select(3, least=4, most=3)],
    "placeholder: 151": [select(3, placeholder="p" * 151)],
    "option value twice": [select(0, options=TWINS)],
    "chosen beforehand: 3": [select(0, options=CHOSEN, most=2)],
    "option hint: 101": [select(0, options=HINTED)],
    "option label: 0": [select(0, options=NAMELESS)],
}


@pytest.mark.parametrize("found", REFUSED)
def test_what_discord_refuses_is_found(found: str) -> None:
    """Each broken limit is named."""
    assert any(found in problem for problem in problems(REFUSED[found]))


def test_what_discord_accepts_is_no_problem() -> None:
    """A full message within every limit has no problems."""
    buttons = ui.ActionRow[Any](*(button(custom_id=str(n)) for n in range(5)))

    assert problems([ui.TextDisplay("x" * 2800), buttons, select(25, least=0, most=25)]) == []


def test_a_form_that_discord_refuses_is_found() -> None:
    """A modal with a long title, a long label, a field without a label or no field is refused."""
    good = ui.Modal(title="t", custom_id="m")
    good.add_item(ui.Label(text="x", component=ui.TextInput(custom_id="f")))
    bad = ui.Modal(title="t" * 46, custom_id="m" * 101)
    bad.add_item(ui.Label(text="x" * 46, component=ui.TextInput(custom_id="f")))
    bad.add_item(ui.Label(text="x", component=ui.TextInput(custom_id="f")))

    assert modal_problems(good) == []
    assert [problem.split(":")[0] for problem in modal_problems(bad)] == [
        "title",
        "custom_id",
        "part label",
        "custom_id twice",
    ]
    assert modal_problems(ui.Modal(title="t", custom_id="m")) == ["parts: 0, not 1 to 5"]
