"""The parts of a drawn question, as Discord gets them."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.ui.controls.draft import EMPTY, Draft
from bot.ui.controls.drawing.prompt import draw
from bot.ui.kit.limits import OUR_CHARACTERS, OUR_COMPONENTS, Item, characters, components
from games.core.prompt import Prompt
from games.core.text import Reader
from playground.limits.components import check_components
from playground.limits.modals import check_modal
from playground.limits.problems import Problems
from playground.world.errors import ApiError
from tests.bot.ui.controls.questions import question_of

READER = Reader(names=("Ana_B",), escape=lambda name: name.replace("_", "\\_"))


def parts(items: Sequence[Item], kind: int) -> list[dict[str, Any]]:
    """Return all components of one type."""
    payloads: list[Any] = [item.to_component_dict() for item in items]
    children = [part for payload in payloads for part in payload.get("components", ())]
    return [part for part in (*payloads, *children) if part["type"] == kind]


def problems(items: Sequence[Item]) -> list[str]:
    """Return why Discord would refuse these items, or why they leave no room for others."""
    taken = (components(items), OUR_COMPONENTS), (characters(items), OUR_CHARACTERS)
    results = [f"{count} of {most} are taken" for count, most in taken if count > most]
    refused = Problems()
    check_components(refused, [item.to_component_dict() for item in items], v2=True)
    try:
        refused.refuse()
    except ApiError as error:
        results.append(f"{error.body()}")
    return results


def modal_problems(modal: discord.ui.Modal) -> list[str]:
    """Return why Discord would refuse this form."""
    try:
        check_modal(modal.to_dict())
    except ApiError as refused:
        return [f"{refused.body()}"]
    return []


def buttons(drawn: Prompt, draft: Draft = EMPTY) -> list[tuple[str, int, bool]]:
    """Return the label, style and disabled flag of each button."""
    items = draw(question_of(drawn), draft, READER)
    return [(b["label"], b["style"], b["disabled"]) for b in parts(items, 2)]


def labels(drawn: Prompt, draft: Draft = EMPTY) -> list[str]:
    """Return the label of each button."""
    return [label for label, _, _ in buttons(drawn, draft)]


def texts(drawn: Prompt, draft: Draft = EMPTY) -> list[str]:
    """Return the lines of all texts."""
    items = draw(question_of(drawn), draft, READER)
    return [line for part in parts(items, 10) for line in part["content"].split("\n")]


def selects(drawn: Prompt, draft: Draft = EMPTY) -> list[dict[str, Any]]:
    return parts(draw(question_of(drawn), draft, READER), 3)
