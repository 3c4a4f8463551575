"""Forms, what they offer, and the tickets of questions."""

import json
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import answer
from games.core.errors import InvalidMoveError
from games.core.prompt import Action, Choice, Form, Move, PickOne, PickSome, Prompt, Slot
from games.core.rng import Rng
from games.core.text import say
from tests.core.prompts import prompts, reworded
from tests.support.rows import each_row

SECRET = b"the secret of a match"
MOST = 300


def choice_of(
    id: str, blocked: str | None = None, copies: int = 1, then: tuple[Slot, ...] = ()
) -> Choice:
    why = None if blocked is None else say(blocked)
    return Choice(id=id, label=say(id), blocked=why, copies=copies, then=then)


def asking(*slots: Slot, blocked: str | None = None) -> Prompt:
    why = None if blocked is None else say(blocked)
    action = Action(kind="do", label=say("Do"), slots=slots, blocked=why)
    return Prompt(ask=say("?"), actions=(action,), on_timeout=Move())


def pick(name: str, *choices: Choice) -> PickOne:
    return PickOne(name=name, ask=say("?"), choices=choices)


def some(name: str, least: int, most: int, *choices: Choice) -> PickSome:
    return PickSome(name=name, ask=say("?"), choices=choices, least=least, most=most)


PLACE = pick("place", choice_of("here"), choice_of("there"))
DIE = pick(
    "die",
    choice_of("1", then=(PLACE,)),
    choice_of("2", blocked="stuck", then=(PLACE,)),
    choice_of("3"),
)

OFFERED: list[tuple[str, Prompt, list[Form]]] = [
    ("nothing to fill in", asking(), [{}]),
    ("a blocked action offers nothing", asking(blocked="no"), []),
    ("a choice opens its own slots", asking(DIE),
     [{"die": "1", "place": "here"}, {"die": "1", "place": "there"}, {"die": "3"}]),
    ("independent slots combine",
     asking(pick("x", choice_of("a"), choice_of("b")), pick("n", choice_of("1"), choice_of("2"))),
     [{"x": x, "n": n} for x in "ab" for n in "12"]),
    ("a kind as often as it has copies",
     asking(some("cards", 2, 2, choice_of("a", copies=2), choice_of("b"),
     choice_of("c", blocked="no"))), [{"cards": ["a", "b"]}, {"cards": ["a", "a"]}]),
    ("from none to two", asking(some("cards", 0, 2, choice_of("a"), choice_of("b"))),
     [{"cards": []}, {"cards": ["a"]}, {"cards": ["b"]}, {"cards": ["a", "b"]}]),
]  # fmt: skip


@each_row("prompt offered", OFFERED)
def test_forms_are_all_that_is_offered(prompt: Prompt, offered: list[Form]) -> None:
    """A question offers exactly these forms."""
    results = [json.dumps({**form}, sort_keys=True) for form in answer.forms(prompt)]
    expected = [json.dumps({"kind": "do", **form}, sort_keys=True) for form in offered]

    assert sorted(results) == sorted(expected)


REFUSED: list[tuple[str, Prompt, Any]] = [
    ("no kind", asking(), {}),
    ("another kind", asking(), {"kind": "undo"}),
    ("a kind that is no word", asking(), {"kind": ["do"]}),
    ("a blocked action", asking(blocked="no"), {"kind": "do"}),
    ("a field nobody asked for", asking(), {"kind": "do", "x": 1}),
    ("a slot left empty", asking(DIE), {"kind": "do"}),
    ("a blocked choice", asking(DIE), {"kind": "do", "die": "2", "place": "here"}),
    ("a slot that is not open", asking(DIE), {"kind": "do", "die": "3", "place": "here"}),
    ("an opened slot left empty", asking(DIE), {"kind": "do", "die": "1"}),
    ("a list for one", asking(DIE), {"kind": "do", "die": ["3"]}),
    ("too many copies", asking(some("c", 0, 3, choice_of("a"))), {"kind": "do", "c": ["a", "a"]}),
    ("too few", asking(some("c", 1, 3, choice_of("a"))), {"kind": "do", "c": []}),
    ("no list", asking(some("c", 1, 1, choice_of("a"))), {"kind": "do", "c": "a"}),
    ("lists in a list", asking(some("c", 1, 1, choice_of("a"))), {"kind": "do", "c": [["a"]]}),
    ("objects in a list", asking(some("c", 1, 1, choice_of("a"))), {"kind": "do", "c": [{"a": 1}]}),
]


@each_row("prompt form", REFUSED)
def test_what_no_form_yields_is_refused(prompt: Prompt, form: Form) -> None:
    """Any form that a question doesn't offer is refused as invalid."""
    with pytest.raises(InvalidMoveError):
        answer.tidy_form(prompt, form)
    assert answer.refusal(prompt, form) is not None


REASONS: list[tuple[str, Prompt, Form]] = [
    ("no", asking(DIE, blocked="no"), {"kind": "do", "die": "2"}),
    ("stuck", asking(DIE), {"kind": "do", "die": "2", "place": "here"}),
    ("gone", asking(some("c", 1, 2, choice_of("a", blocked="gone"))), {"kind": "do", "c": ["a"]}),
    ("You can't choose that right now.", asking(DIE), {"kind": "do", "die": "4"}),
]


@pytest.mark.parametrize(("words", "prompt", "form"), REASONS, ids=[row[0] for row in REASONS])
def test_a_refusal_has_the_reason_of_the_prompt(words: str, prompt: Prompt, form: Form) -> None:
    """A refused form gets the reason of what is blocked, if there is one."""
    assert answer.refusal(prompt, form) == say(words)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.floats(allow_nan=False),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.slow
@given(prompts(), st.data())
def test_rubbish_is_refused_or_a_form(prompt: Prompt, data: st.DataObject) -> None:
    """Arbitrary data as an answer is either refused or one of the forms."""
    names = ["s0", "s1", "s0x0", "s1x0"]
    values = st.sampled_from(["a", "b", "c"]) | st.lists(st.sampled_from("ab")) | junk
    form = data.draw(st.dictionaries(st.sampled_from(names), values, max_size=3))
    form["kind"] = data.draw(st.sampled_from(["one", "two", "three"]) | junk)
    try:
        tidy = answer.tidy_form(prompt, form)
    except InvalidMoveError:
        return

    assert tidy in answer.forms(prompt)


@given(prompts())
def test_forms_are_tidy_and_told_apart(prompt: Prompt) -> None:
    """Every form is in its normal form, and none is listed twice."""
    results = list(islice(answer.forms(prompt), MOST))

    assert all(answer.tidy_form(prompt, form) == form for form in results)
    assert len({json.dumps(form, sort_keys=True) for form in results}) == len(results)


@given(prompts(), st.randoms(use_true_random=False))
def test_the_order_of_clicks_is_forgotten(prompt: Prompt, random: Any) -> None:
    """Chosen ids are in the order of the choices, in whatever order they were picked."""
    for form in islice(answer.forms(prompt), 20):
        clicked = dict(form)
        for name, value in form.items():
            if isinstance(value, list):
                clicked[name] = random.sample(value, len(value))

        assert answer.tidy_form(prompt, clicked) == form


@pytest.mark.slow
@given(prompts(), st.integers(0, 99))
def test_random_forms_are_forms(prompt: Prompt, number: int) -> None:
    """A random form is one of the offered forms, and never a take-back."""
    try:
        form = answer.random_form(prompt, Rng(f"{number}"))
    except InvalidMoveError:
        premove = [action for action in prompt.actions if not action.take_back]

        assert not list(answer.forms(prompt.model_copy(update={"actions": tuple(premove)})))
        return
    action = prompt.action(form["kind"])

    assert answer.tidy_form(prompt, form) == form
    assert action is not None
    assert not action.take_back


@given(prompts())
def test_forms_are_filled_slot_by_slot(prompt: Prompt) -> None:
    """Filling in one open slot after another completes any form with nothing left over."""
    for form in islice(answer.forms(prompt), 30):
        action = prompt.action(form["kind"])
        assert action is not None
        values: Form = {}
        while (slot := answer.next_slot(action, values)) is not None:
            values[slot.name] = form[slot.name]

            assert answer.is_filled(slot, form[slot.name])
        assert {"kind": action.kind, **values} == form
        assert [slot.name for slot in answer.open_slots(action, values)] == list(values)


@given(prompts())
def test_words_do_not_change_a_ticket(prompt: Prompt) -> None:
    """Texts, hints and blocked choices don't change a ticket."""
    assert answer.ticket(SECRET, 0, 3, reworded(prompt)) == answer.ticket(SECRET, 0, 3, prompt)


BELOW = pick("x", choice_of("a", then=(PLACE,)))
ANOTHER = [
    ("another choice", asking(pick("x", choice_of("a"))), asking(pick("x", choice_of("b")))),
    ("one more choice", asking(pick("x", choice_of("a"))),
     asking(pick("x", choice_of("a"), choice_of("b")))),
    ("another order", asking(pick("x", choice_of("a"), choice_of("b"))),
     asking(pick("x", choice_of("b"), choice_of("a")))),
    ("another slot", asking(pick("x", choice_of("a"))), asking(pick("y", choice_of("a")))),
    ("another shape", asking(pick("x", choice_of("a"))), asking(some("x", 1, 1, choice_of("a")))),
    ("deeper down", asking(pick("x", choice_of("a"))), asking(BELOW)),
    ("split otherwise", asking(pick("x", choice_of("a")), PLACE),
     asking(pick("x", choice_of("a", then=(PLACE,))))),
]  # fmt: skip


@each_row("before now", ANOTHER)
def test_another_question_has_another_ticket(before: Prompt, now: Prompt) -> None:
    """Any change to the choices changes the ticket."""
    assert answer.ticket(SECRET, 0, 0, before) != answer.ticket(SECRET, 0, 0, now)


def test_tickets_belong_to_seat_and_moment() -> None:
    """Another seat, count of moves or match gives the same question another ticket."""
    prompt = asking(DIE)
    tickets = {
        answer.ticket(SECRET, 0, 0, prompt),
        answer.ticket(SECRET, 1, 0, prompt),
        answer.ticket(SECRET, 0, 1, prompt),
        answer.ticket(b"another match", 0, 0, prompt),
    }

    assert len(tickets) == 4


def test_tickets_are_short_and_plain() -> None:
    """A ticket has at most 16 characters: hex digits and hyphens."""
    name = answer.ticket(SECRET, 12, 999, asking(DIE))

    assert len(name) <= 16
    assert set(name) <= set("0123456789abcdef-")
