"""For who learns: which rule a moment comes under, and why a bot would move as it does."""

from __future__ import annotations

from games.core.text import Text, say
from games.karate_tomate.moves import KarateMove
from games.karate_tomate.state import Stage
from games.karate_tomate.views import KarateView

_RULES = {
    Stage.HEAT: 6,
    Stage.DROP_DRAW: 8,
    Stage.TRIUMPH: 10,
    Stage.END_CALL: 16,
    Stage.END: 18,
}
FIRST_HEAT = 5

_FIRST_STRIKE = say("You have most to follow with in this colour: many cards, or high ones.")
_STRIKE = say(
    "While many fight, the low cards of your colour keep you in; when few are left, the high ones "
    "decide who takes first."
)
_REASONS = {
    "draw": say("Every card of yours goes with others: keep them and draw two."),
    "keep": say("Every card of yours goes with others: keep them all."),
    "exchange": say("These two go with nothing you hold: four new cards are better than two."),
    "take": say(
        "Trophies win, but who has the fewest knives is out: of what lies here this is the best of "
        "both for you."
    ),
    "call": say("You own knives enough not to have the fewest, and trophies enough to win."),
}


def rule(view: KarateView) -> int:
    """The number of the rule under which the viewer decides, or waits."""
    is_first = view.stage is Stage.HEAT and view.locked is None
    return FIRST_HEAT if is_first else _RULES[view.stage]


def reason(view: KarateView, move: KarateMove) -> Text:
    """Why a mind makes this move."""
    if move.kind == "play":
        return _FIRST_STRIKE if view.locked is None else _STRIKE
    if move.kind == "tomato":
        if not view.playable:
            return say("No card of yours may be played, so only the tomato is left.")
        return say("No colour of yours would outlast so many: leave early and draw cards.")
    if move.kind == "go_on":
        if view.may_call:
            return say("Others may own more knives or trophies: it is too early to end.")
        return say("You do not have the trophies to call the end.")
    return _REASONS[move.kind]
