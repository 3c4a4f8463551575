"""Presses are read as answers, drafts, modals or refusals, whatever is forged."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.tables.domain.views import Question
from bot.ui.controls.draft import EMPTY, Draft, Face
from bot.ui.controls.drawing.prompt import draw
from bot.ui.controls.form_tree import current
from bot.ui.controls.labels import CHANGED
from bot.ui.controls.reader import (
    AskModal,
    CompleteForm,
    PartialForm,
    Reading,
    Refused,
    read,
    read_modal,
)
from bot.ui.kit.custom_ids import ControlId, ControlVerb, encode
from games.core.answer import tidy_form
from games.core.errors import InvalidMoveError, StaleAnswerError
from games.core.prompt import Choice, PickOne, PickSome, Prompt
from games.core.text import say
from tests.bot.ui.controls.drawn import modal_problems, problems
from tests.bot.ui.controls.press_towards import Control, controls, saved
from tests.bot.ui.controls.questions import READER, prompts, question_of, random_prompt
from tests.bot.ui.controls.samples import (
    BATCH,
    CLEAN,
    FOLLOW,
    PLACE,
    PLAY,
    SWAP,
    action,
    choices,
    pick,
    prompt,
)
from tests.support.sampling import sample

SEEDS = st.integers(0, 2**32)


def control_at(prompt: Prompt, verb: ControlVerb, *path: int) -> tuple[Question, ControlId]:
    """Return a question and one of its control ids."""
    question = question_of(prompt)
    return question, ControlId(question.match, question.seat, question.ticket, verb, path)


def press(prompt: Prompt, draft: Draft, verb: ControlVerb, *path: int, values: str = "") -> Reading:
    question, control_id = control_at(prompt, verb, *path)
    return read(question, draft, control_id, values.split())


def draft_after(reading: Reading) -> Draft:
    assert isinstance(reading, PartialForm)
    return reading.draft


UNLIKE = prompt(action("all", "All", pick("a", "xy"), pick("b", "yz")))
BLOCKED = prompt(replace(BATCH.actions[0], blocked=say("Too late.")))
READINGS: dict[str, tuple[Prompt, Draft, ControlVerb, tuple[int, ...], Reading]] = {
    "a card that needs nothing else is played": (
        *(PLAY, EMPTY, ControlVerb.PICK, (0, 0, 1)),
        CompleteForm({"kind": "card", "card": "10 of oros"}),
    ),
    "an action in which everything must be chosen is the answer": (
        *(CLEAN, EMPTY, ControlVerb.OPEN, (0,)),
        CompleteForm({"kind": "clean", "vines": ["vine 2"]}),
    ),
    "a slot with a single free choice is filled in": (
        *(PLACE, EMPTY, ControlVerb.PICK, (0, 0, 0)),
        CompleteForm({"kind": "place", "die": "0", "plot": "plot 1"}),
    ),
    "a slot with several waits": (
        *(PLACE, EMPTY, ControlVerb.PICK, (0, 0, 1)),
        PartialForm(Draft(0, {"die": "1"})),
    ),
    "a plot under a die that is no longer chosen chooses that die again": (
        *(PLACE, Draft(0, {"die": "2"}), ControlVerb.PICK, (0, 0, 1, 0, 0)),
        CompleteForm({"kind": "place", "die": "1", "plot": "plot 1"}),
    ),
    "a card that is blocked now says why": (
        *(PLAY, EMPTY, ControlVerb.PICK, (0, 0, 3)),
        Refused(FOLLOW),
    ),
    "a choice for the rest of a blocked action says why": (
        *(BLOCKED, EMPTY, ControlVerb.REST, (0, 1, 0)),
        Refused(say("Too late.")),
    ),
    "a choice that isn't there is not repeated": (
        *(BATCH, EMPTY, ControlVerb.REST, (0, 1, 3)),
        Refused(CHANGED),
    ),
    "a choice that was changed is not repeated": (
        *(BATCH, Draft(0, {"first": "one"}), ControlVerb.REST, (0, 1, 3)),
        Refused(CHANGED),
    ),
}


@pytest.mark.parametrize("law", READINGS)
def test_a_press_is_read(law: str) -> None:
    """A press is an answer if nothing is left to choose, a draft otherwise, or says why not."""
    asked, draft, verb, path, reading = READINGS[law]
    assert press(asked, draft, verb, *path) == reading


def test_another_die_drops_the_plot() -> None:
    """Changing a choice drops what depended on it, and repeating it doesn't.

    Either way the form turns to what is still to choose.
    """
    both = {"die": "1", "plot": "plot 2"}

    again = press(BATCH_LIKE, Draft(0, both, pages={"0": 1}), ControlVerb.PICK, 0, 0, 1)
    other = press(BATCH_LIKE, Draft(0, both), ControlVerb.PICK, 0, 0, 2)

    assert draft_after(again) == Draft(0, both)
    assert draft_after(other).values == {"die": "2"}


BATCH_LIKE = PLACE.model_copy(
    update={
        "actions": (
            replace(PLACE.actions[0], slots=(*PLACE.actions[0].slots, *BATCH.actions[0].slots[:1])),
        )
    }
)
"""A die with its plot, and a machine: an answer needs all three."""


@pytest.mark.parametrize(
    ("face", "verb", "shown"),
    [
        ("outcome", ControlVerb.SWAP, "table"),
        ("table", ControlVerb.SWAP, "hand"),
        ("hand", ControlVerb.SWAP, "table"),
        ("outcome", ControlVerb.GO_ON, "hand"),
    ],
)
def test_another_picture_is_looked_at(face: Face, verb: ControlVerb, shown: Face) -> None:
    """A press turns from the table to the hand and back, and keeps what was filled in."""
    begun = Draft(0, {"first": "one"}, face=face)

    assert draft_after(press(BATCH, begun, verb)) == replace(begun, face=shown)


def test_an_old_send_sends_nothing_else() -> None:
    """Send uses the values it was shown with, and is refused if they have changed."""
    full = dict.fromkeys(("first", "second", "third", "fourth"), "one")
    shown = Draft(0, full)
    changed = Draft(0, {**full, "first": "two"})
    in_another_order = Draft(0, dict(reversed(full.items())))

    assert in_another_order.mark() == shown.mark()
    assert draft_after(press(BATCH, shown, ControlVerb.SEND, 0, shown.mark())).confirming
    assert isinstance(press(BATCH, changed, ControlVerb.SEND, 0, shown.mark()), Refused)
    assert isinstance(press(BATCH, changed, ControlVerb.CONFIRM, 0, shown.mark()), Refused)


def test_what_cannot_be_taken_back_is_asked_once_more() -> None:
    """An answer that can't be taken back is sent only after a confirmation; Back keeps it."""
    full = dict.fromkeys(("first", "second", "third", "fourth"), "one")
    asked = draft_after(press(BATCH, Draft(0, full), ControlVerb.SEND, 0, Draft(0, full).mark()))

    assert asked.confirming
    assert draft_after(press(BATCH, asked, ControlVerb.RETHINK, 0)) == Draft(0, full)
    assert draft_after(press(BATCH, asked, ControlVerb.OPEN, 0)) == Draft(0, full)
    assert draft_after(press(BATCH, asked, ControlVerb.PICK, 0, 0, 1)) == Draft(
        0, full | {"first": "two"}
    )
    assert press(BATCH, asked, ControlVerb.CONFIRM, 0, asked.mark()) == CompleteForm(
        {"kind": "allot", **full}
    )


def test_what_is_chosen_on_other_pages_stays() -> None:
    """Choosing on one page keeps what was chosen on other pages."""
    first = draft_after(press(SWAP, EMPTY, ControlVerb.CHOOSE, 1, 0, 0, values="0.0 0.1"))
    second = draft_after(press(SWAP, first, ControlVerb.CHOOSE, 1, 0, 1, values="9.0"))
    third = draft_after(press(SWAP, second, ControlVerb.CHOOSE, 1, 0, 0, values="0.0"))

    assert second.values == {"cards": ["eggplant 1", "eggplant 1", "eggplant 10"]}
    assert third.values == {"cards": ["eggplant 1", "eggplant 10"]}


def test_slots_of_one_name_below_two_choices_are_two_slots() -> None:
    """Slots with one name under two choices keep separate values."""
    some = SWAP.actions[1].slots[0]
    other = replace(PLACE.actions[0].slots[0], name=some.name)
    ways = (
        Choice(id="some", label=say("some"), then=(some,)),
        Choice(id="other", label=say("other"), then=(other,)),
    )
    both = prompt(action("way", "Way", pick("way", ways)))
    begun = Draft(0, {"way": "some", some.name: ["carrot 1"]})

    assert draft_after(press(both, begun, ControlVerb.PICK, 0, 0, 1, 0, 1)).values == {
        "way": "other",
        some.name: "1",
    }


def test_four_slots_are_filled_in_one_form() -> None:
    """A modal for four slots shows their current choices, and submitting it equals Send."""
    draft = Draft(0, {"second": "three"})
    question, control_id = control_at(BATCH, ControlVerb.FORM, 0)
    asked = read(question, draft, control_id)
    assert isinstance(asked, AskModal)
    shown = asked.modal(READER)
    fields = {f"slot-{place}": [str(place)] for place in range(4)}

    assert modal_problems(shown) == []
    assert shown.to_dict()["components"][1]["component"]["options"][2]["default"] is True
    assert draft_after(read_modal(question, draft, control_id, fields)) == Draft(
        0, {"first": "one", "second": "two", "third": "three", "fourth": "four"}, confirming=True
    )


def test_all_the_same_fills_a_slot_and_the_empty_ones_after_it() -> None:
    """Repeating a choice fills the next slot and the later empty ones, and sends nothing."""
    begun = {"first": "four", "third": "one"}
    filled = draft_after(press(BATCH, Draft(0, begun), ControlVerb.REST, 0, 1, 3))
    assert filled == Draft(0, begun | {"second": "four", "fourth": "four"})


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        *((BATCH, (0, 1, 1, 0, 1)), (BATCH, (0, 1, 4)), (BATCH, (0, 0, 1))),
        *((PLACE, (0, 1, 1)), (SWAP, (1, 1, 1)), (UNLIKE, (0, 1, 0))),
    ],
    ids=[
        *("below a choice", "no such choice", "no slot before", "one slot below another"),
        *("several", "unlike choices"),
    ],
)
def test_only_like_slots_are_filled_together(asked: Prompt, path: tuple[int, ...]) -> None:
    """A choice for the rest is invalid unless all slots of the action offer the same choices."""
    with pytest.raises(InvalidMoveError):
        press(asked, EMPTY, ControlVerb.REST, *path)


@pytest.mark.parametrize("place", [0, 1])
def test_the_last_of_a_fixed_number_is_the_answer(place: int) -> None:
    """Choosing the last of two things sends an action, whatever other actions there are."""
    both = PickSome(
        name="some", ask=say("Which?"), choices=choices(("a", "b", "c")), least=2, most=2
    )
    some = action("some", "Up to two", replace(both, least=0))
    actions = [some, some]
    actions[place] = action("both", "Both", both)
    asked = prompt(*actions)
    first = draft_after(press(asked, EMPTY, ControlVerb.PICK, place, 0, 0, 1))
    assert first == Draft(place, {"some": ["a"]})
    done = press(asked, first, ControlVerb.PICK, place, 0, 2, 1)
    assert isinstance(done, CompleteForm)
    assert done.form == {"kind": "both", "some": ["a", "c"]}
    other = draft_after(press(asked, EMPTY, ControlVerb.PICK, 1 - place, 0, 0, 1))
    draft_after(press(asked, other, ControlVerb.PICK, 1 - place, 0, 2, 1))


@pytest.mark.parametrize(
    ("presses", "chosen"),
    [([0], "a"), ([1], "a"), ([0, 1], "aa"), ([1, 1], "aa"), ([1, 0], ""), ([2, 1], "ab")],
)
def test_of_two_cards_alike_each_press_changes_one(presses: list[int], chosen: str) -> None:
    """Whichever button is pressed, once or twice in a row, one card is chosen or taken back."""
    slot = PickSome(
        name="some", ask=say("Which?"), choices=choices(("a", "b"), copies=2), least=0, most=3
    )
    question, draft = question_of(prompt(action("some", "Some", slot), action("no", "No"))), EMPTY
    for number in presses:
        (button,) = (
            control
            for control in controls(draw(question, draft, READER))
            if control.id.verb is ControlVerb.PICK and control.id.path[2:-1] == (number,)
        )
        draft = draft_after(read(question, draft, button.id))
        assert draft_after(read(question, draft, button.id)) == draft

    assert "".join(draft.values["some"]) == chosen


def test_a_blocked_choice_takes_the_confirmation_back() -> None:
    """If others block a chosen value, the confirmation closes and all other values stay."""
    full = dict.fromkeys(("first", "second", "third", "fourth"), "one")
    (allot,) = BATCH.actions
    first, second, third, fourth = allot.slots
    assert isinstance(third, PickOne)
    single, *others = third.choices
    blocked = replace(third, choices=(replace(single, blocked=say("Taken.")), *others))
    now = prompt(replace(allot, slots=(first, second, blocked, fourth)))
    del (left := full.copy())["third"]

    assert current(BATCH, Draft(0, full, confirming=True)) == Draft(0, full, confirming=True)
    assert current(now, Draft(0, full, confirming=True)) == Draft(0, left, confirming=False)


@pytest.mark.parametrize(
    "fields", [{}, {"slot-0": "0"}, dict.fromkeys(("slot-0", "slot-1", "slot-2", "slot-3"), "9")]
)
def test_a_forged_form_is_invalid(fields: dict[str, str]) -> None:
    """A modal with missing fields, or with choices that don't exist, raises InvalidMoveError."""
    question, control_id = control_at(BATCH, ControlVerb.FORM, 0)
    with pytest.raises(InvalidMoveError):
        read_modal(question, EMPTY, control_id, fields)


@pytest.mark.parametrize("change", [{"match": "m"}, {"seat": 3}, {"ticket": "116-0000000000"}])
def test_a_control_of_another_question_is_stale(change: dict[str, object]) -> None:
    """Another match, seat or ticket raises StaleAnswerError."""
    question, control_id = control_at(PLAY, ControlVerb.PICK, 0, 0, 0)
    facts = {
        name: getattr(control_id, name) for name in ("match", "seat", "ticket", "verb", "path")
    }
    with pytest.raises(StaleAnswerError):
        read(question, EMPTY, ControlId(**(facts | change)))


@settings(max_examples=sample(100))
@given(prompts(), st.sampled_from(ControlVerb), st.data())
def test_a_forged_press_is_a_reading_or_invalid(
    prompt: Prompt, verb: ControlVerb, data: st.DataObject
) -> None:
    """Any forged path and values are read harmlessly or raise InvalidMoveError."""
    path = data.draw(st.lists(st.integers(0, 6), max_size=6))
    values = data.draw(
        st.lists(st.sampled_from(["0", "1", "25", "0.0", "x", "", "-1"]), max_size=3)
    )
    question, control_id = control_at(prompt, verb, *path)
    for submit in (False, True):
        try:
            if submit:
                reading = read_modal(
                    question, EMPTY, control_id, dict(zip("ab", values, strict=False))
                )
            else:
                reading = read(question, EMPTY, control_id, values)
        except InvalidMoveError:
            continue
        if isinstance(reading, CompleteForm):
            assert tidy_form(prompt, reading.form) == reading.form
        if isinstance(reading, PartialForm):
            assert problems(draw(question, saved(reading.draft), READER)) == []


@settings(max_examples=sample(60))
@example(190, 0)
@given(SEEDS, SEEDS)
def test_no_presses_lead_to_what_is_not_offered(shape: int, presses: int) -> None:
    """Any sequence of presses, also on old messages, only yields forms of the prompt."""
    prompt, random = random_prompt(Random(shape)), Random(presses)
    question = question_of(prompt)
    draft, known = EMPTY, set[Control]()
    for _ in range(25):
        items = draw(question, draft, READER)
        assert problems(items) == []
        known |= set(controls(items))
        if not known:
            return
        # Sorted, because a set's order differs between processes.
        control = random.choice(sorted(known, key=lambda item: encode(item.id)))
        reading = read(question, draft, control.id, _marked(control, random))
        if isinstance(reading, AskModal):
            assert modal_problems(reading.modal(READER)) == []
        if isinstance(reading, CompleteForm):
            assert tidy_form(prompt, reading.form) == reading.form
        if isinstance(reading, PartialForm):
            draft = saved(reading.draft)
            assert current(prompt, draft) == draft


def _marked(control: Control, random: Random) -> list[str]:
    if not control.options:
        return []
    return random.sample(control.options, random.randint(control.least, control.most))


@given(
    st.binary(max_size=40)
    | st.sampled_from(
        [
            b"[]",
            b"null",
            b'{"action":true}',
            b'{"action":9,"values":{"card":[1]},"pages":{"x":-1}}',
            b'{"action":0,"values":{"card":{"a":[]},"die":"1"},"confirming":true}',
        ]
    ),
    st.sampled_from([PLAY, PLACE, SWAP, BATCH]),
)
def test_a_draft_that_nobody_can_read_is_blank(row: bytes, prompt: Prompt) -> None:
    """An unreadable draft is drawn as a blank form."""
    assert problems(draw(question_of(prompt), Draft.from_json(row), READER)) == []
