"""Draws slots that choose among things: PickOne as buttons or a select, PickSome as a select."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import discord

from bot.ui.controls.address import ControlVerb
from bot.ui.controls.drawing.components import (
    STYLES,
    Button,
    OpenSlot,
    rows,
    split,
    text,
)
from bot.ui.controls.form_tree import free_places
from bot.ui.controls.labels import NOTHING_FREE, counted, name_of, nth, on_button
from bot.ui.controls.limits import BUTTON_LABEL, OPTION_HINT, OPTION_LABEL, ROW, Item
from bot.ui.i18n.icons import EMOJIS
from games.core.prompt import Choice, Grid, PickOne, PickSome
from games.core.text import Argument, Text, say

DIRECT = 20
"""The most choices that are drawn as buttons."""


def can_be_buttons(slot: PickOne) -> bool:
    """Tell whether there are few enough choices for buttons."""
    return len(free_places(slot)) <= DIRECT


def as_buttons(blank: OpenSlot, slot: PickOne) -> list[Item]:
    """A button for every choice that is possible, row by row where they lie in a grid.

    A hint that no button bears is told in words.
    """
    places = free_places(slot)
    told = [slot.choices[at] for at in places if slot.choices[at].outcome is None]
    if len(told) > 1 and all(choice.hint == told[0].hint for choice in told):
        told = []  # alike for all, so it helps nobody to choose
    hints = blank.pen.notes((choice.label, choice.hint) for choice in told)
    lines = [*blank.heading, *hints]
    if not places:
        lines.append(blank.words.line(NOTHING_FREE, 200))
    if not isinstance(slot.layout, Grid) or not 0 < slot.layout.columns <= ROW:
        return text(lines) + rows([_button(blank, slot, place) for place in places])
    columns = slot.layout.columns
    lying = groupby(places, key=lambda place: place // columns)
    return text(lines) + [
        discord.ui.ActionRow(*(_button(blank, slot, place) for place in line)) for _, line in lying
    ]


def _button(blank: OpenSlot, slot: PickOne, place: int) -> Button:
    choice = slot.choices[place]
    chosen = choice.id == blank.value
    count = counted(choice.copies)

    def wrap(what: Argument) -> Text:
        return say("✓ {what}", what=count(what)) if chosen else count(what)

    return blank.pen.button(
        ControlVerb.PICK,
        (*blank.path, place),
        blank.words.label(on_button(slot, place), BUTTON_LABEL, wrap),
        discord.ButtonStyle.success if chosen else STYLES[blank.tone],
        icon=choice.label.icon,
    )


def as_pairs(blank: OpenSlot, slot: PickOne) -> list[Item]:
    """A button for every choice together with the one below it: a press answers both."""
    drawn = text(blank.heading)
    for outer in free_places(slot):
        below = slot.choices[outer].then[0]
        if isinstance(below, PickOne):
            drawn += rows([_pair(blank, slot, outer, inner) for inner in free_places(below)])
    return drawn


def _pair(blank: OpenSlot, slot: PickOne, outer: int, inner: int) -> Button:
    above = slot.choices[outer]
    below = above.then[0]
    assert isinstance(below, PickOne)  # the form tree pairs nothing else
    choice = below.choices[inner]
    what = choice.short or choice.label
    if choice.outcome is not None:  # as narrow as can be: three stand side by side on a phone
        what = say("{what}→{outcome}", what=what, outcome=choice.outcome)
    if EMOJIS.of(above.label.icon) is None:
        what = say("{first}: {then}", first=name_of(slot, outer), then=what)
    return blank.pen.button(
        ControlVerb.PICK,
        (*blank.path, outer, 0, inner),
        blank.words.label(what, BUTTON_LABEL),
        STYLES[blank.tone],
        icon=above.label.icon,
    )


def as_select(blank: OpenSlot, slot: PickOne) -> list[Item]:
    """A select of what can be chosen, in pages where it must be."""
    places = free_places(slot)
    head = text(blank.heading)
    if not places:
        return head + text([blank.words.line(NOTHING_FREE, 200)])
    ids = [slot.choices[place].id for place in places]
    pages = split(len(places))
    page = _page(blank.page, pages, ids.index(blank.value) if blank.value in ids else 0)
    options = [option(blank, slot, places[at]) for at in pages[page]]
    select = blank.pen.select(
        ControlVerb.CHOOSE, blank.path, options, _shown(slot.ask, pages, page)
    )
    return [*head, select, *blank.pen.turner(blank.path, page, len(pages))]


def option(blank: OpenSlot, slot: PickOne, place: int) -> discord.SelectOption:
    """One choice in a select; its value is its place."""
    choice = slot.choices[place]
    return discord.SelectOption(
        label=blank.words.label(name_of(slot, place), OPTION_LABEL, counted(choice.copies)),
        value=str(place),
        description=_hint(blank, choice),
        default=choice.id == blank.value,
        emoji=EMOJIS.of(choice.label.icon),
    )


def _hint(blank: OpenSlot, choice: Choice) -> str | None:
    return blank.words.label(choice.hint, OPTION_HINT) if choice.hint is not None else None


Unit = tuple[int, int]
"""One thing to choose: the place of its kind, and which copy, from 0."""


def units(slot: PickSome) -> list[Unit]:
    """Every single thing that can be chosen, kind by kind."""
    return [
        (place, copy)
        for place in free_places(slot)
        for copy in range(min(slot.choices[place].copies, slot.most))
    ]


def pick_some(blank: OpenSlot, slot: PickSome) -> list[Item]:
    """A select with an option per copy, in pages where it must be; what is chosen stays chosen."""
    taken = list(blank.value or [])
    things = units(slot)
    progress = f"-# {blank.words.line(_progress(slot, len(taken)), 200)}"
    head = text([*blank.heading, progress])
    if not things:
        return head
    pages = split(len(things))
    page = _page(blank.page, pages, 0)
    options = [
        discord.SelectOption(
            label=blank.words.label(name_of(slot, place), OPTION_LABEL, nth(copy + 1)),
            value=f"{place}.{copy}",
            description=_hint(blank, slot.choices[place]),
            default=copy < taken.count(slot.choices[place].id),
            emoji=EMOJIS.of(slot.choices[place].label.icon),
        )
        for place, copy in (things[at] for at in pages[page])
    ]
    marked = sum(option.default for option in options)
    select = blank.pen.select(
        ControlVerb.CHOOSE,
        (*blank.path, page),
        options,
        _shown(slot.ask, pages, page),
        least=0,
        # Several pages may hold too many together: that is told in words, and Send waits.
        most=min(len(options), max(slot.most, marked)),
    )
    return [*head, select, *blank.pen.turner(blank.path, page, len(pages))]


def _progress(slot: PickSome, taken: int) -> Text:
    if slot.least == slot.most:
        return say("{taken} of {most} chosen", taken=taken, most=slot.most)
    return say(
        "{taken} chosen (choose {least} to {most})",
        taken=taken,
        least=slot.least,
        most=slot.most,
    )


def _page(turned: int | None, pages: Sequence[range], of_chosen: int) -> int:
    """The page they turned to, or the one with what is chosen."""
    if turned is not None:
        return min(turned, len(pages) - 1)
    return next((n for n, page in enumerate(pages) if of_chosen in page), 0)


def _shown(ask: Text, pages: Sequence[range], page: int) -> Text:
    """The question, and which part of the choices is shown where not all are."""
    if len(pages) == 1:
        return ask
    shown, count = pages[page], pages[-1].stop
    first = shown.start + 1
    return say(
        "{first} to {last} of {count}: {ask}", first=first, last=shown.stop, count=count, ask=ask
    )
