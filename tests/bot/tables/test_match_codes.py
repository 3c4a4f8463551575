"""Codes of tables, which people read, type and find in links."""

from __future__ import annotations

from bot.tables.domain.match_secrets import SecretSource
from bot.ui.controls import address as controls
from bot.ui.interactions.custom_ids import CustomId, Verb, decode

OLD = "a_b-C_9-xY_z"
"""A code as they were drawn before, with signs that Discord reads as layout."""


def test_new_codes_have_no_signs_of_layout() -> None:
    """Letters and figures alone: nothing of a code is lost where Discord formats a message."""
    codes = {SecretSource().match_id() for _ in range(500)}

    assert all(code.isascii() and code.isalnum() and len(code) == 12 for code in codes)
    assert len(codes) == 500


def test_old_codes_still_work() -> None:
    """The buttons of a table with an older code are read as before."""
    place = CustomId(Verb.HAND, OLD)
    address = controls.Address(OLD, 0, "1-0123456789", controls.ControlVerb.PICK, (0, 1))

    assert decode(place.encode()) == place
    assert controls.decode(address.encode()) == address
