"""A typed number is read, or it is None."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.interactions import router as routing
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.payloads import are_well_formed, is_well_formed, number_of
from bot.ui.interactions.router import Router
from bot.ui.kit.custom_ids import RulesButton, Verb, encode

TYPED = {
    "7": 7,
    " 12 ": 12,
    "-3": -3,
    "1" * 19: int("1" * 19),
    "1" * 20: None,
    "9" * 5000: None,
    "--5": None,
    "²": None,
    "": None,
    "seven": None,
}


@pytest.mark.parametrize("typed", TYPED, ids=lambda typed: typed[:8])
def test_a_number_is_read_or_none(typed: str) -> None:
    """Typed text is a number of at most 19 digits or None, and reading it never fails."""
    assert number_of(typed) == TYPED[typed]


BUTTON = encode(RulesButton(Verb.RULES, "tomate"))
WELL_FORMED: list[dict[str, Any]] = [
    {"custom_id": BUTTON},
    {"custom_id": BUTTON, "values": ["1"], "resolved": {"users": {"7": {"username": "Ana"}}}},
    {"custom_id": BUTTON, "components": [{"component": {"custom_id": "a", "value": "7"}}]},
    {"custom_id": BUTTON, "components": [{"components": [{"custom_id": "a", "values": ["7"]}]}]},
]
FORGED: list[Any] = [
    None,
    {},
    {"custom_id": 7},
    {"custom_id": BUTTON, "values": "1"},
    {"custom_id": BUTTON, "values": [1]},
    {"custom_id": BUTTON, "values": ["x" * 6001]},
    {"custom_id": BUTTON, "resolved": []},
    {"custom_id": BUTTON, "resolved": {"users": {"x": {"username": "Ana"}}}},
    {"custom_id": BUTTON, "resolved": {"users": {"7": {"username": 7}}}},
    {"custom_id": BUTTON, "resolved": {"users": {"7": {"username": "A"}}, "members": {"7": 1}}},
    {"custom_id": BUTTON, "components": [7]},
    {"custom_id": BUTTON, "components": [{"custom_id": "a", "value": 7}]},
    {"custom_id": BUTTON, "components": [{"component": {"custom_id": "a", "values": [7]}}]},
    {"custom_id": BUTTON, "components": [{"components": [{"custom_id": 7}]}]},
]


def test_only_payloads_of_discords_shape_are_well_formed() -> None:
    """A press or form with a value of another type, in whatever depth, is not well formed."""
    assert [data for data in WELL_FORMED if not is_well_formed(data)] == []
    assert [data for data in FORGED if is_well_formed(data)] == []


@pytest.mark.parametrize("data", [*WELL_FORMED, *FORGED], ids=str)
async def test_no_feature_gets_a_forged_payload(data: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A press reaches its feature if its payload is well formed; else it gets an apology."""
    reached, errors = list[str](), list[Exception]()

    async def met(*_: object) -> None:
        """Remember nobody."""

    async def apologise(_: object, error: Exception) -> None:
        errors.append(error)

    async def open_rules(_: object, button_id: RulesButton) -> None:
        reached.append(button_id.subject)

    nothing: Any = SimpleNamespace()
    router = Router(nothing, lambda face: None, met, met, nothing)
    router.add_buttons({Verb.RULES: open_rules})
    monkeypatch.setattr(router, "met", met)
    monkeypatch.setattr(routing, "apologise", apologise)
    interaction: Any = SimpleNamespace(data=data)
    await router.handle(interaction)

    assert reached == (["tomate"] if data in WELL_FORMED else [])
    assert [type(error) for error in errors] == ([] if reached else [RefusedError])


OPTIONS: dict[str, tuple[object, bool]] = {
    "text": ([{"type": 3, "name": "a", "value": "b"}], True),
    "of a subcommand": ([{"type": 1, "options": [{"type": 4, "name": "a", "value": 7}]}], True),
    "no list": ({}, False),
    "no option": ([7], False),
    "no type": ([{"name": "a", "value": "b"}], False),
    "a number as text": ([{"type": 3, "name": "a", "value": 7}], False),
    "a person by no id": ([{"type": 6, "name": "a", "value": "Ana"}], False),
    "a long id": ([{"type": 6, "name": "a", "value": "7" * 20}], False),
    "truth as a number": ([{"type": 4, "name": "a", "value": True}], False),
    "within a subcommand": ([{"type": 1, "options": [{"type": 4, "value": "7"}]}], False),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_have_the_types_that_they_declare(name: str) -> None:
    """Options of a command are well formed if each value has its option's type."""
    options, expected = OPTIONS[name]
    assert are_well_formed(options) == expected
