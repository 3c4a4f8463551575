"""The scenes of all games by key: hand-made ones, and the general one for all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from render.canvas import Canvas, Fixed
from render.scenes import diced_tomatoes, dojo, general, karate_tomate, tomate, tomatomat
from render.scenes.common import layout, recent_actions
from render.scenes.posters import leaderboard, podium, poster_art
from render.subject import Subject

Painter = Callable[[Subject], Canvas]


class Scene(NamedTuple):
    """The painters of one game."""

    table: Painter
    hand: Painter
    aftermath: Callable[[Subject], Painter | None]
    """Returns the painter of the last move's result, if that fills a picture of its own."""
    wanted: Callable[[], Iterator[Fixed]] = lambda: iter(())
    """Returns sprites and boxes that its pictures may need, to be drawn in advance."""


GENERAL = Scene(general.table, general.hand, lambda _: None)

_SCENES: dict[str, Scene] = {
    "tomate": Scene(tomate.table, tomate.hand, tomate.aftermath, tomate.wanted),
    "karate_tomate": Scene(
        karate_tomate.table, karate_tomate.hand, karate_tomate.aftermath, karate_tomate.wanted
    ),
    "diced_tomatoes": Scene(
        diced_tomatoes.table,
        diced_tomatoes.hand,
        diced_tomatoes.aftermath,
        diced_tomatoes.wanted,
    ),
    "dojo": Scene(dojo.table, dojo.hand, dojo.aftermath, dojo.wanted),
    "tomatomat": Scene(tomatomat.table, tomatomat.hand, tomatomat.aftermath, tomatomat.wanted),
}


def wanted() -> Iterator[Fixed]:
    """Return the sprites and boxes that all scenes need in advance."""
    for part in (layout, poster_art, leaderboard, podium):
        yield from part.wanted()
    things = [thing for one in _SCENES.values() for thing in one.wanted()]
    yield from things
    names = dict.fromkeys(thing.what for thing in things if isinstance(thing.what, str))
    yield from recent_actions.wanted(names)


def scene(game: str) -> Scene:
    """Return the painters of a game by its key."""
    return _SCENES.get(game, GENERAL)
