"""Answers in advance in Dojo: the challenge, and then the cell of the card.

Throws, swaps and the trophy's line come right after a duel, so duellists cannot know those
questions in advance. Recruiting goes card by card.
"""

from games.core.prompt import Action, Prompt
from games.core.text import say, seat
from games.dojo.questions.laying import ask_cell, mine
from games.dojo.questions.prompts import is_asked
from games.dojo.questions.views import DojoView
from games.dojo.rules.frame import FLOATING
from games.dojo.rules.moves import PASS
from games.dojo.rules.state import Stage


def ask_premove(view: DojoView) -> Prompt | None:
    """Return the form that the viewer may fill in before being asked, or None."""
    if view.viewer is None or is_asked(view) or view.dealer in {None, view.viewer}:
        return None
    if not mine(view).has_card:
        return None
    if view.stage in {Stage.RECRUIT, Stage.CHALLENGE} and not mine(view).passed:
        return _challenge(view)
    if view.viewer == view.challenger or _lays_itself(view):
        return None
    # Only duellists may have to swap; all others keep this card.
    return ask_cell(view)


def _lays_itself(view: DojoView) -> bool:
    """Tell whether there is only one place: that of a floating dojo's first card."""
    return view.frame is FLOATING and not any(mine(view).dojo)


def _challenge(view: DojoView) -> Prompt:
    assert view.dealer is not None, "looked at by the caller"
    return Prompt(
        ask=say(
            "Choose your premove for when it's your turn to challenge {dealer}:",
            dealer=seat(view.dealer),
        ),
        actions=(
            Action(kind="challenge", label=say("Challenge")),
            Action(kind="pass", label=say("Pass")),
        ),
        on_timeout=PASS,
        about=f"{view.round} challenge",
    )
