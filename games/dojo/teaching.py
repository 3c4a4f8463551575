"""For who learns: which rule a moment comes under, and why a bot would move as it does."""

from __future__ import annotations

from games.core.text import Text, say, seat
from games.dojo.moves import DojoMove, Give
from games.dojo.state import Stage
from games.dojo.views import DojoView

_RULES = {
    Stage.RECRUIT: 6,
    Stage.CHALLENGE: 7,
    Stage.THROWS: 19,
    Stage.EXCHANGE: 8,
    Stage.TRAIN: 9,
    Stage.TROPHY: 10,
    Stage.END: 17,
}

_ANY_THROW = say("Nobody can know the other's throw: one is as good as another.")
_REASONS = {
    "challenge": say("A belt as high as yours beats most cards that the dealer may hold."),
    "pass": say("A belt as low as yours loses most duels."),
    "throw": _ANY_THROW,
    "throws": _ANY_THROW,
    "exchange": say("The other card goes better with your dojo than your own."),
    "keep": say("Your own card goes better with your dojo than the other."),
    "place": say("Here the card adds most to its row and its column, now and later."),
    "put": say("Of all lines this one gains most from the trophy."),
}


def rule(view: DojoView) -> int:
    """The number of the rule under which the viewer decides, or waits."""
    return _RULES[view.stage]


def reason(view: DojoView, move: DojoMove) -> Text | None:
    """Why a mind makes this move; None for one that no mind makes."""
    if not isinstance(move, Give):
        return _REASONS.get(move.kind)
    if int(move.to) == view.viewer:
        return say("The card goes well with your own dojo, so you keep it.")
    return say("Of those without a card it helps {who} least.", who=seat(int(move.to)))
