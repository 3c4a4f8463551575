"""Laws that need a bigger game than a toy: Tomate, broken in one small way, makes each fail."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.core.prompt import Action
from games.core.text import Text, say
from games.core.values import Luck
from games.tomate import TOMATE
from tests.games.laws import test_coaching, test_last_event, test_luck, test_premove
from tests.games.laws.mutants.broken import table_with, view_with
from tests.games.laws.mutants.support import Bite, assert_caught, bite, broken, broken_case

pytestmark = pytest.mark.nightly


def ahead_with(change: Callable[[Any], dict[str, Any]]) -> Callable[..., Any]:
    """Offer the premove form with some fields changed."""

    def premove(self: Any, view: Any) -> Any:
        good = TOMATE.premove(view)
        return good and good.model_copy(update=change(good))

    return premove


def all_passes(good: Any) -> dict[str, Any]:
    """Make a pass of every action."""
    return {"actions": tuple(replace(action, kind="pass") for action in good.actions)}


def lucky(self: Any, events: Any) -> Any:
    """Count every draw as a fifth luckier than it was."""
    return {
        seat: Luck(draws=first.draws, total=first.total * 1.2, expected=first.expected)
        for seat, first in TOMATE.luck(events).items()
    }


UNDO = Action(kind="undo", label=say("Undo"), take_back=True)
said_to_others = table_with(
    TOMATE, lambda good: {"last": good.last and replace(good.last, own=None)}
)
without_news = table_with(TOMATE, lambda good: {"last": None, "aftermath": ()})


def constantly(why: Text | None) -> Callable[..., Text | None]:
    """Give every move the same reason."""
    return lambda self, view, move: why


BITES = [
    bite(test_premove.test_nobody_is_asked_twice, TOMATE,
         premove=lambda self, view: TOMATE.premove(view) or TOMATE.prompt(view)),
    bite(test_premove.test_a_form_in_advance_makes_moves, TOMATE,
         premove=ahead_with(lambda good: {"actions": (*good.actions, UNDO)})),
    # The `about` of a form contains the number of the hand.
    bite(test_premove.test_a_form_in_advance_tells_nothing, TOMATE,
         view=view_with(TOMATE, lambda state, good: {"hand_number": repr(state)})),
    bite(test_premove.test_moments_bear_their_own_names, TOMATE,
         premove=ahead_with(lambda good: {"about": "soon"})),
    bite(test_premove.test_what_was_meant_is_what_is_asked, TOMATE, premove=ahead_with(all_passes)),
    bite(test_coaching.test_every_moment_comes_under_a_rule, TOMATE, rule=lambda self, view: 999),
]  # fmt: skip
ONCE = [
    *(bite(test_coaching.test_every_reason_is_true, TOMATE, reason=constantly(why))
      for why in (None, say("This trump is too low to promise a second trick."), say("No claim."))),
    Bite(test_coaching.test_every_reason_has_a_claim, TOMATE, {}, {"claims": {}}),
    bite(test_luck.test_luck_has_a_name_where_it_is_counted, TOMATE, luck=lambda self, events: {}),
    bite(test_luck.test_luck_is_fair_in_the_long_run, TOMATE, luck=lucky),
]  # fmt: skip
"""Laws that are tried once on each game."""
EVENTS = [
    bite(test_last_event.test_something_has_always_happened, TOMATE, tableau=without_news),
    bite(
        test_last_event.test_the_last_event_says_you_to_its_viewer, TOMATE, tableau=said_to_others
    ),
]
"""Laws that know only a game's protocol."""


@pytest.mark.parametrize("bite", BITES, ids=repr)
def test_laws_bite(bite: Bite) -> None:
    """A law fails on a game that breaks it."""
    assert_caught(bite)


@pytest.mark.parametrize("bite", ONCE, ids=repr)
def test_laws_that_look_once_bite(bite: Bite) -> None:
    """A law that is tried once on each game fails on a game that breaks it."""
    with pytest.raises(AssertionError):
        bite.law(broken_case(bite))


@pytest.mark.parametrize("bite", EVENTS, ids=repr)
def test_laws_of_the_last_event_bite(bite: Bite) -> None:
    """A table whose last event is missing or says "you" to nobody is noticed."""
    with pytest.raises(AssertionError):
        bite.law(broken(bite.game, bite.methods))


def test_every_law_bites() -> None:
    """Every law of these modules has a game that breaks it."""
    laws = {
        value
        for module in (test_premove, test_last_event, test_luck, test_coaching)
        for name, value in vars(module).items()
        if name.startswith("test_")
    }
    assert {bite.law for bite in (*BITES, *ONCE, *EVENTS)} == laws
