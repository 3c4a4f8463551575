"""A random move, for seats that no policy plays."""

from __future__ import annotations

from typing import TypeVar

from games.core.answer import random_form
from games.core.errors import NotYourTurnError
from games.core.game import Game, View
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
