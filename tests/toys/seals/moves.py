"""Everything a player can answer in seals."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.core.prompt import Move


class Choose(Move):
    """Seal a card, or the flag, for the next reveal."""

    kind: Literal["choose"] = "choose"
    card: str


class Draw(Move):
    """After the flag: draw one card."""

    kind: Literal["draw"] = "draw"


class Swap(Move):
    """After the flag: lay two cards away and draw three."""

    kind: Literal["swap"] = "swap"
    cards: tuple[str, ...]


SealsMove = Annotated[Choose | Draw | Swap, Field(discriminator="kind")]
