"""Draws an action that is being filled in: its open slots, what is chosen, and how to send it.

What does not fit into one message is drawn in parts, slot after slot, with what stands elsewhere
in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from bot.ui.controls.address import ControlVerb
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.components import (
    ASK,
    STYLES,
    Button,
    ComponentFactory,
    OpenSlot,
    bold,
    rows,
    text,
)
from bot.ui.controls.drawing.slots import draw_slot
from bot.ui.controls.form_tree import (
    SlotPath,
    is_chain,
    is_free,
    is_stepwise,
    missing,
    one_form,
    open_spots,
)
from bot.ui.controls.labels import BACK, CLEAR, FORM, SAME, value_of
from bot.ui.controls.limits import BUTTON_LABEL, OUR_COMPONENTS, Item, components
from games.core.answer import find_choice
from games.core.prompt import Grid, PickOne
from games.core.text import Text, TextList, say

HEADING = 200
"""Characters of the line above a slot."""
SUMMARY = 700
"""Characters of what is chosen, in words."""
_TURNER = 3
"""Components of the buttons that lead to the other parts."""


@dataclass(frozen=True, slots=True)
class OpenForm:
    """One action while it is filled in."""

    pen: ComponentFactory
    draft: Draft
    action: int
    opened: bool = False
    """Whether it was chosen from several and can be left again."""

    def draw(self, around: int) -> list[Item]:
        """Draw it beside `around` components of others."""
        if is_stepwise(self.pen.question.prompt.actions[self.action]):
            return self._step()
        spots = self._spots()
        above, below = self._above(), self._below()
        # One more for the words about what is chosen.
        room = OUR_COMPONENTS - around - components(above) - components(below) - 1
        blocks = self._blocks(spots, room)
        parts = _parts([components(block) for block in blocks], room)
        part = self._part(spots, parts)
        items = [item for at in parts[part] for item in blocks[at]]
        turner = self.pen.turner((self.action,), part, len(parts))
        elsewhere = [spot for at, spot in enumerate(spots) if at not in parts[part]]
        return [*above, *items, *turner, *self._told(elsewhere), *below]

    def _spots(self) -> tuple[SlotPath, ...]:
        return open_spots(self.pen.question.prompt, self.action, self.draft.values)

    def _step(self) -> list[Item]:
        """What is chosen so far in one line, and the first slot that wants an answer."""
        spots = self._spots()
        wanted = missing(self.pen.question.prompt, self.action, self.draft.values)
        lines = [self._chosen(spots)]
        spot = next((spot for spot in spots if spot.slot is wanted), None)
        if spot is None:
            return [*text(lines, SUMMARY), *self._below()]
        lines.append(bold(self.pen.words.line(spot.slot.ask, HEADING)))
        blank = OpenSlot(self.pen, spot, None, self.draft.page(spot.path), (), "main")
        return [*text(lines, SUMMARY), *draw_slot(blank, rich=True), *self._below()]

    def _chosen(self, spots: Sequence[SlotPath]) -> str:
        """Every filled slot with its value: "A red coin 1: II"."""
        shown = []
        for slot in (spot.slot for spot in spots if isinstance(spot.slot, PickOne)):
            choice = find_choice(slot, self.draft.values.get(slot.name))
            if choice is not None:
                thing, place = slot.called or slot.ask, choice.called or choice.label
                shown.append(say("{thing} → {place}", thing=thing, place=place))
        told = say("-# {chosen}", chosen=TextList(items=tuple(shown), style="unit"))
        return self.pen.words.line(told, SUMMARY) if shown else ""

    def _same_again(self) -> list[Button]:
        """Chooses for all that is left what was chosen last."""
        action = self.pen.question.prompt.actions[self.action]
        wanted = missing(self.pen.question.prompt, self.action, self.draft.values)
        place = next((at for at, slot in enumerate(action.slots) if slot is wanted), 0)
        last = action.slots[place - 1] if place else None
        if not isinstance(last, PickOne) or not is_stepwise(action):
            return []
        ids = [choice.id for choice in last.choices]
        chosen = ids.index(self.draft.values[last.name])
        if not is_free(last.choices[chosen]):
            return []
        return [self.pen.say(ControlVerb.REST, (self.action, place, chosen), SAME)]

    def _above(self) -> list[Item]:
        """The action by name, unless it is the only one and speaks for itself."""
        prompt = self.pen.question.prompt
        action = prompt.actions[self.action]
        lines = []
        if len(prompt.actions) > 1:
            lines.append(bold(self.pen.words.line(action.label, HEADING)))
        if action.hint is not None:
            lines.append(f"-# {self.pen.words.line(action.hint, HEADING)}")
        return text(lines)

    def _blocks(self, spots: Sequence[SlotPath], room: int) -> list[list[Item]]:
        """Draw every slot, with buttons where they fit, the first slots giving way first."""
        rich = [self._is_rich(spot) for spot in spots]
        blocks = [self._block(spot, rich=wanted) for spot, wanted in zip(spots, rich, strict=True)]
        for at, spot in enumerate(spots):
            if sum(map(components, blocks)) <= room:
                break
            if rich[at]:
                blocks[at] = self._block(spot, rich=False)
        return blocks

    def _is_rich(self, spot: SlotPath) -> bool:
        """Buttons are for places on a grid, and for choices that stand alone on their level."""
        if isinstance(spot.slot, PickOne) and isinstance(spot.slot.layout, Grid):
            return True
        level = spot.parents[-1][1].then if spot.parents else None
        slots = self.pen.question.prompt.actions[self.action].slots if level is None else level
        return len(slots) == 1

    def _block(self, spot: SlotPath, *, rich: bool) -> list[Item]:
        asked = self.pen.words.line(spot.slot.ask, HEADING)
        repeated = asked == self.pen.words.line(self.pen.question.prompt.ask, HEADING)
        blank = OpenSlot(
            self.pen,
            spot,
            self.draft.values.get(spot.slot.name),
            self.draft.page(spot.path),
            () if repeated else (asked,),
        )
        return draw_slot(blank, rich=rich)

    def _part(self, spots: Sequence[SlotPath], parts: Sequence[Sequence[int]]) -> int:
        """The part they turned to, or the one with the first slot that wants an answer."""
        turned = self.draft.page((self.action,))
        if turned is not None:
            return min(turned, len(parts) - 1)
        wanted = missing(self.pen.question.prompt, self.action, self.draft.values)
        at = next((at for at, spot in enumerate(spots) if spot.slot is wanted), len(spots) - 1)
        return next((part for part, places in enumerate(parts) if at in places), 0)

    def _told(self, elsewhere: Sequence[SlotPath]) -> list[Item]:
        """What is chosen in slots that are not shown, and what is still to be chosen."""
        words, prompt = self.pen.words, self.pen.question.prompt
        lines = summary(self.pen, elsewhere, self.draft)
        wanted = missing(prompt, self.action, self.draft.values)
        if wanted is not None and not self._is_chain():
            lines.append(f"-# {words.line(say('Still to choose: {what}', what=wanted.ask), ASK)}")
        return text(lines, SUMMARY)

    def _is_chain(self) -> bool:
        return is_chain(self.pen.question.prompt, self.action, self.draft.values)

    def _below(self) -> list[Item]:
        prompt = self.pen.question.prompt
        buttons: list[Button] = []
        complete = missing(prompt, self.action, self.draft.values) is None
        stepwise = is_stepwise(prompt.actions[self.action])
        if complete or not (stepwise or self._is_chain()):
            buttons.append(
                send_button(self.pen, self.draft, ControlVerb.SEND, disabled=not complete)
            )
        buttons += self._same_again()
        if one_form(prompt.actions[self.action]):
            buttons.append(self.pen.say(ControlVerb.FORM, (self.action,), FORM))
        if self.draft.values:
            buttons.append(self.pen.say(ControlVerb.CLEAR, (self.action,), CLEAR))
        if self.opened and len(prompt.actions) > 1:
            buttons.append(self.pen.say(ControlVerb.LEAVE, (), BACK))
        return rows(buttons)


def send_button(
    pen: ComponentFactory, draft: Draft, verb: ControlVerb, *, disabled: bool = False
) -> Button:
    """The button that answers with what is filled in, and with nothing else."""
    at = draft.action or 0
    action = pen.question.prompt.actions[at]
    style = discord.ButtonStyle.primary if action.tone == "plain" else STYLES[action.tone]
    label = pen.words.label(action.label, BUTTON_LABEL, lambda what: say("Send: {what}", what=what))
    return pen.button(verb, (at, draft.mark()), label, style, disabled=disabled)


def summary(pen: ComponentFactory, spots: Sequence[SlotPath], draft: Draft) -> list[str]:
    """What is chosen in these slots, a line each."""
    lines = []
    for spot in spots:
        slot = spot.slot
        if slot.name in draft.values:
            chosen: Text = value_of(slot, draft.values[slot.name])
            told = say("{ask} **{chosen}**", ask=slot.ask, chosen=chosen)
            lines.append(f"-# {pen.words.line(told, HEADING)}")
    return lines


def started(draft: Draft, action: int) -> Draft:
    """The draft of this action; a blank one when another is being filled in."""
    return draft if draft.action == action else replace(draft, action=action, values={})


def _parts(sizes: Sequence[int], room: int) -> list[list[int]]:
    """Share out blocks over as few parts as go in order, each with room for the way on."""
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
