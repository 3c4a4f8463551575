"""Draws a question: all its actions, the one that is being filled in, or "are you sure".

Every state of a draft has one picture in controls, whatever the game; nothing here decides what
may be answered, and everything drawn fits beside a picture and a headline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord

from bot.tables.domain.views import Question
from bot.ui.controls.address import ControlVerb
from bot.ui.controls.draft import EMPTY, Draft
from bot.ui.controls.drawing.choices import DIRECT, as_pairs
from bot.ui.controls.drawing.components import (
    ASK,
    STYLES,
    Button,
    ComponentFactory,
    OpenSlot,
    bold,
    rows,
    split,
    text,
)
from bot.ui.controls.drawing.form import HEADING, OpenForm, send_button, started, summary
from bot.ui.controls.drawing.slots import draw_slot
from bot.ui.controls.form_tree import (
    SlotPath,
    current,
    free_places,
    home,
    is_direct,
    is_paired,
    open_spots,
)
from bot.ui.controls.labels import BACK, Labels, brings, cut
from bot.ui.controls.limits import (
    BUTTON_LABEL,
    OPTION_HINT,
    OPTION_LABEL,
    OUR_CHARACTERS,
    OUR_COMPONENTS,
    PUBLIC_CHARACTERS,
    PUBLIC_COMPONENTS,
    Item,
    characters,
    components,
)
from bot.ui.i18n.icons import EMOJIS
from games.core.prompt import Action, PickOne
from games.core.text import Reader, say

SHORT = 10
"""The most choices of a slot whose buttons may stand in the channel."""
_LEAST_TEXT = 60
"""Characters that a text keeps when all of them together are too long."""


@dataclass(frozen=True, slots=True)
class DrawnPrompt:
    """Items of a components-v2 message, in order."""

    items: tuple[Item, ...]


def draw(question: Question, draft: Draft, reader: Reader) -> DrawnPrompt:
    """Draw a question for the one it is put to, with what they have filled in so far."""
    pen = ComponentFactory(question, Labels.of(reader))
    prompt = question.prompt
    draft = current(prompt, draft)
    ask = text([bold(pen.words.line(prompt.ask, ASK))])
    if draft.action is not None and draft.confirming:
        return _fitted(_confirm(pen, draft))
    if draft.action is not None and prompt.actions[draft.action].slots:
        filling = OpenForm(pen, draft, draft.action, opened=True)
        return _fitted([*ask, *filling.draw(components(ask))])
    return _fitted([*ask, *_Overview(pen, draft, components(ask)).draw()])


def draw_public(question: Question, reader: Reader) -> DrawnPrompt | None:
    """Draw the controls that may stand in the channel; None when this question has none.

    They are short, and a single press is the answer or the way to "are you sure".
    """
    prompt = question.prompt
    opened = home(prompt)
    drawn_whole = [a for at, a in enumerate(prompt.actions) if opened is None or at == opened]
    if not prompt.public or not all(map(_is_short, drawn_whole)):
        return None
    pen = ComponentFactory(question, Labels.of(reader), hints=False)
    items = _Overview(pen, EMPTY, OUR_COMPONENTS - PUBLIC_COMPONENTS).draw()
    return _fitted(items, PUBLIC_CHARACTERS) if components(items) <= PUBLIC_COMPONENTS else None


def _is_short(action: Action) -> bool:
    if not action.slots:
        return True
    slot = action.slots[0]
    if not is_direct(action) or not isinstance(slot, PickOne):
        return False
    if not is_paired(action):
        return len(free_places(slot)) <= SHORT
    below = (slot.choices[place].then[0] for place in free_places(slot))
    return sum(len(free_places(one)) for one in below if isinstance(one, PickOne)) <= SHORT


def _fitted(items: Sequence[Item], most: int = OUR_CHARACTERS) -> DrawnPrompt:
    """Shorten texts from the last to the first while all of them together are too long."""
    over = characters(items) - most
    for item in reversed(items):
        if over > 0 and isinstance(item, discord.ui.TextDisplay):
            kept = cut(item.content, max(_LEAST_TEXT, len(item.content) - over))
            over -= len(item.content) - len(kept)
            item.content = kept
    return DrawnPrompt(tuple(items))


def _confirm(pen: ComponentFactory, draft: Draft) -> list[Item]:
    prompt, at = pen.question.prompt, draft.action or 0
    action = prompt.actions[at]
    asked = bold(pen.words.line(action.confirm or action.label, ASK))
    chosen = summary(pen, open_spots(prompt, at, draft.values), draft)
    sure = send_button(pen, draft, ControlVerb.CONFIRM)
    sure.label = pen.words.label(action.label, BUTTON_LABEL)
    return [*text([asked, *chosen]), *rows([sure, pen.say(ControlVerb.RETHINK, (at,), BACK)])]


@dataclass(frozen=True, slots=True)
class _Overview:
    """All actions at once: what a single choice answers is drawn whole, the rest as buttons."""

    pen: ComponentFactory
    draft: Draft
    around: int
    """Components of others."""

    def draw(self) -> list[Item]:
        """Draw every action, the last giving way first: to a select, then to a button."""
        order = self._order()
        blocks = {at: self._whole(at, rich=True) for at in order if self._can_be_whole(at)}
        for at in reversed(list(blocks)):
            if self._too_many(blocks):
                blocks[at] = self._whole(at, rich=False)
        for at in reversed(list(blocks)):
            if self._too_many(blocks):
                del blocks[at]
        menu = self._menu([at for at in order if at not in blocks and self._is_offered(at)])
        return [*(item for block in blocks.values() for item in block), *menu]

    def _is_offered(self, at: int) -> bool:
        """In the channel only what one press does; what has to be filled in is for the hand."""
        return self.pen.hints or not self.pen.question.prompt.actions[at].slots

    def _order(self) -> list[int]:
        """The places of the actions, those that take back last."""
        actions = self.pen.question.prompt.actions
        return sorted(range(len(actions)), key=lambda at: actions[at].take_back)

    def _too_many(self, blocks: Mapping[int, list[Item]]) -> bool:
        menu = self._menu([at for at in self._order() if at not in blocks])
        size = components(menu) + sum(map(components, blocks.values()))
        return size > OUR_COMPONENTS - self.around

    def _can_be_whole(self, at: int) -> bool:
        prompt = self.pen.question.prompt
        action = prompt.actions[at]
        if action.blocked is not None or not action.slots:
            return False
        opened = home(prompt)
        if opened is not None:
            return at == opened
        return is_direct(action) and not is_paired(action)

    def _whole(self, at: int, *, rich: bool) -> list[Item]:
        action = self.pen.question.prompt.actions[at]
        if is_direct(action) and (rich or not is_paired(action)):
            return self._choices(at, rich=rich)
        others = components(self._menu([other for other in self._order() if other != at]))
        return OpenForm(self.pen, started(self.draft, at), at).draw(self.around + others)

    def _choices(self, at: int, *, rich: bool) -> list[Item]:
        """The one slot of an action, under the action's name where there are several."""
        prompt = self.pen.question.prompt
        action = prompt.actions[at]
        slot = action.slots[0]
        words = self.pen.words
        heading = words.line(slot.ask, HEADING)
        if at == home(prompt):
            heading = ""  # the question itself asks it
        elif len(prompt.actions) > 1:
            label = words.line(action.label, HEADING)
            heading = bold(label) if label == heading else f"{bold(label)} {heading}".strip()
        told = action.hint is not None and self.pen.hints and action.outcome is None
        hint = f"-# {words.line(action.hint, HEADING)}" if action.hint and told else ""
        spot = SlotPath((at, 0), slot)
        tone = "plain" if action.take_back else action.tone
        page = self.draft.page(spot.path)
        blank = OpenSlot(self.pen, spot, None, page, (heading, hint), tone)
        if is_paired(action) and isinstance(slot, PickOne):
            return as_pairs(blank, slot)
        return draw_slot(blank, rich=rich)

    def _menu(self, places: Sequence[int]) -> list[Item]:
        """A button per action; a select in pages when there are very many."""
        actions = self.pen.question.prompt.actions
        places = [at for at in places if actions[at].blocked is None]
        if not places:
            return []
        if len(places) > DIRECT:
            return self._long_menu(places)
        told = [
            actions[at]
            for at in places
            if actions[at].outcome is None and not actions[at].take_back
        ]
        hints = self.pen.notes((action.label, action.hint) for action in told)
        return text(hints) + rows([self._button(at) for at in places])

    def _button(self, at: int) -> Button:
        action = self.pen.question.prompt.actions[at]
        label = brings(action.short or action.label, action.outcome)
        return self.pen.button(
            ControlVerb.OPEN,
            (at,),
            self.pen.words.label(label, BUTTON_LABEL),
            STYLES["plain" if action.take_back else action.tone],
            icon=action.label.icon,
        )

    def _long_menu(self, places: Sequence[int]) -> list[Item]:
        actions, words, free = self.pen.question.prompt.actions, self.pen.words, places
        pages = split(len(free))
        page = min(self.draft.page(()) or 0, len(pages) - 1)
        options = [
            discord.SelectOption(
                label=words.label(actions[free[n]].label, OPTION_LABEL),
                value=str(free[n]),
                description=words.label(hint, OPTION_HINT)
                if (hint := actions[free[n]].hint)
                else None,
                emoji=EMOJIS.of(actions[free[n]].label.icon),
            )
            for n in pages[page]
        ]
        select = self.pen.select(ControlVerb.OPEN, (), options, say("What will you do?"))
        return [select, *self.pen.turner((), page, len(pages))]
