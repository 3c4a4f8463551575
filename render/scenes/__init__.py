"""The scenes of all games by key: hand-made ones, and the general one for all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from render.canvas import Canvas, Fixed
from render.scenes import diced_tomatoes, dojo, general, karate_tomate, tomate, tomatomat
from render.scenes.common import layout, recent_actions
from render.scenes.common.legend import LegendSign
from render.scenes.diced_tomatoes.table import LEGEND as DICED_SIGNS
from render.scenes.dojo.table import LEGEND as DOJO_SIGNS
from render.scenes.karate_tomate.hand import LEGEND as KARATE_HAND_SIGNS
from render.scenes.karate_tomate.table import LEGEND as KARATE_SIGNS
from render.scenes.posters import leaderboard, podium, poster_art
from render.scenes.tomate.table import LEGEND as TOMATE_SIGNS
from render.scenes.tomatomat.table import LEGEND as TOMATOMAT_SIGNS
from render.subject import Subject

Painter = Callable[[Subject], Canvas]


class Scene(NamedTuple):
    """The painters of one game."""

    table: Painter
    hand: Painter
    aftermath: Callable[[Subject], Painter | None]
    """Returns the painter of the last move's result, if that fills a picture of its own."""
    wanted: Callable[[], Iterator[Fixed]] = lambda: iter(())
    """Sprites and boxes that any picture of it may need, to be drawn beforehand."""
    signs: tuple[LegendSign, ...] = ()
    """The signs of its pictures, for the legend."""
    alone_from: int | None = None
    """From this number of seats on, the aftermath stands for the table too; None for never.

    It then holds what a table needs, and a phone has no room for both."""


GENERAL = Scene(general.table, general.hand, lambda _: None)

_SCENES: dict[str, Scene] = {
    "tomate": Scene(
        tomate.table,
        tomate.hand,
        tomate.aftermath,
        tomate.wanted,
        TOMATE_SIGNS,
        alone_from=6,
    ),
    "karate_tomate": Scene(
        karate_tomate.table,
        karate_tomate.hand,
        karate_tomate.aftermath,
        karate_tomate.wanted,
        (*KARATE_SIGNS, KARATE_HAND_SIGNS[-1]),
    ),
    "diced_tomatoes": Scene(
        diced_tomatoes.table,
        diced_tomatoes.hand,
        diced_tomatoes.aftermath,
        diced_tomatoes.wanted,
        DICED_SIGNS,
    ),
    "dojo": Scene(dojo.table, dojo.hand, dojo.aftermath, dojo.wanted, DOJO_SIGNS),
    "tomatomat": Scene(
        tomatomat.table,
        tomatomat.hand,
        tomatomat.aftermath,
        tomatomat.wanted,
        TOMATOMAT_SIGNS,
        alone_from=1,
    ),
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
