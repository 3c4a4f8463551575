"""What a game adds to the pictures: its painters, the parts to draw beforehand, and its signs."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol, TypeVar

from games.core.game import View
from games.core.values import Seat
from render.canvas import Canvas, Fixed
from render.scenes import general
from render.scenes.common.legend import LegendSign
from render.scenes.posters.poster import Poster
from render.subject import Subject

V = TypeVar("V", bound=View)
Painter = Callable[[Subject], Canvas]


class Part(Protocol):
    """A module that draws a part of a game's pictures."""

    def wanted(self) -> Iterator[Fixed]:
        """Return the sprites and boxes that a match may need, to be drawn beforehand."""


class Scene(NamedTuple):
    """The painters of one game."""

    table: Painter
    hand: Painter
    aftermath: Callable[[View | None], Painter | None]
    """Returns the painter of what the last move brought, if that fills a picture of its own."""
    parts: tuple[Part, ...] = ()
    signs: tuple[LegendSign, ...] = ()
    """The signs of its pictures, for the legend."""
    replaces_table: bool = False
    """Whether the aftermath stands for the table too: a screen has no room for both."""
    steps: int = 0
    """Pictures of the moving aftermath before the whole one; 0 if it doesn't move."""
    deck: Poster | None = None
    """Its cards or dice with their names."""
    grown: Callable[[View], int] = lambda _: 0
    """By how many pixels a hand is higher than usual, because its player has nothing to answer."""


GENERAL = Scene(general.table, general.hand, general.outcome)


def scene_of(
    view_type: type[V],
    table: Callable[[Subject, V], Canvas],
    hand: Callable[[Subject, V, Seat], Canvas],
    aftermath: Callable[[V], Painter | None] = lambda _: None,
    *,
    parts: tuple[Part, ...],
    signs: tuple[LegendSign, ...],
    steps: int = 0,
    deck: Poster | None = None,
    grown: Callable[[V], int] = lambda _: 0,
) -> Scene:
    """Return the scene of a game; the general one paints what has no view of this type."""

    def paint_table(show: Subject) -> Canvas:
        view = show.view
        return table(show, view) if isinstance(view, view_type) else general.table(show)

    def paint_hand(show: Subject) -> Canvas:
        view = show.view
        if not isinstance(view, view_type) or view.viewer is None:
            return general.hand(show)
        return hand(show, view, view.viewer)

    def paint_aftermath(view: View | None) -> Painter | None:
        return aftermath(view) if isinstance(view, view_type) else None

    def hand_grown(view: View) -> int:
        return grown(view) if isinstance(view, view_type) else 0

    return Scene(
        paint_table,
        paint_hand,
        paint_aftermath,
        parts=parts,
        signs=signs,
        replaces_table=True,
        steps=steps,
        deck=deck,
        grown=hand_grown,
    )
