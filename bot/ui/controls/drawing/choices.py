"""Draw slots with choices: PickOne as buttons or a select, PickSome as a select."""

from collections.abc import Callable, Sequence

import discord

from bot.ui.controls import form_tree, labels
from bot.ui.controls.drawing import components
from bot.ui.i18n.icons import EMOJIS
from bot.ui.kit import limits
from bot.ui.kit.custom_ids import ControlVerb, Path
from games.core import prompt
from games.core.cards import letter
from games.core.text import Argument, Text, say, symbol

DIRECT = 20
"""The most choices drawn as buttons."""
GROUPED = 2
"""The most of a group that stand as buttons."""
ROWS = 2
"""The most rows of buttons with a group among them."""


def can_be_buttons(slot: prompt.PickOne) -> bool:
    """Tell whether there are few enough choices for buttons."""
    return len(form_tree.free_places(slot)) <= DIRECT


def as_buttons(open_slot: components.OpenSlot, slot: prompt.PickOne) -> list[limits.Item]:
    """Draw a button for every possible choice; in a grid the others keep their places, disabled.

    Hints that no button shows are listed above. A group is a select below if it is large, or if
    all together take more than two rows; if there is nothing else, it may be larger.
    """
    places = form_tree.free_places(slot)
    grouped = [place for place in places if slot.choices[place].group is not None]
    most = 2 * GROUPED if len(places) == len(grouped) else GROUPED
    if len(grouped) <= most:
        spread = _as_buttons(open_slot, slot, places)
        if len(grouped) < 2 or sum(map(bool, map(components.buttons_of, spread))) <= ROWS:
            return spread
    shown = [place for place in places if place not in grouped]
    buttons = _as_buttons(open_slot, slot, shown) if shown else components.text(open_slot.heading)
    options = [option(open_slot, slot, place, labels.on_button) for place in grouped]
    name = slot.choices[grouped[0]].group or labels.MORE
    return [*buttons, open_slot.factory.select(ControlVerb.CHOOSE, open_slot.path, options, name)]


def _as_buttons(
    open_slot: components.OpenSlot, slot: prompt.PickOne, places: Sequence[int]
) -> list[limits.Item]:
    named = [slot.choices[place] for place in places]
    hinted = [choice for choice in named if choice.outcome is None and choice.short is None]
    if len(hinted) > 1 and all(choice.hint == hinted[0].hint for choice in hinted):
        hinted = []  # the same for all, so it doesn't help to choose
    hints = open_slot.factory.notes((choice.label, choice.hint) for choice in hinted)
    lines = [*open_slot.heading, *hints]
    if not places:
        lines.append(open_slot.words.line(labels.NOTHING_FREE, 200))
    columns = slot.layout.columns if isinstance(slot.layout, prompt.Grid) else 0
    if not 0 < columns <= limits.ROW or len(slot.choices) > DIRECT:
        buttons = [_button(open_slot, slot, place) for place in places]
        named_by_icon = isinstance(slot.layout, prompt.Hand) or any(map(labels.only_next, named))
        return components.text(lines) + components.rows(
            buttons if named_by_icon else _told_apart(buttons)
        )
    buttons = [_button(open_slot, slot, place) for place in range(len(slot.choices))]
    return components.text(lines) + [
        components.GridRow(*buttons[first : first + columns])
        for first in range(0, len(buttons), columns)
    ]


def _told_apart(buttons: list[components.Button]) -> list[components.Button]:
    """The buttons without their icons if all have the same, or if that makes them one row."""
    icons = [button.emoji for button in buttons]
    lines = len(components.rows(buttons))
    for button in buttons:
        button.emoji = None
    is_shorter = lines > len(components.rows(buttons)) == 1
    if len(set(map(str, icons))) > 1 and not is_shorter:
        for button, icon in zip(buttons, icons, strict=True):
            button.emoji = icon
    return buttons


def _button(open_slot: components.OpenSlot, slot: prompt.PickOne, place: int) -> components.Button:
    choice = slot.choices[place]
    chosen = choice.id == open_slot.value
    count = labels.counted(1 if labels.only_next(choice) else choice.copies)
    tone = open_slot.tone if choice.tone == "plain" else choice.tone
    usual = discord.ButtonStyle.secondary
    if choice.blocked is None:
        usual = open_slot.factory.style(tone, is_choice=True)

    def wrap(what: Argument) -> Text:
        return say("✓ {what}", what=count(what)) if chosen else count(what)

    label = open_slot.words.label(labels.on_button(slot, place), limits.BUTTON_LABEL, wrap)
    steps = (*open_slot.spot.parents, (slot, choice))
    return open_slot.factory.button(
        ControlVerb.PICK,
        (*open_slot.path, place),
        open_slot.factory.mark(
            label, open_slot.path[0], {opened.name: step.id for opened, step in steps}
        ),
        discord.ButtonStyle.success if chosen else usual,
        disabled=choice.blocked is not None,
        icon=choice.label.icon,
        is_cell=isinstance(slot.layout, prompt.Grid),
    )


def as_select(open_slot: components.OpenSlot, slot: prompt.PickOne) -> list[limits.Item]:
    """Draw a select of the possible choices, in pages if needed."""
    places = form_tree.free_places(slot)
    head = components.text(open_slot.heading)
    if not places:
        return head + components.text([open_slot.words.line(labels.NOTHING_FREE, 200)])
    ids = [slot.choices[place].id for place in places]
    pages = components.split(len(places))
    page = _page(open_slot.page, pages, ids.index(open_slot.value) if open_slot.value in ids else 0)
    options = [option(open_slot, slot, places[index]) for index in pages[page]]
    select = open_slot.factory.select(
        ControlVerb.CHOOSE, open_slot.path, options, _shown(slot.ask, pages, page)
    )
    return [*head, select, *open_slot.factory.turner(open_slot.path, page, len(pages))]


def option(
    open_slot: components.OpenSlot,
    slot: prompt.PickOne,
    place: int,
    name: Callable[[prompt.PickOne, int], Text] = labels.name_of,
) -> discord.SelectOption:
    """Return one choice as an option of a select; its value is its index."""
    choice = slot.choices[place]
    return discord.SelectOption(
        label=open_slot.words.label(
            name(slot, place), limits.OPTION_LABEL, labels.counted(choice.copies)
        ),
        value=str(place),
        description=_hint(open_slot, choice),
        default=choice.id == open_slot.value,
        emoji=EMOJIS.of(choice.label.icon),
    )


def _hint(open_slot: components.OpenSlot, choice: prompt.Choice) -> str | None:
    if choice.hint is None or not open_slot.factory.hints:
        return None
    return open_slot.words.label(choice.hint, limits.OPTION_HINT)


def as_toggles(open_slot: components.OpenSlot, slot: prompt.PickSome) -> list[limits.Item]:
    """A button for every single thing, which chooses it or takes it back.

    Above them stands how many are chosen, once it isn't just what the question asks.
    """
    taken = list(open_slot.value or [])
    asked = "".join(open_slot.heading) or open_slot.words.line(slot.ask, 200)
    progress = open_slot.words.line(_progress(slot, len(taken)), 200)
    is_new = not taken and slot.least == slot.most
    if is_new:
        progress = open_slot.words.line(say("choose {count}", count=slot.most), 200)
    head = [] if is_new and open_slot.factory.pictured else [f"-# {asked} {progress}"]
    buttons = []
    for number, (place, copy) in enumerate(form_tree.units(slot)):
        count = taken.count(slot.choices[place].id)
        chosen = copy < count
        path = (*open_slot.path, number, count - 1 if chosen else count + 1)
        buttons.append(_toggle(open_slot, slot, (place, copy), path, chosen=chosen))
    return components.text(head) + components.rows(buttons)


def _toggle(
    open_slot: components.OpenSlot,
    slot: prompt.PickSome,
    unit: form_tree.Unit,
    path: Path,
    *,
    chosen: bool,
) -> components.Button:
    place, copy = unit
    choice = slot.choices[place]
    icon = choice.label.icon
    is_held = isinstance(slot.layout, prompt.Hand) and EMOJIS.of(icon) is not None
    what = choice.short or symbol(letter(place)) if is_held else labels.name_of(slot, place)
    # Of two cards alike that lie side by side, it doesn't matter which is which.
    copied = labels.bare if is_held else labels.nth(copy + 1)

    def wrap(what: Argument) -> Text:
        return say("✓ {what}", what=copied(what)) if chosen else copied(what)

    # Beside another answer it is only a step.
    is_answer = len(open_slot.factory.prompt.actions) == 1
    usual = open_slot.factory.style(open_slot.tone, is_choice=is_answer)
    style = discord.ButtonStyle.success if chosen else usual
    label = open_slot.words.label(what, limits.BUTTON_LABEL, wrap)
    return open_slot.factory.button(ControlVerb.PICK, path, label, style, icon=icon)


def pick_some(open_slot: components.OpenSlot, slot: prompt.PickSome) -> list[limits.Item]:
    """Draw a select with an option per copy, in pages if needed; chosen items stay chosen."""
    taken = list(open_slot.value or [])
    things = form_tree.units(slot)
    progress = f"-# {open_slot.words.line(_progress(slot, len(taken)), 200)}"
    head = components.text([*open_slot.heading, progress])
    if not things:
        return head
    pages = components.split(len(things))
    page = _page(open_slot.page, pages, 0)
    options = [
        discord.SelectOption(
            label=open_slot.words.label(
                labels.name_of(slot, place), limits.OPTION_LABEL, labels.nth(copy + 1)
            ),
            value=f"{place}.{copy}",
            description=_hint(open_slot, slot.choices[place]),
            default=copy < taken.count(slot.choices[place].id),
            emoji=EMOJIS.of(slot.choices[place].label.icon),
        )
        for place, copy in (things[index] for index in pages[page])
    ]
    marked = sum(option.default for option in options)
    select = open_slot.factory.select(
        ControlVerb.CHOOSE,
        (*open_slot.path, page),
        options,
        _shown(slot.ask, pages, page),
        least=0,
        # Several pages together may hold too many. Then a line says so and Send is disabled.
        most=min(len(options), max(slot.most, marked)),
    )
    return [*head, select, *open_slot.factory.turner(open_slot.path, page, len(pages))]


def _progress(slot: prompt.PickSome, taken: int) -> Text:
    if slot.least == slot.most:
        return say("{taken} of {most} chosen", taken=taken, most=slot.most)
    return say(
        "{taken} chosen (choose {least} to {most})", taken=taken, least=slot.least, most=slot.most
    )


def _page(turned: int | None, pages: Sequence[range], of_chosen: int) -> int:
    """Return the page that the player turned to, otherwise the one with the chosen item."""
    if turned is not None:
        return min(turned, len(pages) - 1)
    return next((n for n, page in enumerate(pages) if of_chosen in page), 0)


def _shown(ask: Text, pages: Sequence[range], page: int) -> Text:
    """Return the question, with the range of choices if only some are shown."""
    if len(pages) == 1:
        return ask
    shown, count = pages[page], pages[-1].stop
    first = shown.start + 1
    return say(
        "{first} to {last} of {count}: {ask}", first=first, last=shown.stop, count=count, ask=ask
    )
