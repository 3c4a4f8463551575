"""Complete a typed move slot by slot, for prompts with too many moves to list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from bot.ui.controls.form_tree import finished, leaves_no_choice, settled
from bot.ui.controls.typed.lines import Suggestion, offer
from bot.ui.controls.typed.parser import (
    EXACT,
    ParsedForm,
    as_form,
    best,
    counted,
    fit_words,
    ranked,
    understand,
)
from bot.ui.controls.typed.spelling import Spelling, fold, tokens
from bot.ui.kit.limits import SUGGESTIONS, TYPED_CHOICE
from games.core.answer import is_filled, next_slot, open_slots, tidy_form
from games.core.prompt import Allocate, PickNumber, PickOne, PickSome, Slot

_LAST_SIGN = re.compile(r"(.*[,;:])?([^,;:]*)", re.DOTALL)
_TENTH = re.compile(r"-?[0-9]{1,12}", re.ASCII)


def steps(spelling: Spelling, typed: str) -> Iterator[Suggestion]:
    """Suggest completions of the typed text: whole moves first, then one more slot."""
    for found in understand(spelling, typed).complete()[:SUGGESTIONS]:
        yield offer(spelling, tidy_form(spelling.prompt, as_form(spelling, found)))
    head, rest = last_part(typed)
    if not head.strip():
        yield from _actions(spelling, rest)
    for found in understand(spelling, head).unfinished():
        yield from islice(_next(spelling, found, rest.strip()), SUGGESTIONS)


def last_part(typed: str) -> tuple[str, str]:
    """Split a line after its last sign: the finished part, and the part still being typed."""
    parts = _LAST_SIGN.fullmatch(typed)
    return (parts[1] or "", parts[2]) if parts else ("", typed)


def _actions(spelling: Spelling, typed: str) -> Iterator[Suggestion]:
    """Suggest the actions that match, if there are several."""
    if len(spelling.actions) < 2:
        return
    for name in ranked(spelling, spelling.actions, typed):
        action = spelling.prompt.actions[name.place]
        if leaves_no_choice(action):
            yield offer(spelling, finished(spelling.prompt, name.place, {}))
        else:
            yield f"{name.spelled}: …", f"{name.spelled}:"


def _next(spelling: Spelling, found: ParsedForm, typed: str) -> Iterator[Suggestion]:
    """Fill the next slot with each value that matches the typed text."""
    slot = found.wanted
    if slot is None:
        return
    filled = _exactly(spelling, slot, typed) or _about(spelling, found, typed)
    for into, value in filled or ((slot, value) for value in _values(spelling, slot, typed)):
        step = _step(spelling, found, into, value)
        if step is not None:
            yield step


def _exactly(spelling: Spelling, slot: Slot, typed: str) -> list[tuple[Slot, object]]:
    """Return the choice with exactly this name, in a slot that may also be filled by subject."""
    if not isinstance(slot, PickOne) or slot.called is None:
        return []
    fit, names = best(spelling.choices(slot), typed)
    return [(slot, slot.choices[name.place].id) for name in names if fit == EXACT]


def _about(spelling: Spelling, found: ParsedForm, typed: str) -> list[tuple[Slot, object]]:
    """Return the choices whose slot's subject is typed first: "coin", "coin 2"."""
    if not typed:
        return []
    slots = open_slots(spelling.prompt.actions[found.action], found.values)
    fits: list[tuple[int, Slot, object]] = []
    for subject in spelling.subjects(slots, found.values):
        slot = slots[subject.place]
        for name in spelling.choices(slot) if isinstance(slot, PickOne) else ():
            known = [*subject.words, *tokens(name.spelled), *name.others]
            fit = fit_words(known, fold(subject.spelled), fold(typed), loose=True)
            if fit is not None and isinstance(slot, PickOne):
                fits.append((fit, slot, slot.choices[name.place].id))
    least = min((fit for fit, _, _ in fits), default=EXACT)
    return [(slot, chosen) for fit, slot, chosen in fits if fit == least]


def _values(spelling: Spelling, slot: Slot, typed: str) -> Iterator[object]:
    if isinstance(slot, PickNumber):
        yield from _numbers(slot, typed)
    elif isinstance(slot, PickOne):
        for name in ranked(spelling, spelling.choices(slot), typed):
            yield slot.choices[name.place].id
    else:
        yield from _more(spelling, slot, typed)


def _numbers(slot: PickNumber, typed: str) -> Iterable[int]:
    """Return the first numbers, or those that begin with the typed one."""
    if not typed:
        return islice(range(slot.least, slot.most + 1), SUGGESTIONS)
    if not _TENTH.fullmatch(typed):
        return ()
    begun = int(typed)
    return [n for n in (begun, *range(begun * 10, begun * 10 + 10)) if slot.least <= n <= slot.most]


def _more(spelling: Spelling, slot: PickSome | Allocate, typed: str) -> Iterator[object]:
    """Add one more item to those that are typed."""
    *before, last = typed.split("+")
    read = counted(spelling, slot, "+".join(before)) if before else ({}, 0)
    if read is None:
        return
    taken, most = read[0], slot.most if isinstance(slot, PickSome) else slot.total
    if sum(taken.values()) >= most:
        return
    for name in ranked(spelling, spelling.choices(slot), last):
        choice = slot.choices[name.place]
        count = taken.get(choice.id, 0) + 1
        if count <= choice.copies:
            yield _value(slot, {**taken, choice.id: count})


def _value(slot: PickSome | Allocate, counts: dict[str, int]) -> object:
    ordered = {choice.id: counts[choice.id] for choice in slot.choices if choice.id in counts}
    if isinstance(slot, Allocate):
        return ordered
    return [chosen for chosen, count in ordered.items() for _ in range(count)]


def _step(spelling: Spelling, found: ParsedForm, slot: Slot, value: object) -> Suggestion | None:
    """Suggest one more slot, or a part of it; None if the value would be too long."""
    action = spelling.prompt.actions[found.action]
    values = {**found.values, slot.name: value}
    if not is_filled(slot, value):
        long, short = (
            spelling.part(found.action, found.values, short=short)
            + spelling.value(slot, value, short=short)
            + " +"
            for short in (False, True)
        )
    elif next_slot(action, values) is None:
        form = {"kind": action.kind, **settled(spelling.prompt, found.action, values)}
        return offer(spelling, tidy_form(spelling.prompt, form))
    else:
        long, short = (
            spelling.part(found.action, values, short=short).rstrip() for short in (False, True)
        )
    carried = long if len(long) <= TYPED_CHOICE else short
    return (_shown(long), carried) if len(carried) <= TYPED_CHOICE else None


def _shown(line: str) -> str:
    """Shorten from the left: suggestions differ at the end."""
    more = f"{line} …"
    return more if len(more) <= TYPED_CHOICE else "…" + more[-(TYPED_CHOICE - 1) :]
