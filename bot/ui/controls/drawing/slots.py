"""Draw any slot, as buttons or in the form that needs less room."""

from bot.ui.controls.drawing import choices
from bot.ui.controls.drawing.components import OpenSlot
from bot.ui.controls.form_tree import is_toggled
from bot.ui.kit.limits import Item
from games.core.prompt import PickOne


def draw_slot(open_slot: OpenSlot, *, rich: bool) -> list[Item]:
    """Draw one slot; `rich` uses a button for every choice if there are few enough."""
    slot = open_slot.spot.slot
    if isinstance(slot, PickOne):
        if rich and choices.can_be_buttons(slot):
            return choices.as_buttons(open_slot, slot)
        return choices.as_select(open_slot, slot)
    if rich and is_toggled(slot):
        return choices.as_toggles(open_slot, slot)
    return choices.pick_some(open_slot, slot)
