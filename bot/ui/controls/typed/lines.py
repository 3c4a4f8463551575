"""Find a line of text for a form. Typed in, it means this form and no other."""

from __future__ import annotations

from collections.abc import Iterable

from bot.ui.controls.labels import cut
from bot.ui.controls.typed.parser import ParsedForm, ParseResult, as_form, understand
from bot.ui.controls.typed.spelling import Spelling, seal
from bot.ui.kit.limits import TYPED_CHOICE
from games.core.answer import tidy_form
from games.core.prompt import Form

Suggestion = tuple[str, str]
"""The text shown in the list, and the value that is sent."""


def meant(spelling: Spelling, understood: ParseResult) -> Form | None:
    """Return the only form that the line can mean; None for none, several or an unfinished one."""
    likely = understood.likely()
    if understood.why_blocked() is not None or any(found.wanted for found in likely):
        return None
    different = tidied(spelling, likely)
    return different[0] if len(different) == 1 else None


def tidied(spelling: Spelling, founds: Iterable[ParsedForm]) -> list[Form]:
    """Return the forms of complete readings, tidied and without duplicates."""
    every = [tidy_form(spelling.prompt, as_form(spelling, found)) for found in founds]
    return [form for at, form in enumerate(every) if form not in every[:at]]


def line_of(spelling: Spelling, form: Form) -> str:
    """Return the line that means this form; a sealed one if the words would be ambiguous."""
    line = spelling.form(form)
    for candidate in (line, f"{line}:"):
        if meant(spelling, understand(spelling, candidate)) == form:
            return candidate
    return sealed(spelling, form)


def sealed(spelling: Spelling, form: Form) -> str:
    """Return a line of numbers with a checksum: later it means this form or nothing."""
    return f"{spelling.form(form, short=True)}~{seal(form)}"


def offer(spelling: Spelling, form: Form) -> Suggestion:
    """Suggest a whole form."""
    line = line_of(spelling, form)
    shown = cut(spelling.form(form), TYPED_CHOICE)
    return shown, line if len(line) <= TYPED_CHOICE else sealed(spelling, form)
