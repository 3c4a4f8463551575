"""Draw an action being filled in: its open slots, the chosen values and the Send button.

If this doesn't fit into one message, it is split into parts, slot by slot. Values in other parts
are listed in words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import discord

from bot.ui.controls import form_tree, labels
from bot.ui.controls.answers import chosen_in_words
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.components import (
    ASK,
    STYLES,
    Button,
    ComponentFactory,
    GridRow,
    OpenSlot,
    among,
    bold,
    buttons_of,
    rows,
    text,
    with_below,
)
from bot.ui.controls.drawing.slots import draw_slot
from bot.ui.kit import limits
from bot.ui.kit.custom_ids import ControlVerb
from games.core.prompt import Action, Grid, PickOne, Slot
from games.core.text import say

HEADING = 200
"""Characters of the line above a slot."""
SUMMARY = 700
"""Characters of the list of chosen values."""
_TURNER = 3
"""Components of the buttons that lead to the other parts."""


@dataclass(frozen=True)
class OpenForm:
    """One action while it is filled in."""

    factory: ComponentFactory
    draft: Draft
    place: int
    """The index of the action."""
    opened: bool = False
    """Whether the player opened it from a list of actions and can go back there."""

    @cached_property
    def action(self) -> Action:
        return self.factory.prompt.actions[self.place]

    @cached_property
    def spots(self) -> tuple[form_tree.SlotPath, ...]:
        return form_tree.open_spots(self.factory.prompt, self.place, self.draft.values)

    @cached_property
    def wanted(self) -> Slot | None:
        """The first open slot that needs a value."""
        return form_tree.missing(self.factory.prompt, self.place, self.draft.values)

    @cached_property
    def step(self) -> form_tree.SlotPath | None:
        """The choice that is asked now, if choices open each other."""
        if not form_tree.is_nested(self.action):
            return None
        values = form_tree.begun(self.action, self.draft.values)
        *_, deepest = form_tree.open_spots(self.factory.prompt, self.place, values)
        return deepest

    @cached_property
    def sends_itself(self) -> bool:
        """Whether the form needs no Send button until it is complete."""
        prompt, values = self.factory.prompt, self.draft.values
        return form_tree.is_stepwise(self.action) or form_tree.is_chain(prompt, self.place, values)

    def draw(self, around: int) -> list[limits.Item]:
        """Draw the form; `around` counts the components outside it."""
        if form_tree.is_stepwise(self.action):
            return self._step()
        if self.step is not None:
            page, tone = self.draft.page(self.step.path), self.action.tone
            open_slot = OpenSlot(self.factory, self.step, None, page, (), tone)
            put = among if self.factory.pictured else with_below
            return put(draw_slot(open_slot, rich=True), self._back())
        above, below = self._above(), self._below()
        # One more for the list of chosen values.
        room = (
            limits.OUR_COMPONENTS - around - limits.components(above) - limits.components(below) - 1
        )
        blocks = self._blocks(room)
        parts = _parts([limits.components(block) for block in blocks], room)
        part = self._part(parts)
        items = [item for index in parts[part] for item in blocks[index]]
        turner = self.factory.turner((self.place,), part, len(parts))
        elsewhere = [spot.slot for index, spot in enumerate(self.spots) if index not in parts[part]]
        drawn = [*above, *items, *turner, *self._elsewhere(elsewhere)]
        return [*drawn, *below] if below else with_below(drawn, self._back())

    def _step(self) -> list[limits.Item]:
        """Draw the first slot that needs a value; the chosen ones above it if no picture has them.

        When all are chosen, the Send button stands in the place of the last slot.
        """
        chosen = chosen_line(self.factory, self.action.slots, self.draft)
        lines = [] if self.factory.pictured else [chosen]
        spot = next((spot for spot in self.spots if spot.slot is self.wanted), None)
        if spot is None:
            lines.append(bold(self.factory.words.line(self.factory.prompt.ask, ASK)))
            send = send_button(self.factory, self.draft, ControlVerb.SEND)
            return [*text(lines, SUMMARY), GridRow(send), *rows(self._others())]
        lines.append(bold(self.factory.words.line(spot.slot.ask, HEADING)))
        open_slot = OpenSlot(self.factory, spot, None, self.draft.page(spot.path), (), "main")
        drawn = draw_slot(open_slot, rich=True)
        step = [GridRow(*buttons) if (buttons := buttons_of(item)) else item for item in drawn]
        return [*text(lines, SUMMARY), *step, *rows(self._others())]

    def _rest_to(self) -> list[Button]:
        """Make a button that repeats the last choice for all remaining slots, if they are some."""
        slots = self.action.slots
        place = next((index for index, slot in enumerate(slots) if slot is self.wanted), 0)
        last = slots[place - 1] if 0 < place < len(slots) - 1 else None
        if not isinstance(last, PickOne) or not form_tree.is_stepwise(self.action):
            return []
        ids = [choice.id for choice in last.choices]
        chosen = ids.index(self.draft.values[last.name])
        if not form_tree.is_free(last.choices[chosen]):
            return []
        label = labels.rest_to(last.choices[chosen])
        return [self.factory.say(ControlVerb.REST, (self.place, place, chosen), label)]

    def _above(self) -> list[limits.Item]:
        """Draw the action's name, unless it is the only action or named below, and its hint."""
        lines = []
        if len(self.factory.prompt.actions) > 1 and not self._names_itself:
            lines.append(bold(self.factory.words.line(self.action.label, HEADING)))
        if self.action.hint is not None:
            lines.append(f"-# {self.factory.words.line(self.action.hint, HEADING)}")
        return text(lines)

    @property
    def _names_itself(self) -> bool:
        """Whether the line above its only slot, with what is chosen, names the action."""
        return len(self.spots) == 1 and form_tree.is_toggled(self.spots[0].slot)

    def _blocks(self, room: int) -> list[list[limits.Item]]:
        """Draw every slot, with buttons if they fit; the first slots lose theirs first."""
        rich = [self._is_rich(spot) for spot in self.spots]
        blocks = [self._block(spot, rich=rich[index]) for index, spot in enumerate(self.spots)]
        for index, spot in enumerate(self.spots):
            if sum(map(limits.components, blocks)) <= room:
                break
            if rich[index]:
                blocks[index] = self._block(spot, rich=False)
        return blocks

    def _is_rich(self, spot: form_tree.SlotPath) -> bool:
        """Tell whether a slot gets buttons: it is a grid, or the only slot on its level."""
        if isinstance(spot.slot, PickOne) and isinstance(spot.slot.layout, Grid):
            return True
        level = spot.parents[-1][1].then if spot.parents else self.action.slots
        return len(level) == 1

    def _block(self, spot: form_tree.SlotPath, *, rich: bool) -> list[limits.Item]:
        asked = self.factory.words.line(spot.slot.ask, HEADING)
        if self._names_itself and len(self.factory.prompt.actions) > 1:
            asked = f"{self.factory.words.line(self.action.label, HEADING)}:"
        repeated = asked == self.factory.words.line(self.factory.prompt.ask, HEADING)
        open_slot = OpenSlot(
            self.factory,
            spot,
            self.draft.values.get(spot.slot.name),
            self.draft.page(spot.path),
            () if repeated else (asked,),
        )
        return draw_slot(open_slot, rich=rich)

    def _part(self, parts: Sequence[Sequence[int]]) -> int:
        """Return the part that the player turned to, otherwise the one with the next empty slot."""
        turned = self.draft.page((self.place,))
        if turned is not None:
            return min(turned, len(parts) - 1)
        empty = (index for index, spot in enumerate(self.spots) if spot.slot is self.wanted)
        index = next(empty, len(self.spots) - 1)
        return next((part for part, places in enumerate(parts) if index in places), 0)

    def _elsewhere(self, elsewhere: Sequence[Slot]) -> list[limits.Item]:
        """List the values of slots in other parts, and what is still to be chosen."""
        lines = [chosen_line(self.factory, elsewhere, self.draft)]
        if self.wanted is not None and not (
            self.sends_itself or form_tree.ends_by_itself(self.action)
        ):
            still = say("Still to choose: {what}", what=self.wanted.ask)
            lines.append(f"-# {self.factory.words.line(still, ASK)}")
        return text(lines, SUMMARY)

    def _below(self) -> list[limits.Item]:
        complete = self.wanted is None
        if form_tree.ends_by_itself(self.action) and not complete:
            return []
        if complete or not self.sends_itself:
            disabled = not complete
            send = send_button(self.factory, self.draft, ControlVerb.SEND, disabled=disabled)
            return rows([send, *self._others()])
        return rows(self._others())

    def _others(self) -> list[Button]:
        """Make the buttons below the slots, without the Send button."""
        buttons = self._rest_to()
        is_step = form_tree.is_stepwise(self.action)
        is_begun = is_step and self.draft.values
        if form_tree.one_form(self.action) and not self.factory.coached and not is_begun:
            buttons.append(self.factory.say(ControlVerb.FORM, (self.place,), labels.FORM))
        if self.draft.values:
            buttons.append(self.factory.say(ControlVerb.CLEAR, (self.place,), labels.CLEAR))
        return [*buttons, *self._back()]

    def _back(self) -> list[Button]:
        if self.opened and (
            len(self.factory.prompt.actions) > 1 or (self.step and self.draft.values)
        ):
            return [self.factory.say(ControlVerb.LEAVE, (), labels.BACK)]
        return []


def send_button(
    factory: ComponentFactory, draft: Draft, verb: ControlVerb, *, disabled: bool = False
) -> Button:
    """Make the button that answers with exactly the values shown."""
    index = draft.action or 0
    action = factory.prompt.actions[index]
    style = discord.ButtonStyle.primary if action.tone == "plain" else STYLES[action.tone]
    label = factory.words.label(action.label, limits.BUTTON_LABEL)
    return factory.button(verb, (index, draft.mark()), label, style, disabled=disabled)


def chosen_line(factory: ComponentFactory, slots: Sequence[Slot], draft: Draft) -> str:
    """List what is chosen in these slots, in one line; nothing if nothing is."""
    chosen = chosen_in_words(slots, draft.values)
    line = say("-# {chosen}", chosen=chosen)
    return factory.words.line(line, SUMMARY) if chosen.items else ""


def started(draft: Draft, action: int) -> Draft:
    """Return the draft of this action; an empty one if another action was being filled in."""
    return draft if draft.action == action else replace(draft, action=action, values={})


def _parts(sizes: Sequence[int], room: int) -> list[list[int]]:
    """Split blocks over as few parts as possible, in order, each with room for the page buttons."""
    if sum(sizes) <= room:
        return [list(range(len(sizes)))]
    parts: list[list[int]] = [[]]
    taken = 0
    for index, size in enumerate(sizes):
        if parts[-1] and taken + size > room - _TURNER:
            parts.append([])
            taken = 0
        parts[-1].append(index)
        taken += size
    return parts
