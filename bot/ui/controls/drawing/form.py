"""Draw an action being filled in: its open slots, the chosen values and the Send button.

If this doesn't fit into one message, it is split into parts, slot by slot. Values in other parts
are listed in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.choices import as_pairs, more, other_pairs
from bot.ui.controls.drawing.components import (
    ASK,
    STYLES,
    Button,
    ComponentFactory,
    OpenSlot,
    bold,
    buttons_of,
    rows,
    text,
    with_below,
)
from bot.ui.controls.drawing.slots import draw_slot
from bot.ui.controls.form_tree import (
    SlotPath,
    ends_by_itself,
    is_chain,
    is_free,
    is_paired,
    is_stepwise,
    missing,
    one_form,
    open_spots,
    split_pairs,
)
from bot.ui.controls.labels import BACK, CLEAR, FORM, SAME, value_of
from bot.ui.controls.limits import BUTTON_LABEL, OUR_COMPONENTS, Item, components
from bot.ui.custom_ids import ControlVerb
from games.core.answer import find_choice
from games.core.prompt import Grid, PickOne
from games.core.text import Text, TextList, say

HEADING = 200
"""Characters of the line above a slot."""
SUMMARY = 700
"""Characters of the list of chosen values."""
_TURNER = 3
"""Components of the buttons that lead to the other parts."""


@dataclass(frozen=True, slots=True)
class OpenForm:
    """One action while it is filled in."""

    factory: ComponentFactory
    draft: Draft
    action: int
    opened: bool = False
    """Whether the player opened it from a list of actions and can go back there."""

    def draw(self, around: int) -> list[Item]:
        """Draw the form; `around` counts the components outside it."""
        action = self.factory.question.prompt.actions[self.action]
        if is_stepwise(action):
            return self._step()
        if is_paired(action) and isinstance(slot := action.slots[0], PickOne):
            open_slot = OpenSlot(self.factory, SlotPath((self.action, 0), slot), tone="main")
            shown, others = split_pairs(action)
            select = more(self.factory, other_pairs(self.factory, self.action, others))
            return [*self._above(), *as_pairs(open_slot, slot, shown), *select, *rows(self._back())]
        spots = self._spots()
        above, below = self._above(), self._below()
        # One more for the list of chosen values.
        room = OUR_COMPONENTS - around - components(above) - components(below) - 1
        blocks = self._blocks(spots, room)
        parts = _parts([components(block) for block in blocks], room)
        part = self._part(spots, parts)
        items = [item for at in parts[part] for item in blocks[at]]
        turner = self.factory.turner((self.action,), part, len(parts))
        elsewhere = [spot for at, spot in enumerate(spots) if at not in parts[part]]
        return [*above, *items, *turner, *self._elsewhere(elsewhere), *below]

    def _spots(self) -> tuple[SlotPath, ...]:
        return open_spots(self.factory.question.prompt, self.action, self.draft.values)

    def _step(self) -> list[Item]:
        """Draw the chosen values in one line, and the first slot that needs a value."""
        spots = self._spots()
        wanted = missing(self.factory.question.prompt, self.action, self.draft.values)
        lines = [self._chosen(spots)]
        spot = next((spot for spot in spots if spot.slot is wanted), None)
        if spot is None:
            return [*text(lines, SUMMARY), *self._below()]
        lines.append(bold(self.factory.words.line(spot.slot.ask, HEADING)))
        open_slot = OpenSlot(self.factory, spot, None, self.draft.page(spot.path), (), "main")
        below = [one for item in self._below() for one in buttons_of(item)]
        return [*text(lines, SUMMARY), *with_below(draw_slot(open_slot, rich=True), below)]

    def _chosen(self, spots: Sequence[SlotPath]) -> str:
        """List the filled slots with their values: "A red coin 1 → II"."""
        shown = []
        for slot in (spot.slot for spot in spots if isinstance(spot.slot, PickOne)):
            choice = find_choice(slot, self.draft.values.get(slot.name))
            if choice is not None:
                thing, place = slot.called or slot.ask, choice.called or choice.label
                shown.append(say("{thing} → {place}", thing=thing, place=place))
        line = say("-# {chosen}", chosen=TextList(items=tuple(shown), style="unit"))
        return self.factory.words.line(line, SUMMARY) if shown else ""

    def _same_again(self) -> list[Button]:
        """Make a button that repeats the last choice for all remaining slots."""
        action = self.factory.question.prompt.actions[self.action]
        wanted = missing(self.factory.question.prompt, self.action, self.draft.values)
        place = next((at for at, slot in enumerate(action.slots) if slot is wanted), 0)
        last = action.slots[place - 1] if place else None
        if not isinstance(last, PickOne) or not is_stepwise(action):
            return []
        ids = [choice.id for choice in last.choices]
        chosen = ids.index(self.draft.values[last.name])
        if not is_free(last.choices[chosen]):
            return []
        return [self.factory.say(ControlVerb.REST, (self.action, place, chosen), SAME)]

    def _above(self) -> list[Item]:
        """Draw the action's name, unless it is the only action, and its hint."""
        prompt = self.factory.question.prompt
        action = prompt.actions[self.action]
        lines = []
        if len(prompt.actions) > 1:
            lines.append(bold(self.factory.words.line(action.label, HEADING)))
        if action.hint is not None:
            lines.append(f"-# {self.factory.words.line(action.hint, HEADING)}")
        return text(lines)

    def _blocks(self, spots: Sequence[SlotPath], room: int) -> list[list[Item]]:
        """Draw every slot, with buttons if they fit; the first slots lose theirs first."""
        rich = [self._is_rich(spot) for spot in spots]
        blocks = [self._block(spot, rich=wanted) for spot, wanted in zip(spots, rich, strict=True)]
        for at, spot in enumerate(spots):
            if sum(map(components, blocks)) <= room:
                break
            if rich[at]:
                blocks[at] = self._block(spot, rich=False)
        return blocks

    def _is_rich(self, spot: SlotPath) -> bool:
        """Tell whether a slot gets buttons: it is a grid, or the only slot on its level."""
        if isinstance(spot.slot, PickOne) and isinstance(spot.slot.layout, Grid):
            return True
        level = spot.parents[-1][1].then if spot.parents else None
        slots = self.factory.question.prompt.actions[self.action].slots if level is None else level
        return len(slots) == 1

    def _block(self, spot: SlotPath, *, rich: bool) -> list[Item]:
        asked = self.factory.words.line(spot.slot.ask, HEADING)
        repeated = asked == self.factory.words.line(self.factory.question.prompt.ask, HEADING)
        open_slot = OpenSlot(
            self.factory,
            spot,
            self.draft.values.get(spot.slot.name),
            self.draft.page(spot.path),
            () if repeated else (asked,),
        )
        return draw_slot(open_slot, rich=rich)

    def _part(self, spots: Sequence[SlotPath], parts: Sequence[Sequence[int]]) -> int:
        """Return the part that the player turned to, otherwise the one with the next empty slot."""
        turned = self.draft.page((self.action,))
        if turned is not None:
            return min(turned, len(parts) - 1)
        wanted = missing(self.factory.question.prompt, self.action, self.draft.values)
        at = next((at for at, spot in enumerate(spots) if spot.slot is wanted), len(spots) - 1)
        return next((part for part, places in enumerate(parts) if at in places), 0)

    def _elsewhere(self, elsewhere: Sequence[SlotPath]) -> list[Item]:
        """List the values of slots in other parts, and what is still to be chosen."""
        words, prompt = self.factory.words, self.factory.question.prompt
        lines = summary(self.factory, elsewhere, self.draft)
        wanted = missing(prompt, self.action, self.draft.values)
        if wanted is not None and not (self._is_chain() or self._ends_by_itself()):
            lines.append(f"-# {words.line(say('Still to choose: {what}', what=wanted.ask), ASK)}")
        return text(lines, SUMMARY)

    def _is_chain(self) -> bool:
        return is_chain(self.factory.question.prompt, self.action, self.draft.values)

    def _ends_by_itself(self) -> bool:
        return ends_by_itself(self.factory.question.prompt.actions[self.action])

    def _below(self) -> list[Item]:
        prompt = self.factory.question.prompt
        buttons: list[Button] = []
        complete = missing(prompt, self.action, self.draft.values) is None
        if self._ends_by_itself() and not complete:
            return rows(self._back())
        stepwise = is_stepwise(prompt.actions[self.action])
        if complete or not (stepwise or self._is_chain()):
            buttons.append(
                send_button(self.factory, self.draft, ControlVerb.SEND, disabled=not complete)
            )
        buttons += self._same_again()
        if one_form(prompt.actions[self.action]) and not self.factory.coached:
            buttons.append(self.factory.say(ControlVerb.FORM, (self.action,), FORM))
        if self.draft.values:
            buttons.append(self.factory.say(ControlVerb.CLEAR, (self.action,), CLEAR))
        return rows([*buttons, *self._back()])

    def _back(self) -> list[Button]:
        if self.opened and len(self.factory.question.prompt.actions) > 1:
            return [self.factory.say(ControlVerb.LEAVE, (), BACK)]
        return []


def send_button(
    factory: ComponentFactory, draft: Draft, verb: ControlVerb, *, disabled: bool = False
) -> Button:
    """Make the button that answers with exactly the values shown."""
    at = draft.action or 0
    action = factory.question.prompt.actions[at]
    style = discord.ButtonStyle.primary if action.tone == "plain" else STYLES[action.tone]
    label = factory.words.label(
        action.label, BUTTON_LABEL, lambda what: say("Send: {what}", what=what)
    )
    return factory.button(verb, (at, draft.mark()), label, style, disabled=disabled)


def summary(factory: ComponentFactory, spots: Sequence[SlotPath], draft: Draft) -> list[str]:
    """List the values of these slots, one per line."""
    lines = []
    for spot in spots:
        slot = spot.slot
        if slot.name in draft.values:
            chosen: Text = value_of(slot, draft.values[slot.name])
            line = say("{ask} **{chosen}**", ask=slot.ask, chosen=chosen)
            lines.append(f"-# {factory.words.line(line, HEADING)}")
    return lines


def started(draft: Draft, action: int) -> Draft:
    """Return the draft of this action; an empty one if another action was being filled in."""
    return draft if draft.action == action else replace(draft, action=action, values={})


def _parts(sizes: Sequence[int], room: int) -> list[list[int]]:
    """Split blocks over as few parts as possible, in order, each with room for the page buttons."""
    if sum(sizes) <= room:
        return [list(range(len(sizes)))]
    parts: list[list[int]] = [[]]
    taken = 0
    for at, size in enumerate(sizes):
        if parts[-1] and taken + size > room - _TURNER:
            parts.append([])
            taken = 0
        parts[-1].append(at)
        taken += size
    return parts
