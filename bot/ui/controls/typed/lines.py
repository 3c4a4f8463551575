"""A line for a form: one that means this form and no other when it is typed."""

from __future__ import annotations

from collections.abc import Iterable

from bot.ui.controls.labels import cut
from bot.ui.controls.limits import TYPED_CHOICE
from bot.ui.controls.typed.parser import ParsedForm, ParseResult, as_form, understand
from bot.ui.controls.typed.spelling import Spelling, seal
from games.core.answer import tidy_form
from games.core.prompt import Form

Suggestion = tuple[str, str]
"""What is shown while one types, and what is sent."""


def meant(spelling: Spelling, understood: ParseResult) -> Form | None:
    """Return the only form that is meant, tidied; None for none, several or half of one."""
    likely = understood.likely()
    if understood.why_blocked() is not None or any(found.wanted for found in likely):
        return None
    different = tidied(spelling, likely)
    return different[0] if len(different) == 1 else None


def tidied(spelling: Spelling, founds: Iterable[ParsedForm]) -> list[Form]:
    """Return the forms of complete meanings, tidied and each once."""
    every = [tidy_form(spelling.prompt, as_form(spelling, found)) for found in founds]
    return [form for at, form in enumerate(every) if form not in every[:at]]


def line_of(spelling: Spelling, form: Form) -> str:
    """The line that means this form; a sealed one by places where words would mean another too."""
    line = spelling.form(form)
    for candidate in (line, f"{line}:"):
        if meant(spelling, understand(spelling, candidate)) == form:
            return candidate
    return sealed(spelling, form)


def sealed(spelling: Spelling, form: Form) -> str:
    """A line by places, with a mark of the form: later it means this form or nothing."""
    return f"{spelling.form(form, short=True)}~{seal(form)}"


def offer(spelling: Spelling, form: Form) -> Suggestion:
    """A suggestion for a whole form."""
    line = line_of(spelling, form)
    shown = cut(spelling.form(form), TYPED_CHOICE)
    return shown, line if len(line) <= TYPED_CHOICE else sealed(spelling, form)
