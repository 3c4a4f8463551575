"""JSON that keeps every whole number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.records.columns import from_json, from_list, to_json, to_list
from games.core import exact_json

NUMBERS = st.one_of(st.integers(), st.integers(min_value=2**63, max_value=2**400))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.text(st.characters(codec="utf-8"))),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("ab\U0001f345"), inner),
    max_leaves=6,
)


@given(VALUES)
def test_what_is_written_is_read(value: object) -> None:
    """A value is read back as it was, with whole numbers of any size."""
    assert exact_json.loads(exact_json.dumps(value)) == value
    assert exact_json.loads(exact_json.dumps(value, indent=2)) == value


@given(st.lists(VALUES))
def test_columns_keep_every_number(values: list[object]) -> None:
    """Values written to a database column are read back as they were."""
    saved = tuple(exact_json.dumps(value) for value in values)
    assert from_list(to_list(saved)) == saved
    assert from_json(to_json({"values": values})) == {"values": values}


def test_an_indented_value_is_for_people() -> None:
    """An indented value has a line for each member, and a space after a colon."""
    assert exact_json.dumps({"a": [1]}, indent=2) == b'{\n  "a": [\n    1\n  ]\n}'


def test_it_is_written_as_it_always_was() -> None:
    """The written bytes match those already stored: compact, with letters unescaped."""
    saved = '{"version":1,"names":["Ñandú","🍅"],"1":{"big":18446744073709551616}}'
    value = {"version": 1, "names": ("Ñandú", "🍅"), 1: {"big": 2**64}}
    assert exact_json.dumps(value).decode() == saved


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused(value: float) -> None:
    """NaN and infinity are refused."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        exact_json.dumps(value)
