"""Typed moves: every form has a line, and every line is one form or a refusal."""

from dataclasses import replace
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.controls.typed_moves import Lines, complete_line, fold, parse, sealed
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import plain_reader
from games.core.answer import open_slots, tidy_form
from games.core.cards import letter
from games.core.prompt import Form, Hand, PickOne, Prompt
from games.core.text import Reader, Text, say, speak
from games.tomatomat import TOMATOMAT
from tests.bot.ui.controls.questions import NAMES, asked, prompts, some_forms
from tests.bot.ui.controls.samples import (
    BATCH,
    BID,
    CLEAN,
    PLACE,
    PLAY,
    SWAP,
    THEFT,
    action,
    choices,
    pick,
    prompt,
)
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.support.sampling import sample, thinned

READER = Reader(names=NAMES)


MANY = prompt(action("allot", "Place", *THEFT.actions[0].slots, *BATCH.actions[0].slots))
"""Seven slots: too many forms to list."""

COMMAS = prompt(
    action(
        "lay",
        "Lay",
        pick("vine", ["5, 5, and 6", "5"]),
        PickOne(name="to", ask=say("Where?"), choices=choices(["1", "2"])),
    )
)
"""A label with commas."""
LATE = prompt(replace(BATCH.actions[0], blocked=say("Too late.")))
TWO = prompt(
    action("card", "Play", *PLAY.actions[0].slots), action("drop", "Drop", *PLAY.actions[0].slots)
)
"""Two actions with the same cards."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_every_move_of_a_game_can_be_typed(case: Case, language: str) -> None:
    """In every language the line of each form is read as that form, and offered as completion."""
    reader = READER if language == "en" else plain_reader(language, NAMES)
    for question in asked(case):
        for form in some_forms(question.prompt, sample(10) if language == "en" else 4):
            _types_back(question.prompt, form, reader)


@settings(max_examples=sample(60))
@given(prompts())
def test_every_form_of_any_prompt_can_be_typed(shape: Prompt) -> None:
    """Labels that are alike, empty, very long or made of symbols can still be typed."""
    for form in some_forms(shape, 2):
        _types_back(shape, form)


def _types_back(asked_prompt: Prompt, form: Form, reader: Reader = READER) -> None:
    tidy = tidy_form(asked_prompt, form)
    line = Lines(asked_prompt, reader).line(tidy)
    offered = complete_line(asked_prompt, reader, line)

    assert parse(asked_prompt, reader, line) == tidy
    assert len(offered) <= 25
    assert all(1 <= len(words) <= 100 for pair in offered for words in pair)
    if len(line) <= 100 or len(sealed(Lines(asked_prompt, reader), tidy)) <= 100:
        assert tidy in [parse(asked_prompt, reader, value) for _, value in offered]


@pytest.mark.parametrize(
    ("asked_prompt", "typed", "form"),
    [
        (PLAY, "7 of oros", {"kind": "card", "card": "7 of oros"}),
        (PLAY, "7 OF ÓROS", {"kind": "card", "card": "7 of oros"}),
        (PLAY, "Play a card: 1 of oros", {"kind": "card", "card": "1 of oros"}),
        (PLAY, "b", {"kind": "card", "card": "10 of oros"}),
        (COMMAS, "Lay: 5, 5, and 6 → 1", {"kind": "lay", "vine": "5, 5, and 6", "to": "1"}),
        (PLAY, "Play a card: B · 10 of oros", {"kind": "card", "card": "10 of oros"}),
        (PLACE, "Place a die: die 2 → plot 3", {"kind": "place", "die": "2", "plot": "plot 3"}),
        (PLAY, "#3", {"kind": "card", "card": "1 of oros"}),
        (BID, "pass", {"kind": "pass"}),
        (BID, "Take back", {"kind": "undo"}),
        (PLACE, "die 2, plot 3", {"kind": "place", "die": "2", "plot": "plot 3"}),
        (PLACE, "#3 #3", {"kind": "place", "die": "2", "plot": "plot 3"}),
        (
            BATCH,
            "one, two, two, four",
            {"kind": "allot", "first": "one", "second": "two", "third": "two", "fourth": "four"},
        ),
        (
            BATCH,
            "one two two four",
            {"kind": "allot", "first": "one", "second": "two", "third": "two", "fourth": "four"},
        ),
        (
            THEFT,
            "A coin 1 = II, B thief = III, C coin 2 = I",
            {"kind": "allot", "a": "II", "b": "III", "c": "I"},
        ),
        (THEFT, "c 1; b 3; a 2", {"kind": "allot", "a": "II", "b": "III", "c": "I"}),
        (THEFT, "A2 C1 B3", {"kind": "allot", "a": "II", "b": "III", "c": "I"}),
        (THEFT, "2, 3, 1", {"kind": "allot", "a": "II", "b": "III", "c": "I"}),
        (THEFT, "2 3 1", {"kind": "allot", "a": "II", "b": "III", "c": "I"}),
        (SWAP, "Draw two", {"kind": "draw"}),
        (CLEAN, "clean it", {"kind": "clean", "vines": ["vine 2"]}),
        (CLEAN, "vine 2", {"kind": "clean", "vines": ["vine 2"]}),
        (CLEAN, "leave it", {"kind": "leave"}),
        (
            SWAP,
            "swap: 2 x carrot 1 + eggplant 3",
            {"kind": "swap", "cards": ["eggplant 3", "carrot 1", "carrot 1"]},
        ),
        (
            SWAP,
            "carrot 1, carrot 2, carrot 3",
            {"kind": "swap", "cards": ["carrot 1", "carrot 2", "carrot 3"]},
        ),
    ],
)
def test_whole_names_and_short_forms_are_read(asked_prompt: Prompt, typed: str, form: Form) -> None:
    """Names, letters, numbers and short forms make a move; case and accents don't matter."""
    assert parse(asked_prompt, READER, typed) == form


@pytest.mark.parametrize(
    ("asked_prompt", "typed", "text"),
    [
        (PLAY, "play a card", "That move isn't complete. Next: Which card? “7 of oros”"),
        (PLAY, "D", "You must follow oros."),
        (PLAY, "7 of copas", "You must follow oros."),
        (PLAY, "1", "There's no move called “1”. Possible moves: “7 of oros”"),
        (PLAY, "queen", "There's no move called “queen”. Possible moves: “7 of oros”"),
        (PLAY, "", "Type your move. Possible moves: “7 of oros”"),
        (BID, "deal again", "Only once."),
        (LATE, "allot", "Too late."),
        (LATE, "allot: one, two", "Too late."),
        (PLACE, "die 1", "That move isn't complete. Next: Which plot? “plot 1”, “plot 2”"),
        (BATCH, "one, two", "That move isn't complete. Next: third card goes to “one”"),
        (THEFT, "2 3 1 1", "There's no move called “2 3 1 1”."),
        (TWO, "7 of oros", "“7 of oros” could mean several moves. Choose one: “Play: 7 of oros”"),
        (SWAP, "carrot 1 + carrot 2", "That move isn't complete. Next: Which three?"),
        (SWAP, "4 x carrot 1", "There's no move called “4 x carrot 1”."),
    ],
)
def test_what_is_not_one_move_is_answered_in_words(
    asked_prompt: Prompt, typed: str, text: str
) -> None:
    """A line that fits several moves, none, a blocked one or part of one is refused."""
    refusal = parse(asked_prompt, READER, typed)

    assert isinstance(refusal, Text)
    assert speak(refusal, READER).startswith(text)


@pytest.mark.parametrize(
    ("asked_prompt", "typed", "shown"),
    [
        (PLAY, "", ["7 of oros", "10 of oros", "1 of oros"]),
        (PLAY, "1", ["10 of oros", "1 of oros"]),
        (PLAY, "b", ["10 of oros"]),
        (PLAY, "d", []),
        (BATCH, "", [f"{name}, …" for name in ("one", "two", "three", "four")]),
        (BATCH, "one, t", ["one, two, …", "one, three, …"]),
        (BATCH, "one two", [f"one, two, {name}, …" for name in ("one", "two", "three", "four")]),
        (BATCH, "one, two, two, f", ["one, two, two, four"]),
        (BATCH, "one two two four", ["one, two, two, four"]),
        (MANY, "", [f"A coin 1 = {name_item}, …" for name_item in ("I", "II", "III")]),
        (MANY, "th", [f"B thief = {each_name}, …" for each_name in ("I", "II", "III")]),
        (
            MANY,
            "B 2, coin 2",
            [f"B thief = II, C coin 2 = {this_name}, …" for this_name in ("I", "II", "III")],
        ),
        (MANY, "3", ["A coin 1 = III, …"]),
        (SWAP, "", ["Draw two", "Swap: …"]),
        (SWAP, "sw", ["Swap: …"]),
        (SWAP, "swap: eggplant 1 + carrot 10", ["Swap: eggplant 1 + carrot 10 + …"]),
    ],
)
def test_a_move_is_completed(asked_prompt: Prompt, typed: str, shown: list[str]) -> None:
    """A few moves are offered whole, and many one slot after another, in the question's order."""
    assert [words for words, _ in complete_line(asked_prompt, READER, typed)][: len(shown)] == shown
    assert shown or complete_line(asked_prompt, READER, typed) == []


@pytest.mark.parametrize("language", languages())
def test_cards_are_placed_by_taking_one_suggestion_after_another(language: str) -> None:
    """Each way to place Tomatomat's cards is reached by taking four suggestions."""
    case = next(case for case in ALL_CASES if case.game is TOMATOMAT)
    reader = plain_reader(language, NAMES)
    for question in thinned(asked(case)[:5]):
        for form in some_forms(question.prompt, sample(10)):
            line, typed = Lines(question.prompt, reader).line(form), ""
            for _ in range(4):
                values = [value for _, value in complete_line(question.prompt, reader, typed)]
                begun = [value for value in values if value[-1] == "," and value in line]
                whole = [v for v in values if parse(question.prompt, reader, v) == form]
                typed = (begun or whole)[0]

            assert parse(question.prompt, reader, typed) == form


def test_a_suggestion_never_becomes_another_move() -> None:
    """A suggestion's sealed line is completed as its own move, and refused with another's seal."""
    cards = pick("card", [f"{value} of copas" for value in range(1, 10)])
    drawn = prompt(action("card", "Play", cards))
    lines = [sealed(Lines(drawn, READER), {"kind": "card", "card": c.id}) for c in cards.choices]
    for line in lines:
        [first, *_] = complete_line(drawn, READER, line)
        assert parse(drawn, READER, first[1]) == parse(drawn, READER, line)
        number = line.partition("~")[0]
        others = {f"{number}~{other.partition('~')[2]}" for other in lines} - {line}
        assert all(isinstance(parse(drawn, READER, other), Text) for other in others)


def test_a_sealed_line_is_for_its_question() -> None:
    """A suggestion's sealed line is refused on another question."""
    line = sealed(Lines(PLAY, READER), {"kind": "card", "card": "1 of oros"})
    other = prompt(action("card", "Play", PLACE.actions[0].slots[0]))

    assert parse(PLAY, READER, line) == {"kind": "card", "card": "1 of oros"}
    assert parse(BID, READER, line) == parse(other, READER, line)
    assert isinstance(parse(BID, READER, line), Text)


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_a_letter_means_its_own_card(case: Case) -> None:
    """A letter of the hand makes a move with that card or none, and no other is offered first."""
    for question in asked(case)[::3]:
        for typed in ascii_lowercase[:9]:
            offered = complete_line(question.prompt, READER, typed)[:1]
            read = [parse(question.prompt, READER, value) for _, value in offered]
            for form in (parse(question.prompt, READER, typed), *read):
                if not isinstance(form, Text) and _is_letter(question.prompt, typed):
                    assert typed in _letters(question.prompt, form)


def _is_letter(asked_prompt: Prompt, typed: str) -> bool:
    """Whether a letter stands for a card that can be chosen in the first slot of an action."""
    return any(
        isinstance(slot.layout, Hand) and typed in map(fold, map(letter, range(len(slot.choices))))
        for doing in asked_prompt.actions
        if doing.blocked is None and len(doing.slots) == 1
        for slot in doing.slots
    )


def _letters(asked_prompt: Prompt, form: Form) -> set[str]:
    """Return the letters of the cards that a form chooses from a hand."""
    doing = asked_prompt.action(form["kind"])
    assert doing is not None
    return {
        fold(letter(place))
        for slot in open_slots(doing, form)
        if isinstance(slot.layout, Hand)
        for place, choice in enumerate(slot.choices)
        if choice.id
        in (form[slot.name] if isinstance(form[slot.name], list) else [form[slot.name]])
    }


@settings(max_examples=sample(150))
@given(prompts(), st.text(max_size=60) | st.text("0123456789 x+,:;#~=-abcdef", max_size=30))
def test_whatever_is_typed_is_answered(shape: Prompt, typed: str) -> None:
    """Any typed line is read as a form or refused in words, and completing it never fails."""
    read = parse(shape, READER, typed)
    offered = complete_line(shape, READER, typed)

    assert isinstance(read, Text) or tidy_form(shape, read) == read
    assert all(1 <= len(words) <= 100 for pair in offered for words in pair)
