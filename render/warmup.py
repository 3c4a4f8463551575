"""Draw the parts of pictures before the first player needs them.

Drawing a sprite takes milliseconds, opens files and holds the interpreter lock. With all parts in
the cache folder, the first picture only puts finished pieces together.
"""

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
"""Called after each piece of work with the number of finished pieces and of all."""

Opening = tuple[Tableau, View | None]
"""A newly dealt match."""


def warm(openings: Iterable[Opening] = (), progress: Progress | None = None) -> None:
    """Draw the sprites of all scenes, then paint these newly dealt matches.

    Give one for each game and number of seats: frames, grounds and fonts come with them. It takes
    seconds and blocks, so run it before the event loop or in a thread.
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
