"""The text of controls: our own messages, and any text shortened to fit a label.

Labels have no markdown and no line breaks. Important parts (a letter, a count) are never cut off.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.ui.i18n.icons import EMOJIS, with_icons
from games.core.cards import letter
from games.core.names import plain_name
from games.core.prompt import Choice, Hand, PickOne, Slot
from games.core.text import (
    SYMBOL,
    Argument,
    Person,
    Reader,
    Text,
    TextList,
    no_icon,
    say,
    speak,
    symbol,
)
from render.engine.display_names import clean, initials

CLEAR = say("Clear")
BACK = say("Back")
FORM = say("Form")
MORE = say("More choices…")
NOTHING_FREE = say("There's nothing to choose here right now.")
CHANGED = say("Your choices have changed since then. Check them, then send them.")
NOTHING = say("nothing")
CHANGED_QUESTION = say("That suggestion was for a different question. Please choose again.")

_SPACE = re.compile(r"[\s\x00-\x1f\x7f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2067\u206a-\u206f]+")
"""Without the isolates of names, U+2068 and U+2069."""

Wrap = Callable[[Argument], Text]


def bare(what: Argument) -> Text:
    return say("{what}", what=what)


@dataclass(frozen=True, slots=True)
class Labels:
    """Turns texts into words for one reader: with markdown in text displays, without in labels."""

    reader: Reader
    plain: Reader

    @classmethod
    def of(cls, reader: Reader) -> "Labels":
        return cls(with_icons(reader), replace(reader, escape=plain_name))

    def line(self, text: Text, most: int) -> str:
        """Return words for a text display, in one line."""
        return cut(one_line(self._spoken(text, most)), most)

    def _spoken(self, text: Text, most: int) -> str:
        """Use icons only if there is room, so that none is cut in two."""
        with_all = speak(text, self.reader)
        return (
            with_all if len(with_all) <= most else speak(text, replace(self.reader, icon=no_icon))
        )

    def label(self, what: Text, most: int, wrap: Wrap = bare) -> str:
        """Return words for a label, never empty. The parts that `wrap` adds are not cut."""
        whole = one_line(speak(wrap(what), self.plain))
        if len(whole) > most:
            inner = one_line(speak(what, self.plain))
            room = max(1, len(inner) - (len(whole) - most))
            whole = one_line(speak(wrap(Person(name=cut(inner, room))), self.plain))
        return cut(whole, most) or "…"

    def initialled(self) -> "Labels":
        """The same, with people called by their initials as in pictures."""
        names = [clean(name, seat) for seat, name in enumerate(self.plain.names)]
        return replace(self, plain=replace(self.plain, names=initials(names)))


def one_line(words: str) -> str:
    return _SPACE.sub(" ", words).strip()


def cut(words: str, most: int) -> str:
    """Shorten to `most` characters, including the ellipsis."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def name_of(slot: Slot, place: int) -> Text:
    """Return a choice's label, preceded by its letter if it is in a hand."""
    what = slot.choices[place].label
    if isinstance(slot.layout, Hand):
        return say("{letter} · {what}", letter=Person(name=letter(place)), what=what)
    return what


def on_button(slot: PickOne, place: int) -> Text:
    """Return the words of a choice's button: its letter if the icon is enough, and its effect.

    If it leaves a single further choice, that is its effect, and an icon is name enough.
    """
    choice = slot.choices[place]
    what = name_of(slot, place)
    has_icon = EMOJIS.of(choice.label.icon) is not None
    if choice.label.icon is None or has_icon:
        is_held = isinstance(slot.layout, Hand) and choice.label.icon is not None
        what = choice.short or (symbol(letter(place)) if is_held else what)
    if (only := only_next(choice)) is not None:
        effect = on_button(only, 0)
        return effect if has_icon else brings(what, effect)
    if choice.outcome is not None and what.sense == SYMBOL:
        return say("{what} {outcome}", what=what, outcome=choice.outcome)
    return brings(what, choice.outcome)


def only_next(choice: Choice) -> PickOne | None:
    """Return the slot after a choice if it leaves no choice."""
    then = choice.then[0] if len(choice.then) == 1 else None
    return then if isinstance(then, PickOne) and len(then.choices) == 1 else None


def rest_to(choice: Choice) -> Text:
    """Return the words of the button that repeats this choice for everything left."""
    return say("Rest: {what}", what=choice.called or choice.label)


def brings(what: Text, outcome: Text | None) -> Text:
    """A name and its effect: "vine 1 → 2/4"."""
    return what if outcome is None else say("{what} → {outcome}", what=what, outcome=outcome)


def counted(count: int) -> Wrap:
    """Append a count with a multiplication sign if there are several."""
    if count == 1:
        return bare
    # A letter x could be mistaken for a part of a name.
    return lambda what: say("{what} ×{count}", what=what, count=count)


def nth(number: int) -> Wrap:
    """Number one of several alike, counted from 1: "carrot 2 (2nd)"."""
    if number == 1:
        return bare
    if number == 2:
        return lambda what: say("{what} (2nd)", what=what)
    if number == 3:
        return lambda what: say("{what} (3rd)", what=what)
    return lambda what: say("{what} (copy {number})", what=what, number=number)


def value_of(slot: Slot, value: object) -> Text:
    """Return the words for a slot's value, which may come from a draft."""
    places = {choice.id: place for place, choice in enumerate(slot.choices)}
    if isinstance(slot, PickOne):
        return name_of(slot, places[str(value)])
    named: list[Text] = []
    if isinstance(value, list):
        kinds = {chosen: value.count(chosen) for chosen in value}
        named = [counted(count)(name_of(slot, places[kind])) for kind, count in kinds.items()]
    return say("{what}", what=TextList(items=tuple(named))) if named else NOTHING
