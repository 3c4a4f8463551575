"""Modals: several choices filled in at once.

A modal has the custom id of its control, and its fields are named by their indexes. So it is read
like a press, even by a process that never showed it.
"""

import discord

from bot.tables.domain.views import Question
from bot.ui.controls import form_tree
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.choices import option
from bot.ui.controls.drawing.components import ComponentFactory, OpenSlot
from bot.ui.controls.drawing.form import started
from bot.ui.controls.labels import Labels
from bot.ui.kit.custom_ids import ControlId, Path, encode
from bot.ui.kit.limits import MODAL_TITLE, PART_LABEL
from bot.ui.kit.message import choice_of_one
from games.core.errors import InvalidMoveError
from games.core.text import Reader, Text


def field_of(place: int) -> str:
    """Return the custom id of the field for a slot of the action."""
    return f"slot-{place}"


def modal(
    question: Question, draft: Draft, control_id: ControlId, reader: Reader
) -> discord.ui.Modal:
    """Build the form that a control asks for, with a select per slot.

    Raises InvalidMoveError if there is none.
    """
    factory = ComponentFactory(question, Labels.of(reader))
    index = only(control_id.path)
    action = form_tree.action_at(factory.question.prompt, index)
    slots = form_tree.one_form(action)
    if not slots:
        raise InvalidMoveError(f"action {action.kind!r} cannot be filled in with a form")
    values = started(draft, index).values
    form = _blank(factory, action.label, control_id)
    for place, slot in enumerate(slots):
        open_slot = OpenSlot(
            factory, form_tree.SlotPath((index, place), slot), values.get(slot.name)
        )
        options = [option(open_slot, slot, choice) for choice in form_tree.free_places(slot)]
        form.add_item(_part(factory, slot.ask, choice_of_one(field_of(place), options)))
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
