"""A small drawing that shows whether pictures can be painted on this machine."""

import os
from typing import NamedTuple

from render.engine.raster import document, draw
from render.engine.text import is_shaping, label
from render.engine.theme import STRONG

_SIDE = 16
_WORD = "שלום"
"""Hebrew, from right to left."""


class Sample(NamedTuple):
    """What a drawing shows of the process that made it."""

    process: int
    """The id of the process."""
    has_shaping: bool
    """Whether letters are joined and ordered as Arabic and Hebrew need it."""


def draw_sample() -> Sample:
    """Draw a shape and a word, without a cache; raises whatever painting raises."""
    draw(document((_SIDE, _SIDE), f'<rect width="{_SIDE}" height="{_SIDE}"/>'), _SIDE, _SIDE)
    label(_WORD, STRONG, _SIDE)
    return Sample(os.getpid(), is_shaping())
