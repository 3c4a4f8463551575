"""Recent actions at a table of Tomatomat, in brief."""

from __future__ import annotations

from games.core.tableau import RecentAction
from games.core.text import say, say_as
from games.tomatomat.presentation.tokens import machine_token
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.records import Outcome
from games.tomatomat.rules.texts import SLOT_NAMES


def recent_actions(view: TomatomatView) -> tuple[RecentAction, ...]:
    """The winners of machines; within a round, how many cards each seat laid at each slot."""
    if view.resolution is not None:
        return tuple(_won(outcome) for outcome in view.resolution.outcomes)
    return tuple(
        RecentAction(who=seat.seat, word=say("{slot} +{n}", slot=SLOT_NAMES[slot], n=count))
        for seat in view.seats
        for slot, count in enumerate(seat.added)
        if count
    )


def _won(outcome: Outcome) -> RecentAction:
    """The machine on top; those beneath go with it."""
    word = SLOT_NAMES[outcome.slot]
    if outcome.winner is None:
        word = say_as("machine", "lost") if outcome.lost else say("stays")
    return RecentAction(who=outcome.winner, tokens=(machine_token(outcome.stack[-1]),), word=word)
