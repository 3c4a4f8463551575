"""Words around the daily deal."""

from __future__ import annotations

import pytest

from bot.ui.features.daily.pictures import date_text
from games.core.text import PLAIN, speak


@pytest.mark.parametrize(
    ("language", "date"), [("en", "Sat, Nov 28"), ("de", "Sa., 28. Nov."), ("es", "sáb, 28 nov")]
)
def test_a_day_is_written_as_its_language_writes_it(language: str, date: str) -> None:
    """A deal's short date has the order and the dots of the reader's language."""
    assert speak(date_text(20_785, language), PLAIN) == date
