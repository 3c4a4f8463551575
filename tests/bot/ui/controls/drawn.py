"""The parts of a drawn question, as Discord gets them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.ui.controls.draft import EMPTY, Draft
from bot.ui.controls.drawing.prompt import draw
from bot.ui.controls.limits import Item
from games.core.prompt import Prompt
from games.core.text import Reader
from tests.bot.ui.controls.questions import question_of

READER = Reader(names=("Ana_B",), escape=lambda name: name.replace("_", "\\_"))


def parts(items: Sequence[Item], kind: int) -> list[dict[str, Any]]:
    """Return all components of one type."""
    payloads: list[Any] = [item.to_component_dict() for item in items]
    children = [part for payload in payloads for part in payload.get("components", ())]
    return [part for part in (*payloads, *children) if part["type"] == kind]


def buttons(drawn: Prompt, draft: Draft = EMPTY) -> list[tuple[str, int, bool]]:
    """Return the label, style and disabled flag of each button."""
    items = draw(question_of(drawn), draft, READER).items
    return [(b["label"], b["style"], b["disabled"]) for b in parts(items, 2)]


def texts(drawn: Prompt, draft: Draft = EMPTY) -> list[str]:
    """Return the lines of all texts."""
    items = draw(question_of(drawn), draft, READER).items
    return [line for part in parts(items, 10) for line in part["content"].split("\n")]


def selects(drawn: Prompt, draft: Draft = EMPTY) -> list[dict[str, Any]]:
    return parts(draw(question_of(drawn), draft, READER).items, 3)
