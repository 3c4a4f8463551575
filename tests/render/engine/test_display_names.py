"""Pictures must show any name that strangers choose."""

import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.engine import system_fonts
from render.engine.display_names import _EVERYWHERE, clean, initials
from render.engine.text import FONTS, JOINERS, drawable, fit, label, runs
from render.engine.theme import NAME, STRONG

CLEANED = [
    ("Ana", "Ana"),
    ("  Ana \n B. ", "Ana B."),
    ("", "#3"),
    ("   ", "#3"),
    ("🍅🍅🍅", "#3"),
    ("🍅 Tom", "Tom"),
    ("\u202eanA\u202c", "anA"),
    ("A\u200bn\u2060a\u200d", "Ana"),
    ("\u3164\u2800", "#3"),
    ("\N{MATHEMATICAL BOLD FRAKTUR CAPITAL A}na", "Ana"),
    ("Zo\u0308e\u0301\u0301\u0301\u0301\u0301", "Zöé\u0301"),
    ("...", "..."),
    ("ಕನ್ನಡ", "#3"),
    ("ಕನ್ನಡ Ming", "Ming"),
    ("ಕನ್ನಡ (kavya_92)", "kavya_92"),
    ("李明 佐々木さくら 김민준 陳大文", "李明 佐々木さくら 김민준 陳大文"),
    ("Nguyễn Thị Hồng", "Nguyễn Thị Hồng"),
    ("हिन्दी", "हिन्दी"),
    ("ज़ींदगी", "ज़ींदगी"),
    ("ที่รัก", "ที่รัก"),
    ("ก็็็็็็็็็็", "ก็"),
    ("محمد", "محمد"),
    ("بی\u200cبی", "بی\u200cبی"),
    ("👨\u200d👩\u200d👧 Ana", "Ana"),
    ("@everyone", "@everyone"),
    ("Αθηνά", "Αθηνά"),
    ("Ἀριστοτέλης", "Ἀριστοτέλης"),
    ("1\ufe0f\u20e3 Ana", "1 Ana"),
    ("a" * 32, "a" * 32),
]


@pytest.fixture(autouse=True)
def _no_fonts_but_ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ignore system fonts, so that tests don't depend on the machine."""
    clean.cache_clear()
    monkeypatch.setattr(system_fonts, "covering", lambda _: None)
    yield
    clean.cache_clear()


@pytest.mark.parametrize(("name", "shown"), CLEANED)
def test_a_name_is_shown_without_what_harms_a_picture(name: str, shown: str) -> None:
    """Controls, emoji and extra accents are removed; an empty name becomes the seat's number."""
    assert clean(name, 2) == shown


def test_a_name_read_aloud_keeps_scripts_that_cannot_be_drawn() -> None:
    """An alt text keeps scripts that our fonts lack."""
    assert clean("ಕನ್ನಡ\u202e", 2, drawn=False) == "ಕನ್ನಡ"


def test_a_font_of_the_machine_steps_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the machine has a font for a script that ours lack, it is used for names."""
    face = f"{system_fonts.PREFIX}{FONTS / 'Rubik-600.ttf'}"
    monkeypatch.setattr(system_fonts, "covering", {"ಕ": face}.get)
    assert clean("ಕನ", 2) == "ಕ"
    assert initials([clean("ಕನ", 0), "Ana"]) == ("ಕ", "A")
    assert runs("Aಕ", STRONG) == [(STRONG, "A"), (face, "ಕ")]
    assert label("ಕ", STRONG, 36).width > 0


GLYPHS = [("A", True), ("7", True), ("ñ", True), ("я", False), ("李", False), ("\ue000", False)]


@pytest.mark.parametrize(("character", "there"), GLYPHS)
def test_a_font_of_the_machine_is_asked_for_its_glyphs(character: str, there: bool) -> None:
    """A system font has a letter if it draws it differently from a missing one."""
    face = f"{system_fonts.PREFIX}{FONTS / 'Fredoka-700.ttf'}"
    assert system_fonts._draws(face, character) is there


@given(st.text(max_size=60))
def test_whatever_comes_in_has_glyphs(name: str) -> None:
    """Every character of a shown name is drawn by one of our fonts, on one line."""
    shown = clean(name, 0)
    assert shown
    assert all(message in _EVERYWHERE or drawable(message) for message in shown)
    assert not any(
        unicodedata.category(message) in {"Cc", "Cf"} - set(JOINERS) for message in shown
    )
    assert label(shown, STRONG, 36).mask.height < 3 * 36


@given(st.lists(st.text(max_size=12), max_size=13))
def test_initials_tell_seats_apart(names: list[str]) -> None:
    """Seats have different codes of one to three characters."""
    shown = [clean(name, seat) for seat, name in enumerate(names)]
    codes = initials(shown)
    assert len(set(codes)) == len(names)
    assert all(1 <= len(code) <= 3 for code in codes)


def test_a_repeated_initial_takes_more_letters() -> None:
    """A code has one letter if possible, otherwise two, otherwise the seat's number."""
    assert initials(["Ana", "Ben", "Bo", "Anna", "Zoë"]) == ("A1", "Be", "Bo", "A4", "Z")


@given(st.text(min_size=1, max_size=60), st.integers(60, 500))
def test_a_long_name_is_shrunk_then_cut(name: str, room: int) -> None:
    """A fitted name never exceeds its room, and is cut only at the smallest size."""
    shown = clean(name, 0)
    drawn, size = fit(shown, NAME, room)
    assert label(drawn, NAME.face, size).width <= room + 1
    assert drawn == shown or size == NAME.floor
