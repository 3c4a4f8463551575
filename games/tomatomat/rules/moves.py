"""Everything a player can answer in Tomatomat."""

from itertools import product
from typing import Literal, get_args

from pydantic import SerializerFunctionWrapHandler, model_serializer

from games.core.prompt import Move

SlotName = Literal["I", "II", "III", "IV"]
SLOTS: tuple[SlotName, ...] = get_args(SlotName)
"""The four slots for machines, as the order cards number them."""
PLACE: dict[SlotName, int] = {name: place for place, name in enumerate(SLOTS)}
FIELDS = ("first", "second", "third", "fourth")
"""The cards of a batch in the order of the hand."""


class Allot(Move):
    """Place the four cards of the batch, in the order of the hand, face down and finally."""

    first: SlotName
    second: SlotName
    third: SlotName
    fourth: SlotName

    def places(self) -> tuple[int, int, int, int]:
        """Return the slot of each card, from 0."""
        return PLACE[self.first], PLACE[self.second], PLACE[self.third], PLACE[self.fourth]


class Scatter(Move):
    """Made by the host for an absent player: unassigned cards are placed at random (B30)."""

    first: SlotName | None = None
    second: SlotName | None = None
    third: SlotName | None = None
    fourth: SlotName | None = None

    def places(self) -> tuple[int | None, ...]:
        """Return the slot of each card, from 0; None if it is random."""
        assigned = (self.first, self.second, self.third, self.fourth)
        return tuple(None if name is None else PLACE[name] for name in assigned)

    @model_serializer(mode="wrap")
    def _write(self, write: SerializerFunctionWrapHandler) -> dict[str, str]:
        """Write only assigned cards, so that older records of this move stay the same."""
        return {name: value for name, value in write(self).items() if value is not None}


TomatomatMove = Allot | Scatter

SCATTER = Scatter()
ALLOTS: tuple[Allot, ...] = tuple(
    Allot(first=a, second=b, third=c, fourth=d) for a, b, c, d in product(SLOTS, repeat=4)
)
"""All 256 ways to place a batch, made once because search asks for them often."""
