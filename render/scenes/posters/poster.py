"""What every poster can do: a picture that isn't a table's or a hand's."""

from typing import Protocol

from games.core.text import Reader
from render.canvas import Canvas
from render.engine.avatars import Portraits
from render.engine.theme import Size


class Poster(Protocol):
    """A value with everything that its picture shows, except names of seats and portraits."""

    @property
    def filename(self) -> str: ...

    def paint(self, reader: Reader, size: Size, portraits: Portraits, /) -> Canvas:
        """Paint the picture; `reader` holds the plain names of the seats, portraits are files."""

    def describe(self, reader: Reader) -> str:
        """Return the picture in words, at most 1024 characters."""
