"""`/move`: every move can be typed, and is completed while one types.

Few moves are offered whole; of many, one slot after another. A suggestion's value says the move in
words, or by places ("#2: #3") with a mark of the move where words are too long: submitted later,
to another question, it cannot turn into another move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from bot.ui.controls.limits import SUGGESTIONS, TYPED_CHOICE
from bot.ui.controls.lines import Suggestion, line_of, meant, offer
from bot.ui.controls.spelling import Spelling, are_few, fold, seal, tokens
from bot.ui.controls.stepwise import steps
from bot.ui.controls.typed import BEGUN, EXACT, WHOLE, Understood, as_form, fit_words, understand
from bot.ui.controls.words import CHANGED_QUESTION, NOTHING, cut
from games.core.answer import forms, open_slots, tidy_form
from games.core.prompt import Form, PickNumber, PickOne, Prompt, Slot
from games.core.text import Person, Reader, Text, TextList, say, speak

_SEALED = re.compile(r"(.*)~([0-9a-f]{4})", re.DOTALL)
_NAMED = 6
"""Moves that a refusal names."""


def spell(prompt: Prompt, reader: Reader) -> Iterator[tuple[str, Form]]:
    """Return every form with the line that means it; nothing where there are too many to list."""
    if are_few(prompt):
        spelling = Spelling(prompt, reader)
        for form in forms(prompt):
            yield line_of(spelling, form), form


def parse(prompt: Prompt, reader: Reader, typed: str) -> Form | Text:
    """Read a typed move, or say why it is none, or which are near."""
    spelling = Spelling(prompt, reader)
    if _SEALED.fullmatch(typed.strip()) is not None:
        return _unsealed(spelling, typed) or CHANGED_QUESTION
    understood = understand(spelling, typed)
    complete = understood.complete()
    if understood.refused and not any(found.fit == EXACT for found in complete):
        # Their own name counts for more than what else it may be the beginning of.
        return understood.refused[0]
    form = meant(spelling, understood)
    if form is not None:
        return form
    several = [as_form(spelling, found) for found in complete]
    begun = any(found.fit == EXACT for found in understood.unfinished())
    if not several and not begun and typed.strip() and are_few(prompt):
        fits = _by_words(spelling, typed, loose=False)
        several = [form for fit, form in fits if fit == fits[0][0]]
    if len(several) == 1:
        return tidy_form(prompt, several[0])
    return _why_not(spelling, understood, typed, several)


def match(prompt: Prompt, reader: Reader, typed: str) -> list[Suggestion]:
    """Return what the typed beginning may become, the likeliest first, as Discord wants it."""
    spelling = Spelling(prompt, reader)
    already = _unsealed(spelling, typed) or meant(spelling, understand(spelling, typed))
    found = [offer(spelling, already)] if already is not None else []
    if are_few(prompt):
        whole = islice((form for _, form in _by_words(spelling, typed, loose=True)), SUGGESTIONS)
        found += [offer(spelling, form) for form in whole]
    else:
        found += steps(spelling, typed)
    kept = {value: shown for shown, value in found if 0 < len(value) <= TYPED_CHOICE}
    return [(shown, value) for value, shown in kept.items()][:SUGGESTIONS]


def _unsealed(spelling: Spelling, typed: str) -> Form | None:
    """The form of a line by places, if it still means what it was made for."""
    marked = _SEALED.fullmatch(typed.strip())
    form = meant(spelling, understand(spelling, marked[1])) if marked is not None else None
    return form if marked is not None and form is not None and seal(form) == marked[2] else None


def _by_words(spelling: Spelling, typed: str, *, loose: bool) -> list[tuple[int, Form]]:
    """The forms that have these words in any order, the best first; all of them for no words."""
    fits = [
        (fit, form)
        for form in forms(spelling.prompt)
        if (fit := _fit(spelling, form, typed, loose=loose)) is not None
    ]
    return sorted(fits, key=lambda pair: pair[0])


def _fit(spelling: Spelling, form: Form, typed: str, *, loose: bool) -> int | None:
    if not typed.strip():
        return 0
    if not loose and not _says_more(spelling, form, typed):
        return None
    line = spelling.form(form)
    known = tokens(line) + _letters(spelling, form)
    if len(spelling.actions) == 1:
        known += spelling.actions[0].words
    return fit_words(known, fold(line), fold(typed), loose=loose)


def _says_more(spelling: Spelling, form: Form, typed: str) -> bool:
    """Tell whether the words name more than an action that still has to be filled in."""
    action = spelling.prompt.action(form["kind"])
    if action is None or not action.slots:
        return True
    called = tokens(speak(action.label, spelling.words.plain))
    return fit_words(called, "", typed, loose=True) is None


def _letters(spelling: Spelling, form: Form) -> list[str]:
    """The letters of what is chosen from a hand."""
    action = spelling.prompt.action(form["kind"])
    slots = open_slots(action, form) if action is not None else ()
    return [
        other
        for slot in slots
        if isinstance(slot, PickOne)
        for name in spelling.choices(slot)
        if slot.choices[name.place].id == form[slot.name]
        for other in name.others
    ]


def _why_not(
    spelling: Spelling, understood: Understood, typed: str, several: Sequence[Form]
) -> Text:
    """Say what is wrong with a line, in the order of what helps most."""
    said = Person(name=cut(typed.strip(), 60))
    if several:
        lines = [line_of(spelling, form) for form in several[:_NAMED]]
        return say(
            "“{typed}” may mean several moves. Please say which: {moves}",
            typed=said,
            moves=_listed(lines, len(several)),
        )
    for why in (*understood.near, *_blocked_actions(spelling, typed)):
        return why
    unfinished = understood.unfinished()
    if typed.strip() and unfinished and unfinished[0].wanted is not None:
        wanted = unfinished[0].wanted
        return say(
            "That is not all yet. {ask} You may add: {choices}",
            ask=wanted.ask,
            choices=_choices(spelling, wanted),
        )
    lines = [shown for shown, _ in match(spelling.prompt, spelling.reader, "")]
    moves = _listed(lines[:_NAMED], len(lines))
    if not typed.strip():
        return say("Please say what you do. You may say: {moves}", moves=moves)
    return say("No move is called “{typed}”. You may say: {moves}", typed=said, moves=moves)


def _blocked_actions(spelling: Spelling, typed: str) -> Iterator[Text]:
    for action in spelling.prompt.actions:
        if action.blocked is not None:
            called = fold(speak(action.label, spelling.words.plain))
            if fit_words(tokens(called), called, fold(typed)) in {WHOLE, BEGUN}:
                yield action.blocked


def _choices(spelling: Spelling, slot: Slot) -> Text:
    if isinstance(slot, PickNumber):
        return say("a number from {least} to {most}", least=slot.least, most=slot.most)
    names = [name.spelled for name in spelling.choices(slot)]
    return say("{names}", names=_listed(names[:_NAMED], len(names)))


def _listed(lines: Sequence[str], of: int) -> Text:
    """Some lines in quotes, and a sign where there are more."""
    if not lines:
        return NOTHING
    items = [say("“{line}”", line=Person(name=line)) for line in lines]
    more = [say("…")] if len(lines) < of else []
    return say("{lines}", lines=TextList(items=(*items, *more), style="unit"))
