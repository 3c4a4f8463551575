"""Read a typed move: slot by slot if it has signs, otherwise by its words.

It never guesses. If several moves fit, the reply lists them; if none fits, it lists similar ones.
Only an exact name wins over a part of another name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.ui.controls.form_tree import leaves_no_choice, settled
from bot.ui.controls.typed.spelling import TIMES, SpelledName, Spelling, fold, tokens
from games.core.answer import is_filled, open_slots
from games.core.prompt import Allocate, Form, PickNumber, PickOne, PickSome, Slot
from games.core.text import Text

EXACT, WHOLE, BEGUN, WITHIN = range(4)
"""How well words fit: exact name, whole words, beginnings of words, or a part.

A number fits whole or not at all: "1" doesn't mean the 10.
"""

_PARTS = re.compile(r"[,;]")
_MOST_STEPS = 1000
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}", re.ASCII)


class ParsedForm(NamedTuple):
    """One reading of a line: a complete form, or one with slots still open."""

    action: int
    values: dict[str, Any]
    fit: int = EXACT
    """The worst fit of its parts."""
    wanted: Slot | None = None
    """The first slot that the line doesn't fill."""


@dataclass(slots=True)
class ParseResult:
    """All readings of a line, and the reasons against others."""

    found: list[ParsedForm] = field(default_factory=list)
    refused: list[tuple[int, Text]] = field(default_factory=list)
    """Actions with a blocked choice that was named exactly, with the reason."""
    near: list[Text] = field(default_factory=list)
    """Reasons of blocked choices that may have been meant."""
    steps: int = 0
    """Number of attempts so far; limited, because identical labels multiply them."""

    def likely(self) -> list[ParsedForm]:
        """Return the readings with exact names, otherwise all, complete or not."""
        return _likeliest(self.found)

    def complete(self) -> list[ParsedForm]:
        """Return the complete readings with exact names, otherwise all complete ones."""
        return _likeliest(found for found in self.found if found.wanted is None)

    def unfinished(self) -> list[ParsedForm]:
        """Return the unfinished readings with exact names, otherwise all unfinished ones."""
        return _likeliest(found for found in self.found if found.wanted is not None)

    def why_blocked(self) -> Text | None:
        """Return why the exactly named choice is blocked, unless a free one may be meant."""
        free = {found.action for found in self.likely() if found.fit == EXACT}
        return next((why for action, why in self.refused if action not in free), None)


def _likeliest(founds: Iterable[ParsedForm]) -> list[ParsedForm]:
    """Return the readings with exact names, otherwise all."""
    listed = list(founds)
    return [found for found in listed if found.fit == EXACT] or listed


def understand(spelling: Spelling, line: str) -> ParseResult:
    """Find all readings of a line."""
    understood = ParseResult()
    for name in spelling.actions:
        action = spelling.prompt.actions[name.place]
        slots = action.slots
        # What the action's name alone fills in.
        alone = settled(spelling.prompt, name.place, {}) if leaves_no_choice(action) else {}
        so_far = len(understood.found)
        for rest, fit in _after_action(spelling, name, line):
            parts = [part.strip() for part in _PARTS.split(rest)] if rest.strip() else []
            if len(slots) == 1 and isinstance(slots[0], (PickSome, Allocate)) and parts:
                # If there is only one slot, commas may also separate its items.
                parts = [" + ".join(part for part in parts if part)]
            while parts and not parts[-1]:
                parts.pop()
            start = ParsedForm(name.place, {} if parts else alone, fit)
            understood.found += _fill(spelling, understood, start, parts)
        called = _fit(name, line)
        if slots and called is not None and len(understood.found) == so_far:
            wanted = None if leaves_no_choice(action) else slots[0]
            understood.found.append(ParsedForm(name.place, alone, called, wanted))
    return understood


def _after_action(spelling: Spelling, name: SpelledName, line: str) -> Iterator[tuple[str, int]]:
    """Return the part of a line that fills this action's slots, and how well its name fits."""
    head, colon, tail = line.partition(":")
    fit = _fit(name, head) if colon else None
    if fit is not None:
        yield tail, fit
        return
    fit = _fit(name, line)
    if not spelling.prompt.actions[name.place].slots:
        if fit is not None:
            yield "", fit
        return
    yield line, EXACT
    folded, called = fold(line), fold(name.spelled)
    if fit == EXACT:
        yield "", EXACT
    elif folded.startswith(f"{called} "):
        yield folded[len(called) :], EXACT


def _fill(
    spelling: Spelling, understood: ParseResult, found: ParsedForm, parts: Sequence[str]
) -> Iterator[ParsedForm]:
    """Assign the parts of a line to the open slots, one each, in every way that fits best."""
    slots = open_slots(spelling.prompt.actions[found.action], found.values)
    slot = next((slot for slot in slots if slot.name not in found.values), None)
    if slot is None:
        if not parts:
            yield found
        return
    if not parts:
        yield ParsedForm(found.action, found.values, found.fit, slot)
        return
    meant = [(slot, value, fit) for value, fit in _meant(spelling, slot, parts[0])]
    meant += _about(spelling, slots, found.values, parts[0])
    _note_blocked(spelling, understood, found.action, slot, parts[0])
    for into, value, fit in meant:
        understood.steps += 1
        if understood.steps > _MOST_STEPS:
            return
        values = {**found.values, into.name: value}
        filled = ParsedForm(found.action, values, max(found.fit, fit))
        yield from _fill(spelling, understood, filled, parts[1:])


def _meant(spelling: Spelling, slot: Slot, part: str) -> Iterator[tuple[object, int]]:
    """Return the values that words may mean for a slot, only those that fit best."""
    if isinstance(slot, PickNumber):
        yield from _number(slot, part)
    elif isinstance(slot, PickOne):
        fit, names = best(spelling.choices(slot), part)
        for name in names:
            yield slot.choices[name.place].id, fit
    else:
        yield from _several(spelling, slot, part)


def _about(
    spelling: Spelling, slots: Sequence[Slot], values: Mapping[str, object], part: str
) -> Iterator[tuple[Slot, object, int]]:
    """Read a part that names its subject: "coin = II", or "coin 2"."""
    names = spelling.subjects(slots, values)
    for subject, words in _splits(part) if names else ():
        fit, about = best(names, subject)
        for slot in (slots[name.place] for name in about):
            if isinstance(slot, PickOne):
                worst, chosen = best(spelling.choices(slot), words)
                for name in chosen:
                    yield slot, slot.choices[name.place].id, max(fit, worst)


def _splits(part: str) -> Iterator[tuple[str, str]]:
    """Split a part at its equals sign; without one, between any two words."""
    subject, sign, choice = part.partition("=")
    if sign:
        yield subject, choice
        return
    words = part.split()
    for at in range(1, len(words)):
        yield " ".join(words[:at]), " ".join(words[at:])


def _number(slot: PickNumber, part: str) -> Iterator[tuple[int, int]]:
    whole = _NUMBER.fullmatch(part.strip())
    numbers = [whole[0]] if whole else _NUMBER.findall(part)
    if len(numbers) == 1 and is_filled(slot, int(numbers[0])):
        yield int(numbers[0]), EXACT if whole else WHOLE


def _several(
    spelling: Spelling, slot: PickSome | Allocate, part: str
) -> Iterator[tuple[object, int]]:
    counts, worst = counted(spelling, slot, part) or ({}, EXACT)
    ordered = {choice.id: counts[choice.id] for choice in slot.choices if counts.get(choice.id)}
    value: object = ordered
    if isinstance(slot, PickSome):
        value = [chosen for chosen, count in ordered.items() for _ in range(count)]
    nothing = fold(part) in {fold(spelling.nothing), "-"}
    if (counts or nothing) and is_filled(slot, value):
        yield value, worst


def counted(
    spelling: Spelling, slot: PickSome | Allocate, part: str
) -> tuple[dict[str, int], int] | None:
    """Count the named items by id, with the fit; None if an item is ambiguous or unknown."""
    counts: dict[str, int] = {}
    worst = EXACT
    names = spelling.choices(slot)
    for item in part.split("+"):
        count, words = 1, fold(item)
        times = TIMES.fullmatch(words)
        if times is not None:
            count, words = int(times[1] or times[4]), times[2] or times[3]
        fit, meant = best(names, words)
        if len(meant) != 1:
            return None
        chosen = slot.choices[meant[0].place].id
        counts[chosen] = counts.get(chosen, 0) + count
        worst = max(worst, fit)
    return counts, worst


def best(names: Sequence[SpelledName], words: str) -> tuple[int, list[SpelledName]]:
    """Return the best fit and the names with an exact match, otherwise all names that match."""
    fits = [(fit, name) for name in names if (fit := _fit(name, words)) is not None]
    fits = [(fit, name) for fit, name in fits if fit == EXACT] or fits
    return max((fit for fit, _ in fits), default=EXACT), [name for _, name in fits]


def ranked(spelling: Spelling, names: Sequence[SpelledName], words: str) -> list[SpelledName]:
    """Return all names that match the words, the best first; without words, all names.

    A letter means only the card with that letter.
    """
    if not words.strip():
        return list(names)
    if fold(words) in spelling.letters:
        return [name for name in names if fold(words) in name.others]
    fits = [(fit, name) for name in names if (fit := _fit(name, words, loose=True)) is not None]
    return [name for _, name in sorted(fits, key=lambda pair: pair[0])]


def _fit(name: SpelledName, words: str, *, loose: bool = False) -> int | None:
    folded = fold(words)
    if not folded:
        return None
    if name.is_called(folded):
        return EXACT
    return fit_words(name.words, name.folded, folded, loose=loose)


def fit_words(known: Sequence[str], line: str, typed: str, *, loose: bool = False) -> int | None:
    """Return how well typed words, in any order, fit the known ones; None if they don't.

    Set `loose` while the player is still typing: then a single letter, or the first digit of a
    number, may begin a word.
    """
    wanted = tokens(typed)
    if not wanted:
        return None
    if not left_over(wanted, known, least=0):
        return WHOLE
    if not left_over(wanted, known, least=1 if loose else 2, numbers=loose):
        return BEGUN
    long = len(typed) > 2 and not any(sign.isdigit() for sign in typed)
    return WITHIN if long and typed in line else None


def left_over(
    wanted: Sequence[str], known: Sequence[str], *, least: int, numbers: bool = False
) -> list[str]:
    """Return the wanted words that match no known word; each known word is used once.

    With `least`, words of at least that many letters may begin a known word; with `numbers`,
    numbers may too.
    """
    left, missed = list(known), []
    for word in sorted(wanted, key=len, reverse=True):
        hits = [other for other in left if other == word]
        if not hits and 0 < least <= len(word) and (numbers or not word.isdigit()):
            hits = [other for other in left if other.startswith(word)]
        if hits:
            left.remove(hits[0])
        else:
            missed.append(word)
    return missed


def _note_blocked(
    spelling: Spelling, understood: ParseResult, action: int, slot: Slot, part: str
) -> None:
    """Collect the reasons of blocked choices that these words name."""
    folded = fold(part)
    for name, why in spelling.blocked(slot):
        if folded and name.is_called(folded):
            understood.refused.append((action, why))
        elif fit_words(name.words, name.folded, folded) in {WHOLE, BEGUN}:
            understood.near.append(why)


def as_form(spelling: Spelling, found: ParsedForm) -> Form:
    return {"kind": spelling.prompt.actions[found.action].kind, **found.values}
