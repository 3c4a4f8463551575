"""Everything that can happen in a turn of plots."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.core.prompt import Move


class Roll(Move):
    """Roll one to three dice."""

    kind: Literal["roll"] = "roll"
    count: str


class Place(Move):
    """Put a die of this value on a plot; plots are numbered through from seat 0 on."""

    kind: Literal["place"] = "place"
    die: str
    plot: str


class EndTurn(Move):
    """Pass the turn on."""

    kind: Literal["end_turn"] = "end_turn"


class TakeBack(Move):
    """Undo the turn to the last roll."""

    kind: Literal["take_back"] = "take_back"


class PlaceForAbsent(Move):
    """Made only by the bot: a random die on a random place."""

    kind: Literal["place_for_absent"] = "place_for_absent"


PlotsMove = Annotated[
    Roll | Place | EndTurn | TakeBack | PlaceForAbsent, Field(discriminator="kind")
]
