"""Options of a match, as a form needs them."""

from typing import Literal

import pytest
from pydantic import ValidationError

from games.core.options import Options, changed, option, option_fields, read_options
from games.core.text import PLAIN, speak


class Agreed(Options):
    """One option of every kind."""

    open_hands: bool = option(default=False, title="Open hands", help="Hands lie open.")
    deck: Literal["small", "big"] = option(
        "small", title="Deck", help="Which deck is used.", labels={"big": "the big one"}
    )
    cards: Literal[3, 5] = option(3, title="Cards", help="In a hand.", labels={"5": "five"})
    rounds: int = option(4, title="Rounds", help="How many.", least=1, most=9)


def test_options_keep_their_order() -> None:
    """Options are listed in the order of their declaration, each with its kind."""
    fields = option_fields(Agreed)

    assert [(field.name, field.kind) for field in fields] == [
        ("open_hands", "flag"),
        ("deck", "choice"),
        ("cards", "choice"),
        ("rounds", "number"),
    ]
    assert (fields[3].least, fields[3].most, fields[3].default) == (1, 9, 4)
    assert [value for value, _ in fields[2].choices] == [3, 5]


SHOWN = [
    (0, True, "on"),
    (0, False, "off"),
    (1, "small", "small"),
    (1, "big", "the big one"),
    (2, 5, "five"),
    (2, 3, "3"),
    (3, 7, "7"),
]


@pytest.mark.parametrize(("place", "value", "words"), SHOWN)
def test_values_have_words(place: int, value: object, words: str) -> None:
    """Every value of an option has a text."""
    assert speak(option_fields(Agreed)[place].shown(value), PLAIN) == words


@pytest.mark.parametrize(
    "values", [{"deck": "huge"}, {"rounds": 0}, {"rounds": 10}, {"cards": 4}, {"colour": "red"}]
)
def test_bad_values_are_refused(values: dict[str, object]) -> None:
    """A value out of bounds, or an option that does not exist, is refused."""
    with pytest.raises(ValidationError):
        read_options(Agreed, values)


def test_only_what_differs_is_told() -> None:
    """A table lists only the options that differ from their defaults."""
    agreed = read_options(Agreed, {"deck": "big", "rounds": 4})
    texts = [(speak(title, PLAIN), speak(value, PLAIN)) for title, value in changed(agreed)]

    assert texts == [("Deck", "the big one")]


def test_options_cannot_be_changed() -> None:
    """Changing a set of options raises an error."""
    with pytest.raises(ValidationError):
        Agreed().rounds = 5  # type: ignore[misc]  # frozen: that is the law
