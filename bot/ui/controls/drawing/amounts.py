"""Draws slots that are about how many: PickNumber and Allocate."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui.controls.address import ControlVerb
from bot.ui.controls.drawing.components import STYLES, OpenSlot, rows, split, text
from bot.ui.controls.form_tree import free_places
from bot.ui.controls.labels import gets, name_of
from bot.ui.controls.limits import BUTTON_LABEL, OPTION_LABEL, OPTIONS, ROW, Item
from games.core.prompt import Allocate, PickNumber
from games.core.text import Text, say, say_many

SELECTS = 5
"""Targets of an Allocate on one page, each with a select."""
STEPPERS = 4
"""Targets on one page when one of them may get more than a select can offer."""


def pick_number(blank: OpenSlot, slot: PickNumber) -> list[Item]:
    """Buttons for a few numbers, a select for some, a form to type into for many."""
    numbers = range(slot.least, slot.most + 1)
    head = text(blank.heading)
    if len(numbers) <= ROW:
        return head + rows(_number_buttons(blank, slot, numbers))
    if len(numbers) <= OPTIONS:
        options = [
            discord.SelectOption(
                label=blank.words.label(say("{number}", number=number), OPTION_LABEL),
                value=str(number - slot.least),
                default=number == blank.value,
            )
            for number in numbers
        ]
        return [*head, blank.pen.select(ControlVerb.CHOOSE, blank.path, options, slot.ask)]
    label = say("Type a number from {least} to {most}…", least=slot.least, most=slot.most)
    if blank.value is not None:
        label = say("✓ {number}, type another…", number=blank.value)
    return head + rows([blank.pen.say(ControlVerb.TYPE, blank.path, label)])


def _number_buttons(
    blank: OpenSlot, slot: PickNumber, numbers: range
) -> list[discord.ui.Button[Any]]:
    buttons = []
    for number in numbers:
        chosen = number == blank.value
        label = say("✓ {number}", number=number) if chosen else say("{number}", number=number)
        buttons.append(
            blank.pen.button(
                ControlVerb.NUMBER,
                (*blank.path, number - slot.least),
                blank.words.label(label, BUTTON_LABEL),
                discord.ButtonStyle.success if chosen else STYLES[blank.tone],
            )
        )
    return buttons


def room(slot: Allocate, place: int) -> int:
    """The most that one target may get."""
    return min(slot.choices[place].copies, slot.total)


def allocate(blank: OpenSlot, slot: Allocate) -> list[Item]:
    """A select or a stepper per target, and the rest to give in words."""
    shares: dict[str, int] = blank.value or {}
    places = [place for place in free_places(slot) if room(slot, place) > 0]
    rest = f"-# {blank.words.line(_rest(slot.total - sum(shares.values())), 200)}"
    items = text([*blank.heading, rest])
    steps = any(room(slot, place) >= OPTIONS for place in places)
    pages = split(len(places), STEPPERS if steps else SELECTS)
    page = min(blank.page or 0, len(pages) - 1)
    for at in pages[page]:
        mine = shares.get(slot.choices[places[at]].id, 0)
        if steps:
            spare = slot.total - sum(shares.values())
            items += _stepper(blank, slot, places[at], mine=mine, spare=spare)
        else:
            items.append(_share(blank, slot, places[at], mine))
    return items + blank.pen.turner(blank.path, page, len(pages))


def _rest(rest: int) -> Text:
    if rest < 0:
        return say_many("{n} too many: remove it", "{n} too many: remove them", -rest)
    if rest == 0:
        return say("all assigned")
    return say_many("{n} left to assign", "{n} left to assign", rest)


def _share(blank: OpenSlot, slot: Allocate, place: int, mine: int) -> Item:
    name = name_of(slot, place)
    options = [
        discord.SelectOption(
            label=blank.words.label(name, OPTION_LABEL, gets(count)),
            value=str(count),
            default=count == mine,
        )
        for count in range(room(slot, place) + 1)
    ]
    return blank.pen.select(ControlVerb.SHARE, (*blank.path, place), options, name)


def _stepper(blank: OpenSlot, slot: Allocate, place: int, *, mine: int, spare: int) -> list[Item]:
    name, path, pen = name_of(slot, place), (*blank.path, place), blank.pen
    less = pen.words.label(name, BUTTON_LABEL, lambda what: say("Less: {what}", what=what))
    more = pen.words.label(name, BUTTON_LABEL, lambda what: say("More: {what}", what=what))
    typed = pen.words.label(
        name, BUTTON_LABEL, lambda what: say("{what}: {count}…", what=what, count=mine)
    )
    full = mine >= room(slot, place) or spare <= 0
    return rows(
        [
            pen.button(ControlVerb.GIVE, (*path, max(mine - 1, 0)), less, disabled=mine == 0),
            pen.button(ControlVerb.GIVE, (*path, mine + 1), more, disabled=full),
            pen.button(ControlVerb.TYPE, path, typed),
        ]
    )
