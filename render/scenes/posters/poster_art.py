"""A poster's decoration: a sign before the title and a few things of its game."""

from collections.abc import Iterator
from typing import NamedTuple

from render.canvas import Canvas, Fixed
from render.engine.theme import WIDTH
from render.sprites import Look


class PosterItem(NamedTuple):
    """One sprite of a poster; `x` and `y` lead from the corner of the art to it."""

    sprite: str
    x: float
    y: float
    size: tuple[int, int]
    turn: float | None = None

    @property
    def look(self) -> Look:
        """Return its shadow and angle."""
        return Look(turn=self.turn, shadow=8)


class Art(NamedTuple):
    """The sign and the things of one game."""

    sign: str
    things: tuple[PosterItem, ...]


WIDE = 420
"""Pixels at the right end of a poster for its things."""

SIGN = (84, 84)
"""Size of the sign before a title."""


def _fan(*sprites: str, size: tuple[int, int], top: int = 26) -> tuple[PosterItem, ...]:
    """Return three cards held like a hand."""
    return tuple(
        PosterItem(sprite, 10 + 118 * place, top + 12 * abs(place - 1), size, (place - 1) * 9.0)
        for place, sprite in enumerate(sprites)
    )


_ART = {
    "tomate": Art("icon:tomato", _fan("spanish:1O", "spanish:11C", "spanish:12E", size=(138, 207))),
    "karate_tomate": Art("karate:fighter", _fan("veg:K4", "tomato:7", "veg:A5", size=(144, 202))),
    "dojo": Art(
        "icon:martial-arts-uniform",
        _fan("tatami:F2", "tatami:C4", "tatami:B3", size=(150, 150), top=52),
    ),
    "diced_tomatoes": Art(
        "icon:game-die",
        (
            PosterItem("die:red-5", 20, 92, (132, 132), -12.0),
            PosterItem("die:black-3", 276, 96, (126, 126), 14.0),
            PosterItem("die:gold-6", 148, 28, (140, 140), 4.0),
        ),
    ),
    "tomatomat": Art(
        "vending:icon",
        (
            PosterItem("tomatomat:R2", 24, 52, (118, 165), -10.0),
            PosterItem("tomatomat:Gt", 276, 52, (118, 165), 10.0),
            PosterItem("machine:2YP", 130, 22, (162, 205)),
        ),
    ),
}
_OTHER = Art("icon:tomato", (PosterItem("token:mascot", 140, 24, (220, 220)),))


def art_of(game: str) -> Art:
    """Return the art of a game by its key; the mascot for a game without art."""
    return _ART.get(game, _OTHER)


def paint_things(canvas: Canvas, art: Art) -> None:
    """Draw the things in the upper right corner of a poster."""
    for thing in art.things:
        spot = (WIDTH - WIDE - 10 + thing.x, thing.y)
        canvas.sprite(thing.sprite, spot, thing.size, thing.look)


def wanted() -> Iterator[Fixed]:
    """Return the things of all posters, to be drawn in advance."""
    for art in (*_ART.values(), _OTHER):
        for thing in art.things:
            yield Fixed(thing.sprite, (0, 0), thing.size, thing.look)
        yield Fixed(art.sign, (0, 0), SIGN)
