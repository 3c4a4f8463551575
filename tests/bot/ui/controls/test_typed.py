"""Typed moves: every form has a line, and every line is one form or a refusal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.controls.typed.lines import line_of, sealed
from bot.ui.controls.typed.moves import match, parse
from bot.ui.controls.typed.spelling import Spelling, are_few
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import plain_reader
from games import GAMES
from games.core.answer import forms, tidy_form
from games.core.game import AnyGame
from games.core.prompt import Form, PickOne, Prompt
from games.core.text import Reader, Text, say, speak
from games.tomatomat import TOMATOMAT
from tests.bot.ui.controls.questions import NAMES, asked, prompts, some_forms
from tests.bot.ui.controls.samples import (
    BATCH,
    BID,
    CLEAN,
    PLACE,
    PLAY,
    STAKE,
    STARS,
    SWAP,
    THEFT,
    action,
    choices,
    prompt,
)
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.support.sampling import sample, thinned

READER = Reader(names=NAMES)


def only(label: str) -> Prompt:
    """Return a prompt with one legal move, which must be typed in full all the same."""
    slot = PickOne(name="card", ask=say("Which?"), choices=choices([label]))
    return prompt(action("card", "Play", slot))


MANY = prompt(
    action("allot", "Place", *THEFT.actions[0].slots, *BATCH.actions[0].slots),
)
"""Seven slots: too many forms to list."""

TEN, HUNDRED = only("10 of oros"), only("100 of oros")


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_every_move_of_a_game_can_be_typed(case: Case) -> None:
    """The line of each form is read back as that form and offered as a completion."""
    for question in asked(case):
        for form in some_forms(question.prompt, sample(10)):
            _types_back(question.prompt, form)


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_move_can_be_typed_in_every_language(game: AnyGame, language: str) -> None:
    """The line of each form is read back as that form in every language."""
    case = next(case for case in ALL_CASES if case.game is game)
    for question in asked(case):
        for form in some_forms(question.prompt, 4):
            _types_back(question.prompt, form, plain_reader(language, NAMES))


@settings(max_examples=sample(60))
@given(prompts())
def test_every_form_of_any_prompt_can_be_typed(shape: Prompt) -> None:
    """Labels that are alike, empty, very long or made of symbols can still be typed."""
    for form in some_forms(shape, 2):
        _types_back(shape, form)


def _types_back(asked_prompt: Prompt, form: Form, reader: Reader = READER) -> None:
    spelling = Spelling(asked_prompt, reader)
    tidy = tidy_form(asked_prompt, form)
    line = line_of(spelling, tidy)
    offered = match(asked_prompt, reader, line)

    assert parse(asked_prompt, reader, line) == tidy
    assert len(offered) <= 25
    assert all(1 <= len(words) <= 100 for pair in offered for words in pair)
    if len(line) <= 100 or len(sealed(spelling, tidy)) <= 100:
        assert tidy in [parse(asked_prompt, reader, value) for _, value in offered]


@pytest.mark.parametrize(
    ("asked_prompt", "typed", "form"),
    [
        (PLAY, "7 of oros", {"kind": "card", "card": "7 of oros"}),
        (PLAY, "7 ÓROS", {"kind": "card", "card": "7 of oros"}),
        (PLAY, "oros 10", {"kind": "card", "card": "10 of oros"}),
        (PLAY, "play 7 of oros", {"kind": "card", "card": "7 of oros"}),
        (PLAY, "Play a card: 1 oros", {"kind": "card", "card": "1 of oros"}),
        (PLAY, "b", {"kind": "card", "card": "10 of oros"}),
        (PLAY, "1", {"kind": "card", "card": "1 of oros"}),
        (PLAY, "#3", {"kind": "card", "card": "1 of oros"}),
        (BID, "pass", {"kind": "pass"}),
        (BID, "play", {"kind": "play"}),
        (BID, "Take back", {"kind": "undo"}),
        (PLACE, "die 2, plot 3", {"kind": "place", "die": "2", "plot": "plot 3"}),
        (PLACE, "2; 3", {"kind": "place", "die": "2", "plot": "plot 3"}),
        (PLACE, "plot 3", {"kind": "place", "die": "2", "plot": "plot 3"}),
        (
            BATCH,
            "one, two, two, four",
            {"kind": "allot", "first": "one", "second": "two", "third": "two", "fourth": "four"},
        ),
        (
            THEFT,
            "A coin 1 = II, B thief = III, C coin 2 = I",
            {"kind": "allot", "a": "II", "b": "III", "c": "I"},
        ),
        (THEFT, "thief 3, coin 2 1, coin 1 2", {"kind": "allot", "a": "II", "b": "III", "c": "I"}),
        (THEFT, "c 1; b 3; a 2", {"kind": "allot", "a": "II", "b": "III", "c": "I"}),
        (THEFT, "2, 3, 1", {"kind": "allot", "a": "II", "b": "III", "c": "I"}),
        (SWAP, "Draw", {"kind": "draw"}),
        (CLEAN, "clean it", {"kind": "clean", "vines": ["vine 2"]}),
        (CLEAN, "vine 2", {"kind": "clean", "vines": ["vine 2"]}),
        (CLEAN, "leave", {"kind": "leave"}),
        (
            SWAP,
            "swap: 2 x carrot 1 + egg 3",
            {"kind": "swap", "cards": ["eggplant 3", "carrot 1", "carrot 1"]},
        ),
        (SWAP, "carrot 1 x3", {"kind": "swap", "cards": ["carrot 1"] * 3}),
        (
            SWAP,
            "carrot 1, carrot 2, carrot 3",
            {"kind": "swap", "cards": ["carrot 1", "carrot 2", "carrot 3"]},
        ),
        (STARS, "30 x south + 10 x north", {"kind": "share", "stars": {"north": 10, "south": 30}}),
        (STARS, "north = 40", {"kind": "share", "stars": {"north": 40}}),
        (STAKE, "75", {"kind": "stake", "stake": 75}),
        (STAKE, "stake 75", {"kind": "stake", "stake": 75}),
        (STAKE, "75 points", {"kind": "stake", "stake": 75}),
    ],
)
def test_people_may_type_as_they_speak(asked_prompt: Prompt, typed: str, form: Form) -> None:
    """Case, accents, order and unneeded words don't matter if only one move fits."""
    assert parse(asked_prompt, READER, typed) == form


@pytest.mark.parametrize(
    ("asked_prompt", "typed", "said"),
    [
        (PLAY, "oros", "“oros” could mean several moves. Choose one: “7 of oros”"),
        (PLAY, "play", "That move isn't complete. Next: Which card? “7 of oros”"),
        (PLAY, "D", "You must follow oros."),
        (PLAY, "7 copas", "You must follow oros."),
        (TEN, "1", "There's no move called “1”. Possible moves: “10 of oros”"),
        (HUNDRED, "10", "There's no move called “10”. Possible moves: “100 of oros”"),
        (TEN, "o", "There's no move called “o”. Possible moves: “10 of oros”"),
        (PLAY, "queen", "There's no move called “queen”. Possible moves: “7 of oros”"),
        (PLAY, "", "Type your move. Possible moves: “7 of oros”"),
        (BID, "deal again", "Only once."),
        (PLACE, "die 1", "That move isn't complete. Next: Which plot? “plot 1”, “plot 2”"),
        (BATCH, "one, two", "That move isn't complete. Next: third card goes to “one”"),
        (THEFT, "coin 2, thief 1, coin 3", "“coin 2, thief 1, coin 3” could mean several moves."),
        (SWAP, "carrot 1 + carrot 2", "There's no move called “carrot 1 + carrot 2”."),
        (SWAP, "4 x carrot 1", "There's no move called “4 x carrot 1”."),
        (STAKE, "501", "There's no move called “501”."),
        (STAKE, "1 or 2", "There's no move called “1 or 2”."),
    ],
)
def test_what_is_not_one_move_is_answered_in_words(
    asked_prompt: Prompt, typed: str, said: str
) -> None:
    """A line that fits several moves, none, a blocked one or part of one is refused."""
    refusal = parse(asked_prompt, READER, typed)

    assert isinstance(refusal, Text)
    assert speak(refusal, READER).startswith(said)


@pytest.mark.parametrize(
    ("asked_prompt", "typed", "shown"),
    [
        (PLAY, "", ["7 of oros", "10 of oros", "1 of oros"]),
        (PLAY, "1", ["1 of oros", "10 of oros"]),
        (BATCH, "", [f"{name}, …" for name in ("one", "two", "three", "four")]),
        (BATCH, "one, t", ["one, two, …", "one, three, …"]),
        (BATCH, "one, two, two, f", ["one, two, two, four"]),
        (MANY, "", [f"A coin 1 = {at}, …" for at in ("I", "II", "III")]),
        (MANY, "th", [f"B thief = {at}, …" for at in ("I", "II", "III")]),
        (MANY, "thief 2, c", [f"B thief = II, C coin 2 = {at}, …" for at in ("I", "II", "III")]),
        (MANY, "3", ["A coin 1 = III, …"]),
        (SWAP, "", ["Draw two", "Swap: …"]),
        (SWAP, "sw", ["Swap: …"]),
        (SWAP, "swap: eggplant 1 + carrot 10", ["Swap: eggplant 1 + carrot 10 + …"]),
        (STAKE, "7", ["7", "70", "71", "72", "73", "74", "75", "76", "77", "78", "79"]),
    ],
)
def test_a_move_is_completed_slot_by_slot(
    asked_prompt: Prompt, typed: str, shown: list[str]
) -> None:
    """A few moves are offered whole, and many one slot after another."""
    assert [words for words, _ in match(asked_prompt, READER, typed)][: len(shown)] == shown


@pytest.mark.parametrize("language", languages())
def test_cards_are_placed_by_taking_one_suggestion_after_another(language: str) -> None:
    """Each way to place Tomatomat's cards is reached by taking four suggestions."""
    case = next(case for case in ALL_CASES if case.game is TOMATOMAT)
    reader = plain_reader(language, NAMES)
    for question in thinned(asked(case)[:5]):
        for form in some_forms(question.prompt, sample(10)):
            line, typed = Spelling(question.prompt, reader).form(form), ""
            for _ in range(4):
                values = [value for _, value in match(question.prompt, reader, typed)]
                begun = [value for value in values if value[-1] == "," and value in line]
                typed = (begun or [v for v in values if parse(question.prompt, reader, v) == form])[
                    0
                ]

            assert parse(question.prompt, reader, typed) == form


def test_a_suggestion_never_becomes_another_move() -> None:
    """A suggestion's sealed line is refused on another question."""
    line = sealed(Spelling(PLAY, READER), {"kind": "card", "card": "1 of oros"})
    other = prompt(action("card", "Play", PLACE.actions[0].slots[0]))

    assert parse(PLAY, READER, line) == {"kind": "card", "card": "1 of oros"}
    assert parse(BID, READER, line) == parse(other, READER, line)
    assert isinstance(parse(BID, READER, line), Text)


def test_few_moves_are_listed_and_many_are_not() -> None:
    """A few moves are spelled out, and many aren't."""
    spelling = Spelling(BID, READER)

    assert are_few(BID)
    assert [line_of(spelling, form) for form in forms(BID)] == [
        "Play against " + _name(),
        "Pass",
        "Take back",
    ]
    assert not are_few(SWAP)


def _name() -> str:
    """Return the first player's name as a line has it, without the symbols of lines."""
    return "Ana bold @everyone"


@settings(max_examples=sample(150))
@given(prompts(), st.text(max_size=60) | st.text("0123456789 x+,:;#~=-abcdef", max_size=30))
def test_whatever_is_typed_is_answered(shape: Prompt, typed: str) -> None:
    """Any typed line is read as a form or refused in words, and completing it never fails."""
    read = parse(shape, READER, typed)
    offered = match(shape, READER, typed)

    assert isinstance(read, Text) or tidy_form(shape, read) == read
    assert all(1 <= len(words) <= 100 for pair in offered for words in pair)
