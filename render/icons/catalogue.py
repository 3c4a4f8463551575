"""All icons by their keys, and each as a file.

A key is `family:value`, as tableaus and prompts name things: "spanish:12E", "die:red-4". A file's
name contains the key and a digest of the drawing, so a changed drawing gets a new name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

from render.engine.raster import draw
from render.icons.cards import karate_tomate, tomate
from render.icons.dice import diced_tomatoes
from render.icons.dojo import dojo
from render.icons.machines import tomatomat
from render.icons.shapes import Drawing
from render.icons.signs import signs

SIDE = 128
"""Width and height of an icon in pixels."""
PREFIX = "tt_"
OURS = re.compile(rf"{PREFIX}\w+_[0-9a-f]{{6}}", re.ASCII)
"""The pattern of our file names, in every version."""

_DRAWINGS: Mapping[str, Drawing] = {
    **tomate(),
    **karate_tomate(),
    **dojo(),
    **tomatomat(),
    **diced_tomatoes(),
    **signs(),
}
KEYS = tuple(_DRAWINGS)


@dataclass(frozen=True, slots=True)
class IconFile:
    """One icon as it is uploaded."""

    key: str
    name: str
    svg: str

    def png(self) -> bytes:
        """Draw it; this takes some milliseconds."""
        return draw(self.svg, SIDE, SIDE)


def icon_file(key: str) -> IconFile:
    """Return the icon of this key; raises KeyError if there is none."""
    svg = _DRAWINGS[key]()
    version = blake2b(svg.encode(), digest_size=3).hexdigest()
    return IconFile(key, f"{PREFIX}{re.sub('[^0-9A-Za-z]', '_', key)}_{version}", svg)
