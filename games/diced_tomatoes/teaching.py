"""For who learns: which rule a moment comes under, and why a bot would move as it does."""

from __future__ import annotations

from games.core.text import Text, say
from games.diced_tomatoes.legal import places
from games.diced_tomatoes.moves import DicedMove, Place
from games.diced_tomatoes.state import Stage
from games.diced_tomatoes.views import DicedView
from games.diced_tomatoes.vines import FULL, VINE_AT, owner_of

_RULES = {Stage.DRAW: 9, Stage.PLACE: 10, Stage.CLEAR: 30, Stage.END: 21}
ENDING_A_TURN = 12

_KARMA = say("What this karma changes is worth more than the karma kept.")
_REASONS = {
    "draw": say("Black dice make a vine worth less, so take as few of them as you can."),
    "roll": say("There is nothing better to do before the roll."),
    "end_turn": say("No die of yours has a place any more."),
    "clear": say("A vine worth nothing only takes up a place of yours."),
    "reroll": say("The die has no place, and karma over 6 would be lost anyway."),
    "shift": _KARMA,
    "rollover": _KARMA,
    "change": _KARMA,
}


def rule(view: DicedView) -> int:
    """The number of the rule under which the viewer decides, or waits."""
    is_done = view.stage is Stage.PLACE and not any(places(view).values())
    return ENDING_A_TURN if is_done else _RULES[view.stage]


def reason(view: DicedView, move: DicedMove) -> Text | None:
    """Why a mind makes this move; None for one that no mind makes."""
    if not isinstance(move, Place):
        return _REASONS.get(move.kind)
    vine = VINE_AT[move.vine]
    is_last = len(view.vines[vine]) == FULL - 1
    if owner_of(vine) == view.turn:
        if is_last:
            return say("This die completes your vine.")
        return say("Here the die brings your own garden most.")
    if is_last:
        return say("It completes the vine of a neighbour, and that brings you karma.")
    return say("Every place costs or helps somebody: here the die helps you most.")
