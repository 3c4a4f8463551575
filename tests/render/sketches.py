"""Sketched pictures: composed as ever but without pixels, for tests of words and sprites.

Most of the time of a picture goes into drawing its sprites and boxes and into its file.
"""

from typing import Any

import pytest

from render.engine.cache import MemoryBudget, PictureCache
from render.engine.sprite_image import Sprite
from render.sprites import UnknownSpriteError, known

_NOTHING = Sprite((), 0, (0, 0))


class NoFile(bytes):
    """The file of a sketch: comparing it would show nothing."""

    def __eq__(self, _: object) -> bool:
        raise AssertionError("a sketch has no pixels: mark the test `paints`")

    __hash__ = bytes.__hash__


_GROUNDS: PictureCache[Any, Any] = PictureCache(MemoryBudget(100))
"""Sketches are kept apart from drawn pictures, and as long as the process runs."""


def sketch_pictures(patch: pytest.MonkeyPatch) -> None:
    """Draw no sprite, box or file until the patch is undone."""
    patch.setattr("render.canvas.sprite", _sketched)
    patch.setattr("render.engine.shapes.tile", lambda _: _NOTHING)
    patch.setattr("render.paint.composed", lambda canvas: canvas)
    patch.setattr("render.paint.encoded", lambda _: (NoFile(), "sketch"))
    patch.setattr("render.canvas._grounds", _GROUNDS)


def _sketched(name: str, *_: object) -> Sprite:
    """Do what `render.sprites.sprite` does, without pixels."""
    if not known(name):
        raise UnknownSpriteError(name)
    return _NOTHING
