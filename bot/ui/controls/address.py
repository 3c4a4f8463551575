"""What a control's custom id says: which question it belongs to, and what pressing it means.

A path is made of places, never of names: the action, then slot and choice by turns, each counted
from 0. The ticket pins kinds, slots and choice ids in their order, so a path means the same for as
long as the ticket holds, in every language, and tells nothing to whoever does not see the prompt.
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
    """What pressing means; the path that belongs to each is given in words."""

    OPEN = "o"
    """(action), or () with the action as the chosen value: do it, or begin to fill it in."""
    PICK = "p"
    """(slot, choice): fill a PickOne."""
    CHOOSE = "c"
    """(slot) or, for a PickSome, (slot, page), with chosen values."""
    NUMBER = "n"
    """(slot, how far above the least): fill a PickNumber."""
    TYPE = "t"
    """(slot), or (slot, target) of an Allocate: type a number into a form."""
    SHARE = "a"
    """(slot, target) with the count as the chosen value: give so many to a target."""
    GIVE = "g"
    """(slot, target, count): the same by a button; pressed twice it gives no more."""
    PAGE = "v"
    """(whatever is paged, page): look at another page."""
    FORM = "f"
    """(action): fill in all slots in one form."""
    SEND = "s"
    """(action, mark of the values shown): answer."""
    CONFIRM = "y"
    """(action, mark of the values shown): answer, asked once more."""
    RETHINK = "r"
    """(action): do not confirm, keep what is filled in."""
    REST = "e"
    """(slot, choice): fill a PickOne and those that stand after it in the same way."""
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
    """Read a custom id; None for whatever we did not write."""
    found = _SHAPE.fullmatch(custom_id) if len(custom_id) <= CUSTOM_ID else None
    if found is None or found[4] not in set(ControlVerb):
        return None
    path = tuple(int(number, 36) for number in found[5].split(".")) if found[5] else ()
    address = Address(found[1], int(found[2]), found[3], ControlVerb(found[4]), path)
    # One id per address: leading zeros and the like are not ours.
    return address if address.encode() == custom_id else None


def _base36(number: int) -> str:
    if number < 0:
        raise ValueError(f"a path has no place {number}")
    digits = _DIGITS[number % 36]
    while number := number // 36:
        digits = _DIGITS[number % 36] + digits
    return digits
