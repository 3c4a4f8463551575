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
