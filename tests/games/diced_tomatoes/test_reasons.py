"""Reasons for bots' moves are true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.core.game import apply
from games.core.rng import Rng
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.ai.policy import gain
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules.dice import HANDFULS, RED, Die
from games.diced_tomatoes.rules.events import KarmaEarned
from games.diced_tomatoes.rules.legal import acceptance, draws, places, zero_vines
from games.diced_tomatoes.rules.moves import Place
from games.diced_tomatoes.rules.scoring import slot_points
from games.diced_tomatoes.rules.state import NOBODY, State
from games.diced_tomatoes.rules.vines import RIPEST, VINE_AT, is_ripe, owner_of, worth
from tests.games.diced_tomatoes.support.sentences import TABLES, moments, number, of
from tests.games.reason_claims import untrue


def best(view: DicedView) -> float:
    return max(gain(view, die, vine) for die, vines in places(view).items() for vine in vines)


def completes(view: DicedView, move: Place) -> bool:
    vine = VINE_AT[move.vine]
    return is_ripe((*view.vines[vine], move.die), view.flipped[vine])


def value_of(view: DicedView, move: Place, *, before: bool = False) -> int:
    vine = VINE_AT[move.vine]
    held = view.vines[vine]
    return worth(held if before else (*held, move.die), view.flipped[vine])


def spoils(view: DicedView, move: Place) -> bool:
    """Return whether a placement makes a vine that could be harvested impossible to harvest."""
    held = view.vines[VINE_AT[move.vine]]
    was_sound = not held or 1 <= value_of(view, move, before=True) <= RIPEST
    return was_sound and not 1 <= value_of(view, move) <= RIPEST


def chosen(view: DicedView, move: Place) -> bool:
    """Return whether a placement is the best by a bot's estimate."""
    return gain(view, move.die, VINE_AT[move.vine]) == best(view)


def mine(view: DicedView, move: Any) -> bool:
    return owner_of(VINE_AT[move.vine]) == view.turn


def earns(view: DicedView, move: Place, step: Any) -> int:
    return sum(event.gained for event in step.events if isinstance(event, KarmaEarned))


def slot_of(view: DicedView, move: Place) -> int:
    return len(view.tracks[owner_of(VINE_AT[move.vine])]) + 1


def counts_at_the_end(view: DicedView, vine: int) -> bool:
    """Return whether the match's final score would differ without this vine, or could."""
    return len(view.vines[vine]) == 3 or view.options.risky


def acted_again(state: State, seat: int) -> Iterator[bool]:
    """Play on at random, and yield for each later move whether this seat made it."""
    rng = Rng("to the end")
    while DICED_TOMATOES.awaited(state):
        yield state.turn == seat
        moves = [one for one in DICED_TOMATOES.moves(state, state.turn) if one.kind != "take_back"]
        state = apply(DICED_TOMATOES, state, state.turn, rng.choice(moves)).state


def has_place(view: DicedView, die: Die) -> bool:
    return any(die in acceptance(view, vine) for vine in range(len(view.vines)))


def turned(view: DicedView, move: Any, step: Any) -> bool:
    """Return whether any die has a place after the move."""
    return any(places(DICED_TOMATOES.view(step.state, view.turn)).values())


REASONS = {
    "Only red dice can be planted, so take as many of them as you can.": (
        lambda view, move, step, text: (
            HANDFULS[move.dice][RED] == max(HANDFULS[way][RED] for way in draws(view))
        )
    ),
    "*Clean* and *Flip* can wait until you have seen your dice.": (
        lambda view, move, step, text: bool(step.state.hand) and step.state.turn == view.turn
    ),
    "The die has no place, and karma over {most} would be lost when the turn ends.": (
        lambda view, move, step, text: (
            not has_place(view, move.die) and view.karma[view.turn] > number(text, "most") == RIPEST
        )
    ),
    "None of your remaining dice has a place.": (
        lambda view, move, step, text: bool(view.hand) and not any(places(view).values())
    ),
    "All your dice are placed.": lambda view, move, step, text: not view.hand,
    "A worthless vine only takes up one of your places.": (
        lambda view, move, step, text: (
            bool(move.vines)
            and all(
                owner_of(VINE_AT[vine]) == view.turn and VINE_AT[vine] in zero_vines(view)
                for vine in move.vines
            )
        )
    ),
    "Unfinished vines can still score for others at the end.": (
        lambda view, move, step, text: (
            bool(move.vines)
            and all(
                owner_of(VINE_AT[vine]) != view.turn and counts_at_the_end(view, VINE_AT[vine])
                for vine in move.vines
            )
        )
    ),
    "The vines worth nothing belong to others, and take up their places.": (
        lambda view, move, step, text: all(owner_of(vine) != view.turn for vine in zero_vines(view))
    ),
    "This is your last turn, so an empty place is of no use to you.": (
        lambda view, move, step, text: (
            view.finisher != NOBODY and not any(acted_again(step.state, view.turn))
        )
    ),
    "A bot estimates that this costs {who} more than it costs you.": (
        lambda view, move, step, text: of(text) == owner_of(VINE_AT[move.vine]) != view.turn
    ),
    "A bot estimates that the empty place is worth more to you than the vine.": (
        lambda view, move, step, text: move.kind == "clean" and mine(view, move)
    ),
    "A bot estimates that turning the seed gains more than the karma is worth.": (
        lambda view, move, step, text: move.kind == "flip" and mine(view, move)
    ),
    "The die has no place as it is, but will have one once it's turned.": (
        lambda view, move, step, text: not has_place(view, move.die) and turned(view, move, step)
    ),
    "A bot estimates that the turned die gains more than the karma is worth.": (
        lambda view, move, step, text: has_place(view, move.die)
    ),
    "That vine could not have been harvested as it was either.": (
        lambda view, move, step, text: (
            not 1 <= value_of(view, move, before=True) <= RIPEST and chosen(view, move)
        )
    ),
    "It spoils your vine, but by a bot's estimate no other place is better.": (
        lambda view, move, step, text: (
            spoils(view, move) and mine(view, move) and chosen(view, move)
        )
    ),
    "It spoils the vine of {who}.": (
        lambda view, move, step, text: (
            spoils(view, move) and of(text) == owner_of(VINE_AT[move.vine]) != view.turn
        )
    ),
    "A bot estimates that no place gains you anything, and that the die costs least here.": (
        lambda view, move, step, text: best(view) <= 0 and chosen(view, move)
    ),
    "A bot estimates that the die gains you most here, in your own garden.": (
        lambda view, move, step, text: best(view) > 0 and chosen(view, move) and mine(view, move)
    ),
    "A bot estimates that the die gains you most here, though the vine isn't yours.": (
        lambda view, move, step, text: (
            best(view) > 0 and chosen(view, move) and not mine(view, move)
        )
    ),
    "It completes a vine that matches slot {slot}.": (
        lambda view, move, step, text: (
            completes(view, move)
            and value_of(view, move) == number(text, "slot") == slot_of(view, move)
            and view.seats == 1
        )
    ),
    "It completes a vine and fills slot {slot}.": (
        lambda view, move, step, text: (
            completes(view, move)
            and value_of(view, move) != number(text, "slot") == slot_of(view, move)
            and view.seats == 1
        )
    ),
    "It completes your vine for {points}.": (
        lambda view, move, step, text: (
            completes(view, move)
            and mine(view, move)
            and number(text, "points")
            == slot_points(view.options, value_of(view, move), slot_of(view, move))
        )
    ),
    "It completes the vine of {who}, and your karma is full.": (
        lambda view, move, step, text: (
            completes(view, move)
            and earns(view, move, step) == 0
            and step.state.karma[view.turn] == view.options.karma_in_turn
        )
    ),
    "It completes the vine of {who}, and that brings you {n} karma.": (
        lambda view, move, step, text: (
            completes(view, move) and earns(view, move, step) == number(text, "n") > 0
        )
    ),
}
"""The claim of each reason about the view, the move and its step."""


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_reasons_are_true(seats: int, options: dict[str, Any]) -> None:
    """Every reason for a bot's move is true in its view, or after the move."""
    for state, move in moments(seats, options):
        view = DICED_TOMATOES.view(state, state.turn)
        why = DICED_TOMATOES.reason(view, move)
        assert why is not None, move
        step = apply(DICED_TOMATOES, state, state.turn, move)
        assert untrue(REASONS, why, view, move, step) == [], (view, move)
