"""Names are written by strangers: nothing in them may act in Discord."""

from __future__ import annotations

import pytest

from bot.ui.i18n.readers import escape

HOSTILE = {
    "**bold** _and_ `code`": r"\*\*bold\*\* \_and\_ \`code\`",
    "<#123>": r"\<#123>",
    "</play:1>": r"\</play:1>",
    "<t:0:R>": r"\<t:0:R>",
    "https://example.com": r"https\://example.com",
    "/privacy forget": r"\/privacy forget",
    "he/him": "he/him",
    "two\nlines": "two lines",
    "\u202egnirts": "gnirts",
    "": "?",
}


@pytest.mark.parametrize(("name", "shown"), HOSTILE.items())
def test_names_are_harmless(name: str, shown: str) -> None:
    """Markdown, links, mentions and marks of Discord come out as plain words."""
    assert escape(name) == shown


def test_nobody_is_called_by_a_name() -> None:
    """A name that looks like a mention of everybody is none."""
    assert "@everyone" not in escape("@everyone")


def test_stacked_marks_stay_low() -> None:
    """A letter keeps two marks at most, so that no name covers the lines above it."""
    assert escape("e" + "\u0301" * 30) == "e" + "\u0301" * 2
