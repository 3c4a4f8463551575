"""Draws slots that choose among things: PickOne as buttons or a select, PickSome as a select."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.ui.controls.address import ControlVerb
from bot.ui.controls.drawing.components import (
    STYLES,
    Button,
    ComponentFactory,
    OpenSlot,
    rows,
    split,
    text,
)
from bot.ui.controls.form_tree import free_places, is_free
from bot.ui.controls.labels import NOTHING_FREE, bare, counted, name_of, nth
from bot.ui.controls.limits import BUTTON_LABEL, OPTION_HINT, OPTION_LABEL, ROW, Item
from games.core.prompt import Allocate, Choice, Grid, PickOne, PickSome
from games.core.text import Argument, Text, say

DIRECT = 20
"""The most choices that are drawn as buttons."""


def blocked_notes(pen: ComponentFactory, slot: PickOne | PickSome | Allocate) -> list[str]:
    """Why some cannot be chosen, each reason once."""
    return pen.notes((name_of(slot, at), choice.blocked) for at, choice in enumerate(slot.choices))


def can_be_buttons(slot: PickOne) -> bool:
    """Tell whether there are few enough choices for buttons."""
    return 0 < len(slot.choices) <= DIRECT


def as_buttons(blank: OpenSlot, slot: PickOne) -> list[Item]:
    """A button for every choice, in its grid where there is one; hints and reasons in words."""
    buttons = [_button(blank, slot, place) for place in range(len(slot.choices))]
    columns = ROW
    if isinstance(slot.layout, Grid) and 0 < slot.layout.columns <= ROW:
        columns = slot.layout.columns
    named = ((name_of(slot, at), choice) for at, choice in enumerate(slot.choices))
    hints = blank.pen.notes((name, choice.hint) for name, choice in named if is_free(choice))
    lines = [*blank.heading, *hints, *blocked_notes(blank.pen, slot)]
    return text(lines) + rows(buttons, columns)


def _button(blank: OpenSlot, slot: PickOne, place: int) -> Button:
    choice = slot.choices[place]
    chosen = choice.id == blank.value
    count = counted(choice.copies) if choice.copies else bare

    def wrap(what: Argument) -> Text:
        return say("✓ {what}", what=count(what)) if chosen else count(what)

    return blank.pen.button(
        ControlVerb.PICK,
        (*blank.path, place),
        blank.words.label(name_of(slot, place), BUTTON_LABEL, wrap),
        discord.ButtonStyle.success if chosen else STYLES[blank.tone],
        disabled=not is_free(choice),
    )


def as_select(blank: OpenSlot, slot: PickOne) -> list[Item]:
    """A select of what can be chosen, in pages where it must be; what cannot, in words."""
    places = free_places(slot)
    head = text([*blank.heading, *blocked_notes(blank.pen, slot)])
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
    head = text([*blank.heading, progress, *blocked_notes(blank.pen, slot)])
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
