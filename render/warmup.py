"""Draw what pictures are made of before the first player waits for one.

Drawing a sprite takes milliseconds, opens files and holds the interpreter; a bot does it before it
connects. What is left for the first picture is to put finished pieces together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.core.game import View
from games.core.tableau import Tableau
from games.core.text import Reader
from render.canvas import Fixed
from render.engine import shapes
from render.engine.text import open_all
from render.paint import paint_hand, paint_table
from render.scenes import wanted
from render.sprites import sprite

Progress = Callable[[int, int], None]
"""Told after each piece of work: how many are done, and of how many."""

Opening = tuple[Tableau, View | None]
"""A match that has just been dealt."""


def warm(openings: Iterable[Opening] = (), progress: Progress | None = None) -> None:
    """Draw the sprites of all scenes, then paint these openings of matches.

    Give one opening for each game and number of seats: frames, grounds and fonts come with them.
    Takes seconds and blocks; run it before the event loop, or in a thread.
    """
    open_all()
    things, deals = list(wanted()), list(openings)
    total = len(things) + len(deals)
    for done, thing in enumerate(things, start=1):
        _draw(thing)
        if progress is not None:
            progress(done, total)
    reader = Reader()
    for done, (tableau, view) in enumerate(deals, start=len(things) + 1):
        paint_table(tableau, reader, view)
        if tableau.hand:
            paint_hand(tableau, reader, view)
        if progress is not None:
            progress(done, total)


def _draw(thing: Fixed) -> None:
    if isinstance(thing.what, str):
        sprite(thing.what, round(thing.size[0]), round(thing.size[1]), thing.look)
    else:
        shapes.tile(thing.what)
