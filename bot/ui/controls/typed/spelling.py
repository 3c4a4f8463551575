"""Names of actions and choices as typed words, and a whole form as one line.

A line is "action: first slot, second slot". Items of one slot are joined by "+"; "2 x" before an
item takes it twice. If slots have subjects, each part names its own, in any order: "thief = II,
coin = III". Names are the labels that the reader sees, without the signs above. "#3" always means
the third. So everything can be typed: identical labels, labels made of signs, and very long ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from bot.ui.controls.form_tree import Values, free_places
from bot.ui.controls.labels import NOTHING, Labels, one_line
from games.core.answer import forms, open_slots
from games.core.cards import letter
from games.core.names import END_OF_ISOLATE, FIRST_STRONG_ISOLATE
from games.core.prompt import (
    Allocate,
    Form,
    Hand,
    PickNumber,
    PickOne,
    PickSome,
    Prompt,
    Slot,
)
from games.core.text import Reader, Text, speak

NAME = 60
"""Characters of a name; longer ones are cut."""
TIMES = re.compile(r"(\d{1,6})\s*[x*]\s*(.+)|(.+?)\s*[x*=]\s*(\d{1,6})")
"""A count and an item, in folded words: "2 x carrot" or "carrot x 2"."""

_FIGURES = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"}
"""Roman numerals as digits, which are easier to type."""
_COUNT = re.compile(r"\b(\d{1,6})\s*x(?=\s|$)")
_WITHOUT_ISOLATES = dict.fromkeys(map(ord, (FIRST_STRONG_ISOLATE, END_OF_ISOLATE)))
"""Offered lines have them around some names, typed lines don't."""
_SIGNS = re.compile(r"[,;:+#~=*]")


def fold(words: str) -> str:
    """Return words without case, accents or double spaces, for comparing."""
    parts = unicodedata.normalize("NFKD", words.translate(_WITHOUT_ISOLATES))
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    # Some letters fold to a letter and a mark; keyboards have an x and a hyphen.
    folded = unicodedata.normalize("NFKC", bare.casefold())
    return one_line(folded.replace("\u00d7", "x").replace("\N{MINUS SIGN}", "-"))


def tokens(words: str) -> list[str]:
    """Return the words and numbers of a line, folded."""
    return re.findall(r"\w+", fold(words))


def uncounted(words: str) -> str:
    """Return folded words without the x after a count: "x" alone names nothing."""
    return _COUNT.sub(r"\1", fold(words))


class SpelledName(NamedTuple):
    """The name of one action, choice or subject."""

    place: int
    spelled: str
    """Its unique name."""
    folded: str
    """Its label, folded; another thing may have the same."""
    others: frozenset[str]
    """Further names that are unique to it, folded."""

    @property
    def short(self) -> str:
        return f"#{self.place + 1}"

    @property
    def words(self) -> list[str]:
        return tokens(self.folded)

    def is_called(self, folded: str) -> bool:
        return folded in {self.folded, fold(self.spelled), self.short} or folded in self.others


@dataclass(frozen=True)
class Spelling:
    """Names everything in one prompt for one reader."""

    prompt: Prompt
    reader: Reader
    _known: dict[int, tuple[SpelledName, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Names of choices by slot, cached."""

    @cached_property
    def words(self) -> Labels:
        return Labels.of(self.reader)

    @cached_property
    def nothing(self) -> str:
        """Return the word for choosing nothing at all."""
        return self._cleaned(NOTHING)

    @cached_property
    def actions(self) -> tuple[SpelledName, ...]:
        """Name the actions that are possible now."""
        labels = {
            at: action.label
            for at, action in enumerate(self.prompt.actions)
            if action.blocked is None
        }
        return self._named(labels, {})

    @cached_property
    def letters(self) -> frozenset[str]:
        """Return the letters of all cards in hand, free or blocked, folded."""
        free = (action.slots for action in self.prompt.actions if action.blocked is None)
        return frozenset(fold(letter(at)) for slots in free for at in range(_hand_size(slots)))

    def choices(self, slot: PickOne | PickSome | Allocate) -> tuple[SpelledName, ...]:
        """Name the choices that are possible now."""
        # A prompt is frozen and outlives its spelling, so a slot's id() identifies it.
        known = self._known.get(id(slot))
        if known is None:
            known = self._known[id(slot)] = self._of(slot, free_places(slot))
        return known

    def blocked(self, slot: Slot) -> list[tuple[SpelledName, Text]]:
        """Name the choices that are blocked, with the reasons."""
        if isinstance(slot, PickNumber):
            return []
        reasons = {at: choice.blocked for at, choice in enumerate(slot.choices)}
        why = {at: reason for at, reason in reasons.items() if reason is not None}
        return [(name, why[name.place]) for name in self._of(slot, why)]

    def _of(
        self, slot: PickOne | PickSome | Allocate, places: Iterable[int]
    ) -> tuple[SpelledName, ...]:
        lettered = not isinstance(slot, Allocate) and isinstance(slot.layout, Hand)
        short = {at: slot.choices[at].called for at in places}
        if lettered:
            others = {at: fold(letter(at)) for at in places}
        else:
            clean = {at: self._cleaned(said) for at, said in short.items() if said is not None}
            others = {at: _FIGURES[said] for at, said in clean.items() if said in _FIGURES}
        return self._named({at: slot.choices[at].label for at in places}, others, short)

    def subjects(self, slots: Sequence[Slot], values: Values) -> tuple[SpelledName, ...]:
        """Name the subjects of empty slots that may be filled in any order.

        If several slots share a subject, they are filled in order, so only the first gets the name.
        """
        named = {
            at: slot.called
            for at, slot in enumerate(slots)
            if isinstance(slot, PickOne) and slot.called is not None and slot.name not in values
        }
        first: dict[str, int] = {}
        for at, label in named.items():
            first.setdefault(fold(self._cleaned(label)), at)
        return self._named({at: named[at] for at in first.values()}, {})

    def _named(
        self,
        labels: dict[int, Text],
        others: dict[int, str],
        short: Mapping[int, Text | None] = MappingProxyType({}),
    ) -> tuple[SpelledName, ...]:
        """Name things by their labels, or by their shorter names if they have any."""
        folded = {at: fold(self._cleaned(label)) for at, label in labels.items()}
        clean = {at: self._cleaned(short.get(at) or label) for at, label in labels.items()}
        taken = [name for at in clean for name in {fold(clean[at]), folded[at]}]
        taken += [*others.values(), fold(self.nothing), "-"]
        return tuple(
            SpelledName(
                at,
                _own_name(words, at, unique=taken.count(fold(words)) == 1),
                folded[at],
                frozenset({others[at]} if at in others else ()),
            )
            for at, words in clean.items()
        )

    def _cleaned(self, label: Text) -> str:
        words = one_line(_SIGNS.sub(" ", one_line(speak(label, self.words.plain))))
        return words[:NAME].rstrip()

    def chosen(self, form: Form) -> str:
        """Return what a form chooses; the action's name only if it has no slots."""
        action = self.prompt.action(form["kind"])
        slots = open_slots(action, form) if action is not None else ()
        if not slots:
            return self.form(form)
        return self._filled(slots, form)

    def form(self, form: Form, *, short: bool = False) -> str:
        """Return a whole form as one line; `short` uses numbers instead of names."""
        kinds = [action.kind for action in self.prompt.actions]
        at = kinds.index(form["kind"])
        name = next(name for name in self.actions if name.place == at)
        called = name.short if short else name.spelled
        slots = open_slots(self.prompt.actions[at], form)
        if not slots:
            return called
        values = self._filled(slots, form, short=short)
        return f"{called}: {values}" if len(self.actions) > 1 else values

    def part(self, at: int, values: Values, *, short: bool = False) -> str:
        """Return the beginning of a line: the slots filled so far."""
        name = next(name for name in self.actions if name.place == at)
        head = f"{name.short if short else name.spelled}: " if len(self.actions) > 1 else ""
        slots = open_slots(self.prompt.actions[at], values)
        filled = self._filled(slots, values, short=short)
        return f"{head}{filled}, " if filled else head

    def _filled(self, slots: Sequence[Slot], values: Values, *, short: bool = False) -> str:
        """Return the values of filled slots, each with its subject if it has one."""
        parts = []
        for at, slot in enumerate(slots):
            if slot.name not in values:
                continue
            said = self.value(slot, values[slot.name], short=short)
            if isinstance(slot, PickOne) and slot.called is not None:
                said = f"{f'#{at + 1}' if short else self._cleaned(slot.called)} = {said}"
            parts.append(said)
        return ", ".join(parts)

    def value(self, slot: Slot, value: object, *, short: bool = False) -> str:
        """Return the value of one slot."""
        if isinstance(slot, PickNumber):
            return str(value)
        ids = {slot.choices[name.place].id: name for name in self.choices(slot)}
        if isinstance(slot, PickOne):
            name = ids[str(value)]
            return name.short if short else name.spelled
        counts: dict[str, int] = {}
        if isinstance(value, dict):
            counts = value
        elif isinstance(value, list):
            counts = {chosen: value.count(chosen) for chosen in value}
        listed = [
            (f"{count} x " if count > 1 else "") + (name.short if short else name.spelled)
            for chosen, name in ids.items()
            if (count := counts.get(chosen, 0))
        ]
        return " + ".join(listed) or ("-" if short else self.nothing)


def _hand_size(slots: Iterable[Slot]) -> int:
    """Return the size of the largest hand in these slots."""
    sizes = [0]
    for slot in slots:
        if isinstance(slot, (PickOne, PickSome)) and isinstance(slot.layout, Hand):
            sizes.append(len(slot.choices))
        if isinstance(slot, PickOne):
            sizes += [_hand_size(choice.then) for choice in slot.choices]
    return max(sizes)


def _own_name(words: str, at: int, *, unique: bool) -> str:
    if not words or TIMES.fullmatch(fold(words)):
        return f"#{at + 1}"
    return words if unique else f"{words} #{at + 1}"


def seal(form: Form) -> str:
    """Return a checksum for a short line, so that it can't mean another move later."""
    facts = repr(sorted((name, str(value)) for name, value in form.items()))
    return f"{crc32(facts.encode()) & 0xFFFF:04x}"


FEW = 200
"""Up to this many forms are listed one by one; more are completed slot by slot."""


def are_few(prompt: Prompt) -> bool:
    """Tell whether the prompt has few enough forms to list them all."""
    return next(islice(forms(prompt), FEW, None), None) is None
