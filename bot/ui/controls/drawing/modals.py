"""Modals: several choices filled in at once, or a typed number.

A modal has the custom id of its control, and its fields are named by their indexes. So it is read
like a
press, even by a process that never showed it.
"""

from __future__ import annotations

import discord

from bot.tables.domain.views import Question
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.amounts import room
from bot.ui.controls.drawing.choices import option
from bot.ui.controls.drawing.components import ComponentFactory, OpenSlot
from bot.ui.controls.drawing.form import started
from bot.ui.controls.form_tree import SlotPath, action_at, choice_at, free_places, one_form, spot_at
from bot.ui.controls.labels import Labels, name_of
from bot.ui.kit.custom_ids import ControlId, ControlVerb, Path, encode
from bot.ui.kit.limits import MODAL_TITLE, PART_LABEL, PLACEHOLDER
from games.core.errors import InvalidMoveError
from games.core.prompt import Allocate, PickNumber, PickOne, Prompt
from games.core.text import Reader, Text, say

NUMBER = "number"
"""Custom id of the field for a typed number."""
_DIGITS = 12


def field_of(place: int) -> str:
    """Return the custom id of the field for a slot of the action."""
    return f"slot-{place}"


def number_wanted(prompt: Prompt, path: Path) -> tuple[SlotPath, range, Text]:
    """Return the slot that a typed number is for, the allowed numbers and the question.

    Raises InvalidMoveError if no number can be typed at this path.
    """
    spot = spot_at(prompt, path if len(path) % 2 == 0 else path[:-1])
    slot = spot.slot
    if isinstance(slot, PickNumber) and spot.path == path:
        return spot, range(slot.least, slot.most + 1), slot.ask
    if isinstance(slot, Allocate) and spot.path != path:
        choice_at(slot, path[-1])
        return spot, range(room(slot, path[-1]) + 1), name_of(slot, path[-1])
    raise InvalidMoveError(f"no number can be typed at the path {path}")


def modal(
    question: Question, draft: Draft, control_id: ControlId, reader: Reader
) -> discord.ui.Modal:
    """Build the form that a control asks for; raises InvalidMoveError if there is none."""
    factory = ComponentFactory(question, Labels.of(reader))
    if control_id.verb is ControlVerb.FORM:
        return _choices(factory, draft, control_id)
    return _number(factory, control_id)


def _choices(factory: ComponentFactory, draft: Draft, control_id: ControlId) -> discord.ui.Modal:
    """Make a select per slot."""
    at = only(control_id.path)
    action = action_at(factory.question.prompt, at)
    slots = one_form(action)
    if not slots:
        raise InvalidMoveError(f"action {action.kind!r} cannot be filled in with a form")
    values = started(draft, at).values
    form = _blank(factory, action.label, control_id)
    for place, slot in enumerate(slots):
        open_slot = OpenSlot(factory, SlotPath((at, place), slot), values.get(slot.name))
        form.add_item(_part(factory, slot.ask, _select(open_slot, slot, place)))
    return form


def _select(
    open_slot: OpenSlot, slot: PickOne, place: int
) -> discord.ui.Select[discord.ui.LayoutView]:
    return discord.ui.Select(
        custom_id=field_of(place),
        options=[option(open_slot, slot, choice) for choice in free_places(slot)],
    )


def _number(factory: ComponentFactory, control_id: ControlId) -> discord.ui.Modal:
    _, numbers, asked = number_wanted(factory.question.prompt, control_id.path)
    bounds = say("from {least} to {most}", least=numbers.start, most=numbers.stop - 1)
    form = _blank(factory, asked, control_id)
    typed: discord.ui.TextInput[discord.ui.LayoutView] = discord.ui.TextInput(
        custom_id=NUMBER,
        placeholder=factory.words.label(bounds, PLACEHOLDER),
        max_length=_DIGITS,
    )
    form.add_item(_part(factory, asked, typed))
    return form


def _blank(factory: ComponentFactory, title: Text, control_id: ControlId) -> discord.ui.Modal:
    return discord.ui.Modal(
        title=factory.words.label(title, MODAL_TITLE), custom_id=encode(control_id), timeout=None
    )


def _part(
    factory: ComponentFactory, label: Text, field: discord.ui.Item[discord.ui.LayoutView]
) -> discord.ui.Label[discord.ui.LayoutView]:
    return discord.ui.Label(text=factory.words.label(label, PART_LABEL), component=field)


def only(path: Path) -> int:
    """Return the only index of a path; raises InvalidMoveError for a longer or shorter one."""
    if len(path) != 1:
        raise InvalidMoveError(f"the path {path} does not name an action")
    return path[0]
