"""Discord's limits, and checks whether a message or form exceeds them.

The limits never change a rule. What doesn't fit is split into pages or asked step by step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.ui.custom_ids import LONGEST

Item = discord.ui.Item[Any]
Payload = Mapping[str, Any]

COMPONENTS = 40
"""Components of one message, nested ones included."""
CHARACTERS = 4000
"""Characters of all text displays of one message."""
RESERVED_COMPONENTS = 8
"""Reserved for everything around the controls: container, picture, headline, own buttons."""
RESERVED_CHARACTERS = 1200
OUR_COMPONENTS = COMPONENTS - RESERVED_COMPONENTS
OUR_CHARACTERS = CHARACTERS - RESERVED_CHARACTERS
PUBLIC_COMPONENTS = 20
"""The same for controls in the channel, where the table needs more space."""
PUBLIC_CHARACTERS = 1000

ROW = 5
"""Buttons side by side; a select takes a row for itself."""
OPTIONS = 25
BUTTON_LABEL = 80
OPTION_LABEL = 100
OPTION_HINT = 100
PLACEHOLDER = 150
MODAL_PARTS = 5
MODAL_TITLE = 45
PART_LABEL = 45
PART_HINT = 100
TYPED_CHOICE = 100
"""The name and value of an autocompletion choice."""
SUGGESTIONS = 25

_BUTTON, _SELECT, _ROW, _INPUT, _TEXT, _LABEL = 2, 3, 1, 4, 10, 18
_FILLED_BY_DISCORD = frozenset({5, 6, 7, 8})
"""Selects of users, roles, both and channels, which Discord fills itself."""


def components(items: Iterable[Item]) -> int:
    """Count the components of these items as Discord counts them."""
    return sum(len(list(_walk(_payload(item)))) for item in items)


def characters(items: Iterable[Item]) -> int:
    """Count the characters of text in these items."""
    return sum(
        len(part["content"])
        for item in items
        for part in _walk(_payload(item))
        if part["type"] == _TEXT
    )


def problems(items: Sequence[Item]) -> list[str]:
    """Return the reasons why Discord would refuse these items, or why others don't fit."""
    parts = [part for item in items for part in _walk(_payload(item))]
    found = _doubles("custom_id", [part["custom_id"] for part in parts if "custom_id" in part])
    found += _length("components", len(parts), 0, OUR_COMPONENTS)
    found += _length("characters of text", characters(items), 0, OUR_CHARACTERS)
    for item in items:
        payload = _payload(item)
        if payload["type"] not in {_ROW, _TEXT}:
            found.append(f"type {payload['type']} stands outside a row")
    return found + [problem for part in parts for problem in _part(part)]


def modal_problems(modal: discord.ui.Modal) -> list[str]:
    """Return the reasons why Discord would refuse this form."""
    payload = modal.to_dict()
    found = _length("title", len(payload["title"]), 1, MODAL_TITLE)
    found += _length("custom_id", len(payload["custom_id"]), 1, LONGEST)
    found += _length("parts", len(payload["components"]), 1, MODAL_PARTS)
    for part in payload["components"]:
        if part["type"] != _LABEL:
            found.append(f"type {part['type']} stands in a form")
            continue
        found += _length("part label", len(part["label"]), 1, PART_LABEL)
        found += _length("part hint", len(part.get("description", "-")), 1, PART_HINT)
        found += _part(part["component"])
    fields = [part["component"]["custom_id"] for part in payload["components"]]
    return found + _doubles("custom_id", fields)


def _payload(item: Item) -> Payload:
    payload: Payload = item.to_component_dict()
    return payload


def _walk(payload: Payload) -> Iterator[Payload]:
    yield payload
    for child in payload.get("components", ()):
        yield from _walk(child)


def _part(part: Payload) -> list[str]:
    kind = part["type"]
    found = _length("custom_id", len(part.get("custom_id", "-")), 1, LONGEST)
    if kind == _BUTTON:
        return found + _length("button label", len(part["label"].strip()), 1, BUTTON_LABEL)
    if kind == _SELECT or kind in _FILLED_BY_DISCORD:
        return found + _select(part)
    if kind == _TEXT:
        return found + _length("text", len(part["content"].strip()), 1, CHARACTERS)
    if kind == _ROW:
        return found + _row(part["components"])
    if kind == _INPUT:
        return found + _length("placeholder", len(part.get("placeholder") or "-"), 1, 100)
    return [*found, f"unknown type {kind}"]


def _row(children: Sequence[Payload]) -> list[str]:
    kinds = {child["type"] for child in children}
    if kinds == {_SELECT}:
        return _length("selects in a row", len(children), 1, 1)
    if kinds == {_BUTTON}:
        return _length("buttons in a row", len(children), 1, ROW)
    return [f"a row holds {kinds or 'nothing'}"]


def _select(part: Payload) -> list[str]:
    options = part.get("options", ())
    least, most = part["min_values"], part["max_values"]
    chosen = sum(option.get("default", False) for option in options)
    listed = OPTIONS if part["type"] in _FILLED_BY_DISCORD else len(options)
    found = _length("options", listed, 1, OPTIONS)
    found += _length("least to choose", least, 0, listed)
    found += _length("most to choose", most, max(1, least), listed)
    found += _length("chosen beforehand", chosen, 0, most)
    found += _length("placeholder", len(part.get("placeholder") or "-"), 1, PLACEHOLDER)
    found += _doubles("option value", [option["value"] for option in options])
    for option in options:
        found += _length("option label", len(option["label"].strip()), 1, OPTION_LABEL)
        found += _length("option label", len(option["label"]), 1, OPTION_LABEL)
        found += _length("option hint", len(option.get("description") or "-"), 1, OPTION_HINT)
    return found


def _length(what: str, count: int, least: int, most: int) -> list[str]:
    return [] if least <= count <= most else [f"{what}: {count}, not {least} to {most}"]


def _doubles(what: str, names: Iterable[str]) -> list[str]:
    return [f"{what} twice: {name}" for name, times in Counter(names).items() if times > 1]
