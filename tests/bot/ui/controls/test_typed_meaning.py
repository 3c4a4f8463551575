"""A typed word makes one move or none, and suggestions contain it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from string import ascii_lowercase

import pytest

from bot.ui.controls.typed.moves import match, parse
from bot.ui.controls.typed.spelling import fold, tokens
from games.core.answer import forms, open_slots
from games.core.cards import letter
from games.core.prompt import Allocate, Form, Hand, PickNumber, PickOne, PickSome, Prompt
from games.core.text import Reader, Text, say, speak
from tests.bot.ui.controls.questions import asked, asked_ahead
from tests.bot.ui.controls.samples import (
    BID,
    PLACE,
    PLAY,
    STAKE,
    SWAP,
    THEFT,
    action,
    choices,
    prompt,
)
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.support.sampling import thinned

READER = Reader(names=("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"))
LISTED = 200
"""Prompts with more forms are covered by the laws about reading lines back."""

FEW_CARDS = PickOne(
    name="card", ask=say("Which card?"), choices=choices(["corn 1", "carrot 2"]), layout=Hand()
)
CARD_OR_TOMATO = prompt(
    action("play", "Play a card", FEW_CARDS), action("tomato", "Play your tomato")
)
"""A letter that is no card of the hand starts a word of the action."""

DIE = PickOne(name="die", ask=say("Which die?"), choices=choices(["red 3", "red 5"]), layout=Hand())
PLACE_OR_ROLL = prompt(
    action("place", "Place a die", replace(DIE, name="placed"), PLACE.actions[0].slots[0]),
    action("reroll", "Re-roll a die (1 karma)", DIE),
)
"""One letter starts one move's word and names another move's card."""

EVERY_CASE = pytest.mark.parametrize("case", [*ALL_CASES, None], ids=repr)
SAMPLES = (PLAY, BID, PLACE, THEFT, SWAP, STAKE, CARD_OR_TOMATO, PLACE_OR_ROLL)


def _questions(case: Case | None) -> Iterator[Prompt]:
    """Yield large and small questions and premoves; without a game, the samples."""
    if case is None:
        yield from SAMPLES
        return
    for question in (*asked(case)[::3], *asked_ahead(case)):
        yield question.prompt


def _chosen(
    asked_prompt: Prompt, form: Form
) -> Iterator[tuple[PickOne | PickSome | Allocate, int]]:
    """Yield each choice of a form: its slot and its position there."""
    doing = asked_prompt.action(form["kind"])
    assert doing is not None
    for slot in open_slots(doing, form):
        if not isinstance(slot, PickNumber):
            value = form[slot.name]
            ids = [value] if isinstance(slot, PickOne) else list(value)
            yield from ((slot, at) for at, c in enumerate(slot.choices) if c.id in ids)


def _letters(asked_prompt: Prompt, form: Form) -> set[str]:
    """Return the letters of the cards that a form chooses from a hand."""
    return {
        fold(letter(at))
        for slot, at in _chosen(asked_prompt, form)
        if isinstance(slot, (PickOne, PickSome)) and isinstance(slot.layout, Hand)
    }


def _hand_letters(asked_prompt: Prompt) -> set[str]:
    """Return the letters of all cards in a hand, blocked or not."""
    return {
        fold(letter(at))
        for doing in asked_prompt.actions
        if doing.blocked is None
        for slot in doing.slots
        if isinstance(slot, (PickOne, PickSome)) and isinstance(slot.layout, Hand)
        for at in range(len(slot.choices))
    }


def _labels(asked_prompt: Prompt, form: Form) -> list[str]:
    """Return the words a form can be named by: its action and its choices."""
    doing = asked_prompt.action(form["kind"])
    assert doing is not None
    chosen = [slot.choices[at].label for slot, at in _chosen(asked_prompt, form)]
    said = [doing.label, *chosen]
    about = [slot.called for slot in doing.slots if isinstance(slot, PickOne) and slot.called]
    about += [say("{n}", n=at + 1) for s, at in _chosen(asked_prompt, form) if s.choices[at].called]
    return [speak(label, READER) for label in (*said, *about)]


@EVERY_CASE
def test_a_letter_means_its_own_card(case: Case | None) -> None:
    """A letter of the hand makes a move with that card or none, and offers no other card."""
    for question in _questions(case):
        for typed in sorted(_hand_letters(question)):
            read = parse(question, READER, typed)
            offered = [
                parse(question, READER, value) for _, value in match(question, READER, typed)
            ]
            moves = [form for form in (read, *offered) if not isinstance(form, Text)]

            assert [form for form in moves if typed not in _letters(question, form)] == []


@EVERY_CASE
def test_only_what_begins_with_the_typed_word_is_offered(case: Case | None) -> None:
    """A typed beginning offers only moves with a word that starts so, or with that letter."""
    for question in _questions(case):
        for typed in _beginnings(question):
            for _, value in match(question, READER, typed):
                form = parse(question, READER, value)
                if not isinstance(form, Text):
                    words = [word for label in _labels(question, form) for word in tokens(label)]
                    words += _numbers(form) + sorted(_letters(question, form))
                    assert any(word.startswith(typed) for word in words), (typed, form)


@EVERY_CASE
def test_a_word_of_several_moves_makes_none(case: Case | None) -> None:
    """A word makes a move only if it names one of its choices, or fits no other move."""
    for question in _questions(case):
        listed = list(_few(question))
        for typed in _beginnings(question) if listed else ():
            read = parse(question, READER, typed)
            if isinstance(read, Text):
                continue
            named = [form for form in listed if _is_named(question, form, typed)]
            begun = [form for form in listed if _is_begun(question, form, typed)]
            assert (named or begun) == [read], typed


def _few(question: Prompt) -> Iterator[Form]:
    """Return all forms of a prompt, or none if there are too many."""
    listed = list(islice(forms(question), LISTED + 1))
    return iter(listed if len(listed) <= LISTED else ())


def _is_named(question: Prompt, form: Form, typed: str) -> bool:
    """Return whether a word is the letter or the whole name of a form's choice."""
    return typed in _letters(question, form) or typed in map(fold, _labels(question, form))


def _is_begun(question: Prompt, form: Form, typed: str) -> bool:
    """Return whether a word of a form's choices, or of its action if it has none, starts so."""
    labels = _labels(question, form)
    said = labels[1:] or labels
    words = [word for label in said for word in tokens(label)] + _numbers(form)
    return any(word == typed or (not typed.isdigit() and word.startswith(typed)) for word in words)


def _beginnings(question: Prompt) -> list[str]:
    """Return letters, and the beginnings of every word in a prompt's labels."""
    labels = [doing.label for doing in question.actions]
    for doing in question.actions:
        labels += [c.label for s in doing.slots if not isinstance(s, PickNumber) for c in s.choices]
    words = {word for label in labels for word in tokens(speak(label, READER))}
    cut = {word[:length] for word in words for length in (1, 2, len(word))}
    return thinned(sorted({*ascii_lowercase, *cut}))


@pytest.mark.parametrize(
    ("asked_prompt", "typed", "said"),
    [
        (CARD_OR_TOMATO, "play", "“play” could mean several moves. Choose one: “Play your to"),
        (PLACE_OR_ROLL, "a", "“a” could mean several moves. Choose one: “Re-roll a die (1 ka"),
        (PLAY, "play", "That move isn't complete. Next: Which card? “7 of oros”"),
    ],
)
def test_what_may_be_the_beginning_of_another_move_makes_none(
    asked_prompt: Prompt, typed: str, said: str
) -> None:
    """A word that is one whole move and starts another is refused with both."""
    refusal = parse(asked_prompt, READER, typed)

    assert isinstance(refusal, Text)
    assert speak(refusal, READER).startswith(said)


@pytest.mark.parametrize(
    ("asked_prompt", "typed", "shown"),
    [
        (PLAY, "d", []),
        (PLAY, "b", ["10 of oros"]),
        (CARD_OR_TOMATO, "ca", ["Play a card: carrot 2"]),
        (CARD_OR_TOMATO, "play ca", ["Play a card: carrot 2"]),
        (CARD_OR_TOMATO, "b", ["Play a card: carrot 2"]),
        (CARD_OR_TOMATO, "r", []),
    ],
)
def test_what_is_offered_for_a_word(asked_prompt: Prompt, typed: str, shown: list[str]) -> None:
    """A card's letter or word is offered before a word of the action's name."""
    assert [line for line, _ in match(asked_prompt, READER, typed)] == shown


def _numbers(form: Form) -> list[str]:
    """Return the numbers of a form, and how often it takes a card."""
    values = [form[name] for name in form if name != "kind"]
    counts = [value.count(one) for value in values if isinstance(value, list) for one in value]
    return [str(value) for value in (*values, *counts) if isinstance(value, int) and value > 0]
