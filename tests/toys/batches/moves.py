"""Everything a player can answer in batches."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.core.prompt import Move


class Stake(Move):
    """Share out the stars: how many on which machine."""

    kind: Literal["stake"] = "stake"
    stars: dict[str, int]


class Allot(Move):
    """Put the four cards, in the order they were drawn, on machines."""

    kind: Literal["allot"] = "allot"
    first: str
    second: str
    third: str
    fourth: str

    def machines(self) -> tuple[str, str, str, str]:
        return self.first, self.second, self.third, self.fourth


BatchesMove = Annotated[Stake | Allot, Field(discriminator="kind")]
