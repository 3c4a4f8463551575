"""Draws any slot, in the richer of two ways or in the one that takes less room."""

from __future__ import annotations

from bot.ui.controls.drawing.amounts import allocate, pick_number
from bot.ui.controls.drawing.choices import as_buttons, as_select, can_be_buttons, pick_some
from bot.ui.controls.drawing.components import OpenSlot
from bot.ui.controls.limits import Item
from games.core.prompt import PickNumber, PickOne, PickSome


def draw_slot(blank: OpenSlot, *, rich: bool) -> list[Item]:
    """Draw one slot; `rich` spends a button on every choice where there are few enough."""
    slot = blank.spot.slot
    if isinstance(slot, PickOne):
        if rich and can_be_buttons(slot):
            return as_buttons(blank, slot)
        return as_select(blank, slot)
    if isinstance(slot, PickNumber):
        return pick_number(blank, slot)
    if isinstance(slot, PickSome):
        return pick_some(blank, slot)
    return allocate(blank, slot)
