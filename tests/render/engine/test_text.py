"""Fonts: shaping, fallback, coverage."""

import pytest

from render.engine import text
from render.engine.text import cap_height, covers, label, printable, runs
from render.engine.theme import BOLD, GREEK, PLAIN, ROUND, STRONG
from tests.support.shaping import needs_shaping


@needs_shaping
def test_letters_are_shaped() -> None:
    """Arabic letters are joined: kept apart, they look different."""
    apart = "\N{ZERO WIDTH NON-JOINER}".join("محمد")
    assert label("محمد", STRONG, 36).mask.tobytes() != label(apart, STRONG, 36).mask.tobytes()


def test_right_to_left_words_are_turned() -> None:
    """A Hebrew word is drawn from right to left, so its reversed letters look different."""
    assert label("שלום", STRONG, 36).mask.tobytes() != label("םולש", STRONG, 36).mask.tobytes()


@pytest.mark.parametrize("face", [ROUND, BOLD, PLAIN, STRONG])
def test_every_face_has_what_tables_write(face: str) -> None:
    """Digits, signs and the ellipsis are drawn in the requested face."""
    for item in "0123456789+/#…\N{EN DASH}\N{MINUS SIGN}ABCDEFGHJKLMNPQRSTUVWXYZ":
        assert covers(face, item), item
        assert runs(item, face) == [(face, item)]


def test_another_face_steps_in_for_what_one_lacks() -> None:
    """Cyrillic letters of a title are drawn in a face that has them, and the rest in its own."""
    assert runs("Ya я", ROUND) == [(ROUND, "Ya "), (STRONG, "я")]


LINES = [
    ("محمد علي", [(STRONG, "محمد علي")]),
    ("A. B", [(ROUND, "A. B")]),
    ("я, B", [(STRONG, "я, "), (ROUND, "B")]),
    ("שלום A", [(ROUND, "A"), (STRONG, "שלום ")]),
    ("Ωμέγα", [(GREEK, "Ωμέγα")]),
    ("李 明", [("NotoSansCJK-Bold", "李 明")]),
    ("हि\u200dन्", [("NotoSansDevanagari-Bold", "हि\u200dन्")]),
    ("بی\u200cبی", [(STRONG, "بی\u200cبی")]),
]


@pytest.mark.parametrize(("words", "parts"), LINES)
def test_a_line_keeps_its_direction(words: str, parts: list[tuple[str, str]]) -> None:
    """Gaps stay with the words before them, and a right-to-left line starts at the right."""
    assert runs(words, ROUND) == parts


def test_no_letter_is_drawn_as_an_empty_box() -> None:
    """Supported letters have glyphs of their own."""
    missing = label("\ue000", STRONG, 40).mask.tobytes()
    assert all(label(item, STRONG, 40).mask.tobytes() != missing for item in "aЖמمñ7")


@pytest.mark.parametrize("words", ["\x1e", "\u2029", "a\nb", "\u202eabc", "\ud800", ""])
def test_no_words_break_a_line(words: str) -> None:
    """Controls, line breaks, surrogates and empty text are written on one line."""
    assert label(printable(words), ROUND, 36).mask.height < 3 * 36


def test_without_shaping_names_have_no_joiners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where letters can't be joined, a joiner would be drawn as an empty box."""
    printable.cache_clear()
    monkeypatch.setattr(text, "is_shaping", lambda: False)
    assert printable("بی\u200cبی") == "بیبی"
    printable.cache_clear()


def test_capitals_have_a_height() -> None:
    """The height of capitals grows with the font size."""
    assert 0 < cap_height(BOLD, 20) < cap_height(BOLD, 40)
