"""Moves in typed words: what actions and choices are called, and a whole form as one line.

A line is "action: first slot, second slot"; several picks of a slot are joined by "+", and "2 x"
stands before what is taken twice. Where slots say what they are about, each part says it too, in
any order: "thief = II, coin = III". Names are the labels as the reader sees them, without the signs
that structure a line. "#3" always means the third, so that nothing is beyond typing: two alike, a
label made of signs, or one that is very long.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from zlib import crc32

from bot.ui.controls.form_tree import Values, free_places, is_free
from bot.ui.controls.labels import NOTHING, Labels, one_line
from games.core.answer import open_slots
from games.core.cards import letter
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
"""Characters of a name; what is longer is shortened."""
TIMES = re.compile(r"(\d{1,6})\s*[x*]\s*(.+)|(.+?)\s*[x*=]\s*(\d{1,6})")
"""How many of what, in folded words: "2 x carrot" or "carrot x 2"."""

_FIGURES = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"}
"""Roman names in figures, which are easier to type."""
_COUNT = re.compile(r"\b(\d{1,6})\s*x(?=\s|$)")
_SIGNS = re.compile(r"[,;:+#~=*]")


def fold(words: str) -> str:
    """Return words without case, accents or double spaces, for comparing."""
    parts = unicodedata.normalize("NFKD", words)
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    # Some letters fold to a letter and a mark; the sign for "times" is typed as a letter.
    return one_line(unicodedata.normalize("NFKC", bare.casefold()).replace("\u00d7", "x"))


def tokens(words: str) -> list[str]:
    """The words and numbers of a line, folded."""
    return re.findall(r"\w+", fold(words))


def uncounted(words: str) -> str:
    """Return folded words without the sign behind a count: "x" alone names nothing."""
    return _COUNT.sub(r"\1", fold(words))


@dataclass(frozen=True, slots=True)
class SpelledName:
    """What one thing is called."""

    place: int
    spelled: str
    """Names it and nothing else."""
    folded: str
    """The label, folded; another's may be the same."""
    others: frozenset[str]
    """Further names that are exactly its own, folded."""

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
    """Names of choices, made once for each slot."""

    @cached_property
    def words(self) -> Labels:
        return Labels.of(self.reader)

    @cached_property
    def nothing(self) -> str:
        """The word for choosing nothing at all."""
        return self._cleaned(NOTHING)

    @cached_property
    def actions(self) -> tuple[SpelledName, ...]:
        """What the actions are called that are possible now."""
        labels = {
            at: action.label
            for at, action in enumerate(self.prompt.actions)
            if action.blocked is None
        }
        return self._named(labels, {})

    @cached_property
    def letters(self) -> frozenset[str]:
        """The letters of all cards in hand, free or blocked, folded."""
        free = (action.slots for action in self.prompt.actions if action.blocked is None)
        return frozenset(fold(letter(at)) for slots in free for at in range(_hand_size(slots)))

    def choices(self, slot: PickOne | PickSome | Allocate) -> tuple[SpelledName, ...]:
        """What the choices are called that can be chosen now."""
        # A prompt is frozen and outlives its spelling, so a slot's identity is its name.
        known = self._known.get(id(slot))
        if known is None:
            known = self._known[id(slot)] = self._of(slot, free_places(slot))
        return known

    def blocked(self, slot: Slot) -> list[tuple[SpelledName, Text]]:
        """What the choices are called that cannot be chosen now, and why."""
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
        """Return what slots are about that may be filled in any order and are still empty.

        Several about the same thing are filled one after another, so only the first has the name.
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
        """Name things by their labels, or by shorter names where they have some."""
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
        """Return what a form chooses, without the name of its action unless that is all."""
        action = self.prompt.action(form["kind"])
        slots = open_slots(action, form) if action is not None else ()
        if not slots:
            return self.form(form)
        return self._filled(slots, form)

    def form(self, form: Form, *, short: bool = False) -> str:
        """A whole form as one line; `short` calls everything by its place."""
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
        """Return the beginning of a line: the slots that are filled."""
        name = next(name for name in self.actions if name.place == at)
        head = f"{name.short if short else name.spelled}: " if len(self.actions) > 1 else ""
        slots = open_slots(self.prompt.actions[at], values)
        told = self._filled(slots, values, short=short)
        return f"{head}{told}, " if told else head

    def _filled(self, slots: Sequence[Slot], values: Values, *, short: bool = False) -> str:
        """Return what slots are filled with: what each is about, if they have names for that."""
        told = []
        for at, slot in enumerate(slots):
            if slot.name not in values:
                continue
            said = self.value(slot, values[slot.name], short=short)
            if isinstance(slot, PickOne) and slot.called is not None:
                said = f"{f'#{at + 1}' if short else self._cleaned(slot.called)} = {said}"
            told.append(said)
        return ", ".join(told)

    def value(self, slot: Slot, value: object, *, short: bool = False) -> str:
        """What one slot is filled with."""
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
    """Return how many cards the largest hand in these slots has."""
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
    """A mark that a short line carries, so that it cannot mean another move later."""
    facts = repr(sorted((name, str(value)) for name, value in form.items()))
    return f"{crc32(facts.encode()) & 0xFFFF:04x}"


FEW = 200
"""As many forms are listed one by one; more are typed and completed slot by slot."""
_COUNTED = 2000


def are_few(prompt: Prompt) -> bool:
    """Tell whether the prompt has so few forms that all of them can be listed."""
    free = [action for action in prompt.actions if action.blocked is None]
    return sum(_count(action.slots) for action in free) <= FEW


def _count(slots: tuple[Slot, ...]) -> int:
    """Count the ways to fill these slots; more than FEW counts as FEW + 1."""
    ways = 1
    for slot in slots:
        ways = min(ways * _count_slot(slot), FEW + 1)
    return ways


def _count_slot(slot: Slot) -> int:
    if isinstance(slot, PickNumber):
        return min(slot.most - slot.least + 1, FEW + 1)
    if isinstance(slot, PickOne):
        free = (choice for choice in slot.choices if is_free(choice))
        return min(sum(_count(choice.then) for choice in free), FEW + 1)
    return _count_shares(slot)


def _count_shares(slot: PickSome | Allocate) -> int:
    copies = [choice.copies for choice in slot.choices if is_free(choice)]
    least, most = (
        (slot.least, slot.most) if isinstance(slot, PickSome) else (slot.total, slot.total)
    )
    most = min(most, sum(copies))
    if most > _COUNTED:
        return FEW + 1
    ways = [1] + [0] * most
    for many in copies:
        ways = [
            min(sum(ways[max(0, taken - many) : taken + 1]), FEW + 1) for taken in range(most + 1)
        ]
    return min(sum(ways[least:]), FEW + 1)
