"""A line for a form: one that means this form and no other when it is typed."""

from __future__ import annotations

from bot.ui.controls.limits import TYPED_CHOICE
from bot.ui.controls.spelling import Spelling, seal
from bot.ui.controls.typed import Understood, as_form, understand
from bot.ui.controls.words import cut
from games.core.answer import tidy_form
from games.core.prompt import Form

Suggestion = tuple[str, str]
"""What is shown while one types, and what is sent."""


def meant(spelling: Spelling, understood: Understood) -> Form | None:
    """The one form that is meant, tidied; None for none or several."""
    complete = understood.complete()
    different = {repr((found.action, found.values)): found for found in complete}
    if len(different) != 1:
        return None
    return tidy_form(spelling.prompt, as_form(spelling, next(iter(different.values()))))


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
