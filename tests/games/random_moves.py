"""Random moves and matches, for seats that no policy plays."""

from collections.abc import Iterator
from typing import Any, TypeVar

from games.core.answer import random_form
from games.core.errors import NotYourTurnError
from games.core.event import Event
from games.core.game import Game, View, apply
from games.core.options import Options
from games.core.prompt import Move
from games.core.rng import Rng

S = TypeVar("S")
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)
O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of the protocol's own notation


def random_move(game: Game[S, M, V, O], view: V, rng: Rng) -> M:
    """Fill in the viewer's form at random, without take-backs.

    Raises NotYourTurnError if the viewer has no form.
    """
    prompt = game.prompt(view)
    if prompt is None:
        raise NotYourTurnError(-1 if view.viewer is None else view.viewer)
    return game.move.validate_python(random_form(prompt, rng))


def random_steps(
    game: Game[S, M, V, O], seats: int, seed: str, **options: Any
) -> Iterator[tuple[S, tuple[Event, ...]]]:
    """Yield every state of a random match, with the events that led to it."""
    chance = Rng(f"chance {seed}")
    step = game.setup(seats, game.options(**options), Rng(seed))
    yield step.state, step.events
    while asked := sorted(game.awaited(step.state)):
        seat = chance.choice(asked)
        move = random_move(game, game.view(step.state, seat), chance)
        step = apply(game, step.state, seat, move)
        yield step.state, step.events


def random_states(game: Game[S, M, V, O], seats: int, seed: str, **options: Any) -> Iterator[S]:
    """Yield every state of a random match."""
    return (state for state, _ in random_steps(game, seats, seed, **options))


def count_ways(game: Game[S, M, V, O], state: S, most: int) -> list[int]:
    """Count the sequences of 1, 2 ... `most` moves, always by the first awaited seat."""
    states, results = [state], list[int]()
    for _ in range(most):
        states = [after for each_state in states for after in _next_states(game, each_state)]
        results.append(len(states))
    return results


def _next_states(game: Game[S, M, V, O], state: S) -> Iterator[S]:
    """Yield the state after each move; the end of a match stays as it is."""
    awaited = game.awaited(state)
    if not awaited:
        yield state
        return
    for move in game.moves(state, min(awaited)):
        after = game.clone(state)
        game.advance(after, min(awaited), move)
        yield after
