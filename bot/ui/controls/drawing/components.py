"""Make single components of one question: buttons, selects, text displays, rows and pages."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import discord

from bot.tables.domain.views import Question
from bot.ui.controls.form_tree import SlotPath
from bot.ui.controls.labels import Labels
from bot.ui.i18n.icons import EMOJIS
from bot.ui.kit import custom_ids, limits
from games.core.prompt import Form, Prompt, Tone
from games.core.text import Text, TextList, say

LAMP = " \N{ELECTRIC LIGHT BULB}"
ASK = 500
"""Characters of a question in a text display."""
NOTES = 600
"""Characters of all hints and reasons of one slot."""
_NAMES, _WHY = 240, 200

Button = discord.ui.Button[Any]

STYLES: dict[Tone, discord.ButtonStyle] = {
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
    "main": discord.ButtonStyle.primary,
}


@dataclass(frozen=True, slots=True)
class ComponentFactory:
    """Makes the controls of one question for one reader."""

    question: Question
    words: Labels
    hints: bool = True
    """Whether to show hints in words; messages in the channel don't."""
    coached: bool = False
    """Whether a coach explains the question, so that it needs no hints and no form."""
    ahead: bool = False
    """Whether it is answered before it is asked."""
    suggested: Form | None = None
    """The answer that a hint suggests, which is marked."""
    pictured: bool = False
    """Whether a picture above shows what is chosen."""

    @property
    def prompt(self) -> Prompt:
        return self.question.prompt

    def style(self, tone: Tone, *, is_choice: bool = False) -> discord.ButtonStyle:
        """The style of an answer: blue among the player's own controls, grey elsewhere.

        A plain action that chooses nothing is grey there, too, unless there is no other: passing,
        dropping out.
        """
        if self.ahead or not self.hints:
            return discord.ButtonStyle.secondary
        return STYLES["main" if is_choice and tone == "plain" else tone]

    def mark(self, label: str, index: int, chosen: Mapping[str, str]) -> str:
        """The label of an action's button, with a lamp if it is a step to the suggested answer."""
        form = self.suggested
        if form is None or form["kind"] != self.prompt.actions[index].kind:
            return label
        if any(form.get(name) != value for name, value in chosen.items()):
            return label
        return f"{label[: limits.BUTTON_LABEL - len(LAMP)]}{LAMP}"

    def id(self, verb: custom_ids.ControlVerb, path: custom_ids.Path) -> str:
        asked = self.question
        return custom_ids.encode(
            custom_ids.ControlId(asked.match, asked.seat, asked.ticket, verb, path)
        )

    def button(
        self,
        verb: custom_ids.ControlVerb,
        path: custom_ids.Path,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
        icon: str | None = None,
        is_cell: bool = False,
    ) -> Button:
        """Make a button; one for an answer in advance has a sign, unless it's a cell of a grid."""
        answers = not is_cell and verb in {custom_ids.ControlVerb.OPEN, custom_ids.ControlVerb.PICK}
        if self.ahead and answers:
            label = f"» {label}"[: limits.BUTTON_LABEL]
        return discord.ui.Button(
            custom_id=self.id(verb, path),
            label=label,
            style=style,
            disabled=disabled,
            emoji=EMOJIS.of(icon),
        )

    def say(self, verb: custom_ids.ControlVerb, path: custom_ids.Path, label: Text) -> Button:
        """Make a plain button with one of our own texts."""
        return self.button(
            verb, path, self.words.label(label, limits.BUTTON_LABEL), icon=label.icon
        )

    def select(
        self,
        verb: custom_ids.ControlVerb,
        path: custom_ids.Path,
        options: Sequence[discord.SelectOption],
        placeholder: Text,
        *,
        least: int = 1,
        most: int = 1,
    ) -> limits.Item:
        """Make a select in a row of its own."""
        return discord.ui.ActionRow(
            discord.ui.Select(
                custom_id=self.id(verb, path),
                options=list(options),
                placeholder=self.words.label(placeholder, limits.PLACEHOLDER),
                min_values=least,
                max_values=most,
            )
        )

    def turner(self, path: custom_ids.Path, page: int, pages: int) -> list[limits.Item]:
        """Make buttons to the previous and next page; nothing if there is only one page."""
        if pages < 2:
            return []
        before, after = max(page - 1, 0), min(page + 1, pages - 1)
        earlier = say("Previous (page {page} of {pages})", page=before + 1, pages=pages)
        later = say("Next (page {page} of {pages})", page=after + 1, pages=pages)
        previous = self.say(custom_ids.ControlVerb.PAGE, (*path, before), earlier)
        following = self.say(custom_ids.ControlVerb.PAGE, (*path, after), later)
        previous.disabled, following.disabled = before == page, after == page
        return [discord.ui.ActionRow(previous, following)]

    def notes(self, remarks: Iterable[tuple[Text, Text | None]]) -> list[str]:
        """Return small lines, one for each remark, with the names it applies to."""
        about: dict[str, list[Text]] = {}
        if self.coached or not self.hints:
            return []
        for name, remark in remarks:
            if remark is not None:
                about.setdefault(self.words.line(remark, _WHY), []).append(name)
        lines = []
        for remark_words, names in about.items():
            listed = say("{names}", names=TextList(items=tuple(names), style="unit"))
            lines.append(f"-# {self.words.line(listed, _NAMES)}: {remark_words}")
        return lines


class OpenSlot(NamedTuple):
    """One slot to draw: its path and value, and the heading above it."""

    factory: ComponentFactory
    spot: SlotPath
    value: Any = None
    """Its value in the draft; None if empty."""
    page: int | None = None
    """The page that the player turned to, if any."""
    heading: tuple[str, ...] = ()
    tone: Tone = "plain"
    """The style of buttons that choose."""

    @property
    def path(self) -> custom_ids.Path:
        return self.spot.path

    @property
    def words(self) -> Labels:
        return self.factory.words


def bold(words: str) -> str:
    return f"**{words}**" if words else ""


def text(lines: Sequence[str], most: int = ASK + NOTES) -> list[limits.Item]:
    """Make one text display of these lines; nothing if they are empty."""
    parts: list[str] = []
    for line in lines:
        if sum(map(len, parts)) + len(parts) + len(line) > most:
            parts.append("-# …")
            break
        if line:
            parts.append(line)
    return [discord.ui.TextDisplay("\n".join(parts))] if parts else []


_LINE, _GAP, _PADDING, _SIGN = 330, 8, 32, 24
"""Pixels on a phone: a line of buttons, and what a button takes of it."""
_LETTERS = {
    letter: pixels
    for letters, pixels in (
        (" .,:;'!()/IJfijlt", 4.6),
        ("r", 5.6),
        ("cksvxyz?¿", 7.4),
        ("0123456789ABCDEFGHKLNOPQRSTUVXYZ", 9.2),
        ("→", 11.2),
        ("mwMW%✓♥+…", 12.8),
    )
    for letter in letters
}
"""Pixels of letters in a font that is a little wider than Discord's own."""
_LETTER = 8.6
_LAID_OUT = 16
"""The most buttons that get a row for each line of a phone; more would be too many rows."""


def rows(buttons: Sequence[Button]) -> list[limits.Item]:
    """Buttons in rows that are no wider than a phone, which would break them anywhere.

    There are as few rows as possible, and they are about equally wide: no button stands alone.
    """
    return [discord.ui.ActionRow(*buttons[line.start : line.stop]) for line in _layout(buttons)]


def _layout(buttons: Sequence[Button]) -> list[range]:
    """The places of these buttons, row by row."""
    count = len(buttons)
    if count > _LAID_OUT:
        return [
            range(start, min(start + limits.ROW, count)) for start in range(0, count, limits.ROW)
        ]
    widths = [_width(button) for button in buttons]
    lines = _lines(widths, _LINE)
    if (most := len(lines)) > 1:
        # A narrower phone never takes fewer lines, so the narrowest is found by halving.
        rooms = range(_LINE, 0, -_GAP)
        narrowest = bisect_right(rooms, most, key=lambda room: len(_lines(widths, room))) - 1
        lines = _lines(widths, rooms[narrowest])
    return lines


class GridRow(discord.ui.ActionRow[Any]):
    """A row of a grid or a step: no other button joins it, so its buttons keep their places."""


def in_two_rows(items: Sequence[limits.Item], answer_rows: int) -> list[limits.Item]:
    """Break a lone row of buttons into two if there is room for more: no hole gapes below it."""
    lone = [place for place, item in enumerate(items) if isinstance(item, discord.ui.ActionRow)]
    if answer_rows < 2 or len(lone) != 1 or isinstance(items[lone[0]], GridRow):
        return [*items]
    (place,) = lone
    buttons = buttons_of(items[place])
    if len(buttons) < 2:  # one button, or a menu
        return [*items]
    half = -(-len(buttons) // 2)
    halves = (buttons[:half], buttons[half:])
    return [*items[:place], *(discord.ui.ActionRow(*part) for part in halves), *items[place + 1 :]]


def with_below(
    items: Sequence[limits.Item], below: Sequence[Button], least: int = 1
) -> list[limits.Item]:
    """Add buttons in rows of their own, or in the rows of buttons above them if that saves one.

    Fewer rows of controls than `least` keep their height.
    """
    start = _last_buttons(items)
    lines = [buttons_of(item) for item in items[start:]]
    above = [item for line in lines for item in line]
    taken = sum(isinstance(item, discord.ui.ActionRow) for item in items)
    if above and taken >= least and len(above) + len(below) <= _LAID_OUT:
        merged = rows([*above, *below])
        if len(merged) < len(lines) + len(_layout(below)):
            return [*items[:start], *merged]
    return [*items, *rows(below)]


def among(items: Sequence[limits.Item], others: Sequence[Button]) -> list[limits.Item]:
    """Add buttons after those of these items, or in gaps of their rows if that takes fewer rows."""
    start = _last_buttons(items)
    lines, rest = [buttons_of(item) for item in items[start:]], list[Button]()
    for button in others:
        room = _LINE + _GAP - _width(button)
        gaps = (line for line in lines if len(line) < limits.ROW and _taken(line) <= room)
        next(gaps, rest).append(button)
    filled = [*items[:start], *(discord.ui.ActionRow(*line) for line in lines), *rows(rest)]
    return min(with_below(items, others), filled, key=len)


def _last_buttons(items: Sequence[limits.Item]) -> int:
    """Where the rows of buttons begin that other buttons may join; the end if there are none."""
    start = len(items)
    while start and buttons_of(items[start - 1]) and not isinstance(items[start - 1], GridRow):
        start -= 1
    return start


def _taken(line: Iterable[Button]) -> int:
    return sum(map(_width, line))


_ROW, _ASKED, _SMALL, _BELOW = 52, 22, 18, 8
"""Pixels of a row with the gap below it, of a line of text, of a small one, and below a text."""
_EMOJI = re.compile(r"<a?:\w+:\d+>")
"""A custom emoji in a text, which is about as wide as two wide letters."""
_LARGE, _SLIM = 33, 17
"""Pixels of invisible separators."""


def spaces(items: Sequence[limits.Item], answer_rows: int, grown: float = 0.0) -> list[limits.Item]:
    """What fills the room of so many rows and a line of text, if these items take less.

    The picture above takes a part of it if it is higher than usual by this part of its width.
    """
    left = answer_rows * _ROW + _ASKED + _BELOW - height(items) - round(grown * _LINE)
    if not answer_rows or left <= 0:
        return []
    large, rest = divmod(left, _LARGE)
    sizes = [discord.SeparatorSpacing.large] * large
    if rest > (_LARGE + _SLIM) / 2:
        sizes.append(discord.SeparatorSpacing.large)
    elif rest > _SLIM / 2:
        sizes.append(discord.SeparatorSpacing.small)
    return [discord.ui.Separator(visible=False, spacing=size) for size in sizes]


def height(items: Iterable[limits.Item]) -> int:
    """About the pixels of these items on a phone; a picture counts nothing."""
    return sum(map(_height, items))


def _height(item: limits.Item) -> int:
    if isinstance(item, discord.ui.MediaGallery):
        return 0
    if isinstance(item, discord.ui.Separator):
        return _LARGE if item.spacing is discord.SeparatorSpacing.large else _SLIM
    if not isinstance(item, discord.ui.TextDisplay):
        return _ROW
    high = _BELOW
    for words in item.content.splitlines():
        is_small, plain = words.startswith("-# "), _EMOJI.sub("mm", words.strip("-# "))
        parts = plain.split("**")  # every second one is bold
        wide = 0.88 * _written("".join(parts))
        if not is_small:
            wide = 1.07 * _written("".join(parts[::2])) + 1.2 * _written("".join(parts[1::2]))
        high += max(1, -(-round(wide) // _LINE)) * (_SMALL if is_small else _ASKED)
    return high


def buttons_of(item: limits.Item) -> list[Button]:
    """The buttons of a row; none if it is something else."""
    children = item.children if isinstance(item, discord.ui.ActionRow) else []
    return [child for child in children if isinstance(child, discord.ui.Button)]


def _lines(widths: Sequence[int], room: int) -> list[range]:
    """Places of buttons in lines of at most so many pixels, each as full as possible."""
    starts: list[int] = []
    left = 0
    for place, width in enumerate(widths):
        if not starts or width > left or place - starts[-1] == limits.ROW:
            starts.append(place)
            left = room + _GAP
        left -= width
    return [range(start, end) for start, end in pairwise([*starts, len(widths)])]


def _width(button: Button) -> int:
    """About the pixels of a button and the gap after it."""
    signs = (button.emoji is not None) + (button.url is not None)
    return round(_GAP + _PADDING + _written(button.label or "") + _SIGN * signs)


@lru_cache(maxsize=4096)
def _written(label: str) -> float:
    """About the pixels of a label; cached, as the same few are drawn over and over."""
    return sum(_LETTERS.get(letter, _LETTER) for letter in label)


def split(count: int, most: int = limits.OPTIONS) -> list[range]:
    """Split `count` things evenly over as few pages as possible: 60 make 3 times 20."""
    pages = max(1, -(-count // most))
    size = -(-count // pages)
    return [
        range(start, min(start + size, count)) for start in range(0, max(count, 1), max(size, 1))
    ]
