"""Every move can be typed in `/move`, and is completed while typing.

A few moves are offered whole. Many are completed slot by slot. A suggestion's value is the move in
words. If the words are too long, it consists of numbers ("#2: #3") and a checksum. Submitted later,
to another question, it cannot turn into another move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bot.ui.controls.labels import CHANGED_QUESTION, NOTHING, cut
from bot.ui.controls.typed.completion import last_part, steps
from bot.ui.controls.typed.lines import Suggestion, line_of, meant, offer, tidied
from bot.ui.controls.typed.parser import (
    BEGUN,
    EXACT,
    WHOLE,
    ParsedForm,
    ParseResult,
    as_form,
    fit_words,
    left_over,
    understand,
)
from bot.ui.controls.typed.spelling import Spelling, are_few, fold, seal, tokens, uncounted
from bot.ui.kit.limits import SUGGESTIONS, TYPED_CHOICE
from games.core.answer import forms, open_slots
from games.core.prompt import Form, PickNumber, PickOne, PickSome, Prompt, Slot
from games.core.text import Person, Reader, Text, TextList, say, speak

_SIGN = re.compile(r"[,;:]")
_SEALED = re.compile(r"(.*)~([0-9a-f]{4})", re.DOTALL)
_NAMED = 6
"""How many moves a refusal lists."""


def parse(prompt: Prompt, reader: Reader, typed: str) -> Form | Text:
    """Read a typed move, or say why it isn't valid and which moves are similar."""
    spelling = Spelling(prompt, reader)
    if _SEALED.fullmatch(typed.strip()) is not None:
        return _unsealed(spelling, typed) or CHANGED_QUESTION
    understood = understand(spelling, typed)
    why = understood.why_blocked()
    if why is not None:
        # An exact name wins over names that merely begin with these words.
        return why
    likely = understood.likely()
    several = tidied(spelling, (found for found in likely if found.wanted is None))
    exact = any(found.fit == EXACT for found in likely)
    if not exact and not (several and _SIGN.search(typed)):
        several += [form for form in _by_words(spelling, typed) if form not in several]
    begun = [
        found
        for found in likely
        if found.wanted is not None and (exact or not _is_among(spelling, found, several))
    ]
    if len(several) == 1 and not begun:
        return several[0]
    return _why_not(spelling, understood, typed, several)


def _is_among(spelling: Spelling, found: ParsedForm, listed: Sequence[Form]) -> bool:
    """Tell whether one of these forms completes this reading."""
    return any(as_form(spelling, found).items() <= form.items() for form in listed)


def match(prompt: Prompt, reader: Reader, typed: str) -> list[Suggestion]:
    """Suggest completions of the typed text, the likeliest first, as name and value."""
    spelling = Spelling(prompt, reader)
    already = _unsealed(spelling, typed) or meant(spelling, understand(spelling, typed))
    found = [offer(spelling, already)] if already is not None else []
    if are_few(prompt) and "+" not in last_part(typed)[1]:
        found += [offer(spelling, form) for form in _begun(spelling, typed)[:SUGGESTIONS]]
    else:
        found += steps(spelling, typed)
    kept = {value: shown for shown, value in found if 0 < len(value) <= TYPED_CHOICE}
    return [(shown, value) for value, shown in kept.items()][:SUGGESTIONS]


def _unsealed(spelling: Spelling, typed: str) -> Form | None:
    """Return the form of a sealed line, if a form with its checksum is still possible."""
    marked = _SEALED.fullmatch(typed.strip())
    if marked is None:
        return None
    every = tidied(spelling, understand(spelling, marked[1]).complete())
    return next((form for form in every if seal(form) == marked[2]), None)


def _by_words(spelling: Spelling, typed: str) -> list[Form]:
    """Return the forms that contain these words in any order."""
    if not typed.strip() or not are_few(spelling.prompt):
        return []
    fits = _fitting(spelling, forms(spelling.prompt), typed, loose=False)
    return [form for _, form in fits]


def _begun(spelling: Spelling, typed: str) -> list[Form]:
    """Return the forms that the typed text may become, the best first."""
    every: Iterable[Form] = forms(spelling.prompt)
    head, rest = last_part(typed)
    said = understand(spelling, head).unfinished() if head.strip() else []
    exact = [as_form(spelling, found).items() for found in said if found.fit == EXACT]
    if exact:
        # Exact names are settled; only the words after them are matched.
        every = [form for form in every if any(named <= form.items() for named in exact)]
        typed = rest
    if fold(typed) in spelling.letters:
        return [form for form in every if fold(typed) in _letters(spelling, form)]
    return [form for _, form in _fitting(spelling, every, typed, loose=True)]


def _fitting(
    spelling: Spelling, listed: Iterable[Form], typed: str, *, loose: bool
) -> list[tuple[int, Form]]:
    """Return the matching forms and how well they fit, the best first.

    Among forms of one action, those come first that need its name for the fewest words. When a card
    is to be played, "ca" means the carrot.
    """
    typed = uncounted(typed)
    if not typed.strip():
        return [(EXACT, form) for form in listed]
    fits = [
        (fit, form, _spent(spelling, form, typed, loose=loose))
        for form in listed
        if (fit := _fit(spelling, form, typed, loose=loose)) is not None
    ]
    least: dict[str, int] = {}
    for _, form, spent in fits:
        least[form["kind"]] = min(spent, least.get(form["kind"], spent))
    named = len(tokens(typed))
    kept = [
        (fit, form)
        for fit, form, spent in fits
        if spent == least[form["kind"]] and (loose or spent < named)
    ]
    return sorted(kept, key=lambda pair: pair[0])


def _fit(spelling: Spelling, form: Form, typed: str, *, loose: bool) -> int | None:
    """Return how well words fit a form and its action; None if they don't."""
    line = uncounted(spelling.form(form))
    known = tokens(line) + _letters(spelling, form)
    if len(spelling.actions) == 1:
        known += spelling.actions[0].words
    return fit_words(known, fold(line), fold(typed), loose=loose)


def _spent(spelling: Spelling, form: Form, typed: str, *, loose: bool) -> int:
    """Count the words that match the action's name only, not what the form chooses."""
    chosen = uncounted(spelling.chosen(form))
    known = tokens(chosen) + _letters(spelling, form)
    if fit_words(known, fold(chosen), fold(typed), loose=loose) is not None:
        return 0
    return len(left_over(tokens(typed), known, least=1 if loose else 2, numbers=loose))


def _letters(spelling: Spelling, form: Form) -> list[str]:
    """Return the letters of the cards chosen from a hand."""
    action = spelling.prompt.action(form["kind"])
    slots = open_slots(action, form) if action is not None else ()
    return [
        other
        for slot in slots
        if isinstance(slot, (PickOne, PickSome))
        for name in spelling.choices(slot)
        if slot.choices[name.place].id in _ids(form[slot.name])
        for other in name.others
    ]


def _ids(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [value]


def _why_not(
    spelling: Spelling, understood: ParseResult, typed: str, several: Sequence[Form]
) -> Text:
    """Say what is wrong with a line. The most helpful message comes first."""
    said = Person(name=cut(typed.strip(), 60))
    if several:
        lines = [line_of(spelling, form) for form in several]
        lines += [_beginning(spelling, found) for found in understood.likely() if found.wanted]
        return say(
            "“{typed}” could mean several moves. Choose one: {moves}",
            typed=said,
            moves=_listed(lines[:_NAMED], len(lines)),
        )
    for why in (*understood.near, *_blocked_actions(spelling, typed)):
        return why
    unfinished = understood.unfinished()
    if typed.strip() and unfinished and unfinished[0].wanted is not None:
        wanted = unfinished[0].wanted
        return say(
            "That move isn't complete. Next: {ask} {choices}",
            ask=wanted.ask,
            choices=_choices(spelling, wanted),
        )
    lines = [shown for shown, _ in match(spelling.prompt, spelling.reader, "")]
    moves = _listed(lines[:_NAMED], len(lines))
    if not typed.strip():
        return say("Type your move. Possible moves: {moves}", moves=moves)
    return say("There's no move called “{typed}”. Possible moves: {moves}", typed=said, moves=moves)


def _beginning(spelling: Spelling, found: ParsedForm) -> str:
    """Return the line of an unfinished move."""
    return spelling.part(found.action, found.values).rstrip() + " …"


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
    """List some lines in quotes, with an ellipsis if there are more."""
    if not lines:
        return NOTHING
    items = [say("“{line}”", line=Person(name=line)) for line in lines]
    more = [say("…")] if len(lines) < of else []
    return say("{lines}", lines=TextList(items=(*items, *more), style="unit"))
