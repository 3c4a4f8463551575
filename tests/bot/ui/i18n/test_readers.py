"""Players' names can't do anything in Discord."""

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
    """Markdown, links, mentions and Discord's markup in names are escaped."""
    assert escape(name) == shown


def test_nobody_is_called_by_a_name() -> None:
    """A name that looks like @everyone mentions nobody."""
    assert "@everyone" not in escape("@everyone")


def test_stacked_marks_stay_low() -> None:
    """A letter keeps at most two combining marks."""
    assert escape("e" + "\u0301" * 30) == "e" + "\u0301" * 2
