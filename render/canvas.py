"""What scenes paint on: a picture that also writes down what it was given.

Scenes speak in pixels of a design 1200 wide; the canvas multiplies. Everything it pastes is a
cached tile, sprite or label, so a warm picture is composed in milliseconds. The log of words and
sprites lets a test compare a picture with the facts of its view.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from render import shapes, text
from render.shapes import Box
from render.sprites import PLAIN, Look, Sprite, sprite
from render.sprites.raster import rgb
from render.theme import TEXT, WIDTH, Palette, Size, Style

Spot = tuple[float, float]
Align = Literal["left", "middle", "right"]


class Written(NamedTuple):
    """A line of text as it was given and as it stands in the picture."""

    given: str
    drawn: str


class Canvas:
    """One picture in the making; not shared between threads."""

    def __init__(self, height: int, palette: Palette, size: Size = Size.STANDARD) -> None:
        self.palette = palette
        self.zoom = size.value
        self.height = height
        self.texts: list[Written] = []
        self.sprites: list[str] = []
        wide, high = self._px(WIDTH), self._px(height)
        self.image = shapes.ground(wide, high, palette.top, palette.bottom).copy()

    def _px(self, length: float) -> int:
        return round(length * self.zoom)

    def box(self, at: Spot, box: Box) -> None:
        """Paste a rounded box with its corner at `at`."""
        self._paste(shapes.tile(box.zoomed(self.zoom)), at)

    def sprite(self, name: str, at: Spot, size: Spot, look: Look = PLAIN) -> None:
        """Paste a sprite of this width and height; `at` is the corner of its unturned frame."""
        self.sprites.append(name if look.tint == "plain" else f"{name} {look.tint}")
        if self.zoom != 1.0:
            frame, shadow = round(look.frame * self.zoom), look.shadow * self.zoom
            look = look._replace(frame=frame, shadow=shadow)
        self._paste(sprite(name, self._px(size[0]), self._px(size[1]), look), at)

    def write(
        self,
        words: str,
        at: Spot,
        style: Style,
        colour: str = TEXT,
        *,
        align: Align = "left",
        room: float | None = None,
    ) -> float:
        """Write one line, its capitals centred on the height of `at`; return how wide it became.

        With `room` it shrinks as far as its style allows and is cut then.
        """
        size, drawn = style.size, words
        if room is not None:
            drawn, size = text.fit(words, style, int(room))
        self.texts.append(Written(words, drawn))
        pixels = self._px(size)
        label = text.label(drawn, style.face, pixels)
        start = self._px(at[0])
        if align == "middle":
            start -= label.width // 2
        elif align == "right":
            start -= label.width
        baseline = self._px(at[1]) + (text.cap_height(style.face, pixels) + 1) // 2
        self.image.paste(rgb(colour), (start + label.left, baseline + label.top), label.mask)
        return label.width / self.zoom

    def _paste(self, piece: Sprite, at: Spot) -> None:
        corner = (self._px(at[0]) + piece.left, self._px(at[1]) + piece.top)
        self.image.paste(piece.image, corner, piece.image)
