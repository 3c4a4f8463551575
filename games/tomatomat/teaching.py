"""For who learns: which rule a moment comes under, and why a bot would move as it does."""

from __future__ import annotations

from games.core.text import Text, say
from games.tomatomat.moves import Allot, TomatomatMove
from games.tomatomat.views import TomatomatView

PLACING, END = 5, 15


def rule(view: TomatomatView) -> int:
    """The number of the rule under which the viewer decides, or waits."""
    return END if view.stage == "end" else PLACING


def reason(view: TomatomatView, move: TomatomatMove) -> Text | None:  # noqa: ARG001 - it always plans alike
    """Why a mind makes this move; None for one that no mind makes."""
    if not isinstance(move, Allot):
        return None
    return say(
        "Coins go to the three machines with the most stars, each where its colour counts twice if "
        "it can. Police go beside them, thieves to the machine that you do not fight for."
    )
