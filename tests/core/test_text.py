"""A Text becomes a sentence for one reader, in one language."""

from gettext import NullTranslations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from games.core.names import visible
from games.core.text import (
    PLAIN,
    Person,
    Reader,
    SeatName,
    Text,
    TextList,
    either,
    say,
    say_as,
    say_many,
    seat,
    seats,
    speak,
    symbol,
)

NAMES = ("Ana", "Ben", "Chen")
ENGLISH = Reader(names=NAMES)


class German(NullTranslations):
    """A small catalogue."""

    def gettext(self, message: str) -> str:
        known = {"{who} wins {pot}.": "{pot} geht an {who}.", "the pot": "der Topf", "D": "die"}
        return known.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return {("dealer", "D"): "G"}.get((context, message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        known = {"{n} card": ("{n} Karte", "{n} Karten")}
        return known.get(msgid1, (msgid1, msgid2))[n != 1]


GERMAN = Reader(names=NAMES, language="de", catalogue=German())

SPOKEN = [
    (say("Nothing."), "Nothing."),
    (say(""), ""),
    (say("{who} deals.", who=seat(1)), "Ben deals."),
    (say("{who} deals.", who=seat(7)), "#8 deals."),
    (say("{who} joins.", who=Person(name="Zoe")), "Zoe joins."),
    (say("{a} of {b}", a=say("{n} time", n=3), b=say("rest")), "3 time of rest"),
    (say("{n} points", n=12345), "12,345 points"),
    (say("{n} points", n=-3), "\N{MINUS SIGN}3 points"),
    (say_many("{n} card", "{n} cards", 1), "1 card"),
    (say_many("{n} card", "{n} cards", 0), "0 cards"),
    (say_many("a card", "{n} cards", 1), "a card"),
    (say("{who} share.", who=seats([0, 2])), "Ana and Chen share."),
    (say("{who} share.", who=seats([0, 1, 2])), "Ana, Ben, and Chen share."),
    (say("{who} share.", who=seats([])), " share."),
    (say("Take {what}.", what=either([say("one"), say("two")])), "Take one or two."),
    (say("Lay {cards}.", cards=[say("a"), say("b")]), "Lay a and b."),
]


@pytest.mark.parametrize(("text", "words"), SPOKEN, ids=[words for _, words in SPOKEN])
def test_texts_are_spoken(text: Text, words: str) -> None:
    """Arguments are placed where the message names them."""
    assert speak(text, ENGLISH) == words


TRANSLATED = [
    (say("{who} wins {pot}.", who=seat(0), pot=say("the pot")), "der Topf geht an Ana."),
    (say_many("{n} card", "{n} cards", 1), "1 Karte"),
    (say_many("{n} card", "{n} cards", 5), "5 Karten"),
    (say("{n}", n=12345), "12.345"),
    (say("{who}", who=seats([0, 1, 2])), "Ana, Ben und Chen"),
    (say("No such entry: {n}", n=1), "No such entry: 1"),
    (say_as("dealer", "D"), "G"),
    (say_as("dealer", "No such entry: {n}", n=1), "No such entry: 1"),
    (symbol("D"), "D"),
    (say(""), ""),
]


@pytest.mark.parametrize(("text", "words"), TRANSLATED, ids=[words for _, words in TRANSLATED])
def test_messages_are_translated_whole(text: Text, words: str) -> None:
    """Messages are translated whole, and a translation may reorder the arguments."""
    assert speak(text, GERMAN) == words


def test_names_are_escaped_and_messages_are_not() -> None:
    """Names are escaped for the medium, and messages aren't."""
    reader = Reader(names=("*Ana*",), escape=lambda name: name.replace("*", "\\*"))
    text = say("*{who}* and {guest}", who=seat(0), guest=Person(name="*Zoe*"))

    assert speak(text, reader) == "*\\*Ana\\** and \\*Zoe\\*"


@given(st.text())
def test_names_are_never_read_as_messages(name: str) -> None:
    """A name is never interpreted as a message."""
    name = name if visible(name) else "x"
    reader = Reader(names=(name,))

    assert speak(say("<{who}>", who=seat(0)), reader) == f"<{name}>"
    assert speak(say("<{who}>", who=Person(name=name)), reader) == f"<{name}>"


@given(st.text(min_size=1))
def test_a_message_without_arguments_is_left_alone(message: str) -> None:
    """A message without arguments is spoken unchanged, braces included."""
    assert speak(say(message), PLAIN) == message


def test_a_missing_argument_is_loud() -> None:
    """A message with a missing argument raises KeyError."""
    with pytest.raises(KeyError):
        speak(say("{who} and {whom}", who=seat(0)), PLAIN)


@pytest.mark.parametrize("text", [text for text, _ in SPOKEN], ids=[words for _, words in SPOKEN])
def test_texts_survive_json(text: Text) -> None:
    """A Text is the same after saving and reading it."""
    texts = TypeAdapter(Text)
    assert texts.validate_json(texts.dump_json(text)) == text


@pytest.mark.parametrize(
    ("language", "rounds", "text"),
    [
        ("en", False, "\N{MINUS SIGN}1,234,567,890,123,456,789,012,345,678,901,234,567"),
        ("de", False, "\N{MINUS SIGN}1.234.567.890.123.456.789.012.345.678.901.234.567"),
        ("en", True, "\N{MINUS SIGN}1.23E36"),
        ("de", True, "\N{MINUS SIGN}1,23E36"),
    ],
)
def test_numbers_of_any_size_are_spoken(language: str, rounds: bool, text: str) -> None:
    """Numbers of any size are written in full, or rounded for a reader that asks for it."""
    number = -1234567890123456789012345678901234567
    assert speak(say("{n}", n=number), Reader(language=language, rounds=rounds)) == text


def test_an_empty_place_is_called_by_its_number() -> None:
    """A seat without a name is called by its number, counted from one."""
    assert Reader(names=("", "Ben")).name(0) == "#1"
    assert speak(Text(message="{a}", args={"a": SeatName(seat=2)}), PLAIN) == "#3"


@pytest.mark.parametrize(
    ("style", "last", "expected"),
    [
        ("standard", "Ivan", "Ana e Ivan"),
        ("standard", "**Hilda**", "Ana e **Hilda**"),
        ("standard", "hielo", "Ana y hielo"),
        ("standard", "Oregano", "Ana y Oregano"),
        ("or", "Oregano", "Ana u Oregano"),
        ("or", "8", "Ana u 8"),
        ("or", "Ivan", "Ana o Ivan"),
    ],
)
def test_spanish_lists_avoid_equal_sounds(style: Any, last: str, expected: str) -> None:
    """In Spanish, "y" becomes "e" before the sound of i, and "o" becomes "u" before that of o."""
    listed = TextList(items=(say("Ana"), say(last)), style=style)
    assert speak(say("{list}", list=listed), Reader(language="es")) == expected


@pytest.mark.parametrize("language", ["en", "de", "es", "he", "pl", "ar", "ja"])
@pytest.mark.parametrize("style", ["standard", "or", "unit"])
def test_lists_are_joined_in_every_language(language: str, style: Any) -> None:
    """A list of any length and style can be joined in every language, with nothing left out."""
    for length in range(5):
        names = [f"name{number}" for number in range(length)]
        listed = TextList(items=tuple(say(name) for name in names), style=style)
        spoken = speak(say("{list}", list=listed), Reader(language=language))
        assert [name for name in names if name in spoken] == names
