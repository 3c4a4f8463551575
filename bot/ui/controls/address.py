"""The custom id of a control: the question it belongs to, and what pressing it means.

A path consists of indexes, never of names: the action, then slot and choice in turn, each counted
from 0. The ticket fixes kinds, slots and choice ids in their order. So a path keeps its meaning as
long as the ticket is valid, in every language. It reveals nothing to anyone who can't see the
prompt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.ui.controls.limits import CUSTOM_ID
from games.core.values import Seat

Path = tuple[int, ...]

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NAME = "[A-Za-z0-9_-]{1,40}"
_NUMBER = "[0-9a-z]{1,8}"
_SHAPE = re.compile(
    rf"tt:({_NAME}):([0-9]{{1,3}}):({_NAME}):([a-z]):((?:{_NUMBER}(?:\.{_NUMBER})*)?)", re.ASCII
)


class ControlVerb(StrEnum):
    """The meaning of a press. Each member's docstring gives its path, then its effect."""

    OPEN = "o"
    """(action), or () with the action as the chosen value: do it, or start to fill it in."""
    PICK = "p"
    """(slot, choice): fill a PickOne."""
    CHOOSE = "c"
    """(slot) or, for a PickSome, (slot, page), with the chosen values."""
    NUMBER = "n"
    """(slot, number minus the least one): fill a PickNumber."""
    TYPE = "t"
    """(slot), or (slot, target) of an Allocate: open a form to type a number."""
    SHARE = "a"
    """(slot, target) with the count as the chosen value: give this many to a target."""
    GIVE = "g"
    """(slot, target, count): the same by a button; a second press changes nothing."""
    PAGE = "v"
    """(whatever has pages, page): go to another page."""
    FORM = "f"
    """(action): fill in all slots in one form."""
    SEND = "s"
    """(action, hash of the values shown): answer."""
    CONFIRM = "y"
    """(action, hash of the values shown): answer after the confirmation."""
    RETHINK = "r"
    """(action): cancel the confirmation and keep the values."""
    REST = "e"
    """(slot, choice): fill a PickOne and the ones after it in the same way."""
    CLEAR = "x"
    """(action): empty the form."""
    LEAVE = "l"
    """(): back to all actions."""


@dataclass(frozen=True, slots=True)
class Address:
    """One control of one question."""

    match: str
    seat: Seat
    ticket: str
    verb: ControlVerb
    path: Path = ()

    def encode(self) -> str:
        """Return the custom id; raises ValueError when it would be too long or unreadable."""
        path = ".".join(map(_base36, self.path))
        custom_id = f"tt:{self.match}:{self.seat}:{self.ticket}:{self.verb}:{path}"
        if len(custom_id) > CUSTOM_ID or _SHAPE.fullmatch(custom_id) is None:
            raise ValueError(f"no custom id: {custom_id!r}")
        return custom_id


def decode(custom_id: str) -> Address | None:
    """Read a custom id; None if it isn't one of ours."""
    found = _SHAPE.fullmatch(custom_id) if len(custom_id) <= CUSTOM_ID else None
    if found is None or found[4] not in set(ControlVerb):
        return None
    path = tuple(int(number, 36) for number in found[5].split(".")) if found[5] else ()
    address = Address(found[1], int(found[2]), found[3], ControlVerb(found[4]), path)
    # Only the exact text that we write is valid: no leading zeros, for example.
    return address if address.encode() == custom_id else None


def _base36(number: int) -> str:
    if number < 0:
        raise ValueError(f"a path has no place {number}")
    digits = _DIGITS[number % 36]
    while number := number // 36:
        digits = _DIGITS[number % 36] + digits
    return digits
