"""Draw a question: all its actions, the one being filled in, or the confirmation.

Each state of a draft is drawn in one way, for every game. Nothing here decides what is legal.
Everything drawn leaves room for a picture and a headline.
"""

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

import discord

from bot.tables.domain.views import Question
from bot.ui.controls import form_tree, labels
from bot.ui.controls.draft import EMPTY, Draft
from bot.ui.controls.drawing import form
from bot.ui.controls.drawing.choices import DIRECT, GROUPED
from bot.ui.controls.drawing.components import (
    ASK,
    Button,
    ComponentFactory,
    OpenSlot,
    among,
    bold,
    buttons_of,
    rows,
    split,
    text,
    with_below,
)
from bot.ui.controls.drawing.slots import draw_slot
from bot.ui.i18n.icons import EMOJIS
from bot.ui.kit import limits
from bot.ui.kit.custom_ids import ControlVerb, Path
from games.core.prompt import Action, Form, PickOne
from games.core.text import Reader, Text, say

SPREAD, ONE = 3, 1
"""The most of a group that stand as buttons if that takes no further row, or if more would."""
SHORT = 2
"""The most rows of buttons that a slot gets in the channel; otherwise it is a select."""
_LEAST_TEXT = 60
"""Characters that remain of a text when all texts together are too long."""


def draw(
    question: Question,
    draft: Draft,
    reader: Reader,
    *,
    coached: bool = False,
    helped: bool = False,
    suggested: Form | None = None,
    pictured: bool = False,
) -> list[limits.Item]:
    """Draw a question for the player who must answer it, with the values of their draft.

    A `coached` question has neither hints nor a form: a lesson explains it. One that is `helped`
    has other words in its place, and marks the `suggested` answer. A `pictured` one has a picture
    above it that shows what is chosen.
    """
    words = labels.Labels.of(reader)
    factory = ComponentFactory(
        question, words, coached=coached, suggested=suggested, pictured=pictured
    )
    prompt = question.prompt
    draft = form_tree.current(prompt, draft)
    opened = form_tree.opened_action(prompt)
    helped = helped or (
        pictured and opened is not None and form_tree.is_stepwise(prompt.actions[opened])
    )  # each step asks for itself
    ask = [] if helped else text([bold(factory.words.line(prompt.ask, ASK))])
    if draft.action is not None and draft.confirming:
        return _fitted(_confirm(factory, draft))
    if draft.action is not None and prompt.actions[draft.action].slots:
        filling = form.OpenForm(factory, draft, draft.action, opened=True)
        if filling.step is not None:
            ask = text([bold(factory.words.line(filling.step.slot.ask, ASK))])
        elif draft.values and form_tree.is_stepwise(filling.action):
            ask = []  # each step asks for itself
        return _fitted([*ask, *filling.draw(limits.components(ask))])
    return _fitted([*ask, *_Overview(factory, draft, limits.components(ask)).draw()])


def draw_ahead(question: Question, draft: Draft, reader: Reader) -> list[limits.Item]:
    """Draw the form of an answer that is given before it is asked; the words are the caller's."""
    factory = ComponentFactory(question, labels.Labels.of(reader), coached=True, ahead=True)
    draft = form_tree.current(question.prompt, draft)
    if draft.action is not None and question.prompt.actions[draft.action].slots:
        return _fitted(form.OpenForm(factory, draft, draft.action, opened=True).draw(0))
    return _fitted(_Overview(factory, draft, 0).draw())


def draw_public(question: Question, reader: Reader) -> list[limits.Item]:
    """Draw the controls for the channel; nothing if this question has none.

    They are short. A single press is the answer or leads to the confirmation.
    """
    prompt = question.prompt
    opened = form_tree.opened_action(prompt)
    drawn_whole = [a for index, a in enumerate(prompt.actions) if opened is None or index == opened]
    if not prompt.public or not all(map(_is_short, drawn_whole)):
        return []
    factory = ComponentFactory(question, labels.Labels.of(reader), hints=False)
    items = _Overview(factory, EMPTY, limits.OUR_COMPONENTS - limits.PUBLIC_COMPONENTS).draw()
    return (
        _fitted(items, limits.PUBLIC_CHARACTERS)
        if limits.components(items) <= limits.PUBLIC_COMPONENTS
        else []
    )


def _is_short(action: Action) -> bool:
    if form_tree.leaves_no_choice(action):
        return True
    slot = action.slots[0]
    return form_tree.is_direct(action) and len(form_tree.free_places(slot)) <= limits.OPTIONS


def _fitted(items: list[limits.Item], most: int = limits.OUR_CHARACTERS) -> list[limits.Item]:
    """Shorten texts, from the last to the first, until all together fit."""
    over = limits.characters(items) - most
    for item in reversed(items):
        if over > 0 and isinstance(item, discord.ui.TextDisplay):
            shortened = labels.cut(item.content, max(_LEAST_TEXT, len(item.content) - over))
            over -= len(item.content) - len(shortened)
            item.content = shortened
    return items


def _confirm(factory: ComponentFactory, draft: Draft) -> list[limits.Item]:
    prompt, index = factory.prompt, draft.action or 0
    action = prompt.actions[index]
    asked = bold(factory.words.line(action.confirm or action.label, ASK))
    chosen = form.chosen_line(factory, action.slots, draft)
    sure = form.send_button(factory, draft, ControlVerb.CONFIRM)
    sure.label = factory.words.label(action.label, limits.BUTTON_LABEL)
    return [
        *text([asked, chosen]),
        *rows([sure, factory.say(ControlVerb.RETHINK, (index,), labels.BACK)]),
    ]


def _beside(
    choices: list[limits.Item], menu: list[limits.Item], *, pictured: bool
) -> list[limits.Item]:
    """Put the buttons of other actions into the rows of choices if that saves a row.

    For those who read the buttons one by one, they stay behind the choices.
    """
    put = among if pictured else with_below
    lines = [line for line in map(buttons_of, menu) if line]
    end = max((place for place, item in enumerate(choices, 1) if buttons_of(item)), default=0)
    merged = put(choices[:end], [item for line in lines for item in line])
    if len(merged) == end + len(lines):
        return [*choices, *menu]
    notes = [item for item in menu if isinstance(item, discord.ui.TextDisplay)]
    menus = [item for item in menu if item not in notes and not buttons_of(item)]
    return [*notes, *merged, *choices[end:], *menus]


class _Overview(NamedTuple):
    """All actions at once. One that takes a single choice is drawn whole, others as a button."""

    factory: ComponentFactory
    draft: Draft
    around: int
    """Number of components outside the controls."""

    def draw(self) -> list[limits.Item]:
        """Draw every action. If there is no room, the last ones become a select, then a button."""
        order = self._order()
        blocks = {
            index: self._whole(index, rich=True) for index in order if self._can_be_whole(index)
        }
        menu = self._menu(others := self._others(blocks))
        for index in reversed([*blocks]):
            if self._are_too_many(blocks, menu):
                blocks[index] = self._whole(index, rich=False)
        for index in reversed([*blocks]):
            if self._are_too_many(blocks, menu):
                del blocks[index]
                menu = self._menu(others := self._others(blocks))
        shown = [item for block in blocks.values() for item in block]
        actions = self.factory.prompt.actions
        is_opened = [*blocks] == [form_tree.opened_action(self.factory.prompt)]
        has_words = any(isinstance(item, discord.ui.TextDisplay) for item in shown)
        if is_opened and has_words and any(actions[index].tone == "main" for index in others):
            return [*menu, *shown]  # steps to another answer come after the usual one
        if is_opened and len(others) <= DIRECT:  # a longer menu has buttons for its pages
            menus = (self._menu(others, most) for most in (SPREAD, GROUPED, ONE))
            pictured = self.factory.pictured
            return min((_beside(shown, menu, pictured=pictured) for menu in menus), key=len)
        return [*shown, *menu]

    def _others(self, drawn: Container[int]) -> list[int]:
        """The actions for the menu. In the channel these take one press; the hand has the rest."""
        actions, hints = self.factory.prompt.actions, self.factory.hints
        others = (index for index in self._order() if index not in drawn)
        return [index for index in others if hints or form_tree.leaves_no_choice(actions[index])]

    def _order(self) -> list[int]:
        """Return the indexes of the actions, those that take back last."""
        actions = self.factory.prompt.actions
        return sorted(range(len(actions)), key=lambda index: actions[index].take_back)

    def _are_too_many(
        self, blocks: Mapping[int, list[limits.Item]], menu: Sequence[limits.Item]
    ) -> bool:
        size = limits.components(menu) + sum(map(limits.components, blocks.values()))
        return size > limits.OUR_COMPONENTS - self.around

    def _can_be_whole(self, index: int) -> bool:
        prompt = self.factory.prompt
        action = prompt.actions[index]
        if action.blocked is not None or form_tree.leaves_no_choice(action):
            return False
        opened = form_tree.opened_action(prompt)
        if opened is not None:
            return index == opened
        if action.short is not None:  # a small one, behind its button
            return False
        return form_tree.is_direct(action)

    def _whole(self, index: int, *, rich: bool) -> list[limits.Item]:
        action = self.factory.prompt.actions[index]
        if form_tree.is_direct(action):
            return self._choices(index, rich=rich)
        others = limits.components(self._menu(self._others({index})))
        return form.OpenForm(self.factory, form.started(self.draft, index), index).draw(
            self.around + others
        )

    def _choices(self, index: int, *, rich: bool) -> list[limits.Item]:
        """Draw the only slot of an action, below the action's name if there are several actions."""
        prompt = self.factory.prompt
        action = prompt.actions[index]
        slot = action.slots[0]
        words = self.factory.words
        heading = words.line(slot.ask, form.HEADING)
        if index == form_tree.opened_action(prompt):
            heading = ""  # the question itself asks it
        elif len(prompt.actions) > 1:
            label = words.line(action.label, form.HEADING)
            heading = bold(label) if label == heading else f"{bold(label)} {heading}".strip()
        has_hint = action.hint is not None and self.factory.hints and action.outcome is None
        hint = f"-# {words.line(action.hint, form.HEADING)}" if action.hint and has_hint else ""
        spot = form_tree.SlotPath((index, 0), slot)
        tone = "plain" if action.take_back else action.tone
        page = self.draft.page(spot.path)
        open_slot = OpenSlot(self.factory, spot, None, page, (heading, hint), tone)
        if not self.factory.hints and isinstance(slot, PickOne):
            drawn = draw_slot(open_slot, rich=True)
            return drawn if len(drawn) <= SHORT else draw_slot(open_slot, rich=False)
        return draw_slot(open_slot, rich=rich)

    def _menu(self, places: Sequence[int], most: int = GROUPED) -> list[limits.Item]:
        """Draw a button per action; a select for many, or for a large group."""
        actions = self.factory.prompt.actions
        places = [index for index in places if actions[index].blocked is None]
        if len(places) > DIRECT:
            return self._long_menu(places)
        grouped = [index for index in places if actions[index].group is not None]
        others = [index for index in places if index not in grouped]
        if len(grouped) > most:
            name = actions[grouped[0]].group or labels.MORE
            select = self.factory.select(ControlVerb.OPEN, (), self._group(grouped), name)
            return [select, *self._buttons(others)]
        return self._buttons(places)

    def _group(self, places: Sequence[int]) -> list[discord.SelectOption]:
        """Return every answer of these actions; those that would be too many open first."""
        actions = self.factory.prompt.actions
        options = list[discord.SelectOption]()
        for order, index in enumerate(places):
            answers = form_tree.answers(actions[index])
            room = limits.OPTIONS - len(options) - (len(places) - order - 1)
            whole = 0 < len(answers) <= room
            paths = [(index, *path) for path in answers] if whole else [(index,)]
            options += [self._whole_answer(path) for path in paths]
        return options

    def _whole_answer(self, path: Path) -> discord.SelectOption:
        """An option that is an action with its choices, as a path from the action on."""
        action = self.factory.prompt.actions[path[0]]
        name, icon, slots = action.short or action.label, action.label.icon, action.slots
        chosen: list[Text] = []
        for index in range(1, len(path), 2):
            slot = slots[path[index]]
            if isinstance(slot, PickOne):
                choice = slot.choices[path[index + 1]]
                chosen.append(choice.label)
                icon, slots = icon or choice.label.icon, choice.then
        if chosen:
            name = say("{action}: {chosen}", action=name, chosen=chosen[0])
        if len(chosen) > 1:
            name = labels.brings(name, chosen[1])
        return discord.SelectOption(
            label=self.factory.words.label(name, limits.OPTION_LABEL),
            value=".".join(map(str, path)),
            emoji=EMOJIS.of(icon),
        )

    def _buttons(self, places: Sequence[int]) -> list[limits.Item]:
        actions = self.factory.prompt.actions
        hinted = [
            actions[index]
            for index in places
            if actions[index].outcome is None and not actions[index].take_back
        ]
        remarks = [(action.label, action.hint) for action in hinted if action.hint is not None]
        hints = self.factory.notes(remarks)
        if len(remarks) == 1 and hints:  # the only one needs no name, which takes a second line
            line = self.factory.words.line(remarks[0][1], form.HEADING)
            hints = [f"-# {line[:1].upper()}{line[1:]}"]
        return text(hints) + rows([self._button(index) for index in places])

    def _button(self, index: int) -> Button:
        action = self.factory.prompt.actions[index]
        what = labels.brings(action.short or action.label, action.outcome)
        label = self.factory.words.label(what, limits.BUTTON_LABEL)
        return self.factory.button(
            ControlVerb.OPEN,
            (index,),
            self.factory.mark(label, index, {}),
            self.factory.style(
                "plain" if action.take_back else action.tone, is_choice=self._is_only()
            ),
            icon=action.label.icon,
        )

    def _is_only(self) -> bool:
        """Whether one action alone is possible."""
        return sum(action.blocked is None for action in self.factory.prompt.actions) == 1

    def _long_menu(self, places: Sequence[int]) -> list[limits.Item]:
        actions, words, free = self.factory.prompt.actions, self.factory.words, places
        pages = split(len(free))
        page = min(self.draft.page(()) or 0, len(pages) - 1)
        options = [
            discord.SelectOption(
                label=words.label(actions[free[n]].label, limits.OPTION_LABEL),
                value=str(free[n]),
                description=words.label(hint, limits.OPTION_HINT)
                if (hint := actions[free[n]].hint)
                else None,
                emoji=EMOJIS.of(actions[free[n]].label.icon),
            )
            for n in pages[page]
        ]
        select = self.factory.select(ControlVerb.OPEN, (), options, say("What will you do?"))
        return [select, *self.factory.turner((), page, len(pages))]
