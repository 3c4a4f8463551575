"""Names are seen, and turn nothing around them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.names import isolated, plain_name, visible
from games.core.text import Person, Reader, say, seat, speak

UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u180f\u200b\u200c\u200d\u200e\u200f"
    "\u2028\u2029\u202a\u202e\u2060\u2065\u2066\u2069\u206f\u2800\u3000\u3164\ufe00\ufe0f\ufeff"
    "\uffa0\ufff0\ufff8\U00016fe4\U0001bca0\U0001d159\U0001d173\U000e0001\U000e0020\U000e007f"
    "\U000e0100\U000e01ef\U000e0fff\u0301\ud800\x00\x7f\x85\xa0 \n"
)
"""Some of each range of Unicode's Default_Ignorable_Code_Point, blanks, controls, a lone accent."""

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"

VISIBLE = {
    "Ana": "Ana",
    "  Ana \n\t B. ": "Ana B.",
    "A\u3164n\u2800a\u200b": "Ana",
    "\u202enirts\u2066g": "nirtsg",
    "\u0301Ana": "Ana",
    "Ana\u200d": "Ana",
    "\u200c\u200dAna \u200d B": "Ana B",
    "a\u200c\u200d\u200cb": "a\u200cb",
    FAMILY: FAMILY,
    "❤\ufe0f\u200d🔥 1\ufe0f\u20e3": "❤\ufe0f\u200d🔥 1\ufe0f\u20e3",
    f"{SCOTLAND}!": f"{SCOTLAND}!",
    "A\U000e0067\U000e0062": "A",
    "بی\u200cبی": "بی\u200cبی",
    "क्\u200dष": "क्\u200dष",
    "\u1019\u103c\u103d\u103e\u1031\u1037": "\u1019\u103c\u103d\u103e\u1031\u1037",
    "e" + "\u0301" * 30: "e" + "\u0301" * 2,
    "ก" + "\u0e47" * 30: "ก\u0e47",
    "\U0001fae8": "\U0001fae8",
}


@pytest.mark.parametrize("character", UNSEEN, ids=ascii)
def test_what_shows_nothing_is_no_name(character: str) -> None:
    """A name of characters that show nothing is empty, and a seat is called by its number."""
    assert visible(character * 3) == ""
    assert Reader(names=("Ana", character * 3)).name(1) == "#2"


@pytest.mark.parametrize(("name", "shown"), VISIBLE.items(), ids=ascii)
def test_a_name_keeps_what_is_seen(name: str, shown: str) -> None:
    """What shows nothing goes; joiners and selectors stay where they shape their neighbours."""
    assert visible(name) == shown


HARD = st.text(st.sampled_from(f"{UNSEEN}ab🏴❤👨م") | st.characters(), max_size=12)


@given(HARD)
def test_a_seen_name_stays_as_it_is(name: str) -> None:
    """A name in one line without bidirectional controls, which another pass leaves alone."""
    shown = visible(name)
    assert visible(shown) == shown
    assert not set(shown) & set("\n\r\u2028\u2029\u202a\u202b\u202c\u202d\u202e")
    assert not any("\u2066" <= character <= "\u2069" for character in shown)
    assert not shown or unicodedata.category(shown[0])[0] != "M"


SENTENCES = {
    ("Ana", "Ben"): "Ana 2, Ben 5",
    ("محمد", "שלמה"): "\u2068محمد\u2069 2, \u2068שלמה\u2069 5",
    ("Ben محمد", "٣"): "\u2068Ben محمد\u2069 2, \u2068٣\u2069 5",
    ("李明", "\u202eBen"): "李明 2, Ben 5",
    ("\u2069محمد\u2068", "\u3164"): "\u2068محمد\u2069 2, #2 5",
}


@pytest.mark.parametrize(("names", "spoken"), SENTENCES.items())
def test_names_keep_the_order_of_a_sentence(names: tuple[str, str], spoken: str) -> None:
    """A name with letters from right to left is isolated, so numbers stay with their names."""
    text = say("{a} {two}, {b} {five}", a=seat(0), two=2, b=seat(1), five=5)
    assert speak(text, Reader(names=names, escape=plain_name)) == spoken


@given(HARD)
def test_isolates_are_closed(name: str) -> None:
    """Whatever a stranger is called, each isolate that a sentence opens is closed in it."""
    text = speak(say("{who}.", who=Person(name=name)), Reader(escape=plain_name))
    assert (
        text.count("\u2068") == text.count("\u2069") == (isolated(visible(name)) != visible(name))
    )
    assert len(text) > len(".")
