"""Modals: several choices filled in at once, or a number that is typed.

A modal carries its address as its custom id and its fields are named by their places, so it is
read like a press, also by a process that never showed it.
"""

from __future__ import annotations

import discord

from bot.tables.domain.views import Question
from bot.ui.controls.address import Address, ControlVerb, Path
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.amounts import room
from bot.ui.controls.drawing.choices import option
from bot.ui.controls.drawing.components import ComponentFactory, OpenSlot
from bot.ui.controls.drawing.form import started
from bot.ui.controls.form_tree import SlotPath, action_at, choice_at, free_places, one_form, spot_at
from bot.ui.controls.labels import Labels, name_of
from bot.ui.controls.limits import MODAL_TITLE, PART_LABEL, PLACEHOLDER
from games.core.errors import InvalidMoveError
from games.core.prompt import Allocate, PickNumber, PickOne, Prompt
from games.core.text import Reader, Text, say

NUMBER = "number"
"""The name of the field for a typed number."""
_DIGITS = 12


def field_of(place: int) -> str:
    """The name of the field for a slot of the action."""
    return f"slot-{place}"


def number_wanted(prompt: Prompt, path: Path) -> tuple[SlotPath, range, Text]:
    """The slot that a typed number is for, the numbers it takes and what is asked.

    Raises InvalidMoveError when no number is typed at this path.
    """
    spot = spot_at(prompt, path if len(path) % 2 == 0 else path[:-1])
    slot = spot.slot
    if isinstance(slot, PickNumber) and spot.path == path:
        return spot, range(slot.least, slot.most + 1), slot.ask
    if isinstance(slot, Allocate) and spot.path != path:
        choice_at(slot, path[-1])
        return spot, range(room(slot, path[-1]) + 1), name_of(slot, path[-1])
    raise InvalidMoveError(f"no number is typed at {path}")


def modal(question: Question, draft: Draft, address: Address, reader: Reader) -> discord.ui.Modal:
    """Build the form that an address asks for; raises InvalidMoveError when there is none."""
    pen = ComponentFactory(question, Labels.of(reader))
    if address.verb is ControlVerb.FORM:
        return _choices(pen, draft, address)
    return _number(pen, address)


def _choices(pen: ComponentFactory, draft: Draft, address: Address) -> discord.ui.Modal:
    """A select per slot."""
    at = only(address.path)
    action = action_at(pen.question.prompt, at)
    slots = one_form(action)
    if not slots:
        raise InvalidMoveError(f"{action.kind!r} is not filled in by one form")
    values = started(draft, at).values
    form = _blank(pen, action.label, address)
    for place, slot in enumerate(slots):
        blank = OpenSlot(pen, SlotPath((at, place), slot), values.get(slot.name))
        form.add_item(_part(pen, slot.ask, _select(blank, slot, place)))
    return form


def _select(blank: OpenSlot, slot: PickOne, place: int) -> discord.ui.Select[discord.ui.LayoutView]:
    return discord.ui.Select(
        custom_id=field_of(place),
        placeholder=blank.words.label(slot.ask, PLACEHOLDER),
        options=[option(blank, slot, choice) for choice in free_places(slot)],
    )


def _number(pen: ComponentFactory, address: Address) -> discord.ui.Modal:
    _, numbers, asked = number_wanted(pen.question.prompt, address.path)
    bounds = say("from {least} to {most}", least=numbers.start, most=numbers.stop - 1)
    form = _blank(pen, asked, address)
    typed: discord.ui.TextInput[discord.ui.LayoutView] = discord.ui.TextInput(
        custom_id=NUMBER,
        placeholder=pen.words.label(bounds, PLACEHOLDER),
        max_length=_DIGITS,
    )
    form.add_item(_part(pen, asked, typed))
    return form


def _blank(pen: ComponentFactory, title: Text, address: Address) -> discord.ui.Modal:
    return discord.ui.Modal(
        title=pen.words.label(title, MODAL_TITLE), custom_id=address.encode(), timeout=None
    )


def _part(
    pen: ComponentFactory, label: Text, field: discord.ui.Item[discord.ui.LayoutView]
) -> discord.ui.Label[discord.ui.LayoutView]:
    return discord.ui.Label(text=pen.words.label(label, PART_LABEL), component=field)


def only(path: Path) -> int:
    """The one place of a path; raises InvalidMoveError for a longer or shorter one."""
    if len(path) != 1:
        raise InvalidMoveError(f"{path} does not name an action")
    return path[0]
