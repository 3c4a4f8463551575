"""A table in words: the same facts for alt texts and for the text view."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.tableau import Figure, Mark, SeatPanel, Tableau, Token, Zone
from games.core.tableau_text import ALT_LIMIT, alt_text, read_seats, read_table, whole_sentences
from games.core.text import Reader, Text, say, speak

READER = Reader(names=[f"Player {number}" for number in range(20)])
LIMITS = st.integers(120, 1100)


def token(name: str, **facts: Any) -> Token:
    return Token(sprite="x", name=say(name), short=say(name), **facts)


def seat_with(number: int, word: str) -> SeatPanel:
    return SeatPanel(seat=number, word=say(word) if word else None)


def table(seats: int = 2, word: str = "", after: int = 0) -> Tableau:
    return Tableau(
        game="x",
        title=say("Game"),
        headline=say("Somebody to act."),
        progress=Figure(label=say("hand"), value=3, of=8),
        figures=(Figure(label=say("pot"), value=12),),
        centre=(Zone(title=say("Trick"), tokens=(token("king"),)),),
        seats=tuple(seat_with(number, word) for number in range(seats)),
        aftermath=tuple(say("It happened {n} times.", n=n) for n in range(after)),
    )


def spoken(texts: tuple[Text, ...]) -> list[str]:
    return [speak(text, READER) for text in texts]


def test_a_table_is_read_essentials_first() -> None:
    """A table's text starts with the game and whom it waits for, and ends with what happened."""
    assert spoken(read_table(table(after=1))) == [
        "Game, hand 3 of 8.",
        "Somebody to act.",
        "pot 12.",
        "Trick: king.",
        "Player 0.",
        "Player 1.",
        "It happened 0 times.",
    ]


TOKENS = [
    (token("king"), "king"),
    (token("king", count=3), "3 × king"),
    (token("king", owner=1), "Player 1 king"),
    (token("king", look="winning"), "king, winning"),
    (token("king", look="playable", letter="B"), "B king, playable"),
    (token("king", look="dim", letter="C"), "C king"),
    (token("king", look="winning", owner=0, count=2), "Player 0 2 × king, winning"),
]


@pytest.mark.parametrize(("thing", "words"), TOKENS, ids=[words for _, words in TOKENS])
def test_things_are_read_with_what_is_true_of_them(thing: Token, words: str) -> None:
    """A token is read with its letter, owner, count, and whether it is playable or winning."""
    hand = Tableau(
        game="x",
        title=say("Game"),
        headline=say("Go."),
        hand=(Zone(title=say("Hand"), tokens=(thing,)),),
    )

    assert f"Hand: {words}." in spoken(read_table(hand))


SEATS = [
    (SeatPanel(seat=0), "Player 0."),
    (SeatPanel(seat=0, points=Figure(label=say("points"), value=-2), marks=(Mark.DEALER,)),
     "Player 0: points \N{MINUS SIGN}2, dealer."),
    (SeatPanel(seat=1, word=say("pass"), figures=(Figure(label=say("tricks"), value=1, of=3),),
     zones=(Zone(title=say("won"), tokens=(token("a"), token("b"))),)),
     "Player 1: pass, tricks 1 of 3, won a, b."),
    (SeatPanel(seat=0, zones=(Zone(title=say("won")),)), "Player 0."),
    (SeatPanel(seat=0, zones=(Zone(title=say("won"), note=say("2 cards")),)),
     "Player 0: won 2 cards."),
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "es", "de"])
@pytest.mark.parametrize(("panel", "words"), SEATS, ids=[words for _, words in SEATS])
def test_seats_are_read_in_one_sentence(panel: SeatPanel, words: str, language: str) -> None:
    """A seat is read in one sentence with all its facts, joined by commas in every language."""
    first = table().model_copy(update={"seats": (panel,)})
    reader = Reader(READER.names, language)

    assert [speak(text, reader) for text in read_seats(first)] == [words]


def test_empty_zones_are_read_as_empty() -> None:
    """An empty zone in the middle is read as "nothing"."""
    empty = table().model_copy(update={"centre": (Zone(title=say("Trick")),)})

    assert "Trick: nothing." in spoken(read_table(empty))


@given(st.integers(1, 20), st.integers(0, 60), st.integers(0, 40), LIMITS)
def test_descriptions_keep_their_limit(seats: int, length: int, after: int, limit: int) -> None:
    """A description stays within its limit and always has the essentials."""
    words = alt_text(table(seats, "x" * length, after), READER, limit)

    assert len(words) <= limit
    assert words.startswith("Game, hand 3 of 8. Somebody to act.")


@given(st.integers(2, 20), st.integers(0, 60), LIMITS)
def test_descriptions_are_cut_between_seats(seats: int, length: int, limit: int) -> None:
    """Seats that don't fit into a description are left out whole, and counted."""
    full = table(seats, "x" * length)
    words = alt_text(full, READER, limit)
    sentences = spoken(read_seats(full))
    saved = sum(sentence in words for sentence in sentences)
    left = seats - saved

    assert " ".join(sentences[:saved]) in words
    assert words.endswith((f"And {left} more player.", f"And {left} more players.")) == (left > 0)


@given(st.integers(0, 60))
def test_what_happened_comes_last_and_whole(after: int) -> None:
    """Sentences of what happened follow whole and in order; three dots say that some don't fit."""
    full = table(2, "", after)
    words = alt_text(full, READER)
    text = spoken(full.aftermath)
    saved = sum(sentence in words for sentence in text)
    is_cut = saved < after

    assert words.endswith(" ".join(["Player 1.", *text[:saved], *["…"] * is_cut]))
    assert not is_cut or len(words) + len(text[saved]) >= ALT_LIMIT


@given(st.lists(st.integers(1, 40), max_size=30), st.integers(60, 400))
def test_whole_sentences_say_that_some_are_left_out(lengths: list[int], limit: int) -> None:
    """As many sentences as fit are read whole, and three dots stand for the others."""
    text = ["x" * length + "." for length in lengths]
    words = whole_sentences(text, limit)
    is_cut = words != " ".join(text)

    assert len(words) <= limit
    assert not is_cut or words.endswith(". …")
    assert " ".join(text).startswith(words.removesuffix(" …"))
    assert is_cut == (len(" ".join(text)) > limit)


@pytest.mark.parametrize("letters", [1500, 3000])
def test_an_endless_headline_is_shortened(letters: int) -> None:
    """Even a headline beyond the limit gives a description that can be sent."""
    endless = table().model_copy(
        update={"headline": say("x" * letters), "title": say("y" * letters)}
    )

    assert 0 < len(alt_text(endless, READER)) <= ALT_LIMIT
