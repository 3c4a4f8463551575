"""Draw slots for amounts: PickNumber and Allocate."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui.controls.drawing.components import STYLES, OpenSlot, rows, split, text
from bot.ui.controls.form_tree import free_places
from bot.ui.controls.labels import gets, name_of
from bot.ui.kit.custom_ids import ControlVerb
from bot.ui.kit.limits import BUTTON_LABEL, OPTION_LABEL, OPTIONS, ROW, Item
from games.core.prompt import Allocate, PickNumber
from games.core.text import Text, say, say_many

SELECTS = 5
"""Targets of an Allocate on one page, each with a select."""
STEPPERS = 4
"""Targets on one page if one of them may get more than a select can offer."""


def pick_number(open_slot: OpenSlot, slot: PickNumber) -> list[Item]:
    """Draw buttons for a few numbers, a select for some, a form to type into for many."""
    numbers = range(slot.least, slot.most + 1)
    head = text(open_slot.heading)
    if len(numbers) <= ROW:
        return head + rows(_number_buttons(open_slot, slot, numbers))
    if len(numbers) <= OPTIONS:
        options = [
            discord.SelectOption(
                label=open_slot.words.label(say("{number}", number=number), OPTION_LABEL),
                value=str(number - slot.least),
                default=number == open_slot.value,
            )
            for number in numbers
        ]
        return [
            *head,
            open_slot.factory.select(ControlVerb.CHOOSE, open_slot.path, options, slot.ask),
        ]
    label = say("Type a number from {least} to {most}…", least=slot.least, most=slot.most)
    if open_slot.value is not None:
        label = say("✓ {number}, type another…", number=open_slot.value)
    return head + rows([open_slot.factory.say(ControlVerb.TYPE, open_slot.path, label)])


def _number_buttons(
    open_slot: OpenSlot, slot: PickNumber, numbers: range
) -> list[discord.ui.Button[Any]]:
    buttons = []
    for number in numbers:
        chosen = number == open_slot.value
        label = say("✓ {number}", number=number) if chosen else say("{number}", number=number)
        buttons.append(
            open_slot.factory.button(
                ControlVerb.NUMBER,
                (*open_slot.path, number - slot.least),
                open_slot.words.label(label, BUTTON_LABEL),
                discord.ButtonStyle.success if chosen else STYLES[open_slot.tone],
            )
        )
    return buttons


def room(slot: Allocate, place: int) -> int:
    """Return the most that one target may get."""
    return min(slot.choices[place].copies, slot.total)


def allocate(open_slot: OpenSlot, slot: Allocate) -> list[Item]:
    """Draw a select or a stepper per target, and how many are left to assign."""
    shares: dict[str, int] = open_slot.value or {}
    places = [place for place in free_places(slot) if room(slot, place) > 0]
    rest = f"-# {open_slot.words.line(_rest(slot.total - sum(shares.values())), 200)}"
    items = text([*open_slot.heading, rest])
    steps = any(room(slot, place) >= OPTIONS for place in places)
    pages = split(len(places), STEPPERS if steps else SELECTS)
    page = min(open_slot.page or 0, len(pages) - 1)
    for at in pages[page]:
        share = shares.get(slot.choices[places[at]].id, 0)
        if steps:
            spare = slot.total - sum(shares.values())
            items += _stepper(open_slot, slot, places[at], share=share, spare=spare)
        else:
            items.append(_share(open_slot, slot, places[at], share))
    return items + open_slot.factory.turner(open_slot.path, page, len(pages))


def _rest(rest: int) -> Text:
    if rest < 0:
        return say_many("{n} too many: remove it", "{n} too many: remove them", -rest)
    if rest == 0:
        return say("all assigned")
    return say_many("{n} left to assign", "{n} left to assign", rest)


def _share(open_slot: OpenSlot, slot: Allocate, place: int, share: int) -> Item:
    name = name_of(slot, place)
    options = [
        discord.SelectOption(
            label=open_slot.words.label(name, OPTION_LABEL, gets(count)),
            value=str(count),
            default=count == share,
        )
        for count in range(room(slot, place) + 1)
    ]
    return open_slot.factory.select(ControlVerb.SHARE, (*open_slot.path, place), options, name)


def _stepper(
    open_slot: OpenSlot, slot: Allocate, place: int, *, share: int, spare: int
) -> list[Item]:
    name, path, factory = name_of(slot, place), (*open_slot.path, place), open_slot.factory
    less = factory.words.label(name, BUTTON_LABEL, lambda what: say("Less: {what}", what=what))
    more = factory.words.label(name, BUTTON_LABEL, lambda what: say("More: {what}", what=what))
    typed = factory.words.label(
        name, BUTTON_LABEL, lambda what: say("{what}: {count}…", what=what, count=share)
    )
    full = share >= room(slot, place) or spare <= 0
    return rows(
        [
            factory.button(ControlVerb.GIVE, (*path, max(share - 1, 0)), less, disabled=share == 0),
            factory.button(ControlVerb.GIVE, (*path, share + 1), more, disabled=full),
            factory.button(ControlVerb.TYPE, path, typed),
        ]
    )
