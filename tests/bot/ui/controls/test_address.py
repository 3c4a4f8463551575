"""Addresses: what a custom id says, and what it refuses to mean."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.ui.controls.address import Address, ControlVerb, decode

NAMES = st.text("ABCXYZabcxyz0189_-", min_size=1, max_size=14)
PATHS = st.lists(st.integers(0, 40), max_size=10).map(tuple)


@given(NAMES, st.integers(0, 99), NAMES, st.sampled_from(ControlVerb), PATHS)
def test_an_address_is_read_as_it_was_written(
    match: str, seat: int, ticket: str, verb: ControlVerb, path: tuple[int, ...]
) -> None:
    """An encoded address decodes to itself and fits into a custom id."""
    address = Address(match, seat, ticket, verb, path)

    custom_id = address.encode()

    assert decode(custom_id) == address
    assert len(custom_id) <= 100
    assert custom_id.startswith("tt:")


@given(st.text(max_size=120) | st.from_regex(r"tt:[\w-]*:\d*:[\w-]*:\w?:[\w.]*", fullmatch=True))
@example("tt:m:0:1-ab:z:")
@example("tt:m:0:1-ab:p:00")
@example("tt:m:00:1-ab:p:0")
@example("tt:m:0:1-ab:p:0.")
@example("tt:m:0:1-ab:p:" + "1." * 60 + "1")
def test_what_we_did_not_write_is_no_address(custom_id: str) -> None:
    """A forged id is None or the one spelling of its address, and never raises."""
    address = decode(custom_id)

    assert address is None or address.encode() == custom_id


@pytest.mark.parametrize("path", [(-1,), tuple(range(60))])
def test_an_id_that_would_not_fit_is_never_written(path: tuple[int, ...]) -> None:
    """A path that no custom id can hold raises ValueError."""
    with pytest.raises(ValueError, match="no"):
        Address("match", 0, "1-abc", ControlVerb.PICK, path).encode()
