"""Which hand paints which game: hand-made scenes by key, the general one for all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from render.canvas import Canvas
from render.scenes import general
from render.show import Show


class Scene(NamedTuple):
    """The painters of one game."""

    table: Callable[[Show], Canvas]
    hand: Callable[[Show], Canvas]


GENERAL = Scene(general.table, general.hand)

_SCENES: dict[str, Scene] = {}


def scene(game: str) -> Scene:
    """The painters of a game by its key."""
    return _SCENES.get(game, GENERAL)
